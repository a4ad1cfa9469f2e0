"""``python -m core learn-fusion``: the model that ships, made from public sets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.cli.parser import main
from core.domain.arms import ARMS
from core.retrieval.adaptive import AdaptiveFusion
from core.retrieval.passages import PASSAGE_ARMS
from tests.research.public_files import write_public_sets


def test_a_model_for_companies_and_passages_is_learnt_and_its_quality_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(tmp_path / "state" / "knowledge_base"))
    public, output = write_public_sets(tmp_path / "public"), tmp_path / "weights.json"
    assert main(["learn-fusion", "--public", str(public), "--output", str(output), "--limit", "1", "--ablate"]) == 0
    model = AdaptiveFusion.model_validate_json(output.read_text(encoding="utf-8"))
    assert tuple(model.companies.weights) == ARMS
    assert tuple(model.passages.weights) == PASSAGE_ARMS
    learnt_from = model.learnt_from.split(", ")
    assert {"zh_industry_peers", "en_subsidiaries_of", "relation_evidence_zh", "musique_train"} <= set(learnt_from)
    assert "en_former_name" not in learnt_from
    assert "--limit 1 --seed 0" in model.command
    printed = capsys.readouterr().out
    assert all(task in printed for task in learnt_from)
    assert re.search(r"en_subsidiaries_of +1 +\d\.\d{3}  \d\.\d{3} \[\d\.\d{3}, \d\.\d{3}\]", printed)
    for arm in {*ARMS, *PASSAGE_ARMS}:
        assert re.search(rf"^{arm} .*[+-]\d\.\d{{3}} \(p \d\.\d{{3}}\)", printed, re.MULTILINE)
