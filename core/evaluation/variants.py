"""What is compared: the hybrid, each of its parts alone, every way to fuse, and every other way to search."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from core.defaults import default_influence
from core.domain.arms import ARMS, Arm, arm_entry
from core.domain.requests import FusionMode, FusionSettings
from core.retrieval.fusion import arm_weights
from core.settings import Settings

HYBRID = "hybrid"


@dataclass(frozen=True)
class RetrievalChoice:
    """What has to be searched anew; every field is a switch, and the default variants turn each one once.

    ``asked_emphasis``: the walk prefers relations of the type that the question asks for. ``relation_aware``: the walk
    weighs relation families and mention roles, as the request then says. ``reranker``: the configured reranker reads
    the first companies.
    """

    asked_emphasis: bool
    relation_aware: bool = False
    reranker: bool = False

    def apply(self, settings: Settings) -> Settings:
        """``settings`` with this choice in force; what is switched on keeps its configured strength."""
        default = float(Settings.model_fields["asked_relation_emphasis"].default)
        configured = settings.asked_relation_emphasis if settings.asked_relation_emphasis > 1.0 else default
        emphasis = configured if self.asked_emphasis else 1.0
        model = settings.reranker_model if self.reranker else ""
        return settings.model_copy(
            update={
                "asked_relation_emphasis": emphasis,
                "reranker_model": model,
            }
        )


@dataclass(frozen=True)
class Variant:
    """One row of the table: how it searches and how it fuses. Variants that search alike share the searches."""

    name: str
    fusion: FusionSettings
    retrieval: RetrievalChoice


def configured_retrieval(settings: Settings) -> RetrievalChoice:
    """The choice that ``settings`` makes."""
    return RetrievalChoice(
        asked_emphasis=settings.asked_relation_emphasis > 1.0,
        relation_aware=default_influence(settings) is not None,
        reranker=bool(settings.reranker_model),
    )


def default_variants(hybrid: FusionSettings, settings: Settings) -> tuple[Variant, ...]:
    """The parts first, then the other fusion modes, the other ways to search, and last the hybrid as configured.

    The parts are not reranked: what they find is to be seen.
    """
    retrieval = configured_retrieval(settings)
    modes = {f"{HYBRID}, {mode.value}": _changed(hybrid, mode=mode) for mode in FusionMode if mode is not hybrid.mode}
    return (
        *(Variant(name, fusion, replace(retrieval, reranker=False)) for name, fusion in _parts(hybrid).items()),
        *(Variant(name, fusion, retrieval) for name, fusion in modes.items()),
        *(Variant(name, hybrid, choice) for name, choice in _turned(retrieval).items()),
        Variant(HYBRID, hybrid, retrieval),
    )


def _turned(retrieval: RetrievalChoice) -> dict[str, RetrievalChoice]:
    """``retrieval`` with one switch turned, for each switch; a reranker can only be switched off."""
    turned = {}
    for switch in fields(retrieval):
        if switch.name == "reranker" and not retrieval.reranker:
            continue
        was_on: bool = getattr(retrieval, switch.name)
        name = f"{HYBRID}, {switch.name.replace('_', ' ')} {'off' if was_on else 'on'}"
        turned[name] = replace(retrieval, **{switch.name: not was_on})
    return turned


def _parts(hybrid: FusionSettings) -> dict[str, FusionSettings]:
    """Each arm alone, and each side alone where that is not the same."""
    arms = {f"{arm} only": _arm_alone(arm, hybrid) for arm in ARMS}
    sides = {f"{side} side only": _side_alone(side, hybrid) for side in ("graph", "vector")}
    listed = [arm_weights(fusion).tolist() for fusion in arms.values()]
    return arms | {name: fusion for name, fusion in sides.items() if arm_weights(fusion).tolist() not in listed}


def _arm_alone(arm: Arm, hybrid: FusionSettings) -> FusionSettings:
    """All weight on one arm."""
    shares = {FusionSettings.share_name(other): 0.0 for other in ARMS}
    return _changed(_side_alone(arm_entry(arm).side, hybrid), **{**shares, FusionSettings.share_name(arm): 1.0})


def _side_alone(side: str, hybrid: FusionSettings) -> FusionSettings:
    weights = {"graph_weight": float(side == "graph"), "vector_weight": float(side == "vector")}
    return _changed(hybrid, mode=FusionMode.WEIGHTED, **weights)


def _changed(fusion: FusionSettings, **changes: object) -> FusionSettings:
    return FusionSettings.model_validate({**fusion.model_dump(), **changes})
