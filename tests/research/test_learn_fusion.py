"""``python -m core learn-fusion``: the model that ships, made from public sets."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from core.cli.parser import main
from core.domain.arms import ARMS
from core.evaluation.learning import learn
from core.evaluation.tasks import LabelledQuestion
from core.retrieval.adaptive import AdaptiveFusion
from core.retrieval.passages import PASSAGE_ARMS
from tests.research.learn_fusion import _Taught
from tests.research.public_files import write_public_sets


@pytest.mark.thorough
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
    assert re.search(r"en_subsidiaries_of +1 +\d\.\d{3} +\d\.\d{3}  \d\.\d{3} \[\d\.\d{3}, \d\.\d{3}\]", printed)
    for arm in {*ARMS, *PASSAGE_ARMS}:
        assert re.search(rf"^{arm} .*[+-]\d\.\d{{3}} \(p \d\.\d{{3}}\)", printed, re.MULTILINE)


def test_a_question_that_is_not_answered_counts_and_teaches_nothing() -> None:
    """Such as one whose company is not found: it has no candidates, and nothing is known of it."""
    taught = _Taught(ARMS)
    answered = LabelledQuestion(id="1", language="en", company="a", query="", relevant={"b": 1.0})
    taught.add(answered, ("b",), np.ones((1, len(ARMS))), {"bias": 1.0, "is in Chinese": 0.0})
    taught.add(answered.model_copy(update={"id": "2"}), (), np.zeros((0, len(ARMS))), {})
    assert [example.features.tolist() for example in taught.examples] == [[1.0, 0.0], [0.0, 0.0]]
    assert not taught.examples[1].relevant.any()
    assert set(learn(taught.examples, ARMS, taught.features).weights) == set(ARMS)
