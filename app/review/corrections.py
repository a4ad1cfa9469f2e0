"""The correction of a proposal: another type, direction or end, and what holds for its whole source."""

from __future__ import annotations

import streamlit as st

from app.review.decisions import accept_as, decide_always
from app.runtime.markdown import plain
from app.state.relabelled import relabelled
from app.state.view_state import page_language
from app.widgets.pickers import company_options
from core.curation.review_queue import Group
from core.domain.read_relations import StatedRelation, TextEnd
from core.domain.records import RelationStatus
from core.messages import translate
from core.retrieval.base import Base
from core.workspace.text_reviews import ReadingRule

_STATUSES: tuple[RelationStatus, ...] = ("current", "ended", "planned", "denied", "reported")


def corrections(group: Group, base: Base) -> None:
    """A button that opens the correction of a group."""
    language, key = page_language(), group.first.read.id
    popover = st.popover(translate("review.correct", language), key=f"review-correct-{key}", on_change="rerun")
    if not popover.open:
        return
    with popover:
        stated = group.first.stated
        types = sorted(base.ontology.types)
        kind = st.selectbox(
            translate("review.type", language),
            types,
            index=types.index(stated.terms.relation_type),
            format_func=lambda name: base.ontology[name].label.text(language),
            key=relabelled(f"review-type-{key}"),
        )
        status = st.selectbox(
            translate("review.status", language),
            _STATUSES,
            index=_STATUSES.index(stated.terms.status or "current"),
            format_func=lambda name: translate(f"source.status.{name}", language),
            key=relabelled(f"review-status-{key}"),
        )
        turned = st.toggle(translate("review.reversed", language), key=f"review-turned-{key}")
        source, target = (stated.target, stated.source) if turned else (stated.source, stated.target)
        source = _end("review.source", source, f"review-from-{key}", base)
        target = _end("review.target", target, f"review-to-{key}", base)
        terms = stated.terms.model_copy(update={"relation_type": kind, "status": status})
        wanted = StatedRelation(source=source, target=target, terms=terms)
        sentence = base.ontology[kind].sentence.text(language)
        st.caption(plain(sentence.format(source=source.name, target=target.name)))
        st.button(
            translate("review.accept_so", language),
            key=f"review-accept-so-{key}",
            type="primary",
            on_click=accept_as,
            args=(base, group.proposals, wanted),
        )
        st.divider()
        st.caption(translate("review.always_help", language))
        with st.container(horizontal=True):
            for verdict in ("accepted", "rejected"):
                rule = ReadingRule(
                    source=group.first.source, relation_type=group.first.read.terms.relation_type, verdict=verdict
                )
                st.button(
                    translate(f"review.always.{verdict}", language),
                    key=f"review-always-{verdict}-{key}",
                    on_click=decide_always,
                    args=(base, rule),
                )


def _end(label: str, end: TextEnd, key: str, base: Base) -> TextEnd:
    """The company that an end means: as read, or another one that is known."""
    language = page_language()
    options = company_options(base.knowledge_base, language)
    chosen = st.selectbox(
        translate(label, language),
        options,
        index=None,
        format_func=lambda each: options[each],
        placeholder=end.name,
        key=relabelled(key),
    )
    return end if chosen is None else TextEnd(name=base.knowledge_base.entity(chosen).name(language), id=chosen)
