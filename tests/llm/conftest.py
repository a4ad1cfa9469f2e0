"""The real local model, served once for all tests here; ``make test-llm`` installs and runs them.

GUANXI_TEST_MODELS_FOLDER may name a folder where the model is, or is to stay, put together.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.endpoint import Endpoint
from core.reasoning.llm.local_server import start, stop, wait_until_ready
from tests.llm.packaged_model import MODEL, assembled
from tests.support import ROOT

FILES = ("requirements-llm.txt", "requirements-test-llm.txt")
LISTED = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in FILES)
REQUIRED = re.findall(r"^([\w-]+)==", LISTED, flags=re.MULTILINE)
INSTALLED = {str(package.name).lower() for package in metadata.distributions() if package.name}
MISSING = sorted(set(REQUIRED) - INSTALLED)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything here as asking the model, and skip it where that is not installed."""
    for item in items:
        if "llm" in item.path.parent.parts[-1:]:
            item.add_marker(pytest.mark.llm)
            reason = f"not installed (make test-llm does): {', '.join(MISSING)}"
            item.add_marker(pytest.mark.skipif(bool(MISSING), reason=reason))


@pytest.fixture(scope="session")
def model() -> Iterator[LanguageModel]:
    """The real model, served on a free port; what was put together for these tests goes with them."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with TemporaryDirectory() as temporary:
        folder = Path(os.environ.get("GUANXI_TEST_MODELS_FOLDER") or temporary)
        process = start(assembled(folder), folder, port, threads=os.cpu_count() or 1)
        try:
            wait_until_ready(process, port, timeout=300.0)
            yield LanguageModel(Endpoint(f"http://127.0.0.1:{port}/v1", MODEL, timeout_seconds=300.0))
        finally:
            stop(process)
