"""Names by which the pages answer: one that merely points here (DNS rebinding) opens nothing."""

from __future__ import annotations

import socket
import sys
from collections.abc import Mapping
from pathlib import Path

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.runtime.host_names import HostNames
from core.discovery.pipeline import DiscoveryPipeline
from core.settings import Settings, SettingsInvalidError, load_settings
from tests.api.ports import free_port
from tests.api.test_documented_lines import process

OWN = socket.gethostname().lower()
ANSWERED = (
    "localhost",
    "localhost:8501",
    "LOCALHOST:8501",
    "127.0.0.1:8501",
    "[::1]:8501",
    "[::1]",
    "192.168.1.5:8501",
    "[fd00::5]:8501",
    "guanxi.localhost:8501",
    OWN,
    f"{OWN}.local:8501",
    "guanxi.example.com",
    "Guanxi.Example.com:443",
)
REFUSED = (
    "evil.test:8501",
    "evil.test",
    "127.0.0.1.evil.test:8501",
    "localhost.evil.test",
    "evil.test.guanxi.example.com",
    "evilguanxi.example.com",
    "192.168.1.5.nip.io",
    "0x7f.1",
    "",
)


async def _page(_: object) -> PlainTextResponse:
    return PlainTextResponse("the page")


async def _socket(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("the page")
    await socket.close()


def client(*, any_name: bool = False) -> TestClient:
    routes = [Route(path, _page, methods=["GET", "POST"]) for path in ("/", "/data", "/api/v1/x", "/_stcore/health")]
    app = Starlette(routes=[*routes, WebSocketRoute("/_stcore/stream", _socket)])
    return TestClient(HostNames(app, ["guanxi.example.com"], any_name=any_name))


def opened(headers: Mapping[str, str], *, any_name: bool = False) -> bool:
    try:
        with client(any_name=any_name).websocket_connect("/_stcore/stream", headers=dict(headers)) as connection:
            return connection.receive_text() == "the page"
    except WebSocketDisconnect:
        return False


@pytest.mark.parametrize("host", ANSWERED)
def test_own_names_and_addresses_are_answered_for(host: str) -> None:
    assert client().get("/data", headers={"host": host}).text == "the page"
    assert opened({"host": host})
    assert opened({"host": host, "origin": f"http://{host}"})


@pytest.mark.parametrize("host", REFUSED)
def test_other_names_get_no_page_and_no_connection(host: str) -> None:
    answer = client().get("/data", headers={"host": host})
    assert (answer.status_code, "the page" in answer.text) == (421, False)
    assert "GUANXI_HOST_NAMES" in answer.text and "主机名" in answer.text
    assert client().post("/", headers={"host": host}).status_code == 421
    assert not opened({"host": host, "origin": f"http://{host}"})
    assert not opened({"host": host})


def test_no_page_of_another_site_shows_one_in_a_frame() -> None:
    assert client().get("/data", headers={"host": "localhost"}).headers["x-frame-options"] == "SAMEORIGIN"


def test_health_and_the_api_which_has_a_rule_of_its_own_are_let_through() -> None:
    for path in ("/_stcore/health", "/api/v1/x"):
        assert client().get(path, headers={"host": "evil.test"}).text == "the page"


def test_with_a_password_any_name_will_do() -> None:
    assert client(any_name=True).get("/", headers={"host": "intranet.test"}).text == "the page"
    assert opened({"host": "intranet.test", "origin": "https://intranet.test"}, any_name=True)


@pytest.mark.parametrize("any_name", [False, True])
@pytest.mark.parametrize(
    "origin",
    ["http://127.0.0.1:9999", "http://localhost:8501", "http://evil.test", "null", "", "file://", "http://[::"],
)
def test_a_page_of_another_server_opens_no_connection(origin: str, any_name: bool) -> None:
    assert not opened({"host": "127.0.0.1:8501", "origin": origin}, any_name=any_name)


def test_a_proxy_that_gives_its_own_name_alone_is_known_by_it() -> None:
    assert opened({"host": "127.0.0.1:8501", "origin": "https://guanxi.example.com"})


@pytest.mark.parametrize("names", ["https://guanxi.example.com", "guanxi.example.com:443", "a b/c", "*"])
def test_what_is_no_name_is_refused_as_a_setting(names: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANXI_HOST_NAMES", names)
    with pytest.raises(SettingsInvalidError) as refused:
        load_settings()
    assert "GUANXI_HOST_NAMES" in refused.value.message("en")


@pytest.mark.thorough
def test_the_app_answers_for_no_other_name(
    sample_pipeline: DiscoveryPipeline, sample_settings: Settings, tmp_path: Path
) -> None:
    port = free_port()
    command = [sys.executable, "-m", "app", "--port", str(port)]
    with process(command, f"http://127.0.0.1:{port}", sample_settings, tmp_path / "log") as url:
        found = httpx2.get(f"{url}/data")
        assert (found.status_code, found.headers["x-frame-options"]) == (200, "SAMEORIGIN")
        for path in ("/", "/data", "/_stcore/stream", "/_stcore/host-config"):
            assert httpx2.get(f"{url}{path}", headers={"host": f"evil.test:{port}"}).status_code == 421
