"""Parts of a page that stand by themselves: one that fails says so in its place, and leaves the others standing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from app.runtime.page_requests import page_failed

_Given = ParamSpec("_Given")
_MARK = "stands_alone"


def stands_alone(draw: Callable[_Given, None]) -> Callable[_Given, None]:
    """Decorator of a function that draws a part of a page. What nobody expected in it is logged and shown there.

    What streamlit raises to end a run passes: it is no Exception.
    """

    @wraps(draw)
    def drawn(*given: _Given.args, **named: _Given.kwargs) -> None:
        try:
            draw(*given, **named)
        except Exception as error:  # noqa: BLE001 - said on the page and logged, and the other parts are drawn
            page_failed(error)

    setattr(drawn, _MARK, True)
    return drawn


def is_standing_alone(draw: object) -> bool:
    """Whether it is such a function, or runs one by itself as a fragment does."""
    while draw is not None:
        if getattr(draw, _MARK, False):
            return True
        draw = getattr(draw, "__wrapped__", None)
    return False
