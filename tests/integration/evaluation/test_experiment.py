from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.defaults import default_request
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.arms import ARMS, GRAPH_ARMS, Arm
from core.domain.relation_influence import FamilyInfluence, RelationInfluence
from core.domain.requests import BY_QUESTION, DiscoveryRequest, FusionMode, FusionSettings
from core.evaluation import experiment
from core.evaluation.experiment import DEPTH, QuestionScore, evaluate
from core.evaluation.rankings import ranked_passages
from core.evaluation.tasks import LabelledQuestion, TaskSet
from core.evaluation.variants import HYBRID, RetrievalChoice, Variant, default_variants
from core.ontology import default_ontology
from core.retrieval import hybrid, searches
from core.retrieval.base import Base
from core.retrieval.fusion import arm_weights, competition_ranks
from core.retrieval.passages import PASSAGE_ARMS
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data

COMPETITOR = LabelledQuestion(id="1", language="zh", company="公司A", query="公司A的竞品是谁？", relevant={"公司B": 3})
SUPPLIER = LabelledQuestion(id="2", language="en", query="Who supplies Company A?", relevant={"公司C": 3, "公司B": 1})
NOBODY = LabelledQuestion(id="3", language="en", company="nobody at all", relevant={"公司B": 1})
QUESTIONS = (COMPETITOR, SUPPLIER, NOBODY)
EMPHASIS = RetrievalChoice(asked_emphasis=True)


def shares(**given: float) -> dict[str, float]:
    """All weight on what is given."""
    names = {FusionSettings.share_name(arm): 0.0 for arm in ARMS}
    side = "graph_weight" if set(given) & {FusionSettings.share_name(arm) for arm in GRAPH_ARMS} else "vector_weight"
    return {**names, "graph_weight": 0.0, "vector_weight": 0.0, **given, side: 1.0}


def only(pipeline: DiscoveryPipeline, question: LabelledQuestion, **fusion: object) -> QuestionScore:
    variant = Variant(HYBRID, FusionSettings.model_validate(fusion), EMPHASIS)
    universes = {"two": ("公司D", "公司B"), "passages": ("p2",)}
    (score,) = evaluate(pipeline, TaskSet((question,), universes), [variant])[HYBRID]
    return score


def listed(pipeline: DiscoveryPipeline, question: LabelledQuestion) -> tuple[str, ...]:
    request = DiscoveryRequest(company=question.company, query=question.query)
    return tuple(found.company_id for found in pipeline.discover(request).related_companies)


def test_every_variant_is_scored_on_every_question(document_pipeline: DiscoveryPipeline) -> None:
    variants = default_variants(FusionSettings(), document_pipeline.base.settings)
    done: list[int] = []
    results = evaluate(document_pipeline, TaskSet(QUESTIONS), variants, advance=lambda: done.append(1))
    assert list(results) == [variant.name for variant in variants]
    assert len(done) == len(QUESTIONS)
    for scores in results.values():
        assert [score.question.id for score in scores] == ["1", "2", "3"]
        for score in scores:
            assert set(score.metrics) == {"nDCG@10", "MRR", "R@10"}
            assert all(0.0 <= value <= 1.0 for value in score.metrics.values())
            assert len(score.ranked) <= DEPTH


def test_the_competitor_asked_for_scores_one(document_pipeline: DiscoveryPipeline) -> None:
    score = only(document_pipeline, COMPETITOR)
    assert (score.ranked[0], score.status) == ("公司B", "searched")
    assert score.metrics == {"nDCG@10": 1.0, "MRR": 1.0, "R@10": 1.0}


@pytest.mark.parametrize("question", [COMPETITOR, SUPPLIER])
def test_the_list_scored_is_the_list_shown(document_pipeline: DiscoveryPipeline, question: LabelledQuestion) -> None:
    assert only(document_pipeline, question).ranked == listed(document_pipeline, question)


def test_what_an_arm_did_not_find_is_not_ranked_by_it_alone(document_pipeline: DiscoveryPipeline) -> None:
    assert only(document_pipeline, COMPETITOR, **shares(relation_share=1.0)).ranked == ("公司B", "公司C")
    assert only(document_pipeline, COMPETITOR, **shares(named_share=1.0)).ranked == ()


def test_a_company_that_is_not_recognised_is_told_and_scores_nought(document_pipeline: DiscoveryPipeline) -> None:
    score = only(document_pipeline, NOBODY)
    assert (score.status, score.ranked, set(score.metrics.values())) == ("unlinked", (), {0.0})


@pytest.mark.parametrize("query", ["x" * 3000, "\u202e"])
def test_a_refused_question_is_told_and_scores_nought(document_pipeline: DiscoveryPipeline, query: str) -> None:
    score = only(document_pipeline, LabelledQuestion(id="1", language="en", query=query, relevant={"公司B": 1}))
    assert (score.status, score.ranked, set(score.metrics.values())) == ("failed", (), {0.0})


