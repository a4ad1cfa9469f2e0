"""`same-companies --pairs`: pairs of names in a file, scored by the names alone."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path

import pytest

from core.cli.parser import main
from core.curation.same_companies import DEFAULT_MIN_SCORE
from core.entity_resolution.name_pairs import pair_score
from tests.support import ROOT

DATASETS = Path(os.environ.get("GUANXI_DATASETS", ROOT.parent / "shared" / "datasets"))
PUBLIC = DATASETS / "same_companies" / "name_pairs_public.csv"


def scored(file: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    assert main(["same-companies", "--pairs", str(file)]) == 0
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


def test_pairs_come_back_in_their_order_with_a_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pairs.csv"
    file.write_text('\ufeffnote,name1,name2\nx,"Vodafone, Ltd",Vodafone Limited\ny,宁德时代,比亚迪\n', encoding="utf-8")
    rows = scored(file, capsys)
    assert [(row["name1"], row["name2"], row["same"]) for row in rows] == [
        ("Vodafone, Ltd", "Vodafone Limited", "true"),
        ("宁德时代", "比亚迪", "false"),
    ]
    for row in rows:
        assert float(row["score"]) == pytest.approx(pair_score(row["name1"], row["name2"]), abs=1e-4)
        assert (float(row["score"]) >= DEFAULT_MIN_SCORE) == (row["same"] == "true")


@pytest.mark.parametrize("content", [b"name1,other\nA,B\n", b"name1,name2\nA\n", b"name1,name2\n\xff\xfe,B\n"])
def test_what_is_no_file_of_pairs_is_refused(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pairs.csv"
    file.write_bytes(content)
    assert main(["same-companies", "--pairs", str(file)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "pairs.csv" in captured.err


@pytest.mark.skipif(not PUBLIC.is_file(), reason=f"the public pairs are not at {PUBLIC} (set GUANXI_DATASETS)")
def test_the_public_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    """F1 at the default threshold; OpenSanctions' LogicV2 reaches 0.87 on these pairs."""
    with PUBLIC.open(encoding="utf-8", newline="") as file:
        same = [row["is_match"] == "true" for row in csv.DictReader(file)]
    proposed = [row["same"] == "true" for row in scored(PUBLIC, capsys)]
    hits = sum(one and two for one, two in zip(same, proposed, strict=True))
    assert 2 * hits / (sum(same) + sum(proposed)) >= 0.88
