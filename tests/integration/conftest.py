"""Fixtures of several files here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.settings import Settings
from core.storage.data_folder import remember_data_folder
from tests.s3_server import S3Server, s3_server, use


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
def document_base(own_base: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a knowledge base of the document example, which commands use."""
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(own_base.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(own_base.knowledge_base_folder))
    remember_data_folder(own_base.knowledge_base_folder, own_base.data_folder)
    return own_base.knowledge_base_folder
