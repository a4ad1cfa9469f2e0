"""Bodies of requests that are too large, too deep, too slow or no JSON are refused, as documented."""

from __future__ import annotations

import json
import socket
import time
from urllib.parse import urlsplit

import pytest

from tests.api.conftest import KEY, RunningApi
from tests.api.problems import ASKED, code


def test_large_bodies_are_refused_announced_or_not(api: RunningApi) -> None:
    large = json.dumps({"query": "x" * 300_000}).encode()
    assert code(api.client.post("/api/v1/relationships", content=large)) == (413, "body_too_large")
    pieces = (large[start : start + 1000] for start in range(0, len(large), 1000))
    headers = {"Content-Type": "application/json"}
    assert code(api.client.post("/api/v1/relationships", content=pieces, headers=headers)) == (413, "body_too_large")


@pytest.mark.parametrize("body", ["[" * 5000, '{"a":' * 17 + "1" + "}" * 17, '{"query":"\\"[["' + ',"x":[' * 17])
def test_deep_bodies_are_refused(api: RunningApi, body: str) -> None:
    headers = {"Content-Type": "application/json"}
    assert code(api.client.post("/api/v1/relationships", content=body, headers=headers)) == (422, "body_too_deep")


@pytest.mark.parametrize(
    "body", ["", "{", '{"company": "\\ud800"}', "null", "[]", '"catl"', '{"company": 1e999}', "\xff"]
)
def test_bodies_that_are_no_request_are_refused(api: RunningApi, body: str) -> None:
    headers = {"Content-Type": "application/json"}
    response = api.client.post("/api/v1/relationships", content=body.encode("latin-1"), headers=headers)
    assert response.status_code in (400, 422)
    assert response.headers["content-type"] == "application/problem+json"


def test_brackets_inside_a_text_are_no_nesting(api: RunningApi) -> None:
    response = api.client.post("/api/v1/relationships", json={**ASKED, "query": '[{"\\' * 100})
    assert response.status_code == 200


def test_a_slow_body_is_given_up(api: RunningApi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.api.bodies.MAX_SECONDS", 1)
    place = urlsplit(api.url)
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=20) as connection:
        connection.sendall(
            f"POST /api/v1/relationships HTTP/1.1\r\nHost: {place.netloc}\r\nX-API-Key: {KEY}\r\n"
            "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{".encode()
        )
        begun = time.monotonic()
        answer = connection.recv(4096)
    assert b" 408 " in answer.split(b"\r\n")[0]
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize(
    ("body", "reason", "in_chinese"),
    [
        (
            b"{company: catl}",
            "Expecting property name enclosed in double quotes (character 2)",
            "此处应为双引号中的名称（第 2 个字符）",
        ),
        (b"company=catl", "Expecting value (character 1)", "此处缺少值（第 1 个字符）"),
        (b'{"company": "catl"', "Expecting ',' delimiter (character 19)", "此处应为逗号（第 19 个字符）"),
    ],
)
def test_a_body_that_is_no_json_is_refused_as_that(api: RunningApi, body: bytes, reason: str, in_chinese: str) -> None:
    headers = {"Content-Type": "application/json", "Accept-Language": "en"}
    response = api.client.post("/api/v1/relationships", content=body, headers=headers)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (422, "fields_invalid")
    assert problem["detail"] == f"The body is not JSON: {reason}. Send it as JSON in UTF-8."
    assert problem["messages"]["zh"] == f"请求正文不是 JSON：{in_chinese}。请以 UTF-8 编码的 JSON 重新发送。"
    assert problem["errors"] == [{"field": "body", "reason": reason}]
