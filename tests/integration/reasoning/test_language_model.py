"""The client against a real HTTP server that answers well, badly, late or never."""

from __future__ import annotations

import json
import logging
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import httpx2
import openai
import pytest
from pydantic import BaseModel, SecretStr

from core.messages import LANGUAGES
from core.reasoning.llm.answer_cache import AnswerCache, cache_key
from core.reasoning.llm.chat import _in_words as in_words
from core.reasoning.llm.client import LanguageModel, ModelFailedError, Reply
from core.reasoning.llm.endpoint import Endpoint, ModelAnswerUnusableError, ModelRefusedError, ModelUnavailableError
from core.reasoning.llm.prompt import Message, Prompt
from tests.llm_server import Asked, Reaction, Script, llm_server

KEY = "sk-very-secret-0123456789"


class Colour(BaseModel):
    colour: str


PROMPT = Prompt("colour.en.1", (Message("user", "Which colour is the sky?"),), Colour.model_json_schema())
BLUE = Reaction('{"colour": "blue"}')


@pytest.fixture
def server() -> Iterator[Script]:
    with llm_server() as script:
        script.plan(BLUE)
        yield script


def model(server: Script, cache: AnswerCache | None = None, **limits: object) -> LanguageModel:
    given: dict[str, object] = {"timeout_seconds": 20.0, "api_key": SecretStr(KEY), **limits}
    return LanguageModel(Endpoint(server.url, "test-model", **given), cache)  # type: ignore[arg-type]


def ask(asked: LanguageModel, **options: object) -> Reply[Colour]:
    return asked.ask(PROMPT, Colour, stage="synthesis", **options)  # type: ignore[arg-type]


def failure(asked: LanguageModel, **options: object) -> ModelFailedError:
    with pytest.raises(ModelFailedError) as caught:
        ask(asked, **options)
    return caught.value


def test_an_answer_comes_with_what_it_took(server: Script) -> None:
    reply = ask(model(server, input_price=1.0, output_price=5.0), temperature=0.2)
    assert reply.answer == Colour(colour="blue")
    use = reply.use
    assert (use.stage, use.model, use.input_tokens, use.output_tokens) == ("synthesis", "test-model", 100, 20)
    assert use.cost == pytest.approx((100 * 1.0 + 20 * 5.0) / 1e6)
    assert (use.retries, use.repairs, use.from_cache) == (0, 0, False)
    assert use.milliseconds > 0
    (asked,) = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.body["model"] == "test-model"
    assert asked.body["temperature"] == 0.2
    assert asked.body["max_tokens"] == 2000
    assert asked.body["response_format"]["json_schema"]["schema"] == Colour.model_json_schema()
    assert asked.headers["authorization"] == f"Bearer {KEY}"


def test_without_prices_the_cost_is_unknown(server: Script) -> None:
    assert ask(model(server)).use.cost is None


def refusing(*formats: str) -> object:
    def react(asked: Asked) -> Reaction:
        wanted = asked.body.get("response_format", {"type": "text"})["type"]
        return Reaction(status=400) if wanted in formats else Reaction('```json\n{"colour": "blue"}\n```')

    return react


@pytest.mark.parametrize(
    ("refused", "tried"),
    [
        (("json_schema",), ["json_schema", "json_object"]),
        (("json_schema", "json_object"), ["json_schema", "json_object", "text"]),
    ],
)
def test_the_format_that_an_endpoint_accepts_is_found_out_once(
    refused: tuple[str, ...], tried: list[str], server: Script
) -> None:
    server.plan(refusing(*refused))  # type: ignore[arg-type]
    asked = model(server)
    assert ask(asked).answer.colour == "blue"
    assert ask(asked).answer.colour == "blue"
    formats = [each.body.get("response_format", {"type": "text"})["type"] for each in server.asked]
    assert formats == [*tried, tried[-1]]


