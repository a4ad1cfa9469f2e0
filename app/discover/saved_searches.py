"""Searches that are kept by name: the one on the page, and those that were saved before."""

from __future__ import annotations

import streamlit as st

from app.runtime.markdown import plain
from app.state.view_state import current_query, open_address, page_language
from app.widgets.saved_links import saved
from core.errors import GuanxiError
from core.messages import translate
from core.retrieval.base import Base


def saved_searches_popover(base: Base) -> None:
    """Save what is asked now; open or delete what was saved. Filled when it is opened."""
    language = page_language()
    panel = st.popover(
        translate("toolbar.saved", language), key="saved-searches", on_change="rerun", icon=":material/bookmark:"
    )
    if panel.open:
        searches = saved("searches", base.settings, open_address)
        with panel:
            st.caption(translate("saved.searches.help", language))
            try:
                searches.form(current_query())
                searches.list()
            except GuanxiError as error:
                st.error(plain(error.message(language)))


def offer_saved_searches(base: Base) -> None:
    """What was saved, for the page on which nothing is asked yet; nothing where nothing was saved."""
    searches = saved("searches", base.settings, open_address)
    try:
        if searches.store.all():
            searches.list()
    except GuanxiError as error:
        st.warning(plain(error.message(page_language())))
