"""Every run of a page is a request with an id; what goes wrong in it is logged and shown under that id."""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from app.runtime.log import LOG_TAIL
from app.runtime.markdown import plain
from core.errors import GuanxiError
from core.messages import LANGUAGES, guess_language, translate
from core.monitoring.request_ids import begin_request, current_request_id, new_request_id

_log = logging.getLogger("guanxi")
_KEPT = "_request_id"
SYSTEM_PAGE = "system"  # here, for the server needs this module before it has read any setting


def begin_page_request() -> None:
    """To be called when a page begins to run."""
    request_id = new_request_id()
    st.session_state[_KEPT] = request_id
    begin_request(request_id)
    LOG_TAIL.identify = request_id_here


def request_id_here() -> str:
    """The request that is worked on; in a part of a page that runs by itself, that of the page's last run."""
    if current_request_id() or get_script_run_ctx(suppress_warning=True) is None:
        return current_request_id()
    return str(st.session_state.get(_KEPT, ""))


def page_failed(error: Exception) -> bool:
    """What Streamlit calls for an error that no page expected: say so with the id that the log has, and nothing of the
    inside. True: there is nothing more to be shown."""
    request_id = request_id_here()
    _log.error("a page failed", exc_info=error)
    chosen = st.session_state.get("lang")
    language = chosen if chosen in LANGUAGES else guess_language(st.context.locale)
    if isinstance(error, GuanxiError):
        st.error(plain(error.message(language)))
    key = "system.part_failed_here" if _is_system_page() else "system.page_failed"
    st.error(plain(translate(key, language, request_id=request_id)))
    return True


def _is_system_page() -> bool:
    """Whether the page that would show the log is the one that failed: it may not be able to."""
    return urlsplit(st.context.url or "").path.rstrip("/").endswith(f"/{SYSTEM_PAGE}")