def test_a_reasoning_model_gets_the_limit_that_it_knows_and_no_temperature(server: Script) -> None:
    def reasoning(asked: Asked) -> Reaction:
        return Reaction(status=400) if {"max_tokens", "temperature"} & set(asked.body) else BLUE

    server.plan(reasoning)
    asked = model(server)
    assert ask(asked).answer.colour == "blue"
    tried = len(server.asked)
    assert ask(asked).answer.colour == "blue"
    assert len(server.asked) == tried + 1
    assert server.asked[-1].body["max_completion_tokens"] == 2000
    assert server.asked[-1].body["response_format"]["type"] == "json_schema"


def test_the_last_form_that_is_left_is_remembered_too(server: Script) -> None:
    def plain(asked: Asked) -> Reaction:
        return Reaction(status=400) if {"max_tokens", "response_format"} & set(asked.body) else BLUE

    server.plan(plain)
    asked = model(server)
    assert ask(asked).answer.colour == ask(asked).answer.colour == "blue"
    assert "response_format" not in server.asked[-1].body
    assert len(server.asked) == 7


def test_a_request_that_is_refused_in_every_format_was_refused_for_something_else(server: Script) -> None:
    server.plan(Reaction(status=400))
    asked = model(server)
    assert isinstance(failure(asked).error, ModelRefusedError)
    server.plan(BLUE)
    assert ask(asked).answer.colour == "blue"
    assert server.asked[-1].body["response_format"]["type"] == "json_schema"


def test_a_busy_endpoint_is_asked_again_when_it_says(server: Script) -> None:
    server.plan(Reaction(status=429, headers={"Retry-After": "1"}), BLUE)
    start = time.monotonic()
    reply = ask(model(server))
    assert time.monotonic() - start >= 1.0
    assert (reply.answer.colour, reply.use.retries) == ("blue", 1)


def test_a_failing_endpoint_is_asked_again_but_not_for_ever(server: Script) -> None:
    server.plan(Reaction(status=500), Reaction(status=503), BLUE)
    assert ask(model(server)).use.retries == 2
    server.plan(Reaction(status=500))
    server.asked.clear()
    found = failure(model(server))
    assert isinstance(found.error, ModelUnavailableError)
    assert found.error.parameters == {"detail": "HTTP 500"}
    assert len(server.asked) == 3


@pytest.mark.parametrize("status", [401, 403])
def test_a_wrong_key_is_said_at_once_without_what_the_endpoint_says(status: int, server: Script) -> None:
    server.plan(Reaction(status=status))
    found = failure(model(server))
    assert isinstance(found.error, ModelRefusedError)
    for language in LANGUAGES:
        message = found.error.message(language)
        assert f"HTTP {status}" in message
        assert "secret" not in message
    assert len(server.asked) == 1


def test_a_blank_answer_is_asked_for_again(server: Script) -> None:
    server.plan(Reaction("  "), Reaction(""), BLUE)
    use = ask(model(server)).use
    assert (use.retries, use.input_tokens, use.repairs) == (2, 300, 0)
    server.plan(Reaction("\n"))
    assert failure(model(server)).error.parameters == {"fault": "model_blank"}


def test_an_answer_without_choices_is_blank(server: Script) -> None:
    server.plan(Reaction("no choices", finish_reason="none at all"))
    assert isinstance(failure(model(server)).error, ModelAnswerUnusableError)


@pytest.mark.parametrize("streamed", [False, True])
def test_an_answer_that_was_cut_off_is_asked_for_in_short(streamed: bool, server: Script) -> None:
    server.plan(Reaction('{"colour": "bl', finish_reason="length"), BLUE)
    seen: list[str] = []
    reply = ask(model(server), on_text=seen.append if streamed else None)
    assert (reply.answer.colour, reply.use.repairs) == ("blue", 1)
    assert "cut off" in server.asked[1].texts[-1]
    server.plan(Reaction('{"colour": "bl', finish_reason="length"))
    assert failure(model(server)).error.parameters == {"fault": "model_truncated"}


