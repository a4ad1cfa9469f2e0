"""What is drawn and how: filters, colours, sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import streamlit as st

from app.explore import state
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.relabelled import relabelled
from app.state.view_state import page_language
from core.exploring.drawing import Drawing
from core.exploring.view import ColourBy, Filters, SizeBy, View, look, narrow, show_hidden
from core.messages import Language, translate
from core.retrieval.base import Base

_RELATIONS, _ENTITIES, _YEARS = "explore-relations", "explore-entities", "explore-years"
_UNDATED, _STRENGTH = "explore-undated", "explore-strength"
_COLOUR, _SIZE, _FROM = "explore-colour", "explore-size", "explore-walk-from"


@stands_alone
def filters_popover(base: Base, drawing: Drawing) -> None:
    """Relation types, entity types, years, strength; and what was hidden by hand."""
    language, view = page_language(), state.current_view()
    panel = st.popover(translate("explore.filters", language), key="explore-filters", on_change="rerun")
    if not panel.open:
        return
    with panel:
        _type_filters(base, view, drawing, language)
        _year_filter(view, drawing, language)
        st.session_state[_STRENGTH] = view.filters.least_strength
        st.slider(
            translate("explore.least_strength", language),
            0.0,
            1.0,
            step=0.05,
            key=_STRENGTH,
            help=translate("explore.least_strength_help", language),
            on_change=_narrow,
            args=("least_strength",),
        )
        with st.container(horizontal=True):
            st.button(translate("explore.reset_filters", language), on_click=_reset, disabled=view.filters == Filters())
            if view.hidden:
                label = translate("explore.show_hidden", language, count=len(view.hidden))
                st.button(label, on_click=lambda: state.change(show_hidden(state.current_view())))


@stands_alone
def look_popover(base: Base, drawing: Drawing) -> None:
    """What colours and sizes mean."""
    language, view = page_language(), state.current_view()
    panel = st.popover(translate("explore.look", language), key="explore-look", on_change="rerun")
    if not panel.open:
        return
    companies = {each.id: each.name(language) for each in drawing.entities if not base.ontology.is_bridge(each.type)}
    st.session_state.update({_COLOUR: view.colour_by, _SIZE: view.size_by})
    with panel:
        st.segmented_control(
            translate("explore.colour_by", language),
            get_args(ColourBy),
            key=_COLOUR,
            required=True,
            format_func=lambda each: translate(f"explore.colour_by.{each}", language),
            on_change=_look,
        )
        st.segmented_control(
            translate("explore.size_by", language),
            get_args(SizeBy),
            key=_SIZE,
            required=True,
            format_func=lambda each: translate(f"explore.size_by.{each}", language),
            on_change=_look,
            disabled=not companies,
        )
        if view.size_by == "walk":
            st.session_state[_FROM] = view.walk_from if view.walk_from in companies else None
            st.selectbox(
                translate("explore.walk_from", language),
                list(companies),
                index=None,
                format_func=lambda each: companies.get(each, each),
                key=relabelled(_FROM),
                on_change=_look,
            )
            st.caption(translate("explore.walk_help", language))


def _type_filters(base: Base, view: View, drawing: Drawing, language: Language) -> None:
    ontology = base.ontology
    relations = list(dict.fromkeys((*drawing.relation_types, *view.filters.without_relations)))
    entities = list(dict.fromkeys((*drawing.entity_types, *view.filters.without_entities)))
    st.session_state[_RELATIONS] = [each for each in relations if each not in view.filters.without_relations]
    st.session_state[_ENTITIES] = [each for each in entities if each not in view.filters.without_entities]
    st.pills(
        translate("explore.relation_types", language),
        relations,
        selection_mode="multi",
        key=_RELATIONS,
        format_func=lambda each: plain(ontology[each].label.text(language)),
        on_change=_narrow,
        args=("without_relations", relations),
    )
    st.pills(
        translate("explore.entity_types", language),
        entities,
        selection_mode="multi",
        key=_ENTITIES,
        format_func=lambda each: plain(ontology.entity_type(each).label.text(language)),
        on_change=_narrow,
        args=("without_entities", entities),
    )


def _year_filter(view: View, drawing: Drawing, language: Language) -> None:
    if drawing.years is None or drawing.years[0] == drawing.years[1]:
        return
    first, last = drawing.years
    chosen = (view.filters.first_year or first, view.filters.last_year or last)
    st.session_state[_YEARS] = (max(first, min(chosen[0], last)), min(last, max(chosen[1], first)))
    st.session_state[_UNDATED] = view.filters.undated
    st.slider(
        translate("explore.years", language), first, last, key=_YEARS, on_change=_narrow, args=("years", drawing.years)
    )
    st.toggle(translate("explore.undated", language), key=_UNDATED, on_change=_narrow, args=("undated",))


def _narrow(what: str, offered: Sequence[str | int] = ()) -> None:
    """Take one filter over from its control; ``offered``: the types, or the first and last year, to choose among."""
    values = st.session_state
    changes: dict[str, object]
    if what in ("without_relations", "without_entities"):
        chosen = values[_RELATIONS if what == "without_relations" else _ENTITIES]
        changes = {what: tuple(each for each in offered if each not in chosen)}
    elif what == "years":
        first, last = values[_YEARS]
        changes = {
            "first_year": None if first == offered[0] else first,
            "last_year": None if last == offered[1] else last,
        }
    else:
        changes = {what: values[_UNDATED if what == "undated" else _STRENGTH]}
    view = state.current_view()
    state.change(narrow(view, view.filters.model_copy(update=changes)))


def _reset() -> None:
    state.change(narrow(state.current_view(), Filters()))


def _look() -> None:
    view, values = state.current_view(), st.session_state
    size_by = values[_SIZE]
    selected = values[state.SELECTED]
    started = values.get(_FROM) if view.size_by == "walk" else None
    start = started or view.walk_from or (selected if selected in view.shown else None) or next(iter(view.roots), None)
    state.change(look(view, values[_COLOUR], size_by, start if size_by == "walk" else None))
