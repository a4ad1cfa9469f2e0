"""The path between two companies: the shortest or the strongest, every hop with its evidence."""

from __future__ import annotations

from functools import partial

import streamlit as st

from app.explore import state
from app.explore.card import relation_evidence
from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import services
from app.state.view_parameters import (
    PATH_COMPANIES_ONLY,
    PATH_FROM,
    PATH_KIND,
    PATH_OPEN,
    PATH_TO,
    PATH_WITHOUT,
    PATH_WITHOUT_TYPES,
)
from app.state.view_state import move, page_language, put
from app.widgets.pickers import company_picker, offer_choices, say_unknown
from core.exploring.paths import PATH_KINDS, FoundPath
from core.exploring.view import add, expand
from core.messages import Language, translate
from core.retrieval.base import Base

_LEFT_OUT, _FOUND = "explore-path-without", "explore_path_found"
_DRAWN, _DRAWN_FOR = "explore_path_drawn", "explore_path_drawn_for"
"""The path that was drawn automatically, and its search: Undo and Start over do not draw it again."""
_TYPE, _ENTITY = "type", "entity"


@stands_alone
def path_panel(base: Base) -> None:
    """Both ends, how to search, and what was found."""
    language = page_language()
    panel = expander(translate("explore.path.title", language), PATH_OPEN)
    if not panel.open:
        return
    with panel:
        for key, label in ((PATH_FROM, "from"), (PATH_TO, "to")):
            company_picker(base.knowledge_base, base.names, key=key, label=translate(f"explore.path.{label}", language))
        st.segmented_control(
            translate("explore.path.kind", language),
            PATH_KINDS,
            format_func=lambda kind: translate(f"explore.path.{kind}", language),
            required=True,
            key=PATH_KIND,
            persist_state="session",
            help=translate("explore.path.kind_help", language),
        )
        st.toggle(
            translate("explore.path.companies_only", language),
            key=PATH_COMPANIES_ONLY,
            persist_state="session",
            help=translate("explore.path.companies_only_help", language),
        )
        _answer(base, st.session_state[PATH_FROM], st.session_state[PATH_TO], language)


def show_path_between(start: str, end: str) -> None:
    """Open the panel with both ends filled in, and draw the path."""
    searched = {PATH_KIND: PATH_KINDS[0], PATH_COMPANIES_ONLY: True, PATH_WITHOUT_TYPES: (), PATH_WITHOUT: ()}
    st.session_state.update({PATH_FROM: start, PATH_TO: end, PATH_OPEN: True, **searched})
    found = found_path()
    if found is not None:
        _draw(found)


def found_path() -> FoundPath | None:
    """The path that is searched for, as the panel stands; None where none is, or there is none."""
    base, values = services().opened.base.knowledge_base, st.session_state
    start, end, without = values[PATH_FROM], values[PATH_TO], values[PATH_WITHOUT]
    if not values[PATH_OPEN] or not (start and end) or any(each not in base.node_of for each in (start, end, *without)):
        return None
    search = (start, end, values[PATH_KIND], values[PATH_COMPANIES_ONLY], values[PATH_WITHOUT_TYPES], without)
    asked = (base.manifest.build_id, search)
    if values.get(_FOUND, (None,))[0] != asked:  # the picture asks for it, too
        kind, companies_only = values[PATH_KIND], values[PATH_COMPANIES_ONLY]
        values[_FOUND] = (
            asked,
            services().opened.paths.find(
                start,
                end,
                kind,
                companies_only=companies_only,
                without_types=values[PATH_WITHOUT_TYPES],
                without=without,
            ),
        )
    found: FoundPath | None = values[_FOUND][1]
    return found


def drawn_path() -> tuple[str, ...]:
    """What stands on the path, in its order, where the view shows that and nothing else."""
    found = found_path()
    return found.entities if found is not None and set(found.entities) == set(state.current_view().shown) else ()


