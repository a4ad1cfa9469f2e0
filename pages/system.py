"""System: whether every part is well, how fast answers are, what is set, what was logged."""

from datetime import UTC, datetime

import streamlit as st

from app.runtime.markdown import plain
from app.runtime.services import services
from app.state.view_state import page_language
from app.system.caches_panel import caches_panel
from app.system.health_panel import health_panel
from app.system.log_panel import log_panel
from app.system.settings_panel import settings_panel
from app.system.speed_panel import speed_panel
from app.system.usage_panel import usage_panel
from app.system.versions_panel import versions_panel
from app.widgets.clock import clock
from app.widgets.pickers import language_switch
from core.messages import translate
from core.monitoring.model_usage import MODEL_USAGE
from core.operations.context import Context

language = page_language()
shared = services()
EVERY = 5.0  # seconds between looks


def is_waiting() -> bool:
    """Whether the knowledge base is still being opened or built."""
    return shared.pipeline is None and shared.error is None


waiting = is_waiting()


def page() -> None:
    """The title stays; what is below is read anew by the button, or by itself."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(translate("system.title", language), width="content")
        language_switch()
    with st.container(horizontal=True, vertical_alignment="center", key="freshness"):
        st.button(translate("system.refresh", language), type="primary", key="refresh")
        by_itself = st.toggle(translate("system.keep_fresh", language), key="keep-fresh", persist_state="session")
    st.fragment(parts, run_every=EVERY if by_itself else 1.0 if waiting else None)()


def parts() -> None:
    """Everything, as it is at this moment."""
    if waiting and not is_waiting():
        st.rerun()  # the other parts can be shown, and looking every second ends
    read_at, since = clock(datetime.now(UTC)), clock(MODEL_USAGE.since)
    st.caption(plain(translate("system.read_at", language, time=read_at, since=since)))
    health_panel(shared)
    shared.look_for_newer()
    pipeline = shared.pipeline
    if pipeline is not None:
        speed_panel()
        usage_panel()
        caches_panel(shared, pipeline)
    versions_panel(Context(shared.opened))
    settings_panel(shared.settings)
    log_panel()


page()
