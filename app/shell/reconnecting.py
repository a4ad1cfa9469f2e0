"""A page whose program was gone for a while, and is there again."""

from __future__ import annotations

from pathlib import Path

from app.runtime.browser_component import BrowserComponent
from app.shell.widget_translations import GONE, widget_words
from app.state.view_state import page_language

_reconnecting = BrowserComponent(
    "guanxi_reconnecting", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def watch_connection() -> None:
    """Send to the browser what it has to look for; call once per run."""
    _reconnecting(key="guanxi-reconnecting", height=1, data={"titles": [GONE, widget_words(page_language())[GONE]]})
