from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies

from core.domain.arms import ARM_TABLE, ARMS, GRAPH_ARMS, VECTOR_ARMS, Arm
from core.domain.requests import FusionMode, FusionSettings
from core.retrieval.fusion import (
    WALKS,
    CandidateScores,
    adaptively_scaled,
    arm_weights,
    competition_ranks,
    fuse,
    in_force,
    min_max,
    taken_over,
    walk_scaled,
)
from tests.scores import candidates_of, one_hot, only

WALK_AND_TEXT = FusionSettings(
    mode=FusionMode.WEIGHTED,
    graph_weight=0.5,
    vector_weight=0.5,
    **{arm.share_field: float(arm.name in ("graph", "text")) for arm in ARM_TABLE},
)


def column(*values: float) -> np.ndarray:
    return np.array([values]).T


def test_min_max_on_the_documents_own_numbers() -> None:
    found = candidates_of({"text": {"公司D": 0.85, "公司E": 0.72}})
    assert min_max(found.raw)[:, ARMS.index("text")].tolist() == [1.0, 0.0]


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
    ranks = competition_ranks(column(0.5, 0.9, 0.5, np.nan, 0.1))
    assert ranks.ravel().tolist() == [2, 1, 2, 0, 4]
    assert ranks.dtype == np.int64


def test_nothing_found_fuses_to_nothing() -> None:
    for mode in FusionMode:
        fused = fuse(candidates_of({}), FusionSettings(mode=mode))
        assert fused.company_ids == ()
        assert fused.final.shape == (0,)


def weights_of(fusion: FusionSettings) -> dict[str, float]:
    return dict(zip(ARMS, arm_weights(fusion).tolist(), strict=True))


def test_each_side_is_the_mean_of_its_parts_by_share() -> None:
    weights = weights_of(
        FusionSettings(
            graph_weight=0.5,
            vector_weight=0.5,
            walk_share=3.0,
            peers_share=1.0,
            named_share=0.5,
            size_share=0.5,
            industry_share=0.0,
            text_share=2.0,
            words_share=0.0,
            relation_share=1.0,
            keyword_share=1.0,
        )
    )
    assert [weights[arm] for arm in GRAPH_ARMS] == pytest.approx([0.3, 0.1, 0.05, 0.05, 0.0])
    assert [weights[arm] for arm in VECTOR_ARMS] == pytest.approx([0.25, 0.0, 0.125, 0.125])


def test_weights_that_do_not_sum_to_one_are_scaled() -> None:
    weights = weights_of(FusionSettings(graph_weight=0.2, vector_weight=0.6))
    assert sum(weights[arm] for arm in GRAPH_ARMS) == pytest.approx(0.25)
    assert sum(weights[arm] for arm in VECTOR_ARMS) == pytest.approx(0.75)


def test_all_weights_nought_count_as_equal() -> None:
    nothing = FusionSettings(
        graph_weight=0.0, vector_weight=0.0, **{FusionSettings.share_name(arm): 0.0 for arm in ARMS}
    )
    assert arm_weights(nothing) == pytest.approx([0.1] * len(GRAPH_ARMS) + [0.125] * len(VECTOR_ARMS))


def test_every_arm_has_a_share_of_its_own() -> None:
    assert len({FusionSettings.share_name(arm) for arm in ARMS}) == len(ARMS)
    for arm in ARMS:
        assert arm_weights(only(arm)).tolist() == one_hot(arm)


def test_the_formula_by_hand() -> None:
    found = candidates_of({"graph": {"a": 0.4, "b": 0.2, "c": 0.1}, "text": {"b": 0.85, "c": 0.72}})
    fused = fuse(found, WALK_AND_TEXT.model_copy(update={"graph_weight": 0.6, "vector_weight": 0.4}))
    assert fused.final == pytest.approx([0.6, 0.6 / 3 + 0.4, 0.0])
    assert [fused.company_ids[row] for row in fused.order] == ["a", "b", "c"]


def test_adaptive_fusion_by_hand() -> None:
    weights = [0.0] * len(ARMS)
    weights[ARMS.index("graph")], weights[ARMS.index("text")] = 0.75, 0.25
    found = candidates_of({"graph": {"a": 0.3, "b": 0.2, "c": 0.1}, "text": {"b": 0.9, "c": 0.4}}, weights)
    fused = fuse(found, FusionSettings(mode=FusionMode.ADAPTIVE, graph_weight=0.0))
    assert fused.weights.tolist() == weights
    assert fused.final == pytest.approx([0.75, 0.75 * np.log(501) / np.log(1001) + 0.25, 0.0])
    assert [fused.company_ids[row] for row in fused.order] == ["b", "a", "c"]


@given(strategies.integers(0, 2**32 - 1), strategies.sampled_from(FusionMode))
def test_equal_companies_are_ordered_by_id_however_many_there_are(seed: int, mode: FusionMode) -> None:
    found, kinds = companies_of_few_kinds(seed)
    fused = fuse(found, FusionSettings(mode=mode))
    for kind in set(kinds):
        rows = [row for row in fused.order.tolist() if kinds[row] == kind]
        assert rows == sorted(rows)
        assert len({fused.final[row] for row in rows}) == 1


