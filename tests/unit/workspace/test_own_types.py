"""What is kept as types of one's own is a mapping in YAML, or is refused."""

from __future__ import annotations

import pytest

from core.workspace.own_types import OWN_TYPES


@pytest.mark.parametrize("content", ["- a list\n", "a: [unfinished", "just words", "", "x: &a [*a]\n- y", "3"])
def test_what_is_no_mapping_is_refused(content: str) -> None:
    with pytest.raises(ValueError):
        OWN_TYPES.read({"content": content})


def test_a_mapping_is_kept_as_it_is_written() -> None:
    text = "# mine\nrelation_types: {}\n"
    assert OWN_TYPES.read({"content": text.encode()}) == text == OWN_TYPES.read({"content": text})
