"""Streamlit component that lists what this browser looked at last. The list never leaves the browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import streamlit as st

from app.runtime.browser_component import BrowserComponent
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from core.domain.records import Entity
from core.messages import translate
from core.ontology import Ontology

_ASSETS = Path(__file__).parent
_recent = BrowserComponent(
    "guanxi_recent",
    html='<nav hidden><span class="label"></span><ul></ul><button type="button" class="clear"></button></nav>',
    css=(_ASSETS / "recent.css").read_text(encoding="utf-8"),
    js=(_ASSETS / "recent.js").read_text(encoding="utf-8"),
)
_KEY = "recent"
_PERSON = "person"  # makes what stands beside them similar, as products do, but is asked about by name


def worth_remembering(shown: Sequence[Entity], ontology: Ontology, chosen: str | None) -> list[Entity]:
    """Those of an answer that were looked at: not the products, industries and places by which a question was only
    understood, unless it is the one that was ``chosen``."""
    return [each for each in shown if each.id == chosen or each.type == _PERSON or not ontology.is_bridge(each.type)]


@stands_alone
def recent(shown: Sequence[Entity], choose: Callable[[str], None], *, gone: str = "") -> None:
    """One row of names, newest first, without those that are ``shown`` now, which become the newest.

    ``gone``: the id of one that is there no more, which is forgotten. ``choose`` gets the id of the one that is
    clicked: of any entity that once was there.
    """
    language = page_language()
    data = {
        "shown": [{"id": each.id, "zh": each.name_zh, "en": each.name_en} for each in shown],
        "gone": gone,
        "language": language,
        "label": translate("recent.label", language),
        "help": translate("recent.help", language),
        "clear": translate("recent.clear", language),
    }
    _recent(key=_KEY, data=data, on_open_change=lambda: choose(str(st.session_state[_KEY]["open"])))
