"""What the executor finds for the plans of the public questions is what their referee computes from the CSV files."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.questions.execution.executor import Executor
from tests.research.natural_questions import questions, read_plan
from tests.support import ROOT

DATASETS = Path(os.environ.get("GUANXI_DATASETS", ROOT.parent / "shared" / "datasets"))
FOLDER = DATASETS / "natural_questions"
TODAY = 20261124
"""The day on which the referee's answers are right."""
QUESTIONS = [
    each
    for name in ("questions_public.jsonl", "plain_wording.jsonl")
    if (FOLDER / name).is_file()
    for each in questions(FOLDER / name)
    if each.get("plan")
]

pytestmark = pytest.mark.skipif(not QUESTIONS, reason=f"the public questions are not at {FOLDER} (set GUANXI_DATASETS)")


@pytest.fixture(scope="module")
def executor(sample_pipeline: DiscoveryPipeline) -> Executor:
    base = sample_pipeline.base
    return Executor(base.knowledge_base, base.ontology, TODAY)


@pytest.fixture(scope="module")
def referee() -> ModuleType:
    """The referee's program, which reads the bundled CSV files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NAT_DATA", str(ROOT / "data"))
        specification = importlib.util.spec_from_file_location("referee", FOLDER / "algebra.py")
        assert specification is not None and specification.loader is not None
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
        return module


def ids(executor: Executor, plan: Any, *, strict: bool) -> set[str]:
    return {member.entity_id for member in executor.members(read_plan(plan), strict=strict).members}


@pytest.mark.matrix(every=8)
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: each["id"])
def test_strict_members_are_those_of_the_referee(
    executor: Executor, referee: ModuleType, question: dict[str, Any]
) -> None:
    assert ids(executor, question["plan"], strict=True) == referee.ev(question["plan"])


@pytest.mark.matrix(every=8)
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: each["id"])
def test_members_lie_between_the_two_readings_of_the_referee(
    executor: Executor, referee: ModuleType, question: dict[str, Any]
) -> None:
    """The referee computes both bounds from the bundled files: the questions' own lists are of one edition of them."""
    plan = question["plan"]
    gold = referee.ev(plan)
    found = ids(executor, plan, strict=plan.get("op") == "count")
    assert gold <= found <= gold | referee.ev_ext(plan)
