"""LanceDB is imported without the client of remote catalogues, which stays within reach."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support import ROOT
from tests.unit.test_imports import core_imports

CLIENT = "lance_namespace_urllib3_client"
ASKED = f"""
import sys
import core.discovery.pipeline, core.operations.catalogue
print([name for name in sys.modules if name.startswith("{CLIENT}.api")])
from {CLIENT} import ApiClient
import {CLIENT}
print(ApiClient.__name__, {CLIENT}.TableApi.__name__, {CLIENT}.__version__ != "", hasattr({CLIENT}, "Missing"))
"""


@pytest.mark.thorough
def test_a_local_base_loads_the_client_of_remote_catalogues_when_something_asks_for_it() -> None:
    ran = subprocess.run([sys.executable, "-c", ASKED], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["[]", "ApiClient TableApi True False"]


def test_core_imports_lancedb_in_one_place() -> None:
    assert {path.name for path, name in core_imports() if name.split(".")[0] == "lancedb"} == {"local_lancedb.py"}