@pytest.mark.parametrize("answer", ['{"color": "blue"}', '{"colour": 3}', "[]", "blue", '{"colour": "blue"'])
def test_an_answer_that_does_not_fit_is_sent_back_once(answer: str, server: Script) -> None:
    server.plan(Reaction(answer), BLUE)
    reply = ask(model(server))
    assert (reply.answer.colour, reply.use.repairs, reply.use.output_tokens) == ("blue", 1, 40)
    assert server.asked[1].texts[:2] == [PROMPT.messages[0].content, answer]
    server.plan(Reaction(answer))
    server.asked.clear()
    found = failure(model(server))
    assert isinstance(found.error, ModelAnswerUnusableError)
    assert (found.use.repairs, found.use.output_tokens, len(server.asked)) == (1, 40, 2)


@pytest.mark.parametrize("answer", ["", "nonsense", '{"color": "blue"}'])
def test_without_repair_there_is_one_request(answer: str, server: Script) -> None:
    server.plan(Reaction(answer))
    failure(model(server), repair=False)
    assert len(server.asked) == 1


@pytest.mark.parametrize("streamed", [False, True])
def test_an_endpoint_that_is_too_slow_is_given_up_in_time(
    streamed: bool, server: Script, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    server.plan(Reaction('{"colour": "blue"}', seconds=0.0 if streamed else 30.0, pause=5.0))
    start = time.monotonic()
    found = failure(model(server, timeout_seconds=1.0), on_text=print if streamed else None)
    assert time.monotonic() - start < 2.0
    assert isinstance(found.error, ModelUnavailableError)
    assert found.error.parameters == {"detail": "1 s"}
    assert "failed: TimeoutError" in caplog.text


def test_a_dead_endpoint_is_given_up_in_time() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
    start = time.monotonic()
    found = failure(LanguageModel(Endpoint(url, "m", timeout_seconds=3.0)))
    assert time.monotonic() - start < 4.0
    assert isinstance(found.error, ModelUnavailableError)
    assert "连接不上该服务" in found.error.message("zh")
    assert "no connection to the endpoint" in found.error.message("en")


def test_a_read_that_takes_too_long_is_said_in_words() -> None:
    error = in_words(openai.APITimeoutError(request=httpx2.Request("POST", "http://127.0.0.1/v1")))
    assert "没有及时回答" in error.message("zh")
    assert "it did not answer in time" in error.message("en")


@pytest.mark.parametrize("streamed", [False, True])
def test_a_line_that_goes_dead_within_an_answer_is_asked_again(streamed: bool, server: Script) -> None:
    server.plan(Reaction('{"colour": "blue"}', hang_up_after=9), BLUE)
    reply = ask(model(server), on_text=print if streamed else None)
    assert (reply.answer.colour, reply.use.retries) == ("blue", 1)
    server.plan(Reaction('{"colour": "blue"}', hang_up_after=9))
    assert isinstance(failure(model(server), on_text=print if streamed else None).error, ModelUnavailableError)


def test_a_fault_that_is_told_within_a_stream_is_the_endpoint_s_and_is_not_repeated_to_people(server: Script) -> None:
    told = b'data: {"error": {"message": "sk-secret is wrong"}}\n\n'
    broken = Reaction(body=told, content_type="text/event-stream")
    server.plan(broken, BLUE)
    reply = ask(model(server), on_text=print)
    assert (reply.answer.colour, reply.use.retries) == ("blue", 1)
    server.plan(broken)
    error = failure(model(server), on_text=print).error
    assert isinstance(error, ModelUnavailableError)
    assert not any("secret" in error.message(language) for language in LANGUAGES)


def test_text_is_seen_while_it_arrives(server: Script) -> None:
    server.plan(Reaction('{"colour": "天空的蓝色"}', pause=0.01))
    seen: list[str] = []
    reply = ask(model(server), on_text=seen.append)
    assert reply.answer.colour == "天空的蓝色"
    assert seen[-1] == '{"colour": "天空的蓝色"}'
    assert len(seen) > 2
    assert all(later.startswith(earlier) for earlier, later in pairwise(seen))
    assert (reply.use.input_tokens, reply.use.output_tokens) == (100, 20)


class LeftError(Exception):
    """The user has left the page."""


def test_a_request_that_nobody_wants_any_more_is_cancelled(server: Script) -> None:
    server.plan(Reaction('{"colour": "blue"}' * 50, pause=0.05))
    asked = model(server)
    began = threading.Event()

    def check_cancelled() -> None:
        if began.is_set():
            raise LeftError

    with pytest.raises(LeftError):
        ask(asked, on_text=lambda _: began.set(), check_cancelled=check_cancelled)
    assert server.hung_up.wait(10)
    server.plan(BLUE)
    assert ask(asked, check_cancelled=lambda: None).answer.colour == "blue"


def test_no_other_host_is_asked(server: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    with llm_server() as other:
        monkeypatch.setenv("OPENAI_BASE_URL", other.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
        monkeypatch.setenv("OPENAI_ORG_ID", "org")
        monkeypatch.setenv("OPENAI_PROJECT_ID", "project")
        server.plan(Reaction(status=307, headers={"Location": f"{other.url}/chat/completions"}))
        failure(model(server, api_key=SecretStr("")))
        assert other.asked == []
    (asked,) = server.asked
    assert "environment" not in str(asked.headers)
    assert not {"openai-organization", "openai-project"} & set(asked.headers)


def test_the_log_says_what_it_took_and_nothing_that_was_said(server: Script, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        ask(model(server, input_price=1.0, output_price=1.0))
        server.plan(Reaction(status=401))
        failure(model(server))
    ours = [record.getMessage() for record in caplog.records if record.name == "guanxi"]
    assert "stage synthesis: 100 + 20 tokens" in ours[0]
    assert "failed: AuthenticationError" in ours[1]
    assert not [word for word in (KEY, "sky", "blue", "secret") if any(word in record for record in caplog.messages)]


def test_the_same_question_is_asked_once(server: Script, tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "answers" / "kept.sqlite3")
    assert ask(model(server, cache)).use.from_cache is False
    again = ask(model(server, cache))  # also by another process
    assert again.answer.colour == "blue"
    assert (again.use.from_cache, again.use.input_tokens, again.use.cost) == (True, 0, None)
    assert len(server.asked) == 1
    ask(model(server, cache), temperature=0.5)
    assert len(server.asked) == 2


def test_what_fails_is_not_kept(server: Script, tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "kept.sqlite3")
    server.plan(Reaction("nonsense"))
    failure(model(server, cache))
    server.plan(BLUE)
    assert ask(model(server, cache)).answer.colour == "blue"


def test_answers_that_cannot_be_forgotten_are_said_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "kept.sqlite3"
    path.write_bytes(b"no database, but long enough to be looked at as if it were one" * 20)
    AnswerCache(path).clear()
    assert "cannot be forgotten" in caplog.text


def test_an_answer_kept_by_an_older_program_is_asked_for_again(server: Script, tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite3"
    ask(model(server, AnswerCache(path)))
    with sqlite3.connect(path) as database:
        database.execute("UPDATE answers SET text = '{\"color\": 1}'")
    assert ask(model(server, AnswerCache(path))).use.from_cache is False


def test_a_cache_that_cannot_be_used_costs_time_and_is_said(
    server: Script, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "kept.sqlite3").write_bytes(b"no database" * 100)
    assert ask(model(server, AnswerCache(tmp_path / "kept.sqlite3"))).answer.colour == "blue"
    assert "cannot be read" in caplog.text
    assert "cannot be kept" in caplog.text


def test_the_cache_forgets_what_was_not_used_for_longest(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "kept.sqlite3", limit=2)
    cache.put("a", "1")
    cache.put("b", "2")
    assert cache.get("a") == "1"
    cache.put("c", "3")
    assert [cache.get(key) for key in "abc"] == ["1", None, "3"]


def test_a_key_covers_everything_that_went_in() -> None:
    parts = {"model": "m", "prompt": "p.1", "text": "\ud800"}
    assert cache_key(**parts) == cache_key(**dict(reversed(parts.items())))
    assert len({cache_key(**parts), cache_key(**{**parts, "model": "n"}), cache_key(**{**parts, "prompt": "p.2"})}) == 3


def test_neither_endpoint_nor_error_shows_the_key(server: Script) -> None:
    assert KEY not in repr(model(server).endpoint)
    assert json.dumps(Endpoint(server.url, "m").api_key.get_secret_value()) == '""'
