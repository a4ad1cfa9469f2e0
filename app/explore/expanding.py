"""Expanding: at once where there is little to bring, after a question where there is much."""

from __future__ import annotations

from functools import partial

import streamlit as st

from app.explore import state
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.relabelled import relabelled
from app.state.view_state import page_language
from core.exploring.neighbours import ORDERS, KindCount, NeighbourKind, Neighbours, Order
from core.exploring.view import MAX_SHOWN, expand
from core.messages import Language, translate
from core.retrieval.base import Base
from core.retrieval.terms import label_in_tense

HUB = 25
"""An entity with more neighbours that are not shown is asked about first."""
_ASKED = "explore_asked"
_TYPE, _ORDER, _COUNT = "explore-hub-type", "explore-hub-order", "explore-hub-count"
_BROUGHT, _MOST = 20, 100


def expand_or_ask(base: Base, entity: str) -> None:
    """Show the neighbours of ``entity``; of a hub, ask which."""
    neighbours = _neighbours(base, entity)
    if neighbours is None:
        return
    shown = state.current_view().shown
    further = neighbours.further(shown)
    if further > HUB:
        _ask(entity, None)
    elif further:
        _bring(neighbours, entity, None, "strongest", further)
    else:
        st.toast(translate("explore.no_more", page_language()))


def expand_kind(base: Base, entity: str, count: KindCount) -> None:
    """Show the neighbours of one kind; of very many, ask how many."""
    neighbours = _neighbours(base, entity)
    if neighbours is None:
        return
    if count.further > HUB:
        _ask(entity, count.kind)
    else:
        _bring(neighbours, entity, count.kind, "strongest", count.further)


def start_with(base: Base, entity: str, limit: int) -> None:
    """Expand by the ``limit`` strongest neighbours without a question."""
    neighbours = _neighbours(base, entity)
    if neighbours is not None and neighbours.further(state.current_view().shown):
        _bring(neighbours, entity, None, "strongest", limit)


@stands_alone
def ask_about_hub(base: Base) -> None:
    """The question, where one is open."""
    entity: str | None = st.session_state.get(_ASKED)
    neighbours = _neighbours(base, entity) if entity is not None else None
    if entity is None or neighbours is None:
        return
    language = page_language()
    name = base.knowledge_base.entity(entity).name(language)
    title = translate("explore.hub.title", language, name=plain(name))
    st.dialog(title, on_dismiss=_close)(_question)(base, entity, neighbours, language)


def kind_label(base: Base, kind: NeighbourKind, language: Language) -> str:
    """How relations of a kind read from the entity, marked where they are not so today."""
    return label_in_tense(base.ontology[kind.relation_type].reads(language, forward=kind.forward), kind.tense, language)


def _question(base: Base, entity: str, neighbours: Neighbours, language: Language) -> None:
    shown = state.current_view().shown
    counts = {each.kind: each.further for each in neighbours.counts(shown) if each.further}
    every = neighbours.further(shown)
    st.write(translate("explore.hub.help", language, count=every))
    kinds: list[NeighbourKind | None] = [None, *counts]
    kind = st.selectbox(
        translate("explore.hub.type", language),
        kinds,
        format_func=lambda each: (
            translate("explore.hub.any", language, count=every)
            if each is None
            else f"{kind_label(base, each, language)} ({counts[each]})"
        ),
        key=relabelled(_TYPE),
    )
    order = st.segmented_control(
        translate("explore.hub.order", language),
        ORDERS,
        default=ORDERS[0],
        format_func=lambda each: translate(f"explore.hub.{each}", language),
        required=True,
        key=_ORDER,
    )
    most = min(every if kind is None else counts[kind], _MOST)
    count = st.number_input(
        translate("explore.hub.count", language), min_value=1, max_value=most, value=min(_BROUGHT, most), key=_COUNT
    )
    bring = partial(_answer, neighbours, entity, kind, order, int(count))
    if st.button(translate("explore.hub.go", language), type="primary", on_click=bring):
        st.rerun()


def _answer(neighbours: Neighbours, entity: str, kind: NeighbourKind | None, order: Order, limit: int) -> None:
    _close()
    _bring(neighbours, entity, kind, order, limit)


def _ask(entity: str, kind: NeighbourKind | None) -> None:
    st.session_state[_ASKED] = entity
    st.session_state[_TYPE] = kind


def _close() -> None:
    st.session_state[_ASKED] = None


def _bring(neighbours: Neighbours, entity: str, kind: NeighbourKind | None, order: Order, limit: int) -> None:
    view = state.current_view()
    if len(view.shown) + limit > MAX_SHOWN:
        st.toast(translate("explore.full", page_language(), limit=MAX_SHOWN))
    state.change(expand(view, entity, neighbours.choose(view.shown, kind=kind, order=order, limit=limit)))


def _neighbours(base: Base, entity: str) -> Neighbours | None:
    """None for what is not on record (any more)."""
    if entity not in base.knowledge_base.node_of:
        return None
    return Neighbours(base.knowledge_base, base.ontology, entity)
