from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.domain.requests import DiscoveryRequest, FusionSettings
from core.evaluation.experiment import DEPTH, QuestionScore, evaluate
from core.evaluation.tasks import LabelledQuestion, TaskSet
from core.evaluation.variants import HYBRID, RetrievalChoice, Variant, default_variants
from core.ontology import default_ontology
from core.pipeline import DiscoveryPipeline
from core.retrieval import hybrid
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data

COMPETITOR = LabelledQuestion(id="1", language="zh", company="公司A", query="公司A的竞品是谁？", relevant={"公司B": 3})
SUPPLIER = LabelledQuestion(id="2", language="en", query="Who supplies Company A?", relevant={"公司C": 3, "公司B": 1})
NOBODY = LabelledQuestion(id="3", language="en", company="nobody at all", relevant={"公司B": 1})
QUESTIONS = (COMPETITOR, SUPPLIER, NOBODY)
EMPHASIS = RetrievalChoice(asked_emphasis=True)


def only(pipeline: DiscoveryPipeline, question: LabelledQuestion, **fusion: object) -> QuestionScore:
    variant = Variant(HYBRID, FusionSettings.model_validate(fusion), EMPHASIS)
    universes = {"two": ("公司D", "公司B"), "passages": ("p2",)}
    (score,) = evaluate(pipeline, TaskSet((question,), universes), [variant])[HYBRID]
    return score


def listed(pipeline: DiscoveryPipeline, question: LabelledQuestion) -> tuple[str, ...]:
    request = DiscoveryRequest(company=question.company, query=question.query)
    return tuple(found.company_id for found in pipeline.discover(request).related_companies)


def test_every_variant_is_scored_on_every_question(document_pipeline: DiscoveryPipeline) -> None:
    variants = default_variants(FusionSettings(), document_pipeline.settings)
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
    score = only(document_pipeline, COMPETITOR, vector_weight=0.0)
    assert "公司B" in score.ranked
    assert not {"公司D", "公司E"} & set(score.ranked)


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

    monkeypatch.setattr(hybrid, "search_companies", broken)
    score = only(document_pipeline, COMPETITOR)
    assert (score.status, score.metrics["MRR"]) == ("failed", 1.0)


def test_a_question_is_searched_once_for_each_walk(
    document_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    original = hybrid.search_companies
    monkeypatch.setattr(hybrid, "search_companies", lambda *parts: (calls.append(1), original(*parts))[1])
    variants = default_variants(FusionSettings(), document_pipeline.settings)
    evaluate(document_pipeline, TaskSet(QUESTIONS[:2]), variants)
    assert len(calls) == 4


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
    assert score.ranked == ("p2", "p1")
    assert score.metrics == {"recall@5": 1.0, "recall@2": 1.0, "nDCG@10": 1.0, "MRR": 1.0}
    assert only(document_pipeline, question.model_copy(update={"among": "passages"})).ranked == ("p2",)
    assert only(document_pipeline, question, vector_weight=0.0).ranked == ()


def test_another_walk_leaves_the_pipeline_as_it_was(document_pipeline: DiscoveryPipeline) -> None:
    request = DiscoveryRequest(query="Who supplies Company A?")
    before = np.nan_to_num(document_pipeline.retrieve(request).found.candidates.raw[:, 0]).tolist()
    plain = document_pipeline.with_settings(RetrievalChoice(asked_emphasis=False).apply(document_pipeline.settings))
    assert np.nan_to_num(plain.retrieve(request).found.candidates.raw[:, 0]).tolist() != before
    assert np.nan_to_num(document_pipeline.retrieve(request).found.candidates.raw[:, 0]).tolist() == before
    assert plain.knowledge_base is document_pipeline.knowledge_base


def test_a_company_listed_under_its_namesake_is_found(tmp_path: Path, encoder: Encoder) -> None:
    data = write_data(
        tmp_path / "data",
        companies=[company("a", "甲", "Alpha"), company("b1", "乙", "Beta"), company("b2", "乙", "Beta"), company("c")],
        relations=[relation("a", "competitor", "b1"), relation("c", "supplies", "a")],
    )
    settings = settings_for(data, tmp_path / "kb")
    pipeline = DiscoveryPipeline(
        build_and_open(settings, encoder), default_ontology(), settings, encoder=lambda: encoder
    )
    question = LabelledQuestion(id="1", language="en", company="a", among="second", relevant={"b2": 3})
    variant = Variant(HYBRID, FusionSettings(), EMPHASIS)
    (score,) = evaluate(pipeline, TaskSet((question,), {"second": ("b2",)}), [variant])[HYBRID]
    assert score.ranked == ("b1",)
    assert score.metrics["nDCG@10"] == 1.0
