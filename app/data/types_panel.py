"""The types of entities and relations, and how one's own are put in force."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.shell.changes import begin
from app.state.view_state import page_language
from core.curation.ontology_in_force import EXAMPLE, change_own_types, check_own_types, own_types
from core.errors import GuanxiError
from core.messages import translate
from core.ontology import Ontology, OntologyInvalidError
from core.retrieval.base import Base


@stands_alone
def types_panel(base: Base, shared: Services) -> None:
    """Tables of what there is, a file to add to it, a way back."""
    language, settings = page_language(), base.settings
    panel = expander(translate("data.types", language), "types")
    if not panel.open:
        return
    with panel:
        st.caption(translate("data.types_help", language))
        _tables(base.ontology)
        file = st.file_uploader(translate("data.types.file", language), type=["yaml", "yml"], key="types-file")
        text = "" if file is None else file.getvalue().decode("utf-8-sig", "replace")
        fault = _fault(text, base) if file is not None else None
        if fault is not None:
            st.error(plain(fault.message(language)))
        own = own_types(settings)
        with st.container(horizontal=True):
            usable = file is not None and fault is None and not shared.changing
            st.button(
                translate("data.types.use", language),
                type="primary",
                disabled=not usable,
                on_click=_change(text, base, shared),
            )
            if own:
                st.button(
                    translate("data.types.remove", language),
                    disabled=shared.changing,
                    on_click=_change(None, base, shared),
                )
            offered = ("own", own, "ontology.yaml") if own else ("example", *_example())
            st.download_button(
                translate(f"data.types.{offered[0]}", language), offered[1], offered[2], "text/yaml", on_click="ignore"
            )


def _example() -> tuple[str, str]:
    return EXAMPLE.read_text(encoding="utf-8"), EXAMPLE.name


def _fault(text: str, base: Base) -> GuanxiError | None:
    try:
        check_own_types(text, base.settings)
    except OntologyInvalidError as error:
        return error
    return None


def _change(text: str | None, base: Base, shared: Services) -> Callable[[], None]:
    def change() -> None:
        begin(shared, lambda listener: change_own_types(text, base.settings, listener))

    return change


def _tables(ontology: Ontology) -> None:
    language = page_language()

    def heading(name: str) -> str:
        return translate(f"data.types.{name}", language)

    st.markdown(f"**{heading('relation')}**")
    relations = [
        (
            kind.id,
            kind.label.text(language),
            kind.inverse.text(language),
            kind.family,
            translate(f"level.{kind.tier}", language),
        )
        for kind in ontology.types.values()
    ]
    columns = [heading(name) for name in ("id", "label", "inverse", "family", "tier")]
    st.dataframe(pd.DataFrame(relations, columns=columns), hide_index=True)
    st.markdown(f"**{heading('entity')}**")
    entities = [
        (kind.id, kind.label.text(language), heading("bridge" if kind.bridge else "answer"))
        for kind in ontology.entity_types.values()
    ]
    columns = [heading(name) for name in ("id", "label", "role")]
    st.dataframe(pd.DataFrame(entities, columns=columns), hide_index=True)
