"""What one takes away from the workbench: a link, a view saved by name, files."""

from __future__ import annotations

import streamlit as st

from app.copy_link import copy_link
from app.explore import state
from app.explore.canvas import current_picture
from app.graph.export import standalone_html
from app.markdown import plain
from app.view_state import language
from core.errors import GuanxiError
from core.exploring.drawing import Drawing
from core.exploring.view_link import linked_view, view_link
from core.exporting import graphml
from core.messages import Language, translate
from core.pipeline import DiscoveryPipeline
from core.storage.saved_views import MAX_NAME, SavedViewStore

_NAME = "explore-view-name"


def share_popover(pipeline: DiscoveryPipeline) -> None:
    """The link to the view, and the views that were saved."""
    reads = language()
    panel = st.popover(translate("explore.share", reads), key="explore-share", on_change="rerun")
    if not panel.open:
        return
    store = SavedViewStore(pipeline.settings.knowledge_base_folder / "saved_views.sqlite3")
    with panel:
        try:
            if state.current_view().shown:
                _save(store, reads)
            _saved(store, reads)
        except GuanxiError as error:
            st.error(plain(error.message(reads)))


def download_popover(pipeline: DiscoveryPipeline, drawing: Drawing) -> None:
    """The picture as HTML, what it shows as GraphML."""
    reads = language()
    panel = st.popover(translate("explore.download", reads), key="explore-download", on_change="rerun")
    if not panel.open:
        return
    # The files are made when asked for, outside any session: everything they need is looked up here.
    picture, base = current_picture(pipeline, drawing), pipeline.knowledge_base
    heading, note = translate("explore.export_heading", reads), translate("export.note", reads)

    def as_html() -> str:
        return standalone_html(picture, heading, note, reads)

    def as_graphml() -> bytes:
        rows = (base.relation_row(edge.id) for edge in drawing.relations)
        return graphml((base.entity(each.id) for each in drawing.entities), (base.relation(row) for row in rows))

    with panel:
        st.caption(translate("explore.download_help", reads))
        for kind, mime, make in (("html", "text/html", as_html), ("graphml", "application/xml", as_graphml)):
            label = translate(f"explore.download.{kind}", reads)
            st.download_button(label, make, f"guanxi-explore.{kind}", mime, on_click="ignore", width="stretch")


def _save(store: SavedViewStore, reads: Language) -> None:
    copy_link()
    st.caption(translate("explore.share_help", reads))
    with (
        st.form("explore-save", clear_on_submit=True, border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        name = st.text_input(translate("explore.saved.name", reads), key=_NAME, max_chars=MAX_NAME)
        pressed = st.form_submit_button(translate("explore.saved.save", reads))
    if pressed and name.strip():
        store.save(name.strip(), view_link(state.current_view()))
        st.caption(plain(translate("explore.saved.saved", reads, name=name.strip())))


def _saved(store: SavedViewStore, reads: Language) -> None:
    views = store.all()
    st.caption(translate("explore.saved.list" if views else "explore.saved.none", reads))
    for number, (name, link) in enumerate(views.items()):
        with st.container(horizontal=True, vertical_alignment="center", key=f"explore-saved-{number}"):
            st.button(plain(name), key=f"explore-open-{number}", width="stretch", on_click=_open, args=(link,))
            st.button(
                translate("explore.saved.delete", reads),
                key=f"explore-delete-{number}",
                type="tertiary",
                help=plain(translate("explore.saved.delete_named", reads, name=name)),
                on_click=_delete,
                args=(store, name),
            )


def _delete(store: SavedViewStore, name: str) -> None:
    try:
        store.delete(name)
    except GuanxiError as error:
        st.toast(plain(error.message(language())))


def _open(link: str) -> None:
    try:
        view = linked_view(link)
    except GuanxiError as error:
        st.toast(plain(error.message(language())))
        return
    state.select(None)
    state.change(view)
