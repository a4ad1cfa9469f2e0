from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cli.parser import main
from core.messages import LANGUAGES
from core.monitoring.api_keys import ApiKeys, KeyNameInvalidError, new_key, parsed
from core.settings import Settings, SettingsInvalidError


def keys(**changes: object) -> ApiKeys:
    return ApiKeys(Settings().model_copy(update=changes))


@given(st.text(max_size=200))
def test_no_text_but_the_key_itself_opens(text: str) -> None:
    right, kept = new_key("one")
    found = keys(api_keys=kept.line).find(text)
    assert found is None or text == right


def test_the_right_key_is_found_by_name() -> None:
    (first, kept_first), (second, kept_second) = new_key("first"), new_key("second", may_ingest=True)
    both = keys(api_keys=f"{kept_first.line}; {kept_second.line}")
    assert both.find(first) == kept_first
    assert both.find(second) == kept_second
    assert both.find(second).may_ingest  # type: ignore[union-attr]
    assert both.find(kept_first.digest) is None


@pytest.mark.parametrize(
    "entry", ["short", "name abc", f"bad name {'0' * 64} x", f"n {'g' * 64}", f"n {'0' * 64} write"]
)
def test_an_entry_that_does_not_fit_is_refused_without_being_shown(entry: str) -> None:
    with pytest.raises(SettingsInvalidError) as refused:
        parsed(f"# remark\n{entry}", "GUANXI_API_KEYS")
    assert "entry 2" in str(refused.value)
    assert entry not in str(refused.value)


@pytest.mark.parametrize("name", ["", "two words", "x" * 65, "中文"])
def test_names_that_could_not_be_read_back_are_refused(name: str) -> None:
    with pytest.raises(KeyNameInvalidError):
        new_key(name)


def test_a_file_is_read_again_when_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    (text, kept), (other, kept_too) = new_key("one"), new_key("two")
    file.write_text(kept.line, encoding="utf-8")
    held = keys(api_keys_file=file)
    assert (held.find(text), held.find(other)) == (kept, None)
    file.write_bytes(f"\ufeff{kept_too.line}\r\n".encode())
    assert (held.find(text), held.find(other)) == (None, kept_too)
    file.write_text("# nobody\n", encoding="utf-8")
    assert held.in_force() == ()
    assert held.configured
    assert held.fault is None


SECRET = "0123456789abcdef" * 4


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("# remark\nwhat is this", "line 3"),
        (f"name {SECRET} write", "line 2"),
        (f"{SECRET}", "line 2"),
        (f"guanxi_{SECRET}\n", "line 2"),
        ("a b; c d", "line 2"),
        ("\ud800", "line 2 is not UTF-8"),
    ],
)
def test_a_line_that_does_not_fit_leaves_the_keys_read_before(
    more: str, said: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "keys"
    (text, kept), (other, added) = new_key("one"), new_key("two")
    file.write_text(kept.line, encoding="utf-8")
    held = keys(api_keys_file=file)
    file.write_bytes(f"{kept.line}\n{more}\n{added.line}".encode("utf-8", "surrogatepass"))
    assert (held.find(text), held.find(other)) == (kept, None)
    assert held.fault is not None
    assert said in held.fault.detail("en")
    assert held.fault.detail("zh") != held.fault.detail("en")
    assert said in caplog.text
    assert len(caplog.records) == 1  # not at every request
    for shown in (caplog.text, *(held.fault.message(language) for language in LANGUAGES), repr(held.fault.__cause__)):
        assert SECRET not in shown
    file.write_text(f"{kept.line}\n{added.line}", encoding="utf-8")
    assert (held.find(text), held.find(other), held.fault) == (kept, added, None)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FileNotFoundError(2, "No such file or directory"), "is not there: put it back"),
        (NotADirectoryError(20, "Not a directory"), "is not there: put it back"),
        (PermissionError(13, "Permission denied"), "may not be read: let the user"),
        (IsADirectoryError(21, "Is a directory"), "names a folder: name a file"),
        (OSError(5, "Input/output error"), "Input/output error"),
        (OSError(), "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_in_a_sentence(
    error: OSError, said: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "keys"
    file.write_text(new_key("one")[1].line, encoding="utf-8")
    held = keys(api_keys_file=file)

    def fail(_: Path) -> bytes:
        raise error

    monkeypatch.setattr("core.monitoring.api_keys.read_regular", fail)
    file.touch()
    os.utime(file, (1, 1))
    assert held.fault is not None
    with pytest.raises(SettingsInvalidError) as at_the_start:
        keys(api_keys_file=file)
    told = [each.message(language) for each in (held.fault, at_the_start.value) for language in LANGUAGES]
    shown = [caplog.text, *told, *(held.fault.detail(language) for language in LANGUAGES)]
    assert said in caplog.text
    assert said in told[1]
    for text in shown:
        assert not re.search(r"\w+Error\b|\bErrno\b", text), text
        assert "GUANXI_API_KEYS_FILE" in text
        assert str(tmp_path) not in text


def test_a_file_that_is_away_for_a_moment_leaves_the_keys_read_before(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "keys"
    text, kept = new_key("one")
    file.write_text(kept.line, encoding="utf-8")
    held = keys(api_keys_file=file)
    file.unlink()
    assert held.find(text) == kept
    assert held.fault is not None
    assert "is not there: put it back" in caplog.text
    file.write_text("", encoding="utf-8")
    assert (held.find(text), held.fault) == (None, None)


def test_keys_are_configured_where_any_are_named(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("", encoding="utf-8")
    assert not keys(api_keys=" ").configured
    assert keys(api_keys_file=tmp_path / "keys").configured
    assert keys(api_keys="# none yet").configured


def test_a_file_that_is_not_there_is_said_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalidError, match="GUANXI_API_KEYS_FILE"):
        keys(api_keys_file=tmp_path / "nothing")


def test_the_command_shows_a_key_once_and_what_to_keep(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["api-key", "somebody", "--ingest"]) == 0
    shown = capsys.readouterr()
    text, line = shown.out.strip(), shown.err.strip().splitlines()[-1]
    assert re.fullmatch(r"guanxi_[\w-]{43}", text)
    found = keys(api_keys=line).find(text)
    assert found is not None
    assert (found.name, found.may_ingest) == ("somebody", True)
    assert text not in shown.err


@pytest.mark.parametrize("name", ["", " ", "a b", "a;b", "密钥", "a" * 65, "a\nb", "<b>"])
def test_a_name_that_no_key_can_have_is_said_to_be_that(name: str) -> None:
    with pytest.raises(KeyNameInvalidError) as caught:
        new_key(name)
    assert "variable" not in caught.value.message("en")
    assert "环境变量" not in caught.value.message("zh")
