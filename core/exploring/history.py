"""The steps of a session in the workbench, the last of which can be undone."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from core.exploring.view import View

MAX_STEPS = 50


class History(BaseModel):
    """The view that is shown, and those before it: the latest last, at most 50."""

    model_config = ConfigDict(frozen=True)

    current: View = View()
    past: tuple[View, ...] = Field((), max_length=MAX_STEPS)


def step(history: History, view: View) -> History:
    """``view`` comes next; a view that is the current one is no step."""
    if view == history.current:
        return history
    return History(current=view, past=(*history.past, history.current)[-MAX_STEPS:])


def undo(history: History) -> History:
    """Back to the view before the last step; with no step left, ``history`` as it is."""
    if not history.past:
        return history
    return History(current=history.past[-1], past=history.past[:-1])
