"""A checkout and an installed program differ in where they write and in how their commands are called."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from core.messages import LANGUAGES, catalogue
from core.runtime.installation import INSTALLED, PROJECT_FOLDER, as_called, cache_folder, default_home
from core.settings import Settings
from tests.support import ROOT

OF_A_CHECKOUT = re.compile(r"python -m (core|app)|make (app|api)\b")


def test_a_checkout_is_known_as_one_and_writes_into_itself() -> None:
    assert (INSTALLED, PROJECT_FOLDER, default_home()) == (False, ROOT, ROOT / ".guanxi")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no variable for that folder")
def test_an_installed_program_writes_into_the_folder_of_its_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_home(installed=True) == tmp_path / "guanxi"


def test_one_setting_moves_everything_that_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANXI_HOME", str(tmp_path))
    settings = Settings()
    assert settings.knowledge_base_folder == tmp_path / "knowledge_base"
    assert settings.llm_cache_file == tmp_path / "model_answers.sqlite3"
    assert cache_folder() == tmp_path / "cache"


def test_a_folder_that_is_set_stays_where_it_was_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANXI_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(tmp_path / "elsewhere"))
    assert Settings().knowledge_base_folder == tmp_path / "elsewhere"


@pytest.mark.parametrize(
    ("in_a_checkout", "installed"),
    [
        ("Run python -m core build first.", "Run guanxi build first."),
        ("python -m app --port 1", "guanxi app --port 1"),
        ("python -m app.api", "guanxi api"),
        ("请用 make app 启动", "请用 guanxi app 启动"),
        ("make api serves it", "guanxi api serves it"),
    ],
)
def test_commands_are_called_as_they_are_installed(in_a_checkout: str, installed: str) -> None:
    assert as_called(in_a_checkout, installed=True) == installed
    assert as_called(in_a_checkout) == in_a_checkout


def test_no_message_of_an_installed_program_names_a_command_of_a_checkout() -> None:
    texts = [catalogue()[key][language] for key in catalogue() for language in LANGUAGES]
    assert sum(bool(OF_A_CHECKOUT.search(text)) for text in texts) > 50
    assert [text for text in texts if OF_A_CHECKOUT.search(as_called(text, installed=True))] == []
