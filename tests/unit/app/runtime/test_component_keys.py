"""Keys of components."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from app.runtime.component_keys import component_key

PARTS = st.lists(st.text(alphabet="_%-a5FD2é京 /", max_size=6), min_size=1, max_size=3)


@given(PARTS, PARTS)
@example(["a__b"], ["a_%5Fb"])
@example(["a-b"], ["a", "b"])
def test_keys_hold_no_delimiter_and_differ_where_parts_do(parts: list[str], others: list[str]) -> None:
    assert "__" not in component_key(*parts)
    assert (component_key(*parts) == component_key(*others)) == (parts == others)