@given(strategies.integers(0, 2**32 - 1))
def test_what_adaptive_fusion_chose_ranks_as_it_does_when_it_is_said(seed: int) -> None:
    found, _ = companies_of_few_kinds(seed)
    adaptive = FusionSettings(mode=FusionMode.ADAPTIVE, rrf_k=9, max_results=3)
    said = in_force(found, adaptive)
    assert (said.mode, said.rrf_k, said.max_results) == (FusionMode.WEIGHTED, 9, 3)
    assert in_force(found, said) == said
    assert fuse(found, said).order.tolist() == fuse(found, adaptive).order.tolist()


def companies_of_few_kinds(seed: int) -> tuple[CandidateScores, list[int]]:
    """Companies of which those of one kind have the same scores, and their kinds."""
    random = np.random.default_rng(seed)
    kinds = random.integers(0, 6, random.integers(1, 400))
    raw = np.where(random.random((6, len(ARMS))) < 0.8, random.random((6, len(ARMS))), np.nan)
    ids = tuple(f"{row:03}" for row in range(len(kinds)))
    return CandidateScores(ids, raw[kinds], random.dirichlet(np.ones(len(ARMS)))), kinds.tolist()


def test_only_walks_are_on_a_logarithmic_scale() -> None:
    assert [ARMS[column] for column in WALKS] == ["graph", "peers"]
    scaled = walk_scaled(np.full((1, len(ARMS)), 0.5), WALKS)
    expected = [np.log(501) / np.log(1001) if arm in ("graph", "peers") else 0.5 for arm in ARMS]
    assert scaled[0] == pytest.approx(expected)


def test_adaptive_fusion_takes_the_square_root_of_words() -> None:
    found = candidates_of({"words": {"a": 1.0, "b": 0.25, "c": 0.0}, "text": {"a": 1.0, "b": 0.25, "c": 0.0}})
    scaled = adaptively_scaled(found.raw)
    assert scaled[:, ARMS.index("words")].tolist() == [1.0, 0.5, 0.0]
    assert scaled[:, ARMS.index("text")].tolist() == [1.0, 0.25, 0.0]


def test_adaptive_weights_are_equal_until_something_chose_them() -> None:
    found = candidates_of({"graph": {"a": 1.0}})
    assert found.adaptive_weights.tolist() == [1 / len(ARMS)] * len(ARMS)


def test_weights_that_sum_to_more_by_rounding_give_no_score_above_one() -> None:
    weights = [float(np.nextafter(1 / len(ARMS), 1.0))] * len(ARMS)
    assert sum(weights) > 1.0
    found = candidates_of({arm: {"a": 0.5, "b": 0.1} for arm in ARMS}, weights)
    assert fuse(found, FusionSettings(mode=FusionMode.ADAPTIVE)).final.tolist() == [1.0, 0.0]


@pytest.mark.parametrize("arm", ARMS)
def test_taking_over_one_arm_alone_gives_it_everything_and_the_others_nothing(arm: Arm) -> None:
    taken = taken_over(dict(zip(ARMS, one_hot(arm), strict=True)))
    assert (taken.graph_weight, taken.vector_weight) == (float(arm in GRAPH_ARMS), float(arm in VECTOR_ARMS))
    assert [taken.share(other) for other in ARMS] == one_hot(arm)


def test_equal_final_scores_are_ordered_by_id() -> None:
    fused = fuse(candidates_of({"text": {"c": 0.5, "a": 0.5, "b": 0.5}}), only("text"))
    assert [fused.company_ids[row] for row in fused.order] == ["a", "b", "c"]


@pytest.mark.parametrize("mode", FusionMode)
def test_however_many_equal_final_scores_are_ordered_by_id(mode: FusionMode) -> None:
    """numpy sorts up to 16 numbers by insertion, which keeps equal ones in their order whatever it is asked for."""
    scores = {f"c{number:03}": (0.5, 1.0)[number % 2] for number in range(200)}
    fused = fuse(candidates_of({"text": scores}, one_hot("text")), only("text").model_copy(update={"mode": mode}))
    ordered = [fused.company_ids[row] for row in fused.order]
    assert ordered == sorted(scores, key=lambda company: (-scores[company], company))


def test_reciprocal_rank_fusion_by_hand() -> None:
    found = candidates_of({"graph": {"a": 0.9, "b": 0.1}, "text": {"b": 0.7}})
    fused = fuse(found, WALK_AND_TEXT.model_copy(update={"mode": FusionMode.RRF}))
    best = 0.5 / 61 + 0.5 / 61
    assert fused.final == pytest.approx([0.5 / 61 / best, (0.5 / 62 + 0.5 / 61) / best])


def test_first_in_every_arm_is_the_best_attainable() -> None:
    everywhere = {arm: {"a": 0.5, "b": 0.1} for arm in ARMS}
    fused = fuse(candidates_of(everywhere), FusionSettings(mode=FusionMode.RRF))
    assert fused.final[0] == pytest.approx(1.0)
    assert fused.final[1] == pytest.approx(61 / 62)


def test_weights_taken_over_give_each_arm_its_part_of_its_side() -> None:
    weights = {arm: (number + 1) / sum(range(1, len(ARMS) + 1)) for number, arm in enumerate(ARMS)}
    taken = taken_over(weights)
    for arms, side in ((GRAPH_ARMS, taken.graph_weight), (VECTOR_ARMS, taken.vector_weight)):
        assert side == pytest.approx(sum(weights[arm] for arm in arms))
        for arm in arms:
            assert taken.share(arm) == pytest.approx(weights[arm] / side)
