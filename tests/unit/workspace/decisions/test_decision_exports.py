"""Decisions as CSV, JSON lines and relations to import."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.spreadsheet_cells import original_cell, safe_cell
from core.domain.text import clean_text
from core.ingestion.records.csv_files import read_data_set
from core.ontology import Ontology
from core.workspace.decisions import Decision, as_csv, as_jsonl, as_relations_csv
from tests.support import ROOT, company, write_data
from tests.unit.workspace.decisions.made_decisions import decision, key, made

FORMULA_SIGNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")


def rows_of(content: bytes) -> list[dict[str, str]]:
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


as_stored = original_cell


@pytest.mark.parametrize("sign", FORMULA_SIGNS)
@pytest.mark.parametrize("before", ["", " ", "\u3000", "\ufeff", "\u200b", "\0", "'", "' '"])
def test_what_a_spreadsheet_would_run_is_kept_from_running(before: str, sign: str) -> None:
    assert safe_cell(f"{before}{sign}1") == f"'{before}{sign}1"


@pytest.mark.parametrize(
    "text", ["BYD", "比亚迪", "", "1+1", "a=b", "'", "'quoted'", " x", "lg-energy-solution", "长城＝GWM"]
)
def test_harmless_cells_stay_as_they_are(text: str) -> None:
    assert safe_cell(text) == text


@given(several=st.lists(made, max_size=5))
def test_the_csv_gives_back_every_row(several: list[Decision]) -> None:
    content = as_csv(several)
    read = rows_of(content)
    assert content.decode("utf-8-sig").startswith("source,type,target,verdict,relevance,judge,decided_at,note\r\n")
    assert [cell for row in read for cell in row.values() if cell.startswith(FORMULA_SIGNS)] == []
    again = [
        Decision.model_validate(
            {
                "source_id": as_stored(row["source"]),
                "relation_type": as_stored(row["type"]),
                "target_id": as_stored(row["target"]),
                "verdict": row["verdict"],
                "relevance": float(row["relevance"]) if row["relevance"] else None,
                "judge": row["judge"],
                "decided_at": row["decided_at"],
                "note": as_stored(row["note"]),
            }
        )
        for row in read
    ]
    assert again == several


@given(several=st.lists(made, max_size=5))
def test_each_line_of_the_jsonl_is_one_decision(several: list[Decision]) -> None:
    lines = as_jsonl(several).decode().splitlines()
    assert [Decision.model_validate(json.loads(line)) for line in lines] == several


def test_exports_of_nothing_have_their_header_only() -> None:
    assert rows_of(as_csv([])) == rows_of(as_relations_csv([])) == []
    assert as_jsonl([]) == b""


def test_chinese_stays_legible_in_the_jsonl() -> None:
    (line,) = as_jsonl([decision("比亚迪", note="确认\u2028")]).decode().splitlines()
    assert line.startswith('{"source_id":"比亚迪","target_id":"catl",')
    assert line.endswith('"note":"确认\\u2028"}')


@given(several=st.lists(made, max_size=5))
def test_the_relations_are_those_accepted_with_exact_ids(several: list[Decision]) -> None:
    accepted = [one for one in several if one.verdict == "accepted"]
    read = rows_of(as_relations_csv(iter(several)))
    assert [(row["source"], row["target"], row["type"]) for row in read] == [key(one) for one in accepted]
    assert all(row["evidence_zh"].startswith("分析师确认") for row in read)
    assert [row["evidence_en"] for row in read] == [
        f"analyst-confirmed: {one.note}" if one.note else "analyst-confirmed" for one in accepted
    ]


def test_the_relations_have_columns_of_the_sample_data_in_their_order() -> None:
    with (ROOT / "data" / "relations.csv").open(encoding="utf-8-sig", newline="") as sample:
        columns = next(csv.reader(sample))
    exported = as_relations_csv([]).decode("utf-8-sig").removesuffix("\r\n").split(",")
    assert exported == [column for column in columns if column in exported]
    assert {"source", "type", "target", "year", "evidence_zh", "evidence_en"} <= set(exported)


def test_accepted_relations_can_be_imported(tmp_path: Path, ontology: Ontology) -> None:
    hard = ["=1+1", "'quoted'", 'a "b", c', "比亚迪", "-x"]
    write_data(tmp_path, companies=[company(identifier, identifier, identifier) for identifier in hard])
    notes = ["", "两家公司都\n已确认", "=SUM(A1)", "长" * 1000, "a,b"]
    several = [
        decision(source, target, "supplies", note=note)
        for source, target, note in zip(hard, hard[1:] + hard[:1], notes, strict=True)
    ]
    (tmp_path / "relations.csv").write_bytes(
        as_relations_csv([*several, decision(hard[0], hard[2], verdict="rejected")])
    )
    found = read_data_set(tmp_path, ontology)
    assert found.problems == ()
    assert [(one.source, one.target, one.type) for one in found.relations] == [key(one) for one in several]
    assert {one.weight for one in found.relations} == {1.0}
    assert [one.evidence_zh for one in found.relations] == [
        f"分析师确认：{clean_text(note)}" if note else "分析师确认" for note in notes
    ]
    assert found.relations[0].evidence_en == "analyst-confirmed"