def test_a_failed_search_is_told_and_the_rest_is_scored(
    document_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(searches, "search_companies", broken)
    score = only(document_pipeline, COMPETITOR)
    assert (score.status, score.metrics["MRR"]) == ("failed", 1.0)


def test_a_question_is_searched_once_for_each_walk(
    document_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    original = searches.search_companies
    monkeypatch.setattr(searches, "search_companies", lambda *parts: (calls.append(1), original(*parts))[1])
    variants = default_variants(FusionSettings(), document_pipeline.base.settings)
    evaluate(document_pipeline, TaskSet(QUESTIONS[:2]), variants)
    assert len(calls) == 6  # as configured, with the emphasis turned, and relation-aware


def test_only_companies_of_the_universe_are_ranked(document_pipeline: DiscoveryPipeline) -> None:
    within = COMPETITOR.model_copy(update={"among": "two", "relevant": {"公司D": 1.0}})
    everywhere = [found for found in listed(document_pipeline, COMPETITOR) if found in {"公司B", "公司D"}]
    score = only(document_pipeline, within)
    assert list(score.ranked) == everywhere == ["公司B", "公司D"]
    assert score.metrics["MRR"] == 0.5


def test_passages_are_ranked_where_a_question_asks_for_passages(document_pipeline: DiscoveryPipeline) -> None:
    question = LabelledQuestion(
        id="1",
        language="en",
        query="Who supplies Company A with wafer materials?",
        target="passage",
        relevant={"p2": 1},
    )
    score = only(document_pipeline, question)
    assert score.ranked[0] == "p2"
    assert len(score.ranked) == 10  # of two passages and ten profiles, two have nothing to do with it
    assert score.metrics == {"recall@5": 1.0, "recall@2": 1.0, "nDCG@10": 1.0, "MRR": 1.0}
    assert only(document_pipeline, question.model_copy(update={"among": "passages"})).ranked == ("p2",)


PASSAGES = LabelledQuestion(
    id="1", language="en", query="Who sells batteries to Company A?", target="passage", relevant={"p1": 1}
)


@pytest.mark.parametrize("arm", PASSAGE_ARMS)
def test_passages_are_ranked_by_the_weights_of_the_arms_that_score_them(
    document_pipeline: DiscoveryPipeline, arm: Arm
) -> None:
    scores = document_pipeline.retrieve(DiscoveryRequest(query=PASSAGES.query)).found.passage_scores
    column = np.nan_to_num(scores.raw[:, PASSAGE_ARMS.index(arm)], nan=-np.inf)
    ranked = only(document_pipeline, PASSAGES, **shares(**{FusionSettings.share_name(arm): 1.0})).ranked
    found = {passage: column[scores.passage_ids.index(passage)] for passage in ranked}
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert max(column) == found[ranked[0]] > 0


@pytest.mark.parametrize("arm", sorted(set(ARMS) - set(PASSAGE_ARMS)))
def test_an_arm_that_scores_no_passages_ranks_none(document_pipeline: DiscoveryPipeline, arm: Arm) -> None:
    assert only(document_pipeline, PASSAGES, **shares(**{FusionSettings.share_name(arm): 1.0})).ranked == ()


def test_every_fusion_mode_ranks_passages_in_its_own_way(document_pipeline: DiscoveryPipeline) -> None:
    searched = document_pipeline.retrieve(DiscoveryRequest(query=PASSAGES.query))
    scores = searched.found.passage_scores
    fusion = FusionSettings(mode=FusionMode.WEIGHTED, vector_weight=0.9, graph_weight=0.1)
    weights = arm_weights(fusion)[[ARMS.index(arm) for arm in PASSAGE_ARMS]]
    ranks = competition_ranks(scores.raw)
    by_rank = np.where(ranks > 0, 1.0 / (60 + ranks), 0.0) @ weights
    expected = {
        FusionMode.ADAPTIVE: scores.ranked(),
        FusionMode.WEIGHTED: scores.ranked(weights),
        FusionMode.RRF: tuple(scores.passage_ids[row] for row in np.argsort(-by_rank, kind="stable")),
    }
    modes = {mode: ranked_passages(searched, fusion.model_copy(update={"mode": mode})) for mode in FusionMode}
    assert modes == expected
    assert modes[FusionMode.RRF] != modes[FusionMode.WEIGHTED]


def test_the_relation_aware_walk_weighs_relations_as_told(document_pipeline: DiscoveryPipeline) -> None:
    supply = RelationInfluence(families=FamilyInfluence(causality=1.0))
    graph = FusionSettings.model_validate({"mode": "weighted", **shares(walk_share=1.0)})
    aware = Variant("aware", graph, RetrievalChoice(asked_emphasis=False, relation_aware=True))
    plain = Variant("plain", graph, RetrievalChoice(asked_emphasis=False))
    question = LabelledQuestion(id="1", language="en", company="公司A", relevant={"公司C": 1})

    def first(influence: RelationInfluence | None) -> dict[str, str]:
        found = evaluate(document_pipeline, TaskSet((question,)), [aware, plain], influence=influence)
        return {name: score.ranked[0] for name, (score,) in found.items()}

    assert first(supply)["aware"] == "公司C"
    rivals = RelationInfluence(families=FamilyInfluence(attribution=1.0))
    assert first(rivals)["aware"] == "公司B"
    assert first(supply)["plain"] == first(rivals)["plain"] == first(None)["aware"]


def test_the_configured_weights_of_relations_are_what_is_measured(document_pipeline: DiscoveryPipeline) -> None:
    supply = RelationInfluence(families=FamilyInfluence(causality=1.0))
    settings = document_pipeline.base.settings.model_copy(update={"relation_influence": supply})
    pipeline = document_pipeline.with_settings(settings)
    graph = FusionSettings.model_validate({"mode": "weighted", **shares(walk_share=1.0)})
    question = LabelledQuestion(id="1", language="en", company="公司A", relevant={"公司C": 1})
    found = evaluate(pipeline, TaskSet((question,)), default_variants(graph, settings))
    (asked,) = found[HYBRID]
    as_configured = default_request(settings, company="公司A", language="en").model_copy(update={"fusion": graph})
    assert asked.ranked == tuple(each.company_id for each in pipeline.discover(as_configured).related_companies)
    assert asked.ranked[0] == "公司C"
    assert found["hybrid, relation aware off"][0].ranked[0] == "公司B"


def test_switched_on_the_question_weighs_the_relations(document_pipeline: DiscoveryPipeline) -> None:
    variants = default_variants(FusionSettings(), document_pipeline.base.settings)
    (on,) = evaluate(document_pipeline, TaskSet((SUPPLIER,)), variants)["hybrid, relation aware on"]
    asked = DiscoveryRequest(query=SUPPLIER.query, influence=BY_QUESTION)
    assert on.ranked == tuple(each.company_id for each in document_pipeline.discover(asked).related_companies)


@pytest.mark.parametrize(("most", "expected"), [(2, {"公司D", "公司E"}), (1, set())])
def test_a_small_universe_is_scored_as_a_whole_and_a_large_one_as_found(
    document_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch, most: int, expected: set[str]
) -> None:
    monkeypatch.setattr(experiment, "MOST_SCORED", most)
    monkeypatch.setattr(hybrid, "proposed", lambda companies, *_: companies[:1])  # B alone is found
    question = COMPETITOR.model_copy(update={"among": "far", "relevant": {"公司D": 1.0}})
    variant = Variant(HYBRID, FusionSettings(), EMPHASIS)
    tasks = TaskSet((question,), {"far": ("公司D", "公司E")})
    (score,) = evaluate(document_pipeline, tasks, [variant])[HYBRID]
    assert set(score.ranked) == expected


def test_a_question_about_a_topic_counts_as_searched(document_pipeline: DiscoveryPipeline) -> None:
    question = LabelledQuestion(
        id="1", language="en", query="Which companies make wafer materials?", relevant={"公司C": 1}
    )
    score = only(document_pipeline, question)
    assert (score.status, score.ranked[0]) == ("searched", "公司C")


def test_another_walk_leaves_the_pipeline_as_it_was(document_pipeline: DiscoveryPipeline) -> None:
    request = DiscoveryRequest(query="Who supplies Company A?")
    before = np.nan_to_num(document_pipeline.retrieve(request).found.candidates.raw[:, 0]).tolist()
    plain = document_pipeline.with_settings(
        RetrievalChoice(asked_emphasis=False).apply(document_pipeline.base.settings)
    )
    assert np.nan_to_num(plain.retrieve(request).found.candidates.raw[:, 0]).tolist() != before
    assert np.nan_to_num(document_pipeline.retrieve(request).found.candidates.raw[:, 0]).tolist() == before
    assert plain.base.knowledge_base is document_pipeline.base.knowledge_base


@pytest.mark.parametrize(("most", "line"), [(1, "b2"), (0, "b1")])
def test_a_company_listed_under_its_namesake_is_found(
    tmp_path: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch, most: int, line: str
) -> None:
    monkeypatch.setattr(experiment, "MOST_SCORED", most)
    data = write_data(
        tmp_path / "data",
        companies=[company("a", "甲", "Alpha"), company("b1", "乙", "Beta"), company("b2", "乙", "Beta"), company("c")],
        relations=[relation("a", "competitor", "b1"), relation("c", "supplies", "a")],
    )
    settings = settings_for(data, tmp_path / "kb")
    pipeline = DiscoveryPipeline(
        Base.over(build_and_open(settings, encoder), default_ontology(), settings), encoder=lambda: encoder
    )
    question = LabelledQuestion(id="1", language="en", company="a", among="second", relevant={"b2": 3})
    variant = Variant(HYBRID, FusionSettings(), EMPHASIS)
    (score,) = evaluate(pipeline, TaskSet((question,), {"second": ("b2",)}), [variant])[HYBRID]
    assert score.ranked == (line,)
    assert score.metrics["nDCG@10"] == 1.0
