from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rigour.territories import lookup_territory

from core.names.territories import FILE, territory_code
from core.runtime.package_files import package_text
from tests.territory_names import shipped, written_names


def code(words: str) -> str:
    found = lookup_territory(words)
    return "" if found is None else str(found.code)


def test_the_names_are_those_of_the_library() -> None:
    assert package_text("core.names", FILE) == shipped(), "python -m tests.territory_names writes them anew"


def test_every_name_of_the_library_means_what_it_means_there() -> None:
    assert [name for name in written_names() if territory_code(name) != code(name)] == []


@pytest.mark.parametrize(
    ("words", "wanted"),
    [("Sweden", "se"), ("USA", "us"), ("Massachusetts", "us-ma"), ("Россия", "ru"), ("batteries", "")],
)
def test_names_codes_and_other_words(words: str, wanted: str) -> None:
    assert territory_code(words) == wanted


@given(st.text(max_size=12))
def test_any_text(words: str) -> None:
    assert territory_code(words) == code(words)
