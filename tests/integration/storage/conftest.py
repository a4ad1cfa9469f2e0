"""A shared place, empty."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.s3_server import S3Server, use


@pytest.fixture(params=[pytest.param("s3", marks=pytest.mark.thorough), "file"])
def uri(request: pytest.FixtureRequest, server: S3Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """An empty shared place."""
    if request.param == "file":
        return f"file://{tmp_path / 'shared'}"
    use(server, monkeypatch)
    return f"s3://{server.new_bucket()}/guanxi"
