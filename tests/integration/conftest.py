"""Fixtures of several files here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

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
