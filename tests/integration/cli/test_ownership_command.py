"""The command ``ownership``: files that users have, imported without a mapping, and what it prints of them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from core.cli.parser import main
from core.ingestion.building.build import build_knowledge_base
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.command_line import printed
from tests.support import ROOT

DATASETS = Path(os.environ.get("GUANXI_DATASETS", ROOT.parent / "shared" / "datasets"))
BODS = sorted((DATASETS / "ownership_bods").glob("*.json"))
DAYS = ("2020-01-01", "2021-12-31", "2022-06-01", "2022-12-31", "2026-01-01")
"""On which everything that had happened had been stated."""
PARTS = {"owners", "controllers", "ultimate", "holdings", "circular"}


@pytest.fixture(autouse=True)
def commanded(own_settings: Settings, encoder: Encoder, ontology: Ontology, monkeypatch: pytest.MonkeyPatch) -> None:
    """A knowledge base of the document example, which commands use and change."""
    build_knowledge_base(own_settings, encoder, ontology)
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(own_settings.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(own_settings.knowledge_base_folder))


def owned(capsys: pytest.CaptureFixture[str], company: str, *options: str) -> dict[str, Any]:
    found = printed(capsys, "ownership", company, *options, "--json")
    assert found.keys() == PARTS
    return dict(found)


def shares(holders: list[dict[str, Any]]) -> dict[str, tuple[list[float], list[float]]]:
    return {each["id"]: (each["direct"], each["integrated"]) for each in holders}


def test_a_table_imports_without_a_mapping(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "holdings.csv"
    table.write_text(
        "source,type,target,share,start,end\n"
        "Alpha,shareholder_of,Beta,60,2020-01-01,\n"
        "Beta,shareholder_of,Gamma,50%,2020,\n"
        "Gamma,shareholder_of,Beta,10,2021-06,\n"
        "Delta,shareholder_of,Gamma,20-30,2020,\n"
        "Omega,shareholder_of,Gamma,15,2015,2019\n",
        encoding="utf-8",
    )
    printed(capsys, "import", str(table))
    found = owned(capsys, "Gamma", "--as-of", "2024-05-31")
    assert shares(found["owners"]) == {
        "Alpha": ([0, 0], pytest.approx([100 * 0.3 / 0.95] * 2)),
        "Beta": ([50, 50], [50, 50]),
        "Delta": ([20, 30], pytest.approx([20 / 0.95, 30 / 0.95])),
    }
    assert found["circular"] == [sorted(["Beta", "Gamma"])] or found["circular"] == [["Gamma", "Beta"]]
    assert [(each["id"], each["rule"], each["path"]) for each in found["controllers"]] == [
        ("Beta", "largest_holder", ["Beta", "Gamma"]),
        ("Alpha", "largest_holder", ["Alpha", "Beta", "Gamma"]),
    ]
    assert [(each["id"], each["path"]) for each in found["ultimate"]] == [
        ("Alpha", ["Alpha", "Beta", "Gamma"]),
        ("Delta", ["Delta", "Gamma"]),
    ]
    assert shares(owned(capsys, "Alpha", "--as-of", "2024-05-31")["holdings"]) == {
        "Beta": ([60, 60], pytest.approx([100 * 0.6 / 0.95] * 2)),
        "Gamma": ([0, 0], pytest.approx([100 * 0.3 / 0.95] * 2)),
    }
    assert set(shares(owned(capsys, "Gamma", "--as-of", "2018")["owners"])) == {"Omega"}
    assert main(["ownership", "Gamma", "--language", "zh"]) == 0
    assert "循环持股" in capsys.readouterr().out


def test_bounds_in_columns_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "holdings.csv"
    table.write_text(
        "source,type,target,share_low,share_high,start,end\n"
        "Alpha,shareholder_of,Beta,25,50,,\n"
        "Beta,shareholder_of,Gamma,50,75,,\n"
        "Beta,subsidiary_of,Holding,,,,\n",
        encoding="utf-8",
    )
    printed(capsys, "import", str(table))
    found = owned(capsys, "Gamma")
    assert shares(found["owners"]) == {
        "Alpha": ([0, 0], [12.5, 37.5]),
        "Beta": ([50, 75], [50, 75]),
        "Holding": ([0, 0], [25, 75]),
    }
    assert [(each["id"], each["rule"]) for each in found["controllers"]] == [
        ("Beta", "majority"),
        ("Holding", "majority"),
    ]


def details(statement: Mapping[str, Any]) -> Mapping[str, Any]:
    return dict(statement["recordDetails"])


def stated_on(statements: list[dict[str, Any]], day: str) -> Iterator[tuple[str, str, float, float]]:
    """Owner, held and bounds in force on a day after all statements that were made by then, by plain reading."""
    last: dict[str, dict[str, Any]] = {}
    for each in statements:
        if each["recordType"] == "relationship" and each["statementDate"][:10] <= day:
            last[each["recordId"]] = each
    for each in last.values():
        record = details(each)
        interests = record["interests"]
        if record.get("componentRecords"):
            interests = [one for one in interests if one.get("directOrIndirect") != "indirect"]
        holding = [one for one in interests if one.get("type", "shareholding") == "shareholding"]
        if not holding or each["recordStatus"] == "closed" or holding[0].get("endDate", "9999") <= day:
            continue
        share = holding[0].get("share", {}).get("exact")
        yield record["interestedParty"], record["subject"], share or 0.0, 100.0 if share is None else share


def walks(direct: dict[tuple[str, str], float], owner: str, company: str, seen: tuple[str, ...] = ()) -> float:
    """The integrated share without loops, which the files do not have, over all ways one by one."""
    total = direct.get((owner, company), 0.0)
    for (first, second), share in direct.items():
        if first == owner and second != company and second not in seen:
            total += share * walks(direct, second, company, (*seen, second)) / 100.0
    return total


@pytest.mark.thorough
@pytest.mark.skipif(not BODS, reason=f"the set ownership_bods is not in {DATASETS} (set GUANXI_DATASETS)")
def test_statements_of_beneficial_ownership_are_what_enumeration_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = tmp_path / "lines.jsonl"
    for place, file in enumerate(BODS):
        statements = json.loads(file.read_text(encoding="utf-8"))
        imported = file
        if place % 2:  # as JSON lines
            imported = lines
            lines.write_text("\n".join(map(json.dumps, statements)), encoding="utf-8")
        printed(capsys, "import", str(imported))
        parties = [each["recordId"] for each in statements if each["recordType"] != "relationship"]
        for day in DAYS:
            stated = list(stated_on(statements, day))
            low, high = ({(i, j): bounds[side] for i, j, *bounds in stated} for side in (0, 1))
            for company in dict.fromkeys(parties):
                found = owned(capsys, company, "--as-of", day)
                expected = {
                    each: (
                        [low.get((each, company), 0.0), high.get((each, company), 0.0)],
                        [walks(low, each, company), min(100.0, walks(high, each, company))],
                    )
                    for each in dict.fromkeys(parties)
                    if each != company and walks(high, each, company) > 0.0
                }
                got = shares(found["owners"])
                assert got.keys() == expected.keys(), (file.name, day, company)
                for owner, bounds in expected.items():
                    for side in (0, 1):
                        assert got[owner][side] == pytest.approx(bounds[side]), (file.name, day, company, owner)
