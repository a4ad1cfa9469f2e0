"""What texts state beside an answer and nobody has accepted: listed apart from it, and drawn as dotted lines."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from app.graph.groups import OTHERS_COLOUR
from app.graph.line_styles import UNREVIEWED as UNREVIEWED_LINE
from app.graph.line_styles import UNREVIEWED_DASH, LineStyle
from app.graph.shown import Shown
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_parameters import UNREVIEWED
from app.state.view_state import page_language
from app.widgets.page_links import link_to_review
from app.widgets.source_viewer.source_viewer import source_button
from core.curation.review_queue import Group, in_words
from core.discovery.unreviewed import unreviewed_beside
from core.domain.results import Discovery
from core.errors import GuanxiError
from core.messages import translate
from core.retrieval.base import Base

_SHOWN = 10


def unreviewed_groups(discovery: Discovery, base: Base) -> tuple[Group, ...]:
    """What is to be shown: nothing while nobody asks for it, or where it cannot be read, which the panel says."""
    if not st.session_state[UNREVIEWED]:
        return ()
    try:
        return unreviewed_beside(discovery, base)
    except GuanxiError:
        return ()


@stands_alone
def unreviewed_panel(discovery: Discovery, base: Base) -> None:
    """The relations in words, each marked as not reviewed, with its quote and the way to its text."""
    if not st.session_state[UNREVIEWED]:
        return
    language = page_language()
    try:
        groups = unreviewed_beside(discovery, base)
    except GuanxiError as error:
        st.error(plain(error.message(language)))
        return
    if not groups:
        st.caption(translate("unreviewed.none", language))
        return
    with st.container(border=True, key="unreviewed-relations"):
        st.markdown(f"**{translate('unreviewed.title', language, count=len(groups))}**")
        for group in groups[:_SHOWN]:
            read = group.first.read
            mark = translate("unreviewed.line", language)
            st.markdown(f"{plain(in_words(group.first.stated, base, language))} :gray-badge[{mark}]")
            st.caption(plain(f"“{read.quote}”"))
            source_button(f"passage:{read.passage_id}", f"unreviewed-{read.id}", quote=read.quote)
        link_to_review(translate("unreviewed.go", language))


def with_unreviewed(shown: Shown, groups: Sequence[Group], base: Base) -> Shown:
    """The picture with a dotted line for each relation between two that are drawn; nothing new is drawn for it."""
    there = {node["id"] for node in shown.picture.content["nodes"]}
    language = page_language()
    lines = [
        {
            "from": group.first.stated.source.id,
            "to": group.first.stated.target.id,
            "id": f"{UNREVIEWED_LINE}:{group.first.read.id}",
            "title": f"{in_words(group.first.stated, base, language)} ({translate('unreviewed.line', language)})\n"
            f"{group.first.read.quote}",
            "color": dict.fromkeys(("color", "highlight", "hover"), OTHERS_COLOUR),
            "dashes": UNREVIEWED_DASH,
            "kind": UNREVIEWED_LINE,
            "width": 1.5,
            "smooth": {"enabled": True, "type": "curvedCCW", "roundness": 0.15},
            "arrows": "" if base.ontology[group.first.stated.terms.relation_type].symmetric else "to",
            "period": None,
        }
        for group in groups
        if {group.first.stated.source.id, group.first.stated.target.id} <= there
    ]
    if not lines:
        return shown
    label = translate("unreviewed.line", language)
    style = LineStyle(UNREVIEWED_LINE, label, OTHERS_COLOUR, OTHERS_COLOUR, tuple(UNREVIEWED_DASH), len(lines))
    content = shown.picture.content
    content = {
        **content,
        "edges": [*content["edges"], *lines],
        "legend": [*content["legend"], style.content()],
    }
    told = "".join((shown.picture.signature, *(str(line["id"]) for line in lines)))
    signature = hashlib.sha256(told.encode()).hexdigest()
    return replace(shown, picture=replace(shown.picture, content=content, signature=signature))
