"""The path between two companies: the shortest or the strongest, every hop with its evidence."""

from __future__ import annotations

from functools import partial

import streamlit as st

from app.explore import state
from app.explore.card import relation_evidence
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import services
from app.state.view_parameters import PATH_COMPANIES_ONLY, PATH_FROM, PATH_KIND, PATH_OPEN, PATH_TO
from app.state.view_state import language
from app.widgets.pickers import company_picker, offer_choices, say_unknown
from core.exploring.paths import PATH_KINDS, FoundPath
from core.exploring.view import add
from core.messages import Language, translate
from core.operations.connections import PathRequest, find_path
from core.operations.context import Context
from core.retrieval.base import Base


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


def show_path_between(start: str, end: str) -> None:
    """Open the panel with both ends filled in, and draw the path."""
    ends = {PATH_FROM: start, PATH_TO: end}
    st.session_state.update({**ends, PATH_OPEN: True, PATH_KIND: PATH_KINDS[0], PATH_COMPANIES_ONLY: True})
    found = _found(start, end)
    if found is not None:
        _add(found)


def _found(start: str, end: str) -> FoundPath | None:
    kind, companies_only = st.session_state[PATH_KIND], st.session_state[PATH_COMPANIES_ONLY]
    asked = PathRequest(source=start, target=end, kind=kind, companies_only=companies_only)
    return find_path.answer(Context(services().opened), asked).path


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
        found = _found(start, end)
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
            relation_evidence(base, step.relation_id, reads, f"path-{number}")


def _add(found: FoundPath) -> None:
    state.change(add(state.current_view(), found.entities))
    state.select_relation(found.steps[0].relation_id)
