from __future__ import annotations

import gc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from core.domain.records import Entity, Passage, Relation
from core.runtime.collecting import rarely_collecting
from core.storage.trusted_records import trusted

NAMES = st.text(alphabet="ab 电池é", min_size=1, max_size=5).filter(lambda name: bool(name.strip()))


@given(NAMES, st.lists(NAMES, max_size=3), st.none() | st.integers(1000, 2100), st.text(max_size=9))
def test_what_a_record_wrote_makes_that_record(name: str, more: list[str], year: int | None, text: str) -> None:
    records: list[Any] = [
        Entity(
            id=name, type="company", name_zh=name, name_en=name, aliases=tuple(more), founded=year, description_en=text
        ),
        Relation(
            id=name,
            source=name,
            target=name,
            type="supplies",
            weight=0.5,
            year=year,
            evidence_zh=text,
            attributes=[(each, name) for each in more],
        ),
        Passage(id=name, text=name, title=text, language="zh", end=7),
    ]
    for record in records:
        line = record.model_dump_json(exclude_defaults=True).encode()
        made = trusted(type(record))(line + b"\n")
        assert made == record
        assert made.model_dump_json() == record.model_dump_json()
        assert made.model_copy(update={"origin": "x"}) == record.model_copy(update={"origin": "x"})
        with pytest.raises(ValidationError):
            made.origin = "frozen"


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(ValueError, match="EOF"):
        trusted(Entity)(b'{"id":')


def test_the_collector_is_as_before_afterwards() -> None:
    before = gc.get_threshold()
    with pytest.raises(RuntimeError), rarely_collecting():
        assert gc.get_threshold() > before
        raise RuntimeError
    assert gc.get_threshold() == before
