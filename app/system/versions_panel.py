"""Which programs this is made of, and which versions of the knowledge base are kept."""

from __future__ import annotations

import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version

import pandas as pd
import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from app.system.full_height_table import show_table
from app.widgets.clock import clock
from core.messages import translate
from core.operations.context import Context
from core.operations.kept_data import list_versions
from core.operations.operation import Nothing
from core.runtime.version import program_version

_PACKAGES = (
    "streamlit",
    "lancedb",
    "pyarrow",
    "igraph",
    "numba",
    "numpy",
    "pandas",
    "altair",
    "pyvis",
    "fastapi",
    "pydantic",
    "sentence-transformers",
    "torch",
    "openai",
    "mcp",
)


@stands_alone
def versions_panel(context: Context) -> None:
    """Programs, and beside them the versions of the knowledge base."""
    language = page_language()
    st.header(translate("system.versions", language))
    programs, bases = st.columns(2, gap="medium")
    with programs:
        st.markdown(f"**{translate('system.versions.programs', language)}**")
        _programs()
    with bases:
        st.markdown(f"**{translate('system.versions.bases', language)}**")
        _bases(context)


def _programs() -> None:
    """In two halves, so that they are not longer than what stands beside them needs."""
    language = page_language()
    rows = list(program_versions(translate("system.versions.absent", language)).items())
    columns = [translate("system.versions.program", language), translate("system.versions.version", language)]
    half = (len(rows) + 1) // 2
    for number, (place, part) in enumerate(zip(st.columns(2), (rows[:half], rows[half:]), strict=True)):
        with place:
            show_table(pd.DataFrame(part, columns=columns), f"programs-{number}")


@cache  # twenty milliseconds, and they do not change while the process runs
def program_versions(absent: str) -> dict[str, str]:
    """Program → version; ``absent`` for packages that are not installed."""
    found = {"Guanxi": program_version(), "Python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = absent
    return found


def _bases(context: Context) -> None:
    language, kept = page_language(), list_versions.answer(context, Nothing()).versions
    if not kept:
        st.write(translate("system.versions.none", language))
        return
    states = ["serving" if each.serving else "usable" if each.usable else "other_model" for each in kept]
    columns = {
        translate("system.versions.built", language): [clock(each.created_at) for each in kept],
        translate("system.versions.state", language): [
            translate(f"system.versions.{state}", language) for state in states
        ],
        translate("system.versions.size", language): [each.megabytes for each in kept],
        translate("system.versions.base", language): [each.build_id for each in kept],
    }
    show_table(pd.DataFrame(columns), "kept-versions", most=10)
    st.caption(plain(translate("system.versions.help", language)))
