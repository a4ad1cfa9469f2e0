"""The shared password before the pages."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.shell.sign_in import COOKIE, SignIn
from core.discovery.pipeline import DiscoveryPipeline
from core.settings import Settings
from tests.api.ports import free_port
from tests.api.test_documented_lines import process

PASSWORD = "correct 马 battery"  # noqa: S105 - of this test


class Clock:
    """Seconds since 1970, as told."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


async def _page(_: object) -> PlainTextResponse:
    return PlainTextResponse("the page")


async def _socket(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("the page")
    await socket.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(clock: Clock) -> Iterator[TestClient]:
    routes = [
        Route(path, _page, methods=["GET", "POST"])
        for path in ("/", "/data", "/media/x", "/api/v1/companies", "/_stcore/health", "/sign-in")
    ]
    app = Starlette(routes=[*routes, WebSocketRoute("/_stcore/stream", _socket)])
    with TestClient(SignIn(app, PASSWORD, clock), follow_redirects=False) as client:
        yield client


def sign_in(client: TestClient, password: str = PASSWORD) -> int:
    return client.post("/sign-in", data={"password": password}).status_code


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/data",
        "/media/x",
        "/sign-in",
        "/_stcore/upload_file/x",
        "/apix",
        "/_stcore/healthx",
        "/_stcore/health/x",
        "/metricsx",
        "/metrics/x",
        "/healthx",
    ],
)
def test_nothing_is_served_before(path: str, client: TestClient) -> None:
    answer = client.get(path)
    assert answer.status_code == 401
    assert "the page" not in answer.text
    assert 'type="password"' in answer.text


@pytest.mark.parametrize("path", ["/api/v1/companies", "/_stcore/health"])
def test_what_has_keys_of_its_own_is_let_through(path: str, client: TestClient) -> None:
    assert client.get(path).text == "the page"


def test_the_password_opens_pages_and_their_connection(client: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/_stcore/stream"):
        pass
    assert sign_in(client) == 303
    assert client.get("/data").text == "the page"
    with client.websocket_connect("/_stcore/stream") as socket:
        assert socket.receive_text() == "the page"


@pytest.mark.parametrize("password", ["", "wrong", PASSWORD + " ", "x" * 10_000])
def test_another_password_does_not(password: str, client: TestClient) -> None:
    assert sign_in(client, password) == 401
    assert client.get("/").status_code == 401


def test_after_ten_tries_a_minute_not_even_the_right_one_does(client: TestClient) -> None:
    assert [sign_in(client, f"guess {number}") for number in range(10)] == [401] * 10
    refused = client.post("/sign-in", data={"password": PASSWORD})
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")


def test_it_lasts_twelve_hours(client: TestClient, clock: Clock) -> None:
    sign_in(client)
    clock.now += 12 * 3600 - 1
    assert client.get("/").status_code == 200
    clock.now += 2
    assert client.get("/").status_code == 401


@pytest.mark.parametrize("cookie", ["", ".", "9999999999.", "9999999999.abc", "x.y", "９.abc", "9" * 20 + ".ff"])
def test_a_made_up_cookie_does_not(cookie: str, client: TestClient) -> None:
    assert client.get("/", headers=[("cookie", f"{COOKIE}={cookie}".encode())]).status_code == 401


def test_the_cookie_cannot_be_prolonged(client: TestClient) -> None:
    sign_in(client)
    until, seal = client.cookies[COOKIE].split(".")
    client.cookies.clear()
    assert client.get("/", headers={"cookie": f"{COOKIE}={int(until) + 1}.{seal}"}).status_code == 401
    assert client.get("/", headers={"cookie": f"{COOKIE}={until}.{seal}"}).status_code == 200


@pytest.mark.parametrize(
    ("asked", "goes"),
    [
        ("/data?lang=zh&q=%E5%AE%81", "/data?lang=zh&q=%E5%AE%81"),
        ("/", "/"),
        ("/sign-in", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example", "/"),
        ("/x\r\nSet-Cookie: a=b", "/"),
    ],
)
def test_afterwards_comes_the_page_that_was_asked_for_and_none_elsewhere(
    asked: str, goes: str, client: TestClient
) -> None:
    answer = client.post("/sign-in", data={"password": PASSWORD, "back": asked})
    assert (answer.status_code, answer.headers["location"]) == (303, goes)


def test_the_form_remembers_the_page_that_was_asked_for(client: TestClient) -> None:
    assert 'name="back" type="hidden" value="/data?q=a&amp;lang=zh"' in client.get("/data?q=a&lang=zh").text
    assert 'value="/"' in client.get("/media/x").text


def test_it_asks_in_both_languages(client: TestClient) -> None:
    chinese = client.get("/", headers={"Accept-Language": "zh-CN"}).text
    assert '<html lang="zh">' in chinese
    assert "密码 · Password" in chinese


def test_the_app_asks_for_it(sample_pipeline: DiscoveryPipeline, sample_settings: Settings, tmp_path: object) -> None:
    port = free_port()
    url, streamlit = f"http://127.0.0.1:{port}", [sys.executable, "-m", "streamlit", "run", "app/server.py"]
    command = [*streamlit, "--server.port", str(port), "--server.headless", "true"]
    with (
        process(command, url, sample_settings, tmp_path / "log", GUANXI_PAGE_PASSWORD=PASSWORD),  # type: ignore[operator]
        httpx2.Client(base_url=url) as client,
    ):
        assert client.get("/").status_code == 401
        assert client.get("/_stcore/host-config").status_code == 401
        assert client.post("/sign-in", data={"password": PASSWORD}).status_code == 303
        assert "<title>" in client.get("/").text
        assert client.get("/api/v1/companies?q=catl").status_code == 403
        client.cookies.clear()
        guesses = [sign_in_from(client, f"10.0.0.{number}") for number in range(11)]
        assert guesses == [401] * 9 + [429] * 2  # one was right


def sign_in_from(client: httpx2.Client, address: str) -> int:
    return client.post("/sign-in", data={"password": "guess"}, headers={"X-Forwarded-For": address}).status_code