def _answer(base: Base, start: str | None, end: str | None, language: Language) -> None:
    knowledge_base = base.knowledge_base
    if not (start and end):
        st.caption(translate("explore.path.choose", language))
        return
    for key, end_given in ((PATH_FROM, start), (PATH_TO, end)):
        if end_given not in knowledge_base.node_of:
            link = base.names.link_name(end_given)
            say_unknown(link, end_given, language)
            offer_choices(link.choices, partial(_choose, key), beside=key)
            return
    if start == end:
        st.info(translate("explore.path.same", language))
        return
    with st.spinner(translate("explore.path.searching", language)):
        found = found_path()
    _leave_out(base, found, language)
    if found is None:
        only = "companies" if st.session_state[PATH_COMPANIES_ONLY] else "all"
        st.info(translate(f"explore.path.none_{only}", language))
        return
    _show(base, found, language)


def _choose(key: str, company: str) -> None:
    st.session_state[key] = company


def _leave_out(base: Base, found: FoundPath | None, language: Language) -> None:
    """What the path steps on, each left out by a click, and what is left out already, brought back by one."""
    types, entities = st.session_state[PATH_WITHOUT_TYPES], st.session_state[PATH_WITHOUT]
    chosen = [*((_TYPE, each) for each in types), *((_ENTITY, each) for each in entities)]
    steps = found.steps if found is not None else ()
    offered = dict.fromkeys((*chosen, *((_TYPE, step.relation_type) for step in steps)))
    offered |= dict.fromkeys((_ENTITY, each) for each in (found.entities[1:-1] if found is not None else ()))
    if not offered:
        return

    def label(option: tuple[str, str]) -> str:
        kind, name = option
        if kind == _ENTITY:
            return plain(base.knowledge_base.entity(name).name(language))
        return plain(base.ontology[name].label.text(language))

    def changed() -> None:
        left = st.session_state[_LEFT_OUT]
        move({PATH_WITHOUT_TYPES: tuple(name for kind, name in left if kind == _TYPE)})
        move({PATH_WITHOUT: tuple(name for kind, name in left if kind == _ENTITY)})

    put({_LEFT_OUT: chosen})
    st.pills(
        translate("explore.path.without", language),
        list(offered),
        selection_mode="multi",
        format_func=label,
        key=_LEFT_OUT,
        on_change=changed,
        help=translate("explore.path.without_help", language),
    )


def _show(base: Base, found: FoundPath, language: Language) -> None:
    shown, drawn = set(state.current_view().shown), st.session_state.get(_DRAWN, ())
    if set(found.entities) == shown:
        st.session_state[_DRAWN], st.session_state[_DRAWN_FOR] = found.entities, st.session_state[_FOUND][0]
    elif (not shown or shown == set(drawn)) and _is_new():  # no more than a path is on the table: this one replaces it
        _draw(found)
        st.rerun()
    names = [base.knowledge_base.entity(each).name(language) for each in found.entities]
    st.markdown(plain(" → ".join(names)))
    st.caption(
        translate("explore.path.summary", language, hops=len(found.steps), strength=f"{found.strength:.2f}"),
        help=translate("explore.path.strength_help", language),
    )
    st.button(
        translate("explore.path.add", language),
        type="primary",
        on_click=_add,
        args=(found,),
        disabled=set(found.entities) <= shown - set(state.current_view().hidden),
    )
    for number, step in enumerate(found.steps):
        with st.container(border=True, key=f"explore-hop-{number}"):
            relation_evidence(base, step.relation_id, language, f"path-{number}")


def _is_new() -> bool:
    """Whether the path of this search was not drawn automatically yet."""
    return bool(st.session_state.get(_DRAWN_FOR) != st.session_state[_FOUND][0])


def _draw(found: FoundPath) -> None:
    """Show the path and nothing else; both ends were asked for by name, the rest leads from one to the other."""
    looks = state.current_view().model_copy(
        update={"roots": (), "expansions": (), "hidden": (), "pinned": (), "opened": (), "walk_from": None}
    )
    start, *between, end = found.entities
    st.session_state[_DRAWN], st.session_state[_DRAWN_FOR] = found.entities, st.session_state[_FOUND][0]
    state.change(expand(add(looks, (start, end)), start, between))
    state.select_relation(found.steps[0].relation_id)


def _add(found: FoundPath) -> None:
    st.session_state[_DRAWN_FOR] = st.session_state[_FOUND][0]
    state.change(add(state.current_view(), found.entities))
    state.select_relation(found.steps[0].relation_id)
