"""Where a request came from is what the connection says, or a proxy that is configured; never what a client writes."""

from __future__ import annotations

import sys
from pathlib import Path

import httpx2
import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.settings import Settings, SettingsInvalidError, load_settings
from tests.api.conftest import KEPT
from tests.api.ports import free_port
from tests.api.test_documented_lines import process

ALONE = [sys.executable, "-m", "app.api", "--port"]
BESIDE_PAGES = [
    sys.executable,
    "-m",
    "streamlit",
    "run",
    "app/server.py",
    "--server.headless",
    "true",
    "--server.port",
]


@pytest.mark.matrix()
@pytest.mark.parametrize(
    ("trusted", "last"),
    [
        ("", 429),
        pytest.param("192.0.2.7", 429, marks=pytest.mark.thorough),
        pytest.param("127.0.0.0/8 ::1", 401, marks=pytest.mark.thorough),
    ],
)
@pytest.mark.parametrize("command", [ALONE, BESIDE_PAGES], ids=["alone", "beside pages"])
def test_only_a_configured_proxy_says_who_asks(
    command: list[str],
    trusted: str,
    last: int,
    sample_pipeline: DiscoveryPipeline,
    sample_settings: Settings,
    tmp_path: Path,
) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    settings = {"GUANXI_API_KEYS": KEPT.line, "GUANXI_RATE_LIMIT_PER_MINUTE": "3", "GUANXI_TRUSTED_PROXIES": trusted}
    with (
        process([*command, str(port)], url, sample_settings, tmp_path / "log", **settings),
        httpx2.Client(base_url=url) as client,
    ):
        guesses = [
            client.get("/metrics", headers={"X-API-Key": "guess", "X-Forwarded-For": f"198.51.100.{number}"})
            for number in range(4)
        ]
    assert [each.status_code for each in guesses] == [401, 401, 401, last]


@pytest.mark.parametrize("given", ["*", "localhost", "10.0.0.1/8", "10.0.0.1,10.0.0.2"])
def test_what_is_no_address_of_a_proxy_is_refused(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANXI_TRUSTED_PROXIES", given)
    with pytest.raises(SettingsInvalidError, match="GUANXI_TRUSTED_PROXIES"):
        load_settings()
