"""What every component of the browser goes through."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from app.runtime.browser_component import _number, newest_only
from tests.support import ROOT

WITHOUT_DATA = {"guanxi_graph_library", "guanxi_page_turns", "guanxi_keyboard", "guanxi_working"}
_DECLARED = re.compile(r'st\.components\.v2\.component\(\s*"(\w+)"')


def test_whatever_gets_data_goes_through_it() -> None:
    declared = {
        name for file in (ROOT / "app").rglob("*.py") for name in _DECLARED.findall(file.read_text(encoding="utf-8"))
    }
    assert declared == WITHOUT_DATA


@pytest.mark.parametrize("js", ["", "export function other() {}", "export default function () {}\n" * 2])
def test_a_script_without_one_entry_is_refused(js: str) -> None:
    with pytest.raises(ValueError, match="a component's script has one"):
        newest_only(js)


@given(st.lists(st.dictionaries(st.sampled_from("ab"), st.integers(0, 2), max_size=2), max_size=8))
def test_the_number_rises_exactly_when_the_data_change(run: list[dict[str, int]]) -> None:
    kept: dict[str, object] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("streamlit.session_state", kept)
        numbers = [_number("key", data) for data in run]
    pairs = list(zip(run, numbers, strict=True))
    for (data, number), (next_data, next_number) in pairwise(pairs):
        assert (number == next_number) if data == next_data else (number < next_number)
    assert all(number < 2**53 for number in numbers)


def test_a_later_session_has_higher_numbers() -> None:
    def program() -> None:
        import streamlit as st

        from app.runtime.browser_component import _number

        st.write(str(_number("key", {"text": "a"})))

    first, second = (int(AppTest.from_function(program).run().markdown[0].value) for _ in range(2))
    assert first < second
