"""The panel of presets, drawn without a browser where a browser cannot be made to click at the right instant."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from core.settings import Settings
from core.workspace.presets import Preset, PresetStore, write_presets
from core.workspace.tuned_settings import TunedSettings


def _page(folder: str) -> None:
    from pathlib import Path
    from types import SimpleNamespace

    import streamlit as st

    from app.tune.presets_panel import presets_panel
    from core.settings import Settings

    st.session_state["lang"] = "en"
    settings = Settings(knowledge_base_folder=Path(folder))
    services = SimpleNamespace(settings=settings, settings_in_force=settings, put_default_preset_in_force=lambda: None)
    presets_panel(services)  # type: ignore[arg-type]


def _import_button(page: AppTest):  # type: ignore[no-untyped-def]
    return next(button for button in page.button if button.label == "Import this file")


def test_the_file_chosen_last_is_imported_although_the_page_was_drawn_for_another(tmp_path: Path) -> None:
    good = write_presets((Preset(name="Ranks", tuned=TunedSettings.of(Settings())),))
    page = AppTest.from_function(_page, kwargs={"folder": str(tmp_path)}, default_timeout=60).run()
    page.session_state["tune-presets"] = True
    page.run()
    page.file_uploader(key="tune-import-presets").set_value(("broken.json", b"{", "application/json"))
    page.run()
    page.file_uploader(key="tune-import-presets").set_value(("presets.json", good, "application/json"))
    _import_button(page).click()
    page.run()
    assert not page.error
    assert PresetStore(tmp_path).all().names == ("Ranks",)


def test_a_file_taken_back_in_the_same_instant_is_not_imported(tmp_path: Path) -> None:
    page = AppTest.from_function(_page, kwargs={"folder": str(tmp_path)}, default_timeout=60).run()
    page.session_state["tune-presets"] = True
    page.run()
    page.file_uploader(key="tune-import-presets").set_value(("broken.json", b"{", "application/json"))
    page.run()
    button = _import_button(page)
    page.file_uploader(key="tune-import-presets").set_value(None)
    button.click()
    page.run()
    assert not page.error
    assert not page.exception
