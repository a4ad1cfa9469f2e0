"""The first screen while the knowledge base is being opened or built, and what to do when it cannot be."""

from __future__ import annotations

import streamlit as st

from app.runtime.markdown import plain
from app.runtime.services import Services, services
from app.shell.build_progress import show_build_progress
from app.state.view_state import page_language
from core.errors import GuanxiError
from core.messages import translate
from core.retrieval.base import Base
from core.storage.embeddings import EmbeddingModelMismatchError

_SEEN = "seen_version"


def page_can_run(*, without_base: bool) -> bool:
    """True once the page can run; otherwise shows progress or the error and what to do.

    ``without_base``: the page does so itself.
    """
    shared = services()
    if shared.pipeline is not None:
        shared.look_for_newer()
        _say_what_is_new(shared.pipeline.base)
        return True
    if without_base:
        return True
    st.title(translate("app.title", page_language()))
    if shared.error is not None:
        st.error(plain(shared.error.message(page_language())))
        offer_rebuild(shared, shared.error)
    else:
        _show_progress(shared)
    return False


def _say_what_is_new(base: Base) -> None:
    """Once in each session that has seen an older version."""
    manifest = base.knowledge_base.manifest
    seen = st.session_state.get(_SEEN, manifest.build_id)
    st.session_state[_SEEN] = manifest.build_id
    if seen != manifest.build_id:
        counts = manifest.counts
        said = {"companies": f"{counts.companies:,}", "relations": f"{counts.relations:,}"}
        st.toast(translate("starting.renewed", page_language(), **said))


def offer_rebuild(shared: Services, error: GuanxiError) -> None:
    """The way out of ``error``, which kept the knowledge base from being opened."""
    label = "starting.rebuild" if isinstance(error, EmbeddingModelMismatchError) else "starting.try_again"
    if st.button(translate(label, page_language()), type="primary"):
        shared.rebuild()
        st.rerun()


@st.fragment(run_every=0.5)
def _show_progress(shared: Services) -> None:
    if shared.pipeline is not None or shared.error is not None:
        st.rerun()
    show_build_progress(shared.progress, "starting.opening")
    if shared.progress is not None:
        st.caption(translate("starting.once", page_language()))
