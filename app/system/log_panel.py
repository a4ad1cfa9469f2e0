"""The last lines of the log, to be found by the number that a person reports."""

from __future__ import annotations

import logging
from typing import Literal, get_args

import pandas as pd
import streamlit as st

from app.runtime.log import LOG_TAIL
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from app.system.full_height_table import show_table
from app.system.settings_panel import fits
from app.widgets.clock import clock
from core.messages import translate
from core.monitoring.log_tail import LoggedLine

Level = Literal["info", "warning", "error"]
_LEVELS: dict[Level, int] = {"info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
_WIDTHS: dict[str, int | None] = {
    "system.time": 160,
    "system.log.level": 90,
    "system.request_id": 130,
    "system.log.message": None,
}
_SHOWN = 12  # rows at once


@stands_alone
def log_panel() -> None:
    """Filter and table, the newest record first."""
    language = page_language()
    st.header(translate("system.log", language))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        wanted = st.text_input(
            translate("system.log.find", language),
            key="log-find",
            width=420,
            persist_state="session",
            placeholder=translate("system.log.find_hint", language),
        )
        least: Level = st.segmented_control(
            translate("system.log.level", language),
            get_args(Level),
            key="log-level",
            default="info",
            required=True,
            format_func=lambda level: translate(f"system.log.at_least.{level}", language),
            persist_state="session",
        )
    st.caption(plain(translate("system.log.help", language, kept=LOG_TAIL.kept)))
    rows = [row for line in LOG_TAIL.lines(_LEVELS[least]) if fits(row := _row(line), wanted or "")]
    if not rows:
        key = "system.log.none" if LOG_TAIL.lines() else "system.log.empty"
        st.write(translate(key, language))
        return
    keys = ("system.time", "system.log.level", "system.request_id", "system.log.message")
    table = pd.DataFrame(rows, columns=[translate(key, language) for key in keys])
    widths = {translate(key, language): st.column_config.TextColumn(width=_WIDTHS[key]) for key in keys}
    show_table(table, "log", most=_SHOWN, columns=widths)


def _row(line: LoggedLine) -> tuple[str, str, str, str]:
    return (
        clock(line.at),
        translate(f"system.log.level.{_level(line.level)}", page_language()),
        line.request_id,
        line.message,
    )


def _level(number: int) -> Level:
    """The highest level that ``number`` reaches."""
    return next((name for name, least in reversed(_LEVELS.items()) if number >= least), "info")
