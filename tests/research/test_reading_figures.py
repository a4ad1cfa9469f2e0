"""How readings are judged, on texts in miniature."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.research.public_files import parquet
from tests.research.reading_figures import Read, is_right, least_confidences, raw_scores, type_scores
from tests.research.relation_texts import LabelledText, evidence_pairs, fewfc_texts, fire_texts

TEXT = LabelledText("甲公司收购乙。", ((0, 3), (5, 6)), frozenset({("甲公司", "acquired", "乙")}), "1")


@pytest.mark.parametrize(
    ("read", "apart", "alike"),
    [
        (Read("甲", "acquired", "乙", 0.9), True, True),
        (Read("甲公司", "shareholder_of", "乙", 0.9), False, True),
        (Read("乙", "acquired", "甲公司", 0.9), False, False),
        (Read("甲公司", "divested", "乙", 0.9), False, False),
        (Read("丙", "acquired", "乙", 0.9), False, False),
    ],
)
def test_type_direction_and_names_must_be_right(read: Read, apart: bool, alike: bool) -> None:
    assert is_right(read, TEXT, shares_alike=False) == apart
    assert is_right(read, TEXT, shares_alike=True) == alike


def test_precision_and_recall_are_of_the_types_that_are_annotated() -> None:
    read = [[Read("甲", "acquired", "乙", 0.9), Read("乙", "acquired", "甲", 0.5), Read("甲", "partner", "乙", 0.9)]]
    scores = raw_scores([TEXT], read, ("acquired",), shares_alike=False)
    assert scores == {"acquired": (0.5, 1.0, 1), "all": (0.5, 1.0, 1)}


def test_least_confidences_reach_the_precision_and_say_nothing_of_rare_types() -> None:
    right, wrong = Read("甲", "acquired", "乙", 0.9), Read("乙", "acquired", "甲", 0.4)
    assert least_confidences([TEXT] * 15, [[right, wrong]] * 15, ("acquired", "pledge"), 0.9) == {"acquired": 0.9}
    assert least_confidences([TEXT] * 3, [[right]] * 3, ("acquired",), 0.9) == {}


def test_scores_leave_the_direction_apart_unless_said() -> None:
    scores = type_scores(["acquired >", "none"], ["acquired <", "none"])
    assert (scores["acquired"], scores["macro, all"], scores["macro, directed"]) == (1.0, 1.0, 0.0)


def test_the_sets_are_read_with_their_spans_and_directions(tmp_path: Path) -> None:
    parquet(tmp_path, "entities", "id name", ["en:1", "Lufkin Industries Inc."], ["en:2", "GE"])
    parquet(tmp_path, "passages", "id text", ["core:1", "Lufkin was bought by GE."])
    columns = "source relation_type target passage dataset"
    parquet(tmp_path, "triples", columns, ["en:1", "acquired_by", "en:2", "core:1", "core"])
    (pair,) = evidence_pairs(tmp_path, "core")
    assert (pair.first, pair.second, pair.relation_type, pair.forward) == ((0, 6), (21, 23), "acquired", False)
    fire = tmp_path / "fire.json"
    entities = [{"type": "Company", "start": 0, "end": 1}, {"type": "Company", "start": 2, "end": 3}]
    relations = [{"type": "ActionBuy", "head": 0, "tail": 1}]
    row = {"tokens": ["GE", "bought", "HP"], "entities": entities, "relations": relations}
    fire.write_text(json.dumps([row]), encoding="utf-8")
    assert fire_texts(fire)[0].stated == {("GE", "acquired", "HP")}
    mentions = [
        {"role": "sub-org", "span": [0, 1], "word": "甲"},
        {"role": "obj-org", "span": [3, 4], "word": "乙"},
        {"role": "trigger", "span": [1, 3], "word": "起诉"},
    ]
    few = tmp_path / "few.json"
    few.write_text(
        json.dumps({"id": "1", "content": "甲起诉乙", "events": [{"type": "起诉", "mentions": mentions}]}), "utf-8"
    )
    assert fewfc_texts(few)[0].stated == {("甲", "litigation", "乙")}
