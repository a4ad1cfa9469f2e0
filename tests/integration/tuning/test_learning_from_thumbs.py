"""What thumbs teach, over the bundled sample."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.relation_influence import RelationInfluence
from core.domain.requests import FusionMode
from core.evaluation.tasks import LabelledQuestion, TaskSet, read_task_set
from core.tuning.learning import ENOUGH_QUESTIONS, learn_from_thumbs
from core.tuning.questions import score, search
from core.workspace.tuned_settings import TunedSettings
from tests.support import ROOT

POOR = TunedSettings(mode=FusionMode.WEIGHTED, graph_weight=0.0, vector_weight=1.0)


def thumbs(pipeline: DiscoveryPipeline, count: int) -> TaskSet:
    """Labelled answers with a thumb up; what else leads the list with one down."""
    asked = TaskSet(read_task_set([ROOT / "data" / "questions.jsonl"]).questions[:count])
    questions = []
    for found in score(search(pipeline, asked, POOR.walk), POOR.fusion):
        ups = dict.fromkeys(found.question.relevant, 3.0)
        downs = {company: 0.0 for company in found.ranked[:4] if company not in ups}
        questions.append(found.question.model_copy(update={"relevant": ups | downs}))
    return TaskSet(tuple(questions))


def test_too_few_say_how_many_are_missing(sample_pipeline: DiscoveryPipeline) -> None:
    tasks = TaskSet(
        (
            LabelledQuestion(id="1", language="en", company="catl", relevant={"byd": 3, "apple": 0}),
            LabelledQuestion(id="2", language="en", company="apple", relevant={"byd": 0}),
        )
    )
    learnt = learn_from_thumbs(sample_pipeline, search(sample_pipeline, tasks, POOR.walk), POOR)
    assert (learnt.questions, learnt.ups, learnt.downs) == (1, 1, 2)
    assert (learnt.missing, learnt.missing_groups) == (ENOUGH_QUESTIONS - 1, 2)
    assert learnt.proposal is None


@pytest.mark.thorough
def test_a_better_weight_is_proposed_with_its_evidence(sample_pipeline: DiscoveryPipeline) -> None:
    tasks = thumbs(sample_pipeline, 30)
    extra = (
        LabelledQuestion(id="refused", language="en", query="\u200b", relevant={"byd": 0}),
        LabelledQuestion(id="elsewhere", language="en", company="catl", relevant={"no such company": 0}),
    )
    searched = search(sample_pipeline, TaskSet((*tasks.questions, *extra)), POOR.walk)
    learnt = learn_from_thumbs(sample_pipeline, searched, POOR)
    assert learnt.questions == 30
    assert learnt.proposal is not None
    assert learnt.proposal.graph_weight > 0.0
    assert learnt.proposal.graph_weight + learnt.proposal.vector_weight == pytest.approx(1.0)
    assert learnt.before is not None
    assert learnt.after is not None
    assert learnt.difference is not None
    assert learnt.after.mean - learnt.before.mean == pytest.approx(learnt.difference.mean)
    assert learnt.difference.mean > 0
    assert learn_from_thumbs(sample_pipeline, searched, POOR) == learnt


def test_families_that_bring_what_is_liked_weigh_more(sample_pipeline: DiscoveryPipeline) -> None:
    base, ontology = sample_pipeline.base.knowledge_base, sample_pipeline.base.ontology
    questions = []
    for node in base.best_connected_companies(40):
        rows, others = base.relations_of(node)
        kinds: dict[str, set[str]] = {}
        for row, other in zip(rows.tolist(), others.tolist(), strict=True):
            if base.is_company[other]:
                kinds.setdefault(base.entity_ids[other], set()).add(ontology[base.relation(row).type].family.lower())
        liked = [company for company, found in kinds.items() if found == {"causality"}]
        disliked = [company for company, found in kinds.items() if "causality" not in found]
        if len(liked) >= 3 and len(disliked) >= 3:
            company = base.entity_ids[node]
            grades = {**dict.fromkeys(liked, 3.0), **dict.fromkeys(disliked, 0.0)}
            questions.append(LabelledQuestion(id=company, language="en", company=company, relevant=grades))
    current = TunedSettings(mode=FusionMode.WEIGHTED, graph_weight=1.0, vector_weight=0.0, named_share=0.0)
    searched = search(sample_pipeline, TaskSet(tuple(questions)), current.walk)
    learnt = learn_from_thumbs(sample_pipeline, searched, current)
    assert learnt.proposal is not None
    assert isinstance(learnt.proposal.influence, RelationInfluence)
    by_family = {each.family: each for each in learnt.families}
    assert by_family["causality"].beta == max(each.beta for each in learnt.families)
    assert by_family["causality"].up > by_family["causality"].down
    assert "supplies" in by_family["causality"].types


def test_what_does_no_better_is_not_proposed(sample_pipeline: DiscoveryPipeline) -> None:
    companies = sample_pipeline.base.knowledge_base.entity_ids
    known = [each for each in companies if sample_pipeline.base.knowledge_base.entity(each).type == "company"][:12]
    tasks = TaskSet(
        tuple(
            LabelledQuestion(id=company, language="en", company=company, relevant={"no such company": 3})
            for company in known
        )
    )
    learnt = learn_from_thumbs(sample_pipeline, search(sample_pipeline, tasks, POOR.walk), POOR)
    assert learnt.proposal is None
    assert learnt.families == ()
    assert learnt.difference is not None
    assert learnt.difference.mean == 0.0
