"""What a person opened stays open in the other language, and what they closed stays closed."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest

from tests.support import ROOT


def _page() -> None:
    import streamlit as st

    from app.runtime.expanders import expander

    asked = st.session_state
    made = expander(asked.get("label", "Path"), "path", expanded=asked.get("wanted", False))
    st.text(str(made.open))


def _open(page: AppTest) -> bool:
    assert not page.exception
    return bool(page.text[0].value == "True")


@pytest.mark.parametrize("wanted", [False, True])
def test_an_expander_stays_as_it_stands_when_its_label_changes(wanted: bool) -> None:
    page = AppTest.from_function(_page, default_timeout=60)
    page.session_state["wanted"] = wanted
    assert _open(page.run()) == wanted
    page.session_state["path"] = not wanted
    assert _open(page.run()) != wanted
    for label in ("路径", "路径", "Path"):
        page.session_state["label"] = label
        assert _open(page.run()) != wanted
    page.session_state["path"] = wanted
    assert _open(page.run()) == wanted
    page.session_state["label"] = "路径"
    assert _open(page.run()) == wanted


def test_what_is_wanted_open_anew_opens() -> None:
    page = AppTest.from_function(_page, default_timeout=60)
    assert not _open(page.run())
    page.session_state["wanted"] = True
    assert _open(page.run())


def test_every_expander_that_tells_whether_it_is_open_is_such_a_one() -> None:
    files = [*(ROOT / "app").rglob("*.py"), *(ROOT / "pages").glob("*.py")]
    calls = re.compile(r"st\.expander\((?:[^()]|\([^()]*\))*on_change")
    assert {file.name for file in files if calls.search(file.read_text(encoding="utf-8"))} == {"expanders.py"}
