"""Streamlit component that shows the result cards. Every text is set as text in the browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from app.runtime.browser_component import BrowserComponent
from core.domain.arms import ARM_TABLE

_ASSETS = Path(__file__).parent
COLOURS = "".join(f".{arm.name} {{ background: {arm.colour}; }}\n" for arm in ARM_TABLE)
"""Of the arms, in the bar of a card and beside the rows of the table of scores."""
_list = BrowserComponent(
    "guanxi_results",
    html='<div class="list"></div>',
    css=(_ASSETS / "results.css").read_text(encoding="utf-8") + COLOURS,
    js=(_ASSETS / "results.js").read_text(encoding="utf-8"),
)


def show(
    cards: Mapping[str, Any],
    *,
    key: str,
    selected: str | None,
    first: bool,
    on_select: Callable[[], None],
    on_explore: Callable[[], None],
    on_thumb: Callable[[], None],
    on_source: Callable[[], None],
) -> str | None:
    """Show the cards; "select" and "explore" arrive in ``session_state[key]`` as the company's id, "thumb" as an object
    with ``id`` and ``thumb`` ("up" or "down"), "source" as one with ``id`` of the company and ``key`` of the source to
    open. ``first``: whether the key that leads to the results leads here.

    Returns the id of the company whose page was asked for just now.
    """
    clicked = _list(
        key=key,
        data={**cards, "selected": selected, "first": first},
        on_select_change=on_select,
        on_explore_change=on_explore,
        on_profile_change=lambda: None,
        on_thumb_change=on_thumb,
        on_source_change=on_source,
    )
    opened: str | None = clicked["profile"]
    return opened
