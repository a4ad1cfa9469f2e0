"""Review: relations that were read from texts, each with its quote, for a person to accept, correct or reject."""

import streamlit as st

from app.review.decided_panel import decided_panel
from app.review.lessons_panel import lessons_panel
from app.review.queue_panel import queue_panel, waiting_panel
from app.review.reading_panel import reading_panel
from app.runtime.markdown import plain
from app.runtime.services import services
from app.shell.changes import is_followed
from app.state.view_state import page_language
from app.widgets.pickers import language_switch
from app.widgets.source_viewer.source_viewer import opened_source
from core.curation.review_queue import queue
from core.errors import GuanxiError
from core.messages import translate
from core.operations.context import Context

language = page_language()
shared = services()
base = shared.opened_pipeline.base


def page() -> None:
    """What is to be read, what waits to take effect, then the queue."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(translate("review.title", language), width="content")
        language_switch()
    st.caption(translate("review.help", language))
    opened_source(Context(shared.opened))
    if is_followed(shared):
        return
    try:
        waiting = queue(base)
    except GuanxiError as error:
        st.error(plain(error.message(language)))
        return
    reading_panel(base, shared)
    waiting_panel(waiting, base, shared)
    queue_panel(waiting, base)
    decided_panel(waiting, base)
    lessons_panel(waiting, base)


page()
