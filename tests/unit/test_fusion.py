from __future__ import annotations

import numpy as np
import pytest

from core.domain.requests import FusionMode, FusionSettings
from core.retrieval.fusion import arm_weights, candidate_scores, competition_ranks, fuse, min_max

NOBODY = frozenset[str]()
TEXT_ONLY = FusionSettings(graph_weight=0.0, vector_weight=1.0, text_share=1.0, relation_share=0.0, keyword_share=0.0)


def column(*values: float) -> np.ndarray:
    return np.array([values]).T


def test_min_max_on_the_documents_own_numbers() -> None:
    found = candidate_scores({"text": {"公司D": 0.85, "公司E": 0.72}}, NOBODY)
    assert min_max(found.raw)[:, 1].tolist() == [1.0, 0.0]


def test_min_max_on_the_documents_own_numbers_with_a_third() -> None:
    assert min_max(column(0.85, 0.72, 0.50)).ravel() == pytest.approx([1.0, 0.22 / 0.35, 0.0])


def test_equal_positive_scores_become_one() -> None:
    assert min_max(column(0.3, 0.3, 0.3)).ravel().tolist() == [1.0, 1.0, 1.0]
    assert min_max(column(0.3)).ravel().tolist() == [1.0]


def test_equal_scores_that_are_not_positive_become_nought() -> None:
    assert min_max(column(0.0, 0.0)).ravel().tolist() == [0.0, 0.0]
    assert min_max(column(-0.4, -0.4)).ravel().tolist() == [0.0, 0.0]


def test_missing_scores_become_nought() -> None:
    assert min_max(column(np.nan, 0.4, 0.8)).ravel().tolist() == [0.0, 0.0, 1.0]
    assert min_max(column(np.nan, np.nan)).ravel().tolist() == [0.0, 0.0]


def test_ranks_start_at_one_and_equal_scores_share_them() -> None:
    assert competition_ranks(column(0.5, 0.9, 0.5, np.nan, 0.1)).ravel().tolist() == [2, 1, 2, 0, 4]


def test_one_row_per_company_and_none_for_the_query() -> None:
    found = candidate_scores(
        {"graph": {"a": 0.1, "me": 1.0}, "text": {"a": 0.2, "b": 0.3, "me": 1.0}}, frozenset({"me"})
    )
    assert found.company_ids == ("a", "b")
    assert found.raw[0, :2].tolist() == [0.1, 0.2]
    assert np.isnan(found.raw[1, 0])
    assert np.isnan(found.raw[:, 2:]).all()


def test_nothing_found_fuses_to_nothing() -> None:
    for mode in FusionMode:
        fused = fuse(candidate_scores({}, NOBODY), FusionSettings(mode=mode))
        assert fused.company_ids == ()
        assert fused.final.shape == (0,)


def test_vector_is_the_mean_of_its_parts_by_share() -> None:
    weights = arm_weights(FusionSettings(text_share=2.0, relation_share=1.0, keyword_share=1.0))
    assert weights == pytest.approx([0.5, 0.25, 0.125, 0.125])


def test_weights_that_do_not_sum_to_one_are_scaled() -> None:
    assert arm_weights(FusionSettings(graph_weight=0.2, vector_weight=0.6))[0] == pytest.approx(0.25)


def test_all_weights_nought_count_as_equal() -> None:
    nothing = FusionSettings(graph_weight=0.0, vector_weight=0.0, text_share=0.0, relation_share=0.0, keyword_share=0.0)
    assert arm_weights(nothing) == pytest.approx([1 / 2, 1 / 6, 1 / 6, 1 / 6])


def test_the_formula_by_hand() -> None:
    found = candidate_scores({"graph": {"a": 0.4, "b": 0.2, "c": 0.1}, "text": {"b": 0.85, "c": 0.72}}, NOBODY)
    settings = FusionSettings(graph_weight=0.6, vector_weight=0.4, relation_share=0.0, keyword_share=0.0)
    fused = fuse(found, settings)
    assert fused.final == pytest.approx([0.6, 0.6 / 3 + 0.4, 0.0])
    assert [fused.company_ids[row] for row in fused.order] == ["a", "b", "c"]


def test_equal_final_scores_are_ordered_by_id() -> None:
    fused = fuse(candidate_scores({"text": {"c": 0.5, "a": 0.5, "b": 0.5}}, NOBODY), TEXT_ONLY)
    assert [fused.company_ids[row] for row in fused.order] == ["a", "b", "c"]


def test_reciprocal_rank_fusion_by_hand() -> None:
    found = candidate_scores({"graph": {"a": 0.9, "b": 0.1}, "text": {"b": 0.7}}, NOBODY)
    settings = FusionSettings(mode=FusionMode.RRF, relation_share=0.0, keyword_share=0.0)
    fused = fuse(found, settings)
    best = 0.5 / 61 + 0.5 / 61
    assert fused.final == pytest.approx([0.5 / 61 / best, (0.5 / 62 + 0.5 / 61) / best])


def test_first_in_every_arm_is_the_best_attainable() -> None:
    everywhere = {arm: {"a": 0.5, "b": 0.1} for arm in ("graph", "text", "relation", "keyword")}
    fused = fuse(candidate_scores(everywhere, NOBODY), FusionSettings(mode=FusionMode.RRF))  # type: ignore[arg-type]
    assert fused.final[0] == pytest.approx(1.0)
    assert fused.final[1] == pytest.approx(61 / 62)
