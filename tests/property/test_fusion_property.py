from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.domain.arms import ARMS, GRAPH_ARMS, Arm
from core.domain.requests import FusionMode, FusionSettings, ScoreScale
from core.retrieval.fusion import WALKS, arm_weights, competition_ranks, fuse, min_max, taken_over, walk_scaled
from tests.scores import candidates_of, one_hot, only

Arms = dict[Arm, dict[str, float]]
ids = st.sampled_from([f"公司{letter}" for letter in "ABCDEFGH"])
raw_scores = st.integers(-1000, 5000).map(lambda thousandths: thousandths / 1000)
positive_scores = st.integers(1, 5000).map(lambda thousandths: thousandths / 1000)
arm_results = st.dictionaries(ids, raw_scores)
all_arms: st.SearchStrategy[Arms] = st.fixed_dictionaries(dict.fromkeys(ARMS, arm_results))
shares = st.floats(0.0, 10.0)
LEAST_WEIGHT = 1e-7
"""With this, scores that differ by a thousandth differ by more than rounding to 12 decimals does: on every scale the
smallest such step of a range of 6 is above 2e-5."""
fusions = st.builds(
    FusionSettings,
    mode=st.sampled_from(FusionMode),
    scale=st.sampled_from(ScoreScale),
    graph_weight=st.floats(0.0, 1.0),
    vector_weight=st.floats(0.0, 1.0),
    **{FusionSettings.share_name(arm): shares for arm in ARMS},
    rrf_k=st.integers(1, 200),
)
chosen_weights = st.lists(st.floats(0.0, 1.0), min_size=len(ARMS), max_size=len(ARMS)).map(
    lambda drawn: [weight / sum(drawn) for weight in drawn] if sum(drawn) > 1e-3 else [1 / len(ARMS)] * len(ARMS)
)


def own_order(scores: dict[str, float]) -> list[str]:
    return sorted(scores, key=lambda company: (-scores[company], company))


@given(all_arms, fusions)
def test_final_scores_are_between_nought_and_one(arms: Arms, fusion: FusionSettings) -> None:
    fused = fuse(candidates_of(arms), fusion)
    assert ((fused.final >= 0) & (fused.final <= 1)).all()
    assert ((fused.normalised >= 0) & (fused.normalised <= 1)).all()


@given(all_arms, fusions)
def test_final_is_the_weighted_sum_of_what_is_shown(arms: Arms, fusion: FusionSettings) -> None:
    fused = fuse(candidates_of(arms), fusion)
    assert np.allclose((fused.normalised * fused.weights).sum(axis=1), fused.final, atol=1e-12)
    assert math.isclose(fused.weights.sum(), 1.0)


@given(all_arms, fusions)
def test_the_order_is_a_permutation_best_first(arms: Arms, fusion: FusionSettings) -> None:
    fused = fuse(candidates_of(arms), fusion)
    assert sorted(fused.order.tolist()) == list(range(len(fused.company_ids)))
    assert (np.diff(fused.final[fused.order]) <= 0).all()


@given(all_arms, st.sampled_from(ARMS), st.sampled_from(FusionMode))
def test_one_arm_alone_gives_its_own_order_in_every_mode(arms: Arms, arm: Arm, mode: FusionMode) -> None:
    fused = fuse(candidates_of(arms, one_hot(arm)), only(arm).model_copy(update={"mode": mode}))
    ranked = [fused.company_ids[row] for row in fused.order]
    assert [company for company in ranked if company in arms[arm]] == own_order(arms[arm])


@given(st.dictionaries(ids, raw_scores, min_size=1), st.sampled_from(ARMS), fusions, chosen_weights)
def test_with_all_other_arms_empty_the_order_is_that_arms(
    scores: dict[str, float], arm: Arm, fusion: FusionSettings, chosen: list[float]
) -> None:
    fused = fuse(candidates_of({arm: scores}, chosen), fusion)
    weight = fused.weights[ARMS.index(arm)]
    expected = own_order(scores) if weight > LEAST_WEIGHT else sorted(scores)
    if weight > LEAST_WEIGHT or weight == 0:
        assert [fused.company_ids[row] for row in fused.order] == expected


