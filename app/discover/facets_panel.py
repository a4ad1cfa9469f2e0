"""The facets of the list: relation, country, industry and time, each value with its count and one click away."""

from __future__ import annotations

import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.kept_answer import KeptAnswer
from app.state.view_parameters import facet_key
from app.state.view_state import chosen_facets, clear_facets, move, page_language, put
from core.discovery.facets import FACETS, NOTHING_CHOSEN, FacetedList, FacetName, FacetValue
from core.discovery.ranking import ranked
from core.messages import Language, translate

_SHOWN = 6
"""Values of a facet before the rest is asked for."""


def faceted(kept: KeptAnswer) -> FacetedList | None:
    """The list of an answer by its facets; None where nothing is listed."""
    return FacetedList(kept.searched, ranked(kept.searched, kept.fusion)) if kept.searched.answerable else None


@stands_alone
def facets_panel(kept: KeptAnswer) -> None:
    """Every facet of which there is something to choose."""
    listed, language = faceted(kept), page_language()
    if listed is None:
        return
    chosen = chosen_facets()
    offered = [each for each in FACETS if chosen[each] or len(listed.values(each, NOTHING_CHOSEN, language)) > 1]
    if not offered:
        return
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(translate("facet.title", language), width="content")
        if any(chosen.values()):
            st.button(translate("facet.clear", language), key="facets-clear", type="tertiary", on_click=clear_facets)
    for facet in offered:
        _facet(facet, listed.values(facet, chosen, language), chosen[facet], language)


def narrowed_line(kept: KeptAnswer) -> None:
    """What the list is narrowed to, and a button that shows all of it; nothing where it is not narrowed."""
    language, chosen = page_language(), chosen_facets()
    listed = faceted(kept) if any(chosen.values()) else None
    if listed is None:
        return
    labels = [
        each.label for facet in FACETS for each in listed.values(facet, chosen, language) if each.value in chosen[facet]
    ]
    with st.container(horizontal=True, vertical_alignment="center", key="narrowed"):
        st.caption(plain(translate("facet.narrowed", language, values=" · ".join(labels))), width="content")
        label = translate("facet.clear", language)
        st.button(f":primary[{label}]", key="narrowed-clear", type="tertiary", on_click=clear_facets)


def _facet(facet: FacetName, values: list[FacetValue], chosen: tuple[str, ...], language: Language) -> None:
    """The most frequent values, the chosen ones, and a button for the rest."""
    key, whole = f"facet-{facet}", f"facet-{facet}-whole"
    first = values[:_SHOWN]
    shown = [*first, *(each for each in values[_SHOWN:] if each.value in chosen)]
    if st.session_state.get(whole) or len(values) == _SHOWN + 1:
        shown = values
    labels = {each.value: each for each in shown}
    put({key: [value for value in labels if value in chosen]})
    st.pills(
        translate(f"facet.{facet}", language),
        list(labels),
        selection_mode="multi",
        format_func=lambda value: plain(
            translate("facet.value", language, label=labels[value].label, count=labels[value].companies)
        ),
        key=key,
        on_change=lambda: move({facet_key(facet): tuple(st.session_state[key])}),
    )
    if len(values) > _SHOWN + 1:
        open_now = bool(st.session_state.get(whole))
        label = translate("facet.fewer" if open_now else "facet.more", language, count=len(values) - len(shown))
        st.button(
            label,
            key=f"{whole}-button",
            type="tertiary",
            on_click=lambda: st.session_state.update({whole: not open_now}),
        )
