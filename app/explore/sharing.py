"""What one takes away from the workbench: a link, a view saved by name, files."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app.explore import state
from app.graph.export import as_graphml, standalone_html
from app.graph.shown import Shown
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import open_path_query, page_language, path_query
from app.widgets.copy_link import copy_link
from app.widgets.saved_links import saved
from core.errors import GuanxiError
from core.exploring.view_link import linked_view, view_link
from core.messages import translate
from core.retrieval.base import Base


@stands_alone
def share_popover(base: Base) -> None:
    """The link to the view, and the views that were saved."""
    language = page_language()
    panel = st.popover(translate("explore.share", language), key="explore-share", on_change="rerun")
    if not panel.open:
        return
    views = saved("views", base.settings, _open)
    with panel:
        try:
            if state.current_view().shown:
                copy_link()
                st.caption(translate("explore.share_help", language))
                views.form("&".join(filter(None, (view_link(state.current_view()), path_query()))))
            views.list()
        except GuanxiError as error:
            st.error(plain(error.message(language)))


@stands_alone
def download_popover(base: Base, shown: Shown) -> None:
    """The picture as HTML, what it shows as GraphML."""
    language = page_language()
    panel = st.popover(translate("explore.download", language), key="explore-download", on_change="rerun")
    if not panel.open:
        return
    # The files are made when asked for, outside any session: everything they need is looked up here.
    heading, note = translate("explore.export_heading", language), translate("export.note", language)
    files: tuple[tuple[str, str, Callable[[], str | bytes]], ...] = (
        ("html", "text/html", lambda: standalone_html(shown.picture, heading, note, language)),
        ("graphml", "application/xml", lambda: as_graphml(shown.drawing, base.knowledge_base)),
    )
    with panel:
        st.caption(translate("explore.download_help", language))
        for kind, mime, make in files:
            label = translate(f"explore.download.{kind}", language)
            st.download_button(label, make, f"guanxi-explore.{kind}", mime, on_click="ignore", width="stretch")


def _open(link: str) -> None:
    """A view, and behind it the search for a path that was open."""
    view, _, path = link.partition("&")
    shown = linked_view(view)
    state.select(None)
    state.change(shown)
    open_path_query(path)
