"""Streamlit component for lists of what is recorded: relations, passages, similar companies; texts are set as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

from app.runtime.browser_component import BrowserComponent
from app.runtime.component_keys import component_key
from app.state.view_state import page_language, show_profile
from app.widgets.source_viewer.source_viewer import open_source, source_just_opened
from core.messages import translate

_ASSETS = Path(__file__).parent
_entries = BrowserComponent(
    "guanxi_entries",
    html='<div class="sections"></div>',
    css=(_ASSETS / "entries.css").read_text(encoding="utf-8"),
    js=(_ASSETS / "entries.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class Piece:
    """A part of a text, ``marked`` where it names the entity of the page."""

    text: str
    marked: bool = False


@dataclass(frozen=True)
class Tag:
    """A few words, with the name of an entity that leads to its page where there is one."""

    text: str
    name: str = ""
    id: str = ""


@dataclass(frozen=True)
class Fold:
    """A further text that opens in place."""

    summary: str
    text: str


@dataclass(frozen=True)
class Entry:
    """One entry of a list. ``id``: the entity that the title leads to; ``share`` in [0, 1] draws a bar; ``source``: the
    key of what its words "Open the source" open."""

    title: Sequence[Piece]
    id: str = ""
    note: str = ""
    share: float | None = None
    body: Sequence[Piece] = ()
    detail: str = ""
    tags: Sequence[Tag] = ()
    folds: Sequence[Fold] = ()
    source: str = ""


@dataclass(frozen=True)
class Section:
    """A list under a heading, with a ``count`` beside it. ``more``: words of a button that asks for more of ``key``."""

    entries: Sequence[Entry]
    heading: str = ""
    count: str = ""
    key: str = ""
    more: str = ""


def show_entries(entries: Sequence[Entry], key: str, *, about: Sequence[str] = ()) -> None:
    """One list without a heading; the rest as in ``show_sections``."""
    show_sections([Section(entries)], key, about=about)


def show_sections(
    sections: Sequence[Section], key: str, *, about: Sequence[str] = (), on_more: Callable[[str], None] | None = None
) -> None:
    """The lists. A click on a name makes that entity the one of the page; in a fragment call ``follow_clicks`` first.
    ``about``: ids that are marked in the passages that are opened. ``on_more`` is called with the key of a section."""

    own_key = component_key(key)

    def more() -> None:
        if on_more is not None:
            on_more(st.session_state[own_key]["more"])

    def follow() -> None:
        show_profile(st.session_state[own_key]["open"])

    def source() -> None:
        open_source(st.session_state[own_key]["source"], about=about)

    language = page_language()
    data = {
        "sections": [asdict(section) for section in sections],
        "language": language,
        "open": translate("company.open", language),
        "openSource": translate("viewer.open", language),
        "openSourceOf": translate("viewer.open_of", language, name="{name}"),
    }
    _entries(key=own_key, data=data, on_open_change=follow, on_source_change=source, on_more_change=more)


def follow_clicks(entity_id: str) -> None:
    """Draw the whole page anew where a click within a fragment has led away from ``entity_id`` or opened a source."""
    if st.session_state["id"] != entity_id or source_just_opened():
        st.rerun()
