"""The API keeps to its own description, whatever is sent: requests right and wrong, made from the OpenAPI document.

``GUANXI_CONTRACT_EXAMPLES`` sets how many are made of each operation (docs/benchmarks.md: 900).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.api.conftest import KEY, RunningApi

EXAMPLES = os.environ.get("GUANXI_CONTRACT_EXAMPLES", "15")


def test_no_request_breaks_the_contract(api: RunningApi, tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{api.url}/api/openapi.json", "-H", f"X-API-Key: {KEY}",
        "--max-examples", EXAMPLES, "--phases", "examples,coverage,fuzzing", "--generation-database", "none",
    ]  # fmt: skip
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    print(finished.stdout[-900:])
    assert finished.returncode == 0, finished.stdout[-9000:] + finished.stderr[-2000:]
    made = re.search(r"(\d+) generated", finished.stdout)
    assert made is not None
    assert int(made[1]) >= 10 * min(int(EXAMPLES), 500)
