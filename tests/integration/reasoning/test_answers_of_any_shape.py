"""An endpoint that answers 200 with anything at all: a language model that cannot be used, never a fault of ours."""

from __future__ import annotations

import gzip
import json
import tracemalloc
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from core.discovery.chain import ask as answer_question
from core.discovery.fact_answering import answer_fact
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.recommending import recommend
from core.domain.recommendations import RecommendationRequest
from core.domain.requests import BY_QUESTION, DiscoveryRequest
from core.errors import GuanxiError
from core.messages import LANGUAGES
from core.reasoning.llm.bounded_answers import most_bytes
from core.reasoning.llm.client import LanguageModel, ModelFailedError, Reply
from core.reasoning.llm.endpoint import Endpoint, ModelAnswerUnusableError
from core.reasoning.llm.prompt import Message, Prompt
from tests.llm_server import Reaction, Script, llm_server
from tests.support import examples

SAID = '{"colour": "blue"}'
EVENTS = "text/event-stream"
ASKED_OFTEN = settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class Colour(BaseModel):
    colour: str


PROMPT = Prompt("colour.en.1", (Message("user", "Which colour is the sky?"),), Colour.model_json_schema())


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Script]:
    with llm_server() as script:
        yield script


@pytest.fixture(scope="module")
def model(endpoint: Script) -> LanguageModel:
    return LanguageModel(Endpoint(endpoint.url, "m", timeout_seconds=20.0, retries=0))


def ask(model: LanguageModel, *, streamed: bool) -> Reply[Colour]:
    return model.ask(PROMPT, Colour, stage="synthesis", on_text=(lambda _: None) if streamed else None)


def outcome(model: LanguageModel, *, streamed: bool) -> Colour | GuanxiError:
    """Whatever was answered, this is all that may come of it."""
    try:
        return ask(model, streamed=streamed).answer
    except ModelFailedError as failure:
        return failure.error


def whole(**changes: Any) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": SAID}}
    return {"id": "1", "object": "chat.completion", "choices": [choice], **changes}


