"""Streamlit components whose browser side never shows data older than what it has shown.

The browser loads a component's script in the background. While it is loading, Streamlit may already have the data of
the next run, and the two calls of the script do not always come in the order of their data: the older one then stays.
So data carry a number that rises whenever they change, and the script is not called with a lower one than before.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Literal

import streamlit as st

_KEPT = "component_data"
_ENTRY = "export default function"
_NEWEST_ONLY = """
const guanxiNewest = new WeakMap();
export default function (component) {
  const { data, parentElement } = component;
  if (data.number < (guanxiNewest.get(parentElement) ?? 0)) return undefined;
  guanxiNewest.set(parentElement, data.number);
  return guanxiShow(component);
}
"""


class BrowserComponent:
    """A component of Streamlit that gets data."""

    def __init__(self, name: str, *, js: str, html: str | None = None, css: str | None = None) -> None:
        """``js``: a module that exports one function, which is called with the data whenever they change."""
        self._show = st.components.v2.component(name, html=html, css=css, js=newest_only(js))

    def __call__(
        self,
        *,
        key: str,
        data: Mapping[str, Any],
        height: int | Literal["content"] = "content",
        **on_change: Any,
    ) -> Any:
        """Show ``data`` under ``key``; ``on_change``: callbacks, named as in Streamlit.

        Returns the triggers and the state of the browser side.
        """
        return self._show(key=key, data={**data, "number": _number(key, data)}, height=height, **on_change)


def newest_only(js: str) -> str:
    """The module ``js`` with an entry that leaves out data older than those it was called with before.

    Raises ValueError if ``js`` does not export exactly one function.
    """
    if js.count(_ENTRY) != 1:
        raise ValueError(f"a component's script has one {_ENTRY!r}")
    return js.replace(_ENTRY, "function guanxiShow") + _NEWEST_ONLY


def _number(key: str, data: Mapping[str, Any]) -> int:
    """The same for the same data; else higher than before, also than in an earlier session of the same page."""
    kept: dict[str, tuple[int, Mapping[str, Any]]] = st.session_state.setdefault(_KEPT, {})
    number, before = kept.get(key, (0, None))
    if before != data:
        number = max(number + 1, time.time_ns() // 1_000_000)  # milliseconds: exact as a number of the browser
        kept[key] = (number, data)
    return number
