"""Moments as pages write them."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st


def clock(at: datetime | str) -> str:
    """Date and time where the reader is; ``at`` is a moment with its zone, as such or in ISO 8601."""
    moment = datetime.fromisoformat(at) if isinstance(at, str) else at
    return moment.astimezone(_zone()).strftime("%Y-%m-%d %H:%M:%S")


def _zone() -> tzinfo:
    """What the browser says; UTC where it says nothing that is known here."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC
