"""How far a build is: step, count, speed, time left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import streamlit as st

from app.runtime.markdown import plain
from app.state.view_state import page_language
from core.ingestion.progress import STAGES, BuildProgress
from core.ingestion.reading_progress import ReadingListener, ReadingProgress
from core.messages import Language, translate

_SHOWN_EVERY = 0.3  # seconds


@contextmanager
def reading_shown() -> Iterator[ReadingListener]:
    """How far files are read or checked, as long as it lasts; of what is quickly done only that it is being done."""
    language = page_language()
    last = monotonic()

    def show(progress: ReadingProgress) -> None:
        nonlocal last
        if monotonic() - last < _SHOWN_EVERY:
            return
        last = monotonic()
        step = "data.reading_file" if progress.file else "data.checking"
        parts = [
            translate(
                step, language, file=plain(progress.file), done=f"{progress.done:,}", total=f"{progress.total:,}"
            ),
            *_pace(progress.rows_per_second, progress.seconds_left, language),
        ]
        place.progress(min(1.0, progress.done / max(progress.total, 1)), text=" · ".join(parts))

    with st.spinner(translate("data.reading", language)):
        place = st.empty()
        try:
            yield show
        finally:
            place.empty()


def show_build_progress(progress: BuildProgress | None, before: str) -> None:
    """A bar with one line of text; ``before`` is the key of what is said until there is something to show."""
    language = page_language()
    if progress is None:
        st.progress(0.0, text=translate(before, language))
        return
    stage = translate(f"starting.stage.{progress.stage}", language)
    how_far: dict[str, str | int | float] = {"stage": stage, "done": progress.done, "total": progress.total}
    if progress.stage in STAGES:
        number = STAGES.index(progress.stage) + 1
        parts = [translate("starting.step", language, number=number, steps=len(STAGES), **how_far)]
    else:
        parts = [translate("starting.afterwards", language, **how_far)]
    parts += _pace(progress.texts_per_second, progress.seconds_left, language)
    st.progress(min(1.0, progress.fraction), text=" · ".join(parts))


def _pace(per_second: float | None, seconds_left: float | None, language: Language) -> list[str]:
    """Speed and time left, as far as they are known."""
    parts = [translate("starting.rate", language, rate=f"{per_second:,.0f}")] if per_second else []
    if seconds_left is not None:
        parts.append(translate("starting.left", language, seconds=max(1, round(seconds_left))))
    return parts
