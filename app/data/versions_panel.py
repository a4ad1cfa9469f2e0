"""Kept versions, and the way back to one of them."""

from __future__ import annotations

from functools import partial

import streamlit as st

from app.data.changes import begin
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.state.view_state import language
from app.widgets.clock import clock
from core.curation.versions import restore, versions
from core.messages import translate
from core.retrieval.base import Base
from core.storage.restoring import KeptVersion


@stands_alone
def versions_panel(base: Base, shared: Services) -> None:
    """One line per version, newest first; the one that serves has no button."""
    reads = language()
    panel = st.expander(translate("data.versions", reads), key="versions", on_change="rerun")
    if not panel.open:
        return
    with panel:
        st.caption(translate("data.versions_help", reads, kept=base.settings.kept_versions))
        for kept in versions(base.settings):
            _version(kept, base, shared)


def _version(kept: KeptVersion, base: Base, shared: Services) -> None:
    reads, manifest = language(), kept.manifest
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        counts = [
            translate(f"data.holds.{kind}", reads, count=f"{getattr(manifest.counts, kind):,}")
            for kind in ("entities", "relations", "passages")
        ]
        sources = translate("data.versions.sources", reads, count=len(manifest.sources))
        size = translate("data.versions.size", reads, megabytes=round(kept.megabytes))
        built = clock(manifest.created_at)
        st.markdown(f"**{plain(built)}**  \n{plain(' · '.join([*counts, sources, size]))}", width="content")
        if kept.serving:
            st.markdown(plain(translate("data.versions.serving", reads)), width="content")
            return
        settings, ontology = base.settings, base.ontology

        def go_back(build_id: str) -> None:
            begin(shared, lambda _: restore(build_id, settings, ontology))

        label = translate("data.versions.restore" if kept.usable else "data.versions.other_model", reads)
        st.button(
            label,
            key=f"restore-{manifest.build_id}",
            disabled=shared.changing or not kept.usable,
            on_click=partial(go_back, manifest.build_id),
        )
