"""The API keeps to its own description, whatever is sent: requests right and wrong, made from the OpenAPI document.

``GUANXI_CONTRACT_EXAMPLES`` sets how many are made of each operation (docs/benchmarks.md: 900).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.conftest import INGEST_KEY, KEY, RunningApi, running_api
from tests.support import ROOT, document_example, examples, settings_for

EXAMPLES = os.environ.get("GUANXI_CONTRACT_EXAMPLES", str(examples(15, quick=3)))


def test_no_request_breaks_the_contract(api: RunningApi, tmp_path: Path) -> None:
    assert requests_made(api, KEY, tmp_path, EXAMPLES) >= 10 * min(int(EXAMPLES), 500)


@pytest.mark.thorough
def test_no_request_to_bring_data_breaks_the_contract(tmp_path: Path) -> None:
    settings = settings_for(document_example(tmp_path / "data"), tmp_path / "kb")
    with running_api(settings, tmp_path / "log") as api:
        made = requests_made(api, INGEST_KEY, tmp_path, "20", "--include-path-regex", "graph/(chunks|link|jobs)")
    assert made >= 100


# beside those that count as refusals anyway: a body that is too large, whether or not it would fit otherwise
REFUSALS = """
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", "401", "403", "404", "409", "413", "429", "5xx"]
"""


def requests_made(api: RunningApi, key: str, folder: Path, most: str, *options: str) -> int:
    (folder / "schemathesis.toml").write_text(REFUSALS, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "run",
        f"{api.url}/api/openapi.json",
        "-H",
        f"X-API-Key: {key}",
        "--max-examples",
        most,
        "--phases",
        "examples,coverage,fuzzing",
        "--generation-database",
        "none",
        *options,
    ]
    hooks = {"SCHEMATHESIS_HOOKS": "tests.api.contract_hooks", "PYTHONPATH": str(ROOT)}
    finished = subprocess.run(command, cwd=folder, env=os.environ | hooks, capture_output=True, text=True, check=False)
    print(finished.stdout[-900:])
    failures = finished.stdout[max(0, finished.stdout.find("= FAILURES =")) :]
    assert finished.returncode == 0, failures[:6000] + finished.stderr[-2000:]
    made = re.search(r"(\d+) generated", finished.stdout)
    assert made is not None
    return int(made[1])
