from __future__ import annotations

import pytest

from core.domain.requests import FusionMode, FusionSettings
from core.evaluation.experiment import DEPTH, Scores, evaluate, mean_scores, score_table, variants
from core.evaluation.tasks import LabelledQuestion
from core.pipeline import DiscoveryPipeline
from core.retrieval import hybrid
from core.retrieval.fusion import arm_weights

QUESTIONS = [
    LabelledQuestion(id="1", language="zh", company="公司A", query="公司A的竞品是谁？", relevant={"公司B": 3}),
    LabelledQuestion(id="2", language="en", query="Who supplies Company A?", relevant={"公司C": 3, "公司B": 1}),
    LabelledQuestion(id="3", language="en", company="nobody at all", relevant={"公司B": 1}),
]


def test_every_variant_is_scored_on_every_question(document_pipeline: DiscoveryPipeline) -> None:
    results = evaluate(document_pipeline, QUESTIONS, variants(FusionSettings()))
    assert set(results) == set(variants(FusionSettings()))
    for scores in results.values():
        assert [score.question.id for score in scores] == ["1", "2", "3"]
        for score in scores:
            assert min(score.ndcg, score.reciprocal_rank, score.recall) >= 0.0
            assert max(score.ndcg, score.reciprocal_rank, score.recall) <= 1.0
            assert len(score.ranked) <= DEPTH


def test_the_competitor_asked_for_scores_one(document_pipeline: DiscoveryPipeline) -> None:
    (score,) = evaluate(document_pipeline, QUESTIONS[:1], {"hybrid": FusionSettings()})["hybrid"]
    assert (score.ranked[0], score.ndcg, score.reciprocal_rank, score.recall) == ("公司B", 1.0, 1.0, 1.0)


def test_what_scores_nought_is_not_ranked(document_pipeline: DiscoveryPipeline) -> None:
    (score,) = evaluate(document_pipeline, QUESTIONS[:1], {"graph only": FusionSettings(vector_weight=0.0)})[
        "graph only"
    ]
    assert not {"公司D", "公司E"} & set(score.ranked)


def test_an_unknown_company_scores_nought(document_pipeline: DiscoveryPipeline) -> None:
    (score,) = evaluate(document_pipeline, QUESTIONS[2:], {"hybrid": FusionSettings()})["hybrid"]
    assert (score.ranked, score.ndcg, score.reciprocal_rank, score.recall) == ((), 0.0, 0.0, 0.0)


def test_each_question_is_searched_once_whatever_the_variants(
    document_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    original = hybrid.search_companies
    monkeypatch.setattr(hybrid, "search_companies", lambda *parts: (calls.append(1), original(*parts))[1])
    evaluate(document_pipeline, QUESTIONS[:2], variants(FusionSettings()))
    assert len(calls) == 2


def test_the_variants_are_the_hybrid_and_its_parts() -> None:
    compared = variants(FusionSettings(rrf_k=9))
    assert arm_weights(compared["graph only"]).tolist() == [1, 0, 0, 0]
    assert arm_weights(compared["text only"]).tolist() == [0, 1, 0, 0]
    assert arm_weights(compared["triplets only"]).tolist() == [0, 0, 1, 0]
    assert arm_weights(compared["keywords only"]).tolist() == [0, 0, 0, 1]
    assert arm_weights(compared["vector only"])[0] == 0
    assert compared["hybrid, RRF"].mode is FusionMode.RRF
    assert compared["hybrid"] == FusionSettings(rrf_k=9)
    assert {fusion.rrf_k for fusion in compared.values()} == {9}


def test_the_mean_of_nothing_is_nought() -> None:
    assert mean_scores([]) == Scores(0, 0.0, 0.0, 0.0)


def test_means_are_over_all_questions(document_pipeline: DiscoveryPipeline) -> None:
    scores = evaluate(document_pipeline, QUESTIONS, {"hybrid": FusionSettings()})["hybrid"]
    means = mean_scores(scores)
    assert means.questions == 3
    assert means.ndcg == pytest.approx(sum(score.ndcg for score in scores) / 3)


def test_the_table_has_a_row_per_variant_and_the_languages_apart(document_pipeline: DiscoveryPipeline) -> None:
    lines = score_table(evaluate(document_pipeline, QUESTIONS[:1], variants(FusionSettings()))).splitlines()
    assert len(lines) == 2 + len(variants(FusionSettings()))
    assert len({len(line) for line in lines}) == 1
    hybrid_row = lines[-1].split()
    assert hybrid_row == ["hybrid", "1", "1.000", "1.000", "1.000", "1.000", "0.000"]
