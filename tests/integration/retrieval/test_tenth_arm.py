"""A further arm is one module and one line of the table, with its words: everything else carries it.

Program and pages are copied, the arm is added to the copy, and the copy is asked in a process of its own: nothing of it
is patched.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.domain.arms import GRAPH_ARMS, VECTOR_ARMS
from tests.support import ROOT, company, relation, write_data

LINE = '    ArmEntry("initial", "graph", 0.125, "#123456"),\n'
MODULE = '''"""Companies whose id begins with z; nobody else finds z9."""

import numpy as np

from core.retrieval.arms.contract import ArmInputs, Everyone, RetrievalArm


def score(inputs: ArmInputs) -> Everyone:
    """1 for those."""
    ids = inputs.knowledge_base.entity_ids
    return Everyone(np.array([float(name.startswith("z")) for name in ids]), proposes=True)


ARM = RetrievalArm(score)
'''
WORDS = """
arm.initial: {zh: 首字母, en: First letter}
arm.initial.help: {zh: 以 z 开头。, en: Begins with z.}
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict:
    """What the copy says of itself."""
    folder = tmp_path_factory.mktemp("tenth")
    for part in ("core", "app"):  # with what is compiled already, but for what is being written
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("*.pyc.*", "*.tmp.*"))
    table = folder / "core/domain/arms.py"
    text = table.read_text(encoding="utf-8")
    first = '    ArmEntry("text", "vector"'
    assert text.count(first) == 1
    table.write_text(text.replace(first, LINE + first), encoding="utf-8")
    (folder / "core/retrieval/arms/initial.py").write_text(MODULE, encoding="utf-8")
    with (folder / "core/messages/arms.yaml").open("a", encoding="utf-8") as words:
        words.write(WORDS)
    data = write_data(
        folder / "data",
        companies=[company(name, description_en=f"{name} makes things.") for name in ("a1", "a2", "z9")],
        relations=[relation("a1", "competitor", "a2")],
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GUANXI_")} | {
        "PYTHONPATH": str(folder),
        "GUANXI_DATA_FOLDER": str(data),
        "GUANXI_KNOWLEDGE_BASE_FOLDER": str(folder / "kb"),
    }
    script = Path(__file__).with_name("tenth_arm_asked.py")
    asked = subprocess.run(
        [sys.executable, str(script)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert asked.returncode == 0, asked.stderr[-3000:]
    return dict(json.loads(asked.stdout.splitlines()[-1]))


@pytest.mark.thorough
def test_it_is_searched_timed_and_proposes(told: dict) -> None:
    assert told["arms"] == [*GRAPH_ARMS, "initial", *VECTOR_ARMS]
    assert told["raw"] == {"a2": None, "z9": 1.0}
    assert "initial" in told["timed"]


def test_fusion_weighs_it_in_every_mode(told: dict) -> None:
    assert told["first by it alone"] == {"weighted": "z9", "rrf": "z9"}
    assert told["adaptive weight"] == 0.0  # nothing was learnt of it


def test_settings_presets_and_links_hold_its_share(told: dict) -> None:
    assert told["setting"] == [0.125, "Share of “First letter” inside Graph, in proportion to the others there."]
    assert told["preset"] == 0.125
    assert told["link"] == {"initial": 0.7, "mode": "weighted"}


def test_the_page_has_its_slider_and_its_colour(told: dict) -> None:
    assert told["sliders"].count("First letter") == 1
    assert ".initial { background: #123456; }" in told["colours"]


def test_the_api_ranks_by_it(told: dict) -> None:
    assert told["api"] == ["z9", "a2"]
    assert told["api, shares"] == [2.0, 0.0]
    assert told["api without it"] == ["a2", "z9"]


def test_evaluation_asks_it_alone(told: dict) -> None:
    assert told["evaluated"]["initial only"] == ["z9"]
    assert told["evaluated"]["graph only"][0] == "a2"
