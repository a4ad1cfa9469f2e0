"""How often somebody may have something searched or judged on the pages: the same moving window as that of the API."""

from __future__ import annotations

import math
import time

import streamlit as st
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from streamlit.runtime.scriptrunner import get_script_run_ctx

from app.api.refusals import TooManyRequestsError
from core.settings import Settings


@st.cache_resource(show_spinner=False)
def _limiter() -> MovingWindowRateLimiter:
    return MovingWindowRateLimiter(MemoryStorage())


def count_question(settings: Settings) -> None:
    """Count one new question of whoever looks at the page: of an address, or of a session on this machine.

    What is kept, and moving a slider, is not counted. Raises TooManyRequestsError with the seconds to wait.
    """
    item, who = RateLimitItemPerMinute(settings.page_questions_per_minute), _visitor()
    if _limiter().hit(item, who):
        return
    window = _limiter().get_window_stats(item, who)
    raise TooManyRequestsError(limit=item.amount, seconds=max(1, math.ceil(window.reset_time - time.time())))


def _visitor() -> str:
    context = get_script_run_ctx()
    return st.context.ip_address or (context.session_id if context is not None else "")
