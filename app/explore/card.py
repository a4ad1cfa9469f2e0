"""What is selected: an entity with its facts and what can be done with it, or a relation with its evidence."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app.explore import state
from app.explore.expanding import expand_kind, expand_or_ask, kind_label
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.relabelled import relabelled
from app.state.view_state import page_language
from app.widgets.entity_facts import entity_head
from app.widgets.page_links import link_to_company, link_to_discover
from app.widgets.source_viewer.source_viewer import source_button
from core.domain.partial_dates import today
from core.domain.records import Entity
from core.domain.results import SourceKind
from core.exploring.drawing import Drawing
from core.exploring.neighbours import Neighbours
from core.exploring.view import View, collapse, hide, pin, unpin
from core.messages import Language, translate, translated_or_itself
from core.retrieval.base import Base
from core.retrieval.tenses import tense_of
from core.retrieval.terms import label_in_tense

_PICK = "explore-pick"


@stands_alone
def selected_panel(base: Base, drawing: Drawing) -> None:
    """The picker of what is drawn – the keyboard's click –, then what is selected."""
    language = page_language()
    names = drawing.names(language)
    selected = st.session_state[state.SELECTED]
    st.session_state[_PICK] = selected if selected in names else None
    st.selectbox(
        translate("explore.selected", language),
        sorted(names, key=lambda each: names[each].casefold()),
        index=None,
        format_func=lambda each: names.get(each, each),
        key=relabelled(_PICK),
        placeholder=translate("explore.select_by_name", language),
        on_change=lambda: state.select(st.session_state[_PICK]),
    )
    relation = st.session_state.get(state.SELECTED_RELATION)
    knowledge_base = base.knowledge_base
    if selected is not None and selected in knowledge_base.node_of:
        _entity_card(base, knowledge_base.entity(selected), language)
    elif relation is not None and knowledge_base.has_relation(relation):
        with st.container(border=True, key="relation-card"):
            relation_evidence(base, relation, language, "card")
            st.button(translate("graph.unselect", language), on_click=state.select, args=(None,))
    else:
        st.caption(translate("explore.nothing_selected", language))


def _entity_card(base: Base, entity: Entity, language: Language) -> None:
    view = state.current_view()
    with st.container(border=True, key="selected-card"):
        entity_head(base, entity, language)
        with st.container(horizontal=True, key="explore-actions"):
            if entity.id in view.shown:
                _actions(base, view, entity.id, language)
            link_to_company(entity.id)
            link_to_discover(entity.id, translate("explore.discover", language))
        _kinds(base, view, entity.id, language)


def _actions(base: Base, view: View, entity: str, language: Language) -> None:
    st.button(translate("explore.expand", language), type="primary", on_click=expand_or_ask, args=(base, entity))
    changes: list[tuple[str, Callable[[View, str], View]]] = [
        *([("collapse", collapse)] if view.is_expanded(entity) else []),
        ("unpin", unpin) if entity in view.pinned else ("pin", pin),
        ("hide", hide),
    ]
    for name, changed in changes:
        st.button(
            translate(f"explore.{name}", language),
            key=f"explore-{name}",
            help=translate(f"explore.{name}_help", language),
            on_click=_change,
            args=(changed, entity),
        )


def _change(changed: Callable[[View, str], View], entity: str) -> None:
    state.change(changed(state.current_view(), entity))
    if changed is hide:
        state.select(None)


def _kinds(base: Base, view: View, entity: str, language: Language) -> None:
    """Its relations by type, each with a button that brings those that are missing."""
    counts = Neighbours(base.knowledge_base, base.ontology, entity).counts(view.shown)
    if not counts:
        st.caption(translate("explore.no_relations", language))
        return
    st.caption(translate("explore.kinds", language))
    for number, count in enumerate(counts):
        with st.container(horizontal=True, vertical_alignment="center", key=f"explore-kind-{number}"):
            st.text(f"{kind_label(base, count.kind, language)} · {count.entities}", width="stretch")
            if count.further and entity in view.shown:
                st.button(
                    translate("explore.bring", language, count=count.further),
                    key=f"explore-bring-{number}",
                    on_click=expand_kind,
                    args=(base, entity, count),
                )
            else:
                st.caption(translate("explore.all_shown", language), width="content")


def relation_evidence(base: Base, relation_id: str, language: Language, place: str) -> None:
    """A relation in words, with its evidence, the passage that it was read from, and where both come from. ``place``:
    what tells this from the same relation elsewhere on the page."""
    knowledge_base = base.knowledge_base
    row = knowledge_base.relation_row(relation_id)
    relation, tense = knowledge_base.relation(row), tense_of(knowledge_base, base.ontology, row, today())
    source, target = (knowledge_base.entity(each).name(language) for each in (relation.source, relation.target))
    reads_as = label_in_tense(base.ontology[relation.type].reads(language, forward=True), tense, language)
    st.markdown(f"**{plain(source)}** {plain(reads_as)} **{plain(target)}**")
    st.text(relation.evidence(language) or translate("explore.no_evidence", language))
    figures = [
        translate("explore.strength", language, strength=f"{relation.weight * relation.confidence:.2f}"),
        str(relation.year or ""),
        translate("source.origin", language, origin=relation.origin) if relation.origin else "",
    ]
    st.caption(plain(" · ".join(filter(None, figures))))
    if knowledge_base.has_passage(relation.passage_id):
        passage = knowledge_base.passage(relation.passage_id)
        kind = translated_or_itself(f"source_kind.{passage.source_kind}", passage.source_kind, language)
        st.caption(plain(" · ".join(filter(None, [passage.title, kind, passage.date, passage.origin]))))
        st.text(passage.text)
    source_button(f"{SourceKind.RELATION}:{relation_id}", f"source-{place}-{relation_id}")