def message(**said: Any) -> dict[str, Any]:
    return whole(choices=[{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", **said}}])


NO_COMPLETIONS = {
    "page": b"<!doctype html><title>Sign in</title>",
    "nothing": b"",
    "text": b"OK",
    "bytes": b"\xff\xfe\x00\x80",
    "null": b"null",
    "true": b"true",
    "number": b"7",
    "endless number": b"9" * 5000,
    "string": b'"ok"',
    "list": b"[]",
    "list of lists": b"[[1]]",
    "deep": b"[" * 200_000,
    "object": b"{}",
    "error as 200": b'{"error": {"message": "quota"}}',
    "choices null": json.dumps(whole(choices=None)).encode(),
    "choices number": json.dumps(whole(choices=3)).encode(),
    "choices object": json.dumps(whole(choices={"0": {}})).encode(),
    "choice null": json.dumps(whole(choices=[None])).encode(),
    "choice text": json.dumps(whole(choices=["blue"])).encode(),
    "no message": json.dumps(whole(choices=[{}])).encode(),
    "message null": json.dumps(whole(choices=[{"message": None}])).encode(),
    "message text": json.dumps(whole(choices=[{"message": SAID}])).encode(),
    "content number": json.dumps(message(content=7)).encode(),
    "content object": json.dumps(message(content={"text": SAID})).encode(),
    "part null": json.dumps(message(content=[None])).encode(),
    "text of a part null": json.dumps(message(content=[{"type": "text", "text": None}])).encode(),
    "cut off": json.dumps(whole()).encode()[:-9],
}


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("body", NO_COMPLETIONS.values(), ids=NO_COMPLETIONS)
def test_what_is_no_completion_is_an_answer_that_cannot_be_used(
    body: bytes, streamed: bool, model: LanguageModel, endpoint: Script
) -> None:
    endpoint.plan(Reaction(body=body))
    found = outcome(model, streamed=streamed)
    assert isinstance(found, ModelAnswerUnusableError)
    assert found.parameters == {"fault": "model_no_completion"}
    assert all("GUANXI_LLM_BASE_URL" in found.message(language) for language in LANGUAGES)


@pytest.mark.parametrize(
    "events",
    [
        b"data: null\n\n",
        b"data: [1]\n\n",
        b"data: <html>\n\n",
        b"data: " + b"[" * 100_000 + b"\n\n",
        b"data: \xff\n\n",
        b'data: {"choices": 1}\n\n',
        b'data: {"choices": [null]}\n\n',
        b'data: {"choices": [{"delta": 1}]}\n\n',
        b'data: {"choices": [{"delta": {"content": {}}}]}\n\n',
    ],
)
def test_what_is_no_event_of_a_completion_cannot_be_used(events: bytes, model: LanguageModel, endpoint: Script) -> None:
    endpoint.plan(Reaction(body=events, content_type=EVENTS))
    found = outcome(model, streamed=True)
    assert isinstance(found, ModelAnswerUnusableError)
    assert found.parameters == {"fault": "model_no_completion"}


READABLE = {
    "as ever": whole(),
    "usage null": whole(usage=None),
    "usage text": whole(usage="much"),
    "tokens null": whole(usage={"prompt_tokens": None, "completion_tokens": None}),
    "tokens text": whole(usage={"prompt_tokens": "12", "completion_tokens": [3]}),
    "tokens below zero": whole(usage={"prompt_tokens": -1, "completion_tokens": 10**40}),
    "parts": message(content=[{"type": "thinking", "thinking": "…"}, {"type": "text", "text": SAID}]),
    "two parts": message(content=[{"type": "text", "text": SAID[:5]}, {"type": "text", "text": SAID[5:]}]),
    "strings": message(content=[SAID]),
    "more than is known": message(content=SAID, refusal=None, tool_calls=None, reasoning_content="…"),
    "odd names": whole(id=None, created="now", model=7, object=None, system_fingerprint={}),
}


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("answered", READABLE.values(), ids=READABLE)
def test_what_can_be_read_is_read(
    answered: dict[str, Any], streamed: bool, model: LanguageModel, endpoint: Script
) -> None:
    endpoint.plan(Reaction(body=json.dumps(answered).encode()))
    reply = ask(model, streamed=streamed)
    assert reply.answer == Colour(colour="blue")
    assert (reply.use.input_tokens, reply.use.output_tokens) == (0, 0)


def test_events_without_text_and_texts_in_parts_are_read(model: LanguageModel, endpoint: Script) -> None:
    events: list[dict[str, Any]] = [
        {"choices": [], "prompt_filter_results": []},
        {"type": "ping"},
        {"choices": None, "usage": None},
        {"choices": [{"index": 0, "delta": None}]},
        {"choices": [{"index": 0, "delta": {"role": "assistant", "content": None}}]},
        {"choices": [{"index": 0, "delta": {"content": [{"type": "text", "text": '{"colour": "'}]}}]},
        {"choices": [{"index": 0, "delta": {"content": "\ud83d"}}]},
        {"choices": [{"index": 0, "delta": {"content": '\ude00"}'}}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": None}},
    ]
    body = b"".join(b"data: " + json.dumps(event).encode() + b"\n\n" for event in events) + b"data: [DONE]\n\n"
    endpoint.plan(Reaction(body=body, content_type=EVENTS))
    reply = ask(model, streamed=True)
    assert reply.answer.colour == "\U0001f600"
    assert reply.use.input_tokens == 5


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_half_a_character_is_not_passed_on(streamed: bool, model: LanguageModel, endpoint: Script) -> None:
    endpoint.plan(Reaction(body=json.dumps(message(content='{"color": "\ud800"}')).encode()))
    found = outcome(model, streamed=streamed)  # does not fit, is sent back, and answered in the same way
    assert isinstance(found, ModelAnswerUnusableError)
    assert found.parameters == {"fault": "model_schema"}


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_an_encoding_that_is_a_lie_is_a_model_that_fails(
    streamed: bool, model: LanguageModel, endpoint: Script
) -> None:
    good = json.dumps(whole()).encode()
    endpoint.plan(Reaction(body=good, headers={"Content-Encoding": "gzip"}))
    assert isinstance(outcome(model, streamed=streamed), GuanxiError)
    endpoint.plan(Reaction(body=gzip.compress(good), headers={"Content-Encoding": "gzip"}))
    assert outcome(model, streamed=streamed) == Colour(colour="blue")


ENDLESS = {
    "blanks": b" " * 2**20,
    "a line without end": b"data: " + b"x" * 2**20,
    "open brackets": b'data: {"choices": [{"delta": {"content": "[[[["}}]}\n\n' * 2**15,
}


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
@pytest.mark.parametrize("content_type", ["application/json", EVENTS])
@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("sent", ENDLESS.values(), ids=ENDLESS)
@pytest.mark.matrix(every=3)
def test_an_answer_is_read_up_to_a_bound(
    sent: bytes, streamed: bool, content_type: str, packed: bool, model: LanguageModel, endpoint: Script
) -> None:
    body = sent * (2 + most_bytes(model.endpoint.max_output_tokens) // len(sent))
    headers = {"Content-Encoding": "gzip"} if packed else {}
    endpoint.plan(Reaction(body=gzip.compress(body, 1) if packed else body, content_type=content_type, headers=headers))
    found = outcome(model, streamed=streamed)
    assert isinstance(found, ModelAnswerUnusableError)
    assert found.parameters in ({"fault": "model_too_long"}, {"fault": "model_no_completion"})
    assert found.parameters["fault"] == "model_too_long" or (streamed and content_type == EVENTS)


def test_memory_for_an_answer_that_unpacks_to_a_thousandfold_stays_bounded(
    model: LanguageModel, endpoint: Script
) -> None:
    packing = zlib.compressobj()
    body = b"".join([*(packing.compress(b" " * 2**20) for _ in range(512)), packing.flush()])
    endpoint.plan(Reaction(body=body, headers={"Content-Encoding": "deflate"}))
    tracemalloc.start()
    try:
        assert isinstance(outcome(model, streamed=False), ModelAnswerUnusableError)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 8 * most_bytes(model.endpoint.max_output_tokens)


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_a_packing_that_nobody_asked_for_is_refused(streamed: bool, model: LanguageModel, endpoint: Script) -> None:
    endpoint.plan(Reaction(body=json.dumps(whole()).encode(), headers={"Content-Encoding": "br"}))
    found = outcome(model, streamed=streamed)
    assert isinstance(found, ModelAnswerUnusableError)
    assert found.parameters == {"fault": "model_too_long"}
    assert endpoint.asked[-1].headers["accept-encoding"] == "identity"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["choices", "message", "delta", "content", "usage", "prompt_tokens", "text", "type", "error"]
            )
            | st.text(max_size=5),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)
"""Anything, and often something that looks a little like a completion."""
CHOICE = st.fixed_dictionaries(
    {}, optional={"message": JSON, "delta": JSON, "finish_reason": JSON, "index": JSON}
) | st.fixed_dictionaries({"message": st.fixed_dictionaries({"content": JSON})})
ALMOST = st.fixed_dictionaries({"choices": st.lists(CHOICE | JSON, max_size=3)}, optional={"usage": JSON, "id": JSON})
CONTENT_TYPES = st.sampled_from(["application/json", "text/html", "text/plain", EVENTS, "", "application/x-ndjson"])


@ASKED_OFTEN
@given(answered=JSON | ALMOST, streamed=st.booleans(), content_type=CONTENT_TYPES)
def test_any_json_is_an_answer_or_a_model_that_fails(
    answered: object, streamed: bool, content_type: str, model: LanguageModel, endpoint: Script
) -> None:
    body = json.dumps(answered).encode()
    endpoint.plan(Reaction(body=body, content_type=content_type))
    outcome(model, streamed=streamed)
    endpoint.plan(Reaction(body=b"data: " + body + b"\n\ndata: [DONE]\n\n", content_type=EVENTS))
    outcome(model, streamed=True)


@ASKED_OFTEN
@given(body=st.binary(max_size=300), streamed=st.booleans(), content_type=CONTENT_TYPES)
def test_any_bytes_are_an_answer_or_a_model_that_fails(
    body: bytes, streamed: bool, content_type: str, model: LanguageModel, endpoint: Script
) -> None:
    for sent in (body, b"data: " + body + b"\n\n"):
        endpoint.plan(Reaction(body=sent, content_type=content_type))
        outcome(model, streamed=streamed)


JUDGED = st.fixed_dictionaries(
    {"company": st.just("C1")},
    optional={"citations": JSON, "reason": JSON, "relation": JSON, "level": JSON, "description": JSON},
)
KEPT = st.fixed_dictionaries({"fact": st.just("F1")}, optional={"quality": JSON, "reason": JSON})
STAGES = st.fixed_dictionaries(
    {},
    optional={
        "companies": JSON | st.lists(JUDGED, max_size=3),
        "facts": JSON | st.lists(KEPT, max_size=3),
        "relations": JSON,
        "sentences": JSON,
        "families": JSON,
        "roles": JSON,
        "intent": JSON,
    },
)
SAID_OF_ANYTHING = st.text(max_size=60) | STAGES.map(json.dumps)
"""What a well-formed completion may hold: texts, and often something that looks a little like what is asked for."""


@pytest.mark.thorough
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=SAID_OF_ANYTHING)
def test_whatever_a_completion_says_there_is_an_answer(
    said: str, document_pipeline: DiscoveryPipeline, model: LanguageModel, endpoint: Script
) -> None:
    endpoint.plan(Reaction(said))
    asking = document_pipeline.with_settings(document_pipeline.base.settings)
    asking.model = model
    request = DiscoveryRequest(company="公司A", query="Tell me about the suppliers of 公司A", influence=BY_QUESTION)
    found = answer_question(asking, request)
    assert {company.company_id for company in found.related_companies} == {"公司B", "公司C", "公司D", "公司E"}
    recommended = recommend(asking, RecommendationRequest(company="公司A"))
    assert {each.target_id for each in recommended.items} <= {"公司B", "公司C", "公司D", "公司E"}
    retrieval = asking.retrieve(request)
    assert answer_fact(retrieval, model, asking.base.settings, "en").sources
