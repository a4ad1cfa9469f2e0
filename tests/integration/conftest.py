"""Fixtures of several files here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cli.parser import main
from tests.s3_server import S3Server, s3_server, use
from tests.support import document_example


@pytest.fixture(scope="session")
def server() -> Iterator[S3Server]:
    """One S3 server for all tests; each has a bucket of its own."""
    with s3_server() as running:
        yield running


@pytest.fixture
def bucket(server: S3Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty shared place on S3."""
    use(server, monkeypatch)
    return f"s3://{server.new_bucket()}/guanxi"


@pytest.fixture
def document_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """The folder of a knowledge base of the document example."""
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(document_example(tmp_path / "data")))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(tmp_path / "kb"))
    assert main(["build"]) == 0
    capsys.readouterr()
    return tmp_path / "kb"
