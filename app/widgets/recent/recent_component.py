"""Streamlit component that lists what this browser looked at last. The list never leaves the browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import streamlit as st

from app.runtime.page_parts import stands_alone
from app.state.view_state import language
from core.domain.records import Entity
from core.messages import translate

_ASSETS = Path(__file__).parent
_recent = st.components.v2.component(
    "guanxi_recent",
    html='<nav hidden><span class="label"></span><ul></ul><button type="button" class="clear"></button></nav>',
    css=(_ASSETS / "recent.css").read_text(encoding="utf-8"),
    js=(_ASSETS / "recent.js").read_text(encoding="utf-8"),
)
_KEY = "recent"


@stands_alone
def recent(shown: Sequence[Entity], choose: Callable[[str], None]) -> None:
    """One row of names, newest first, without those that are ``shown`` now, which become the newest.

    ``choose`` gets the id of the one that is clicked: of any entity that once was there.
    """
    reads = language()
    data = {
        "shown": [{"id": each.id, "zh": each.name_zh, "en": each.name_en} for each in shown],
        "language": reads,
        "label": translate("recent.label", reads),
        "help": translate("recent.help", reads),
        "clear": translate("recent.clear", reads),
    }
    _recent(key=_KEY, data=data, on_open_change=lambda: choose(str(st.session_state[_KEY]["open"])))