def test_scores_that_differ_by_less_than_rounding_are_ties() -> None:
    fusion = FusionSettings(mode=FusionMode.WEIGHTED, scale=ScoreScale.MIN_MAX, graph_weight=0.0, vector_weight=1.0)
    tiny = fusion.model_copy(
        update={FusionSettings.share_name("relation"): 1e-9, FusionSettings.share_name("text"): 1.0}
    )
    fused = fuse(candidates_of({"relation": {"公司A": 0.0, "公司B": 4.368, "公司C": 4.369}}, []), tiny)
    assert 0.0 < fused.weights[ARMS.index("relation")] < LEAST_WEIGHT
    assert [fused.company_ids[row] for row in fused.order] == ["公司B", "公司C", "公司A"]


@given(all_arms, fusions, chosen_weights)
def test_only_the_adaptive_mode_takes_the_chosen_weights(
    arms: Arms, fusion: FusionSettings, chosen: list[float]
) -> None:
    weights = fuse(candidates_of(arms, chosen), fusion).weights
    expected = chosen if fusion.mode is FusionMode.ADAPTIVE else arm_weights(fusion)
    assert np.allclose(weights, expected, atol=0, rtol=0)


@given(all_arms, chosen_weights)
def test_adaptive_fusion_is_its_formula(arms: Arms, chosen: list[float]) -> None:
    candidates = candidates_of(arms, chosen)
    fused = fuse(candidates, FusionSettings(mode=FusionMode.ADAPTIVE))
    scaled = min_max(candidates.raw)
    for column in WALKS:
        scaled[:, column] = [math.log(1 + 1000 * value) / math.log(1001) for value in scaled[:, column]]
    words = ARMS.index("words")
    scaled[:, words] = [math.sqrt(value) for value in scaled[:, words]]
    assert np.allclose(fused.final, scaled @ np.array(chosen), atol=1e-12)


@given(all_arms, chosen_weights)
def test_taking_over_with_the_same_weights_changes_nothing(arms: Arms, chosen: list[float]) -> None:
    """The same scores; the same order, but for what rounding alone sets apart; the same companies with a score."""
    candidates = candidates_of(arms, chosen)
    adaptive = fuse(candidates, FusionSettings(mode=FusionMode.ADAPTIVE))
    by_hand = fuse(candidates, taken_over(dict(zip(ARMS, chosen, strict=True))))
    assert np.array_equal(by_hand.normalised, adaptive.normalised)
    assert np.allclose(by_hand.weights, adaptive.weights, rtol=1e-9, atol=1e-12)
    assert np.array_equal(by_hand.weights > 0, adaptive.weights > 0)
    assert np.allclose(by_hand.final, adaptive.final, atol=1e-12)
    assert (np.diff(adaptive.final[by_hand.order]) <= 1e-12).all()


@given(all_arms, chosen_weights, st.sampled_from(["graph_weight", "vector_weight"]), st.floats(0.0, 1.0))
def test_a_step_after_taking_over_moves_no_other_weight(
    arms: Arms, chosen: list[float], side: str, weight: float
) -> None:
    """The scores stay on their scale, and within each side the arms keep their proportions."""
    candidates = candidates_of(arms, chosen)
    before = taken_over(dict(zip(ARMS, chosen, strict=True)))
    after = before.model_copy(update={side: weight})
    one, other = fuse(candidates, before), fuse(candidates, after)
    assert np.array_equal(one.normalised, other.normalised)
    for columns in (slice(0, len(GRAPH_ARMS)), slice(len(GRAPH_ARMS), None)):
        first, second = one.weights[columns], other.weights[columns]
        if first.sum() > 1e-9 and second.sum() > 1e-9:
            assert np.allclose(first / first.sum(), second / second.sum(), atol=1e-9)


