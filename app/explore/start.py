"""How something comes onto the table: a company by name, or one of three examples."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app.explore import state
from app.explore.expanding import start_with
from app.explore.path_panel import show_path_between
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from app.widgets.beginning import offer_best_known, say_if_empty
from app.widgets.pickers import company_picker, offer_choices, say_unknown
from core.exploring.neighbours import NeighbourKind, Neighbours
from core.exploring.view import View, add, expand, look
from core.messages import translate
from core.retrieval.base import Base

ADDED = "explore-add"
_FIRST_NEIGHBOURS = 15
EXAMPLES = {"supply": ("catl",), "path": ("moderna", "catl"), "communities": ("tesla", "tsmc")}
"""The companies of the bundled sample that each example begins with."""


def add_picker(base: Base) -> None:
    """Add a company by any of its names; a name that means none, or several, is answered with choices."""
    company_picker(
        base.knowledge_base,
        base.names,
        key=ADDED,
        label=translate("explore.add", page_language()),
        on_change=lambda: _picked(base),
    )


@stands_alone
def take_over_address(base: Base) -> None:
    """Show what the address says: its view, and what it selects; an entity that it names alone is the start.

    What is not on record is noted, to be said by ``unknown_name``.
    """
    if not state.restore():
        return
    named, relation = st.session_state[state.SELECTED], st.session_state[state.SELECTED_RELATION]
    if relation is not None and not base.knowledge_base.has_relation(relation):
        st.session_state[state.SELECTED_RELATION] = None
        st.session_state[state.UNKNOWN_RELATION] = relation
    if named is None:
        return
    if named not in base.knowledge_base.node_of:
        state.select(None)
        _take(base, named)
    elif not state.current_view().shown:
        add_company(base, named)


@stands_alone
def unknown_name(base: Base) -> None:
    """What is not on record of what an address named, and what to choose among after a name that means no company, or
    several."""
    if st.session_state[state.UNKNOWN_RELATION] is not None:
        st.warning(translate("explore.unknown_relation", page_language()))
    typed: str | None = st.session_state[state.UNKNOWN_NAME]
    if typed is not None:
        link = base.names.link_entity(typed)
        say_unknown(link, typed, page_language())
        offer_choices(link.choices, lambda chosen: add_company(base, chosen))


def add_company(base: Base, company: str) -> None:
    """Put a company on the table and select it; the first one comes with its strongest neighbours."""
    first = not state.current_view().shown
    state.change(add(state.current_view(), [company]))
    state.select(company)
    if first:
        start_with(base, company, _FIRST_NEIGHBOURS)


@stands_alone
def empty_table(base: Base) -> None:
    """What the page is for, three examples, and the company that another page is about."""
    if say_if_empty(base):
        return
    language = page_language()
    st.write(translate("explore.welcome", language))
    asked = st.session_state["company"]
    knowledge_base = base.knowledge_base
    if asked and asked in knowledge_base.node_of:
        label = translate("explore.start_with", language, name=knowledge_base.entity(asked).name(language))
        st.button(plain(label), type="primary", on_click=add_company, args=(base, asked))
    st.write(translate("search.try", language))
    if any(company not in knowledge_base.node_of for companies in EXAMPLES.values() for company in companies):
        offer_best_known(base, lambda company: add_company(base, company))  # data of one's own
        return
    with st.container(horizontal=True):
        for example in EXAMPLES:
            label = translate(f"explore.example.{example}", language)
            st.button(label, key=f"explore-example-{example}", on_click=_show_example, args=(base, example))


def _picked(base: Base) -> None:
    typed: str | None = st.session_state[ADDED]
    st.session_state[ADDED] = None
    if typed:
        _take(base, typed)


def _take(base: Base, typed: str) -> None:
    """Add the company that ``typed`` means, or note that it means none, or several."""
    link = base.names.link_entity(typed)
    if link.outcome == "linked":
        add_company(base, link.entity_ids[0])
    else:
        st.session_state[state.UNKNOWN_NAME] = typed


def _show_example(base: Base, example: str) -> None:
    companies = EXAMPLES[example]
    if example == "path":
        show_path_between(companies[0], companies[1])
    else:
        state.select(companies[0])
        state.change(_example(base, example, companies))


def _example(base: Base, example: str, companies: Sequence[str]) -> View:
    view = add(View(), companies)
    kinds = [NeighbourKind("supplies", False), NeighbourKind("supplies", True)] if example == "supply" else [None]
    for company in companies:
        neighbours = Neighbours(base.knowledge_base, base.ontology, company)
        for kind in kinds:
            view = expand(view, company, neighbours.choose(view.shown, kind=kind, limit=40))
    return look(view, "community", "degree", None) if example == "communities" else view
