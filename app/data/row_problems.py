"""Rows that were refused or repaired: as tables, as files, and as numbers beside others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from app.state.view_state import page_language
from core.ingestion.records.problems import RowProblem, report_csv, report_json, rows_told
from core.messages import translate

_SHOWN_PROBLEMS = 200


def count_row(key: str, counts: Mapping[str, int]) -> None:
    """Numbers side by side, as many as fit."""
    with st.container(horizontal=True, gap="large", key=key):
        for kind, count in counts.items():
            st.metric(translate(f"data.count.{kind}", page_language()), f"{count:,}", width="content")


def problems(found: Sequence[RowProblem], file: str) -> None:
    """Refused rows, and repaired ones, as a table each, every row once; all that was wrong as a file."""
    language = page_language()
    names = [translate(f"data.problem.{name}", language) for name in ("file", "line", "field", "message")]
    for title, repaired in (("data.refused", False), ("data.repaired", True)):
        told = rows_told(found, language, repaired=repaired)
        if told:
            with st.expander(translate(title, language, count=len(told))):
                rows = [(each.file, each.line, each.fields, each.reasons) for each in told[:_SHOWN_PROBLEMS]]
                st.dataframe(pd.DataFrame(rows, columns=names), hide_index=True)
    if found:
        report_downloads(lambda: found, file)


def report_downloads(found: Callable[[], Sequence[RowProblem]], file: str) -> None:
    """What became of rows as a file: CSV for a spreadsheet, JSON for a program. Made when it is asked for."""
    kinds = (("csv", "text/csv", report_csv), ("json", "application/json", report_json))
    with st.container(horizontal=True):
        for kind, mime, made in kinds:
            st.download_button(
                translate("data.report", page_language(), kind=kind.upper()),
                partial(_written, made, found),
                f"{file}.{kind}",
                mime,
                key=f"{file}-{kind}",
                on_click="ignore",
                type="tertiary",
            )


def _written(made: Callable[[Sequence[RowProblem]], bytes], found: Callable[[], Sequence[RowProblem]]) -> bytes:
    return made(found())