@given(st.lists(st.floats(0.0, 1.0), min_size=1), st.integers(0, 2))
def test_a_logarithmic_scale_keeps_order_and_range(values: list[float], walk: int) -> None:
    columns = np.array([values, values, values]).T
    given_before = columns.copy()
    scaled = walk_scaled(columns, [walk])
    assert np.array_equal(columns, given_before)
    untouched = [column for column in range(3) if column != walk]
    assert np.array_equal(scaled[:, untouched], columns[:, untouched])
    assert ((scaled >= 0.0) & (scaled <= 1.0)).all()
    assert (scaled[:, walk] >= columns[:, walk] - 1e-12).all()
    assert (np.diff(scaled[np.argsort(values, kind="stable"), walk]) >= 0).all()
    assert (scaled[:, walk] == 0.0).tolist() == [1000.0 * value == 0.0 for value in values]


@given(st.sets(ids, min_size=1), positive_scores)
def test_equal_positive_scores_become_one(companies: set[str], score: float) -> None:
    fused = fuse(candidates_of({"graph": dict.fromkeys(companies, score)}), only("graph"))
    assert fused.final.tolist() == [1.0] * len(companies)


@given(all_arms, fusions)
def test_what_an_arm_did_not_return_counts_nought(arms: Arms, fusion: FusionSettings) -> None:
    fused = fuse(candidates_of(arms), fusion)
    for row, company in enumerate(fused.company_ids):
        for column, arm in enumerate(ARMS):
            if company not in arms[arm]:
                assert fused.normalised[row, column] == 0.0
                assert fused.ranks[row, column] == 0


@given(all_arms, st.sampled_from(ARMS), st.floats(0.001, 1000.0), fusions)
def test_the_scale_of_an_arms_scores_does_not_matter(
    arms: Arms, arm: Arm, factor: float, fusion: FusionSettings
) -> None:
    scaled: Arms = {**arms, arm: {company: score * factor for company, score in arms[arm].items()}}
    one, other = (fuse(candidates_of(each), fusion) for each in (arms, scaled))
    assert np.allclose(one.final, other.final, atol=1e-9)
    assert np.array_equal(one.ranks, other.ranks)


@given(all_arms, fusions.map(lambda fusion: fusion.model_copy(update={"mode": FusionMode.RRF})))
def test_reciprocal_rank_fusion_is_its_formula(arms: Arms, fusion: FusionSettings) -> None:
    fused = fuse(candidates_of(arms), fusion)
    weights = arm_weights(fusion)
    best = sum(weight / (fusion.rrf_k + 1) for weight in weights)
    for row, company in enumerate(fused.company_ids):
        total = 0.0
        for weight, arm in zip(weights, ARMS, strict=True):
            if company in arms[arm]:
                rank = 1 + sum(other > arms[arm][company] for other in arms[arm].values())
                total += weight / (fusion.rrf_k + rank)
        assert math.isclose(fused.final[row], total / best, abs_tol=1e-12)


@given(all_arms)
def test_ranks_start_at_one(arms: Arms) -> None:
    ranks = competition_ranks(candidates_of(arms).raw)
    for column, arm in enumerate(ARMS):
        if arms[arm]:
            assert min(rank for rank in ranks[:, column] if rank) == 1


@given(st.lists(raw_scores, min_size=2))
def test_min_max_is_its_formula(values: list[float]) -> None:
    low, high = min(values), max(values)
    scaled = min_max(np.array([values]).T).ravel()
    if high > low:
        assert np.allclose(scaled, [(value - low) / (high - low) for value in values])
    else:
        assert scaled.tolist() == [float(high > 0)] * len(values)


@given(all_arms, st.sampled_from(ARMS), ids, fusions)
def test_a_higher_raw_score_never_lowers_the_final_one(
    arms: Arms, arm: Arm, company: str, fusion: FusionSettings
) -> None:
    raised: Arms = {**arms, arm: {**arms[arm], company: arms[arm].get(company, -1.0) + 0.5}}
    found = fuse(candidates_of(raised), fusion)
    row = found.company_ids.index(company)
    highest: Arms = {**raised, arm: {**raised[arm], company: 100.0}}
    top = fuse(candidates_of(highest), fusion)
    assert top.final[row] >= found.final[row] - 1e-12
