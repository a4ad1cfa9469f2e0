"""How far a build is: step, count, speed, time left."""

from __future__ import annotations

import streamlit as st

from app.view_state import language
from core.ingestion.progress import STAGES, BuildProgress
from core.messages import translate


def show_build_progress(progress: BuildProgress | None, before: str) -> None:
    """A bar with one line of text; ``before`` is the key of what is said until there is something to show."""
    reads = language()
    if progress is None:
        st.progress(0.0, text=translate(before, reads))
        return
    parts = [
        translate(
            "starting.step", reads, number=STAGES.index(progress.stage) + 1, steps=len(STAGES),
            stage=translate(f"starting.stage.{progress.stage}", reads), done=progress.done, total=progress.total,
        )
    ]  # fmt: skip
    if progress.texts_per_second:
        parts.append(translate("starting.rate", reads, rate=f"{progress.texts_per_second:,.0f}"))
    if progress.seconds_left is not None:
        parts.append(translate("starting.left", reads, seconds=max(1, round(progress.seconds_left))))
    st.progress(min(1.0, progress.fraction), text=" · ".join(parts))
