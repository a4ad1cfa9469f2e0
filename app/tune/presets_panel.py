"""Presets: save what the controls say, load it again, make it the default, take it elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import streamlit as st

from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.services import Services
from app.state.sliders import chosen_settings
from app.state.tuning_state import tune
from app.state.view_state import page_language
from core.errors import GuanxiError
from core.messages import translate
from core.workspace.presets import MAX_NAME, Presets, PresetStore, write_presets

_Kind = Literal["primary", "secondary", "tertiary"]
_CHOSEN = "tune_preset"
_NAME = "tune_preset_name"
_FAULT = "tune_preset_fault"
_SAID = "tune_preset_said"
_IMPORTED = "tune-import-presets"


def presets_panel(shared: Services) -> Presets:
    """The panel; returns what is saved, nothing where it cannot be read, which is said."""
    language, store = page_language(), PresetStore(shared.settings.knowledge_base_folder)
    try:
        kept = store.all()
    except GuanxiError as error:
        st.error(plain(error.message(language)))
        return Presets()
    in_force = translate("tune.default_is", language, name=kept.default) if kept.default else None
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(plain(in_force or translate("tune.default_none", language)), width="content")
        if kept.default:
            _button("tune.back_to_settings", shared, lambda: store.make_default(""), kind="tertiary")
        if kept.default_before is not None:
            _button("tune.undo_default", shared, store.undo_default, kind="tertiary")
    if said := st.session_state.pop(_SAID, None):
        st.info(plain(said))
    fault = st.session_state.pop(_FAULT, None)
    if fault:
        st.error(plain(fault))
    panel = expander(translate("tune.presets", language), "tune-presets")
    if panel.open:
        with panel:
            _save(shared, store)
            if kept.presets:
                _one(shared, store, kept)
            _files(shared, store, kept)
    return kept


def _save(shared: Services, store: PresetStore) -> None:
    language = page_language()

    def save() -> None:
        store.save(st.session_state[_NAME], chosen_settings(shared.settings_in_force))
        st.session_state[_NAME] = ""

    with st.form("tune-save", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            translate("tune.preset_name", language),
            key=_NAME,
            max_chars=MAX_NAME,
            help=translate("tune.save_help", language),
        )
        saved = _doing(shared, save)
        st.form_submit_button(translate("tune.save", language), key="tune.save-button", on_click=saved, type="primary")


def _one(shared: Services, store: PresetStore, kept: Presets) -> None:
    """What can be done with one preset."""
    language = page_language()
    if st.session_state.get(_CHOSEN) not in kept.names:
        st.session_state[_CHOSEN] = kept.default or kept.names[0]
    name: str = st.selectbox(translate("tune.preset", language), kept.names, key=_CHOSEN)
    chosen = kept.named(name)
    with st.container(horizontal=True, vertical_alignment="center"):
        _button("tune.load", shared, lambda: tune(chosen.tuned))
        if name != kept.default:
            _button("tune.make_default", shared, lambda: store.make_default(name))
        _button("tune.delete", shared, lambda: _delete(store, kept, name))
        with st.popover(translate("tune.rename", language), key="tune-rename"):
            to = st.text_input(translate("tune.new_name", language), max_chars=MAX_NAME, key="tune_new_name")
            _button("tune.rename_now", shared, lambda: store.rename(name, to))


def _delete(store: PresetStore, kept: Presets, name: str) -> None:
    store.delete(name)
    if name == kept.default:
        st.session_state[_SAID] = translate("tune.default_deleted", page_language(), name=name)


def _files(shared: Services, store: PresetStore, kept: Presets) -> None:
    """To another knowledge base, or from one."""
    language = page_language()
    if kept.presets:
        st.download_button(
            translate("tune.export", language),
            write_presets(kept.presets),
            "guanxi-presets.json",
            "application/json",
            on_click="ignore",
        )

    def bring() -> None:
        file = st.session_state[_IMPORTED]  # not the one the button was drawn for: another may have been chosen since
        if file is not None:
            store.bring(file.getvalue())

    if st.file_uploader(translate("tune.import", language), type=["json"], key=_IMPORTED) is not None:
        _button("tune.import_now", shared, bring)


def _button(key: str, shared: Services, work: Callable[[], object], kind: _Kind = "secondary") -> None:
    """A button that does ``work``."""
    st.button(translate(key, page_language()), key=f"{key}-button", on_click=_doing(shared, work), type=kind)


def _doing(shared: Services, work: Callable[[], object]) -> Callable[[], None]:
    """Does ``work`` and puts in force what is the default then; what goes wrong is said above."""

    def do() -> None:
        try:
            work()
        except GuanxiError as error:
            st.session_state[_FAULT] = error.message(page_language())
        shared.put_default_preset_in_force()

    return do
