"""Kept versions, and the way back to one of them."""

from __future__ import annotations

import streamlit as st

from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.shell.changes import begin
from app.state.view_state import page_language
from app.widgets.clock import clock
from core.messages import translate
from core.operations.context import Context
from core.operations.kept_data import RestoreRequest, VersionListed, list_versions, restore_version
from core.operations.operation import Nothing


@stands_alone
def versions_panel(context: Context, shared: Services) -> None:
    """One line per version, newest first; the one that serves has no button."""
    language = page_language()
    panel = expander(translate("data.versions", language), "versions")
    if not panel.open:
        return
    with panel:
        st.caption(translate("data.versions_help", language, kept=context.settings.kept_versions))
        for kept in list_versions.answer(context, Nothing()).versions:
            _version(kept, shared)


def _version(kept: VersionListed, shared: Services) -> None:
    language = page_language()
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        counts = [
            translate(f"data.holds.{kind}", language, count=f"{getattr(kept.counts, kind):,}")
            for kind in ("entities", "relations", "passages")
        ]
        sources = translate("data.versions.sources", language, count=len(kept.sources))
        size = translate("data.versions.size", language, megabytes=round(kept.megabytes))
        built = clock(kept.created_at)
        st.markdown(f"**{plain(built)}**  \n{plain(' · '.join([*counts, sources, size]))}", width="content")
        if kept.serving:
            st.markdown(plain(translate("data.versions.serving", language)), width="content")
            return

        def go_back() -> None:
            begin(shared, shared.work_of(restore_version, RestoreRequest(build_id=kept.build_id)))

        label = translate("data.versions.restore" if kept.usable else "data.versions.other_model", language)
        st.button(
            label,
            key=f"restore-{kept.build_id}",
            disabled=shared.changing or not kept.usable,
            on_click=go_back,
        )
