"""Which texts nobody has read yet, and the button that reads them."""

from __future__ import annotations

import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.shell.changes import begin
from app.state.view_state import page_language
from core.curation.open_or_build import Started
from core.curation.reading_imports import read_everything
from core.curation.text_reading import texts_to_read
from core.errors import GuanxiError
from core.ingestion.progress import ProgressListener
from core.messages import LANGUAGES, translate
from core.retrieval.base import Base


@stands_alone
def reading_panel(base: Base, shared: Services) -> None:
    """Nothing where everything is read."""
    language, settings, ontology = page_language(), base.settings, base.ontology
    try:
        unread = texts_to_read(base)
    except GuanxiError as error:
        st.error(plain(error.message(language)))
        return
    if not unread:
        return

    def work(listener: ProgressListener) -> Started:
        return read_everything(base, settings, ontology, listener)

    def read() -> None:
        begin(shared, work, {each: translate("review.has_read", each) for each in LANGUAGES})

    with st.container(border=True, key="review-unread", horizontal=True, vertical_alignment="center"):
        st.markdown(translate("review.unread", language, count=unread), width="stretch")
        st.button(
            translate("review.read", language),
            type="primary",
            disabled=shared.changing,
            on_click=read,
        )
