from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.__main__ import main
from core.api_keys import ApiKeys, new_key, parsed
from core.errors import SettingsInvalidError
from core.settings import Settings


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
    with pytest.raises(SettingsInvalidError):
        new_key(name)


def test_a_file_is_read_again_when_it_changes(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "keys"
    text, kept = new_key("one")
    file.write_text(kept.line, encoding="utf-8")
    held = keys(api_keys_file=file)
    assert held.find(text) == kept
    file.write_text("what is this", encoding="utf-8")
    assert held.find(text) is None
    assert "GUANXI_API_KEYS_FILE" in caplog.text
    file.write_text(f"{kept.line}\n", encoding="utf-8")
    assert held.find(text) == kept
    file.unlink()
    assert held.find(text) is None


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
