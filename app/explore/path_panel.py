"""The path between two companies: the shortest or the strongest, every hop with its evidence."""

from __future__ import annotations

from functools import partial

import streamlit as st

from app.explore import state
from app.explore.card import relation_evidence
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_parameters import PATH_COMPANIES_ONLY, PATH_FROM, PATH_KIND, PATH_OPEN, PATH_TO
from app.state.view_state import language
from app.widgets.pickers import company_picker, offer_choices, say_unknown
from core.exploring.paths import PATH_KINDS, FoundPath, RelationPaths
from core.exploring.view import add
from core.messages import Language, translate
from core.retrieval.base import Base


@st.cache_resource(show_spinner=False, max_entries=2)
def relation_paths(_base: Base, build_id: str) -> RelationPaths:  # noqa: ARG001 - cache key
    """The relations of a build laid out for searches of paths, once for all sessions."""
    return RelationPaths(_base.knowledge_base)


@stands_alone
def path_panel(base: Base) -> None:
    """Both ends, how to search, and what was found."""
    reads = language()
    panel = st.expander(translate("explore.path.title", reads), key=PATH_OPEN, on_change="rerun")
    if not panel.open:
        return
    with panel:
        for key, label in ((PATH_FROM, "from"), (PATH_TO, "to")):
            company_picker(base.knowledge_base, base.names, key=key, label=translate(f"explore.path.{label}", reads))
        st.segmented_control(
            translate("explore.path.kind", reads),
            PATH_KINDS,
            format_func=lambda kind: translate(f"explore.path.{kind}", reads),
            required=True,
            key=PATH_KIND,
            persist_state="session",
            help=translate("explore.path.kind_help", reads),
        )
        st.toggle(
            translate("explore.path.companies_only", reads),
            key=PATH_COMPANIES_ONLY,
            persist_state="session",
            help=translate("explore.path.companies_only_help", reads),
        )
        _answer(base, st.session_state[PATH_FROM], st.session_state[PATH_TO], reads)


def show_path_between(base: Base, start: str, end: str) -> None:
    """Open the panel with both ends filled in, and draw the path."""
    kind = PATH_KINDS[0]
    ends = {PATH_FROM: start, PATH_TO: end}
    st.session_state.update({**ends, PATH_OPEN: True, PATH_KIND: kind, PATH_COMPANIES_ONLY: True})
    found = _paths(base).find(start, end, kind, companies_only=True)
    if found is not None:
        _add(found)


def _paths(base: Base) -> RelationPaths:
    return relation_paths(base, base.knowledge_base.manifest.build_id)


def _answer(base: Base, start: str | None, end: str | None, reads: Language) -> None:
    knowledge_base = base.knowledge_base
    if not (start and end):
        st.caption(translate("explore.path.choose", reads))
        return
    for key, end_given in ((PATH_FROM, start), (PATH_TO, end)):
        if end_given not in knowledge_base.node_of:
            link = base.names.link_name(end_given)
            say_unknown(link, end_given, reads)
            offer_choices(link.choices, partial(_choose, key), beside=key)
            return
    if start == end:
        st.info(translate("explore.path.same", reads))
        return
    with st.spinner(translate("explore.path.searching", reads)):
        found = _paths(base).find(
            start, end, st.session_state[PATH_KIND], companies_only=st.session_state[PATH_COMPANIES_ONLY]
        )
    if found is None:
        only = "companies" if st.session_state[PATH_COMPANIES_ONLY] else "all"
        st.info(translate(f"explore.path.none_{only}", reads))
        return
    _show(base, found, reads)


def _choose(key: str, company: str) -> None:
    st.session_state[key] = company


def _show(base: Base, found: FoundPath, reads: Language) -> None:
    names = [base.knowledge_base.entity(each).name(reads) for each in found.entities]
    st.markdown(plain(" → ".join(names)))
    st.caption(
        translate("explore.path.summary", reads, hops=len(found.steps), strength=f"{found.strength:.2f}"),
        help=translate("explore.path.strength_help", reads),
    )
    st.button(
        translate("explore.path.add", reads),
        type="primary",
        on_click=_add,
        args=(found,),
        disabled=set(found.entities) <= set(state.current_view().shown) - set(state.current_view().hidden),
    )
    for number, step in enumerate(found.steps):
        with st.container(border=True, key=f"explore-hop-{number}"):
            relation_evidence(base, step.relation_id, reads)


def _add(found: FoundPath) -> None:
    state.change(add(state.current_view(), found.entities))
    state.select_relation(found.steps[0].relation_id)
