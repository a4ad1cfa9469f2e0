"""Files are read only where they are regular ones: nothing waits for a pipe that nobody fills."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import DataUnreadableError
from core.evaluation.answer_report import load_answer_run
from core.evaluation.asked_questions import read_asked_questions
from core.evaluation.saved_runs import load_run
from core.evaluation.tasks import read_task_set
from core.ingestion.reading.given_texts import given_texts
from core.ingestion.records.csv_files import read_data_set
from core.messages import Language
from core.monitoring.api_keys import ApiKeys
from core.ontology import default_ontology
from core.operations.given_files import read_given
from core.runtime.regular_files import NOT_REGULAR, read_regular, read_regular_text
from core.settings import Settings, SettingsInvalidError

SAID: dict[Language, str] = {"zh": "不是普通文件", "en": NOT_REGULAR}


@pytest.fixture(params=["pipe", "device", "socket"])
def irregular(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "companies.csv"
    if request.param == "pipe":
        os.mkfifo(path)
    elif request.param == "device":
        path.symlink_to("/dev/zero")
    else:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(path))
    return path


def test_a_regular_file_is_read_through_a_link_and_as_text(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes("名称\r\n甲\r\n".encode())
    (tmp_path / "b.csv").symlink_to(tmp_path / "a.csv")
    assert read_regular(tmp_path / "b.csv") == "名称\r\n甲\r\n".encode()
    assert read_regular_text(tmp_path / "b.csv") == "名称\n甲\n"


def test_a_folder_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        read_regular(tmp_path)


def test_what_is_no_regular_file_is_not_waited_for(irregular: Path) -> None:
    with pytest.raises(OSError):
        read_regular(irregular)


READERS: list[Callable[[Path], object]] = [
    read_given,
    lambda path: list(given_texts(path)),
    lambda path: read_asked_questions([path]),
    lambda path: read_task_set([path]),
    load_run,
    load_answer_run,
    lambda path: read_data_set(path.parent, default_ontology()),
]


@pytest.mark.parametrize("read", READERS)
def test_every_reader_of_a_named_file_says_so_in_both_languages(read: Callable[[Path], object], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "companies.csv")
    with pytest.raises(DataUnreadableError) as raised:
        read(tmp_path / "companies.csv")
    for language, said in SAID.items():
        assert said in raised.value.message(language)


def test_a_file_of_keys_that_is_a_pipe_is_told_at_the_start(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "keys")
    with pytest.raises(SettingsInvalidError, match=NOT_REGULAR):
        ApiKeys(Settings(api_keys_file=tmp_path / "keys"))
