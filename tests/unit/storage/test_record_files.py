"""Records that are written as they were read, and those that are not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Entity
from core.storage.record_files import LinesRead, RecordFile, json_line, save_lines

entities = st.builds(
    Entity,
    id=st.from_regex(r"[a-z]{1,8}", fullmatch=True),
    type=st.just("company"),
    name_zh=st.sampled_from(["公司", "A \u2028 B"]),
    name_en=st.sampled_from(["Company", 'a\\b"c']),
    aliases=st.lists(st.sampled_from(["x", "甲"]), max_size=2).map(tuple),
)


@given(st.lists(entities, max_size=5))
def test_a_record_that_was_read_is_written_as_it_would_be_anew(records: list[Entity]) -> None:
    lines, read = LinesRead(), Entity.model_validate_json
    again = [read(json_line(record)) for record in records]
    lines.keep(again, [json_line(record) for record in records])
    assert [lines.of(record) for record in again] == [json_line(record) for record in again]


def test_what_was_changed_since_is_written_anew(tmp_path: Path) -> None:
    lines = LinesRead()
    kept = Entity(id="a", type="company", name_zh="甲", name_en="A")
    lines.keep([kept], [json_line(kept)])
    changed = kept.model_copy(update={"name_en": "B"})
    told = save_lines(map(lines.of, [kept, changed]), tmp_path / "read")
    anew = save_lines(map(json_line, [kept, changed]), tmp_path / "anew")
    assert np.array_equal(told, anew)
    assert RecordFile(Entity, tmp_path / "read").all() == [kept, changed]


def test_a_file_cut_short_is_refused_when_it_is_opened(tmp_path: Path) -> None:
    kept = Entity(id="a", type="company", name_zh="甲", name_en="A")
    save_lines([json_line(kept)] * 2, tmp_path / "entities")
    file = tmp_path / "entities" / "records.jsonl"
    file.write_bytes(file.read_bytes()[:-5])
    with pytest.raises(ValueError, match="entities: the records do not end where they should"):
        RecordFile(Entity, tmp_path / "entities")
