"""How much was read from texts and waits for review, with the way there: for the page Data."""

from __future__ import annotations

import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from app.widgets.page_links import link_to_review
from core.curation.review_queue import queue
from core.errors import GuanxiError
from core.messages import translate
from core.retrieval.base import Base


@stands_alone
def waits_for_review(base: Base) -> None:
    """Nothing where nothing waits."""
    language = page_language()
    try:
        count = len(queue(base).open)
    except GuanxiError as error:
        st.error(plain(error.message(language)))
        return
    if count:
        link_to_review(translate("review.to_review", language, count=count))
