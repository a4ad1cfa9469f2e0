"""Data: what the knowledge base holds, what was imported into it, and how to bring one's own."""

from functools import partial

import streamlit as st

from app.data.import_panel import import_panel
from app.data.links_panel import links_panel
from app.data.removals_panel import delete_source_button, removals_panel
from app.data.row_problems import report_downloads
from app.data.same_companies_panel import same_companies_panel
from app.data.statistics_panel import loaded
from app.data.types_panel import types_panel
from app.data.versions_panel import versions_panel
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import services
from app.shell.changes import is_followed
from app.state.view_state import page_language
from app.widgets.clock import clock
from app.widgets.pickers import language_switch
from app.widgets.to_review import waits_for_review
from core.curation.exporting import EXPORT_FORMATS, export_archive
from core.errors import GuanxiError
from core.ingestion.records.sources import SourceInfo, source_report
from core.messages import translate
from core.operations.context import Context
from core.operations.kept_data import list_sources
from core.operations.operation import Nothing

language = page_language()
shared = services()
base = shared.opened_pipeline.base
context = Context(shared.opened)


def page() -> None:
    """What is loaded, the sources, the import."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(translate("data.title", language), width="content")
        language_switch()
    loaded(context, shared.problems)
    if is_followed(shared):
        return
    sources()
    st.header(translate("data.bring", language))
    st.caption(translate("data.bring_help", language))
    import_panel(base, shared)
    export()
    same_companies_panel(base, shared)
    st.header(translate("data.more", language))
    versions_panel(context, shared)
    removals_panel(context, shared)
    links_panel(base, shared)
    types_panel(base, shared)


@stands_alone
def sources() -> None:
    """What was imported, each with a way out."""
    try:
        found = list_sources.answer(context, Nothing()).sources
    except GuanxiError as error:
        st.error(plain(error.message(language)))
        return
    st.header(translate("data.sources", language))
    if not found:
        st.write(translate("data.no_sources", language))
    for info in found:
        source(info)
    waits_for_review(base)


@stands_alone
def source(info: SourceInfo) -> None:
    """One source: name, files, counts; deleting it asks once more."""
    with st.container(border=True, key=f"source-{info.id}"):
        left, right = st.columns([9, 3], vertical_alignment="center")
        left.markdown(f"**{plain(info.name)}**")
        parts = [
            clock(info.imported_at) if info.imported_at else translate("data.source_lost", language),
            *(
                translate(f"data.holds.{kind}", language, count=getattr(info, kind))
                for kind in ("entities", "relations", "passages", "refused", "repaired")
                if getattr(info, kind)
            ),
        ]
        left.caption(plain(" · ".join(parts)))
        if info.refused or info.repaired:
            with left:
                report_downloads(partial(source_report, base.settings.knowledge_base_folder, info.id), info.id)
        with right:
            delete_source_button(info.id, context, shared)


@stands_alone
def export() -> None:
    """Everything that is there, as files."""
    st.header(translate("data.export", language))
    st.caption(translate("data.export_help", language))
    with st.container(horizontal=True):
        for kind in EXPORT_FORMATS:
            made = partial(export_archive, base.knowledge_base, kind)
            st.download_button(kind.upper(), made, f"guanxi-{kind}.zip", "application/zip", on_click="ignore")


page()
