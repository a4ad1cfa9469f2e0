"""The settings in force, to be filtered: where each comes from, what it is, what it does."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from app.system.full_height_table import show_table
from core.messages import Language, translate
from core.monitoring.settings_in_force import SettingInForce, setting_description, settings_in_force
from core.settings import Settings

_SHOWN = 12  # rows at once


@stands_alone
def settings_panel(settings: Settings) -> None:
    """Filter and table."""
    language = page_language()
    st.header(translate("system.settings", language))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        wanted = st.text_input(
            translate("system.settings.filter", language),
            key="settings-filter",
            width=420,
            persist_state="session",
            placeholder=translate("system.settings.filter_hint", language),
        )
        only_set = st.toggle(
            translate("system.settings.only_set", language), key="settings-set", persist_state="session"
        )
    every = settings_in_force(settings)
    rows = [
        row
        for each in every
        if (each.source == "environment" or not only_set) and fits(row := setting_row(each, language), wanted or "")
    ]
    st.caption(plain(translate("system.settings.shown", language, shown=len(rows), all=len(every))))
    if not rows:
        st.write(translate("system.settings.none", language))
        return
    keys = ("name", "value", "source", "description")
    table = pd.DataFrame(rows, columns=[translate(f"system.settings.{key}", language) for key in keys])
    show_table(table, "settings", most=_SHOWN)


def setting_row(each: SettingInForce, language: Language) -> tuple[str, str, str, str]:
    """Name, value, source and description as they are shown."""
    if not each.given:
        value = translate("system.settings.not_set", language)
    else:
        value = translate("system.settings.secret_set", language) if each.secret else each.value
    source = translate(f"system.settings.source.{each.source}", language)
    return each.variable, value, source, setting_description(each.field, language).replace("`", "")


def fits(row: tuple[str, ...], wanted: str) -> bool:
    """Whether every word that is looked for stands somewhere in the row."""
    text = " ".join(row).casefold()
    return all(word in text for word in wanted.casefold().split())
