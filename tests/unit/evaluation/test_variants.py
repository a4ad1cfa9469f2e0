from __future__ import annotations

from dataclasses import replace

import pytest

from core.defaults import default_fusion
from core.domain.arms import ARMS, GRAPH_ARMS
from core.domain.requests import FusionMode, FusionSettings
from core.evaluation.variants import HYBRID, RetrievalChoice, Variant, configured_retrieval, default_variants
from core.retrieval.fusion import arm_weights
from core.settings import Settings


def compared(hybrid: FusionSettings | None = None, **settings: float | str) -> dict[str, Variant]:
    return {
        variant.name: variant
        for variant in default_variants(hybrid or default_fusion(Settings()), Settings.model_validate(settings))
    }


@pytest.mark.parametrize("arm", ARMS)
@pytest.mark.parametrize(
    "hybrid",
    [
        FusionSettings(mode=FusionMode.WEIGHTED),
        FusionSettings(mode=FusionMode.RRF, graph_weight=0, text_share=0),
        FusionSettings(mode=FusionMode.ADAPTIVE, walk_share=0),
    ],
)
def test_an_arm_alone_has_all_the_weight(arm: str, hybrid: FusionSettings) -> None:
    fusion = compared(hybrid)[f"{arm} only"].fusion
    assert fusion.mode is FusionMode.WEIGHTED
    assert arm_weights(fusion).tolist() == [float(arm == other) for other in ARMS]


def test_a_side_alone_keeps_the_proportions_of_its_arms() -> None:
    hybrid = FusionSettings(text_share=2.0, relation_share=1.0, keyword_share=1.0)
    weights = dict(zip(ARMS, arm_weights(compared(hybrid)["vector side only"].fusion).tolist(), strict=True))
    assert [weights[arm] for arm in GRAPH_ARMS] == [0.0] * len(GRAPH_ARMS)
    assert weights["text"] == pytest.approx(2 * weights["relation"])


def test_a_side_of_one_arm_is_listed_once() -> None:
    assert "graph side only" in compared(FusionSettings())
    walk_alone = FusionSettings.model_validate({FusionSettings.share_name(arm): arm == "graph" for arm in GRAPH_ARMS})
    variants = compared(walk_alone)
    assert "graph side only" not in variants
    assert "graph only" in variants


@pytest.mark.parametrize("mode", FusionMode)
def test_every_fusion_mode_is_compared_whichever_is_configured(mode: FusionMode) -> None:
    variants = compared(FusionSettings(mode=mode, rrf_k=9))
    hybrids = {name: variant for name, variant in variants.items() if name.startswith(HYBRID)}
    assert {variant.fusion.mode for variant in hybrids.values()} == set(FusionMode)
    assert hybrids[HYBRID].fusion == FusionSettings(mode=mode, rrf_k=9)
    assert {variant.fusion.rrf_k for variant in variants.values()} == {9}


def test_every_switch_is_turned_once_whichever_is_configured() -> None:
    aware, plain = compared(asked_relation_emphasis=3.0), compared(asked_relation_emphasis=1.0)
    assert (
        aware["hybrid, asked emphasis off"].retrieval
        == plain[HYBRID].retrieval
        == RetrievalChoice(asked_emphasis=False)
    )
    assert plain["hybrid, asked emphasis on"].retrieval == aware[HYBRID].retrieval
    assert aware["hybrid, asked emphasis off"].fusion == aware[HYBRID].fusion


def test_a_configured_reranker_is_switched_off_once_and_never_reads_for_a_part() -> None:
    variants = compared(reranker_model="some/model")
    reranked = {name for name, variant in variants.items() if variant.retrieval.reranker}
    modes = {f"hybrid, {mode.value}" for mode in FusionMode if mode is not default_fusion(Settings()).mode}
    assert len(modes) == len(FusionMode) - 1
    assert reranked == {HYBRID, "hybrid, asked emphasis off", "hybrid, relation aware on", *modes}
    assert "hybrid, reranker off" in variants
    assert not any("reranker" in name for name in compared())


def test_a_reranker_is_configured_or_not() -> None:
    settings = Settings.model_validate({"reranker_model": "some/model"})
    assert configured_retrieval(settings).apply(settings) == settings
    assert replace(configured_retrieval(settings), reranker=False).apply(settings).reranker_model == ""


def test_all_other_variants_share_the_configured_searches() -> None:
    searches = [variant.retrieval for variant in compared().values()]
    turned = [choice for choice in searches if choice != RetrievalChoice(asked_emphasis=True)]
    assert turned == [
        RetrievalChoice(asked_emphasis=False),
        RetrievalChoice(asked_emphasis=True, relation_aware=True),
    ]


@pytest.mark.parametrize(("configured", "on"), [(3.0, 3.0), (1.0, 5.0)])
def test_a_walk_switched_on_keeps_its_configured_emphasis_or_the_default(configured: float, on: float) -> None:
    settings = Settings.model_validate({"asked_relation_emphasis": configured})
    assert RetrievalChoice(asked_emphasis=True).apply(settings).asked_relation_emphasis == on
    assert RetrievalChoice(asked_emphasis=False).apply(settings).asked_relation_emphasis == 1.0
    assert configured_retrieval(settings).apply(settings) == settings
