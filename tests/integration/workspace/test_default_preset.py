"""The default preset is what a running app answers under, whoever put it in force."""

from __future__ import annotations

from pathlib import Path

from app.runtime.services import Services
from core.defaults import default_fusion, default_influence
from core.domain.requests import FusionMode
from core.settings import Settings
from core.workspace.presets import PRESETS, PresetStore
from core.workspace.tuned_settings import TunedSettings
from core.workspace.workspace import Workspace
from tests.integration.app.runtime.test_shared_app import wait_until

RRF = TunedSettings(mode=FusionMode.RRF, rrf_k=7, damping=0.5, influence="by_question")


def under(app: Services) -> TunedSettings:
    return TunedSettings.of(app.settings_in_force)


def test_a_default_of_another_process_is_in_force_and_taken_back(own_settings: Settings) -> None:
    app = Services(own_settings)
    wait_until(lambda: app.warm)
    before, serving = under(app), app.pipeline
    store = PresetStore(own_settings.knowledge_base_folder)
    store.save("ranks", RRF)
    store.make_default("ranks")
    wait_until(lambda: app.look_for_newer() or app.pipeline is not serving)
    assert app.pipeline is not None
    assert app.pipeline.base.knowledge_base is not None
    assert under(app) == RRF
    assert default_fusion(app.pipeline.base.settings).rrf_k == 7
    assert default_influence(app.pipeline.base.settings) == "by_question"
    store.undo_default()
    app.put_default_preset_in_force()
    assert under(app) == before


def test_an_app_begins_under_the_default_and_without_presets_that_cannot_be_read(own_settings: Settings) -> None:
    folder: Path = own_settings.knowledge_base_folder
    PresetStore(folder).save("ranks", RRF)
    PresetStore(folder).make_default("ranks")
    app = Services(own_settings)
    wait_until(lambda: app.pipeline is not None)
    assert under(app) == RRF
    Workspace.beside(folder).put(PRESETS, "{")
    app.put_default_preset_in_force()
    assert under(app) == TunedSettings.of(own_settings)
