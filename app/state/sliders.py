"""How a list is ranked: in words, by sliders for the parts of the score and the walk; and how much of it is listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import streamlit as st

from app.runtime.expanders import expander, stands_open
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.kept_answer import KeptAnswer
from app.state.relabelled import relabelled
from app.state.tuning_state import (
    LEANS,
    is_untuned,
    lean,
    lean_to,
    reset_tuning,
    show_adaptive_weights,
    show_influence,
    take_over,
    take_over_influence,
    weigh_equally,
)
from app.state.view_parameters import (
    BETA_BY_HAND,
    BETA_BY_QUESTION,
    FAMILIES,
    LISTED_AS,
    MOST_LISTED,
    ROLES,
    UNREVIEWED,
    share_key,
)
from app.state.view_state import page_language, put
from core.defaults import default_fusion
from core.domain.arms import ARMS, GRAPH_ARMS, VECTOR_ARMS, arm_entry
from core.domain.relation_influence import FamilyInfluence, RelationInfluence, RoleInfluence
from core.domain.requests import BY_QUESTION, FusionMode, FusionSettings, RelevanceLevel, ScoreScale
from core.messages import translate
from core.settings import Settings
from core.workspace.tuned_settings import TunedSettings, Walk

_LEAN = "lean"


@stands_alone
def ranking_panel(kept: KeptAnswer) -> None:
    """How the list is ranked, closed until asked for; open from the start where an address says how. The values live
    in the session under the names of the view state.

    ``kept``: the answer, whose question may have chosen weights.
    """
    adaptive = kept.adaptive_weights
    if adaptive is not None and st.session_state["mode"] == FusionMode.ADAPTIVE:
        show_adaptive_weights(adaptive)
    title = translate("ranking.title", page_language())
    wanted = not is_untuned() or stands_open("ranking")  # a reset within it does not close it
    panel = expander(title, "ranking", icon=":material/tune:", expanded=wanted)
    if panel.open:  # drawn when looked at: two dozen controls slow every run and the first paint
        with panel:
            lean_control()
            fusion_controls(answered=adaptive is not None)
            walk_controls(kept)
            st.button(translate("tuning.reset", page_language()), on_click=reset_tuning, width="stretch")


def lean_control() -> None:
    """Three rankings in words; which of them it is follows from the controls below."""
    language = page_language()
    put({_LEAN: lean()})
    st.radio(
        translate("ranking.lean", language),
        list(LEANS),
        format_func=lambda each: translate(f"ranking.lean.{each}", language),
        key=relabelled(_LEAN),
        help=translate("ranking.lean_help", language),
        on_change=lambda: lean_to(st.session_state[_LEAN]),
    )


def fusion_controls(*, answered: bool) -> None:
    """Mode, weights and shares. ``answered``: whether the weights on the sliders are those of a question."""
    language = page_language()
    st.subheader(translate("tuning.fusion", language))
    st.segmented_control(
        translate("tuning.mode", language),
        [mode.value for mode in FusionMode],
        format_func=lambda mode: translate(f"tuning.mode.{mode}", language),
        key="mode",
        persist_state="session",
        required=True,
        label_visibility="collapsed",
        width="stretch",
    )
    with st.container(key="about-mode"):  # as high in every mode: what is below must not jump when a slider is moved
        st.caption(_about_the_mode(answered))
    for side in ("wg", "wv"):
        _slider(
            side,
            translate(f"tuning.{side}", language),
            translate(f"tuning.{side}_help", language),
            1.0,
            0.01,
            take_over,
        )
    st.button(
        translate("tuning.equal", language),
        help=translate("tuning.equal_help", language),
        on_click=weigh_equally,
        width="stretch",
    )
    shares = expander(translate("tuning.advanced", language), "shares")
    if shares.open:  # drawn when looked at: a slider for each arm slows every run and the first paint
        with shares:
            _shares()


def _scale() -> None:
    """What the weights are of; ranks have no scale."""
    language = page_language()
    if st.session_state["mode"] != FusionMode.RRF:
        st.segmented_control(
            translate("tuning.scale", language),
            [scale.value for scale in ScoreScale],
            format_func=lambda scale: translate(f"tuning.scale.{scale}", language),
            key="scale",
            persist_state="session",
            required=True,
            help=translate("tuning.scale_help", language),
            on_change=take_over,
        )


def _shares() -> None:
    """The scale of the scores, and how much each arm counts within its side."""
    language = page_language()
    _scale()
    st.caption(translate("tuning.advanced_help", language))
    for side, arms in (("graph", GRAPH_ARMS), ("vector", VECTOR_ARMS)):
        st.markdown(f"**{translate(f'tuning.side.{side}', language)}**")
        for arm in arms:
            entry = arm_entry(arm)
            label, explained = translate(entry.label, language), translate(entry.help, language)
            _slider(share_key(arm), label, explained, 2.0, 0.01, take_over)


def _about_the_mode(answered: bool) -> str:
    language, mode = page_language(), st.session_state["mode"]
    if mode == FusionMode.ADAPTIVE:
        return translate("tuning.chosen" if answered else "tuning.will_be_chosen", language)
    if st.session_state["wg"] == st.session_state["wv"] == 0:
        return translate("tuning.both_zero", language)
    if mode == FusionMode.WEIGHTED and st.session_state["scale"] == ScoreScale.ADAPTIVE:
        return translate("tuning.about.weighted_adaptively", language)
    return translate(f"tuning.about.{mode}", language, k=st.session_state["k"])


def walk_controls(kept: KeptAnswer | None) -> None:
    """Damping, hops and β."""
    language = page_language()
    st.subheader(translate("tuning.walk", language))
    st.slider(
        translate("tuning.damping", language),
        0.05,
        0.95,
        step=0.05,
        key="damping",
        persist_state="session",
        help=translate("tuning.damping_help", language),
    )
    st.slider(
        translate("tuning.hops", language),
        1,
        6,
        key="hops",
        persist_state="session",
        help=translate("tuning.hops_help", language),
    )
    st.toggle(
        translate("tuning.aware", language),
        key="aware",
        persist_state="session",
        help=translate("tuning.aware_help", language),
    )
    if st.session_state["aware"]:
        influence = expander(translate("tuning.influence", language), "influence")
        if influence.open:
            with influence:
                _influence(kept)


def _influence(kept: KeptAnswer | None) -> None:
    """Who chooses β, why so, and the sliders; one that is moved takes all of them over."""
    language = page_language()
    st.segmented_control(
        translate("tuning.beta", language),
        (BETA_BY_QUESTION, BETA_BY_HAND),
        format_func=lambda who: translate(f"tuning.beta.{who}", language),
        key="beta",
        persist_state="session",
        required=True,
        label_visibility="collapsed",
        width="stretch",
    )
    if st.session_state["beta"] == BETA_BY_QUESTION:
        show_influence(kept.searched.understood.intention.influence if kept is not None else RelationInfluence())
    st.caption(plain(_about_the_influence(kept)))
    on_sliders = _influence_on_sliders()
    normalised = {**on_sliders.families.model_dump(), **on_sliders.roles.model_dump()}
    for group, names in (("families", FAMILIES), ("roles", ROLES)):
        st.markdown(f"**{translate(f'tuning.{group}', language)}**")
        for name in names:
            label = f"{translate(f'influence.{name}', language)} · {normalised[name]:.0%}"
            _slider(name, label, translate(f"influence.{name}.help", language), 2.0, 0.01, take_over_influence)


def _about_the_influence(kept: KeptAnswer | None) -> str:
    """Who weighed the relations, and why so."""
    language = page_language()
    if st.session_state["beta"] == BETA_BY_HAND or kept is None:
        return translate("tuning.influence_help", language)
    if kept.being_understood:
        return translate("tuning.beta.waiting", language)
    intention = kept.searched.understood.intention
    report = intention.reports.get("influence")
    if report is not None and report.judge == "model" and report.use is not None:
        return translate("tuning.beta.by_model", language, model=report.use.model, reason=intention.reason)
    weighed = kept.searched.understood.ranking_relation is not None
    return translate("tuning.beta.by_rules" if weighed else "tuning.beta.nothing_asked", language)


@stands_alone
def list_controls() -> None:
    """How many companies are listed, from which business overlap on, and in which languages."""
    language = page_language()
    st.subheader(translate("tuning.list", language))
    if st.session_state[LISTED_AS] != "table":  # which lists all it can
        st.slider(translate("tuning.results", language), 1, MOST_LISTED, key="n", persist_state="session")
    st.segmented_control(
        translate("tuning.minimum", language),
        [level.value for level in RelevanceLevel],
        format_func=lambda level: translate(f"level.{level}", language),
        key="min",
        persist_state="session",
        required=True,
        help=translate("card.level_help", language),
    )
    st.toggle(
        translate("tuning.both", language),
        key="both",
        persist_state="session",
        help=translate("tuning.both_help", language),
    )
    st.toggle(
        translate("unreviewed.show", language),
        key=UNREVIEWED,
        persist_state="session",
        help=translate("unreviewed.help", language),
    )


def _slider(
    name: str, label: str, explained: str, highest: float, step: float, on_change: Callable[[], None] | None
) -> None:
    st.slider(label, 0.0, highest, step=step, key=name, persist_state="session", help=explained, on_change=on_change)


def chosen_fusion(settings: Settings) -> FusionSettings:
    """The fusion as the controls stand. In adaptive mode the weights on the sliders are only shown."""
    state = st.session_state
    listed = MOST_LISTED if state.get(LISTED_AS) == "table" else state["n"]
    changes = {"mode": state["mode"], "max_results": listed, "min_relevance": state["min"]}
    if state["mode"] != FusionMode.ADAPTIVE:
        shares = {FusionSettings.share_name(arm): state[share_key(arm)] for arm in ARMS}
        changes |= {"graph_weight": state["wg"], "vector_weight": state["wv"], "rrf_k": state["k"], **shares}
        changes["scale"] = state["scale"]
    return FusionSettings.model_validate({**default_fusion(settings).model_dump(), **changes})


def chosen_settings(settings: Settings) -> TunedSettings:
    """Fusion and walk as the controls stand; untouched, exactly what the settings say: sliders would round it."""
    if is_untuned():
        return TunedSettings.of(settings)
    walk = Walk(damping=st.session_state["damping"], max_hops=st.session_state["hops"], influence=chosen_influence())
    return TunedSettings.made_of(chosen_fusion(settings), walk)


def chosen_influence() -> RelationInfluence | Literal["by_question"] | None:
    """How the walk weighs relations as the controls stand; None where it does not."""
    if not st.session_state["aware"]:
        return None
    return BY_QUESTION if st.session_state["beta"] == BETA_BY_QUESTION else _influence_on_sliders()


def _influence_on_sliders() -> RelationInfluence:
    state = st.session_state
    return RelationInfluence(
        families=FamilyInfluence(**{name: state[name] for name in FAMILIES}),
        roles=RoleInfluence(**{name: state[name] for name in ROLES}),
    )
