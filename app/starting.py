"""The first screen while the knowledge base is being opened or built, and what to do when it cannot be."""

from __future__ import annotations

import streamlit as st

from app.markdown import plain
from app.services import Services, services
from app.view_state import language
from core.errors import EmbeddingModelMismatchError, GuanxiError
from core.ingestion.progress import STAGES
from core.messages import translate


def knowledge_base_is_ready() -> bool:
    """True once pages can run; otherwise shows progress or the error and what to do."""
    shared = services()
    if shared.pipeline is not None:
        shared.look_for_newer()
        return True
    st.title(translate("app.title", language()))
    if shared.error is not None:
        _show_error(shared, shared.error)
    else:
        _show_progress(shared)
    return False


def _show_error(shared: Services, error: GuanxiError) -> None:
    st.error(plain(error.message(language())))
    label = "starting.rebuild" if isinstance(error, EmbeddingModelMismatchError) else "starting.try_again"
    if st.button(translate(label, language()), type="primary"):
        shared.rebuild()
        st.rerun()


@st.fragment(run_every=0.5)
def _show_progress(shared: Services) -> None:
    if shared.pipeline is not None or shared.error is not None:
        st.rerun()
    progress = shared.progress
    if progress is None:
        st.progress(0.0, text=translate("starting.opening", language()))
        return
    step = translate(
        "starting.step",
        language(),
        number=STAGES.index(progress.stage) + 1,
        steps=len(STAGES),
        stage=translate(f"starting.stage.{progress.stage}", language()),
        done=progress.done,
        total=progress.total,
    )
    left = progress.seconds_left
    remaining = "" if left is None else translate("starting.left", language(), seconds=max(1, round(left)))
    st.progress(min(1.0, progress.fraction), text=f"{step} {remaining}")
    st.caption(translate("starting.once", language()))
