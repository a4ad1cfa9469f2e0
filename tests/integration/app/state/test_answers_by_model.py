"""The page goes through the stages of a question beside the model, and ends where one call of ``ask`` does."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
import streamlit as st

from app.runtime import watched
from app.state.kept_answer import KeptAnswer, current_answer, judge_the_rest
from core.discovery.chain import ask
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import BY_QUESTION, DiscoveryRequest, FusionMode, FusionSettings
from core.domain.results import Discovery
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.endpoint import Endpoint
from tests.llm_server import Asked, Reaction, Script, llm_server
from tests.model_parts import PARTS, Waiting, companies_asked_about, every_part, part_of

FUSION = FusionSettings()
UNSURE = DiscoveryRequest(query="Tell me about 公司A", influence=BY_QUESTION)
SURE = DiscoveryRequest(query="Who supplies 公司A?")
ANOTHER = DiscoveryRequest(query="Tell me about 公司B", influence=BY_QUESTION)
LEFT_OVER = DiscoveryRequest(query="Tell me about the gizmos of 公司A", influence=BY_QUESTION)
"""Words that the rules do not understand: a plan is asked for."""
REQUESTS = {
    "company": DiscoveryRequest(company="公司A"),
    "sure": SURE,
    "unsure": UNSURE.model_copy(update={"influence": None}),
    "influence by question": SURE.model_copy(update={"influence": BY_QUESTION}),
    "both left to the model": UNSURE,
    "Chinese": DiscoveryRequest(query="谁给公司A供货？", language="zh", influence=BY_QUESTION),
    "both languages": UNSURE.model_copy(update={"language": "zh", "both_languages": True}),
    "topic": DiscoveryRequest(query="Who makes wafer materials?", influence=BY_QUESTION),
    "unlinked": DiscoveryRequest(company="nobody of that name"),
    "words left over": LEFT_OVER,
    "pronoun": DiscoveryRequest(query="Who supplies it?"),
}
MODELS: dict[str, Reaction | Callable[[Asked], Reaction] | None] = {
    "rules": None,
    "model": every_part,
    "refused": Reaction(status=401),
    "unusable": Reaction("no JSON"),
    "judges only": lambda asked: every_part(asked) if part_of(asked) == "companies" else Reaction("no JSON"),
}


@pytest.fixture(autouse=True)
def session() -> Iterator[None]:
    st.session_state.clear()
    yield
    st.session_state.clear()


@pytest.fixture
def server() -> Iterator[Script]:
    with llm_server() as script:
        script.plan(every_part)
        yield script


@pytest.fixture
def asking(document_pipeline: DiscoveryPipeline, server: Script) -> DiscoveryPipeline:
    return with_model(document_pipeline, server)


def without_limit(plain: DiscoveryPipeline) -> DiscoveryPipeline:
    """As many questions a minute as the tests ask."""
    return plain.with_settings(plain.base.settings.model_copy(update={"page_questions_per_minute": 10_000}))


def with_model(plain: DiscoveryPipeline, server: Script) -> DiscoveryPipeline:
    pipeline = without_limit(plain)
    pipeline.model = LanguageModel(Endpoint(server.url, "m", timeout_seconds=30, retries=0))
    return pipeline


def until(
    pipeline: DiscoveryPipeline,
    request: DiscoveryRequest,
    enough: Callable[[KeptAnswer], object],
    fusion: FusionSettings = FUSION,
) -> tuple[Discovery, KeptAnswer]:
    """Look at the page again and again."""
    for _ in range(6000):
        discovery, kept = current_answer(pipeline, request, fusion)
        if enough(kept):
            return discovery, kept
        time.sleep(0.01)
    raise AssertionError("the page never came so far")


def over(kept: KeptAnswer) -> bool:
    return kept.work is None or not (kept.work.running or kept.has_news)


def comparable(discovery: Discovery) -> dict[str, object]:
    """Without what was measured."""
    stages = tuple(
        stage.model_copy(update={"use": stage.use and stage.use.model_copy(update={"milliseconds": 0.0})})
        for stage in discovery.stages
    )
    return discovery.model_copy(update={"stages": stages}).model_dump(exclude={"timings", "processing_time_ms"})


def lines(discovery: Discovery) -> list[tuple[object, ...]]:
    """The list, without the facts that were read: those of another walk are read in another order."""
    return [
        (each.company_id, each.similarity, each.parts, each.paths, each.judgement.judge, each.judgement.level)
        for each in discovery.related_companies
    ]


@pytest.mark.matrix(every=5)
@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
@pytest.mark.parametrize("plays", MODELS)
def test_the_page_ends_where_one_call_does(
    plays: str, request_: DiscoveryRequest, document_pipeline: DiscoveryPipeline, server: Script
) -> None:
    reaction = MODELS[plays]
    pipeline = without_limit(document_pipeline) if reaction is None else with_model(document_pipeline, server)
    if reaction is not None:
        server.plan(reaction)
    at_once = ask(pipeline, request_)
    asked = [part_of(each) if "response_format" in each.body else "" for each in server.asked]
    server.asked.clear()
    discovery, _ = until(pipeline, request_, over)
    assert comparable(discovery) == comparable(at_once)
    assert [part_of(each) if "response_format" in each.body else "" for each in server.asked] == asked


def test_the_rules_answer_until_the_model_has(asking: DiscoveryPipeline, server: Script) -> None:
    waiting = Waiting("companies")
    server.plan(waiting)
    early, _ = until(asking, UNSURE, lambda kept: kept.being_judged and waiting.reached.is_set())
    assert {each.judgement.judge for each in early.related_companies} == {"rules"}
    waiting.go_on.set()
    late, kept = until(asking, UNSURE, over)
    assert {each.judgement.judge for each in late.related_companies} == {"model"}
    assert (kept.being_understood, kept.being_judged) == (False, False)


def test_another_walk_takes_over_what_the_model_reads_meanwhile(asking: DiscoveryPipeline, server: Script) -> None:
    waiting = Waiting("families")
    server.plan(waiting)
    _, kept = until(asking, UNSURE, lambda _: waiting.reached.is_set())
    slower = UNSURE.model_copy(update={"damping": 0.4})
    by_rules, walked = current_answer(asking, slower, FUSION)
    assert walked.being_understood
    assert walked.work is kept.work
    waiting.go_on.set()
    discovery, kept = until(asking, slower, over)
    assert kept.searched.understood.intention.reason == "Suppliers are asked for."
    assert [each.similarity for each in discovery.related_companies] != [
        each.similarity for each in by_rules.related_companies
    ]
    assert [part_of(each) for each in server.asked] == list(PARTS[1:])
    assert comparable(discovery) == comparable(ask(asking, slower))


def test_a_walk_back_and_forth_takes_it_over_too(asking: DiscoveryPipeline, server: Script) -> None:
    waiting = Waiting("families")
    server.plan(waiting)
    until(asking, UNSURE, lambda _: waiting.reached.is_set())
    current_answer(asking, UNSURE.model_copy(update={"max_hops": 1}), FUSION)
    current_answer(asking, UNSURE, FUSION)
    waiting.go_on.set()
    discovery, _ = until(asking, UNSURE, over)
    assert comparable(discovery) == comparable(ask(asking, UNSURE))


@pytest.mark.parametrize("change", [{"max_results": 100}, {"mode": FusionMode.RRF, "max_results": 3}])
def test_the_list_that_is_shown_when_judging_begins_is_judged(
    change: dict[str, Any], sample_pipeline: DiscoveryPipeline, server: Script
) -> None:
    pipeline, waiting = with_model(sample_pipeline, server), Waiting("families")
    server.plan(waiting)
    first = FusionSettings(graph_weight=1.0, vector_weight=0.0, max_results=4)
    request = DiscoveryRequest(company="catl", query="Who are its competitors?", influence=BY_QUESTION)
    before, _ = until(pipeline, request, lambda _: waiting.reached.is_set(), first)
    nearer, moved = request.model_copy(update={"damping": 0.1, "max_hops": 1}), first.model_copy(update=change)
    current_answer(pipeline, nearer, first)
    after, _ = current_answer(pipeline, nearer, moved)
    assert {each.company_id for each in after.related_companies} != {
        each.company_id for each in before.related_companies
    }
    waiting.go_on.set()
    discovery, _ = until(pipeline, nearer, over, moved)
    assert {each.judgement.judge for each in discovery.related_companies} == {"model"}


def slowly(asked: Asked) -> Reaction:
    return replace(every_part(asked), pause=0.02) if part_of(asked) == "companies" else every_part(asked)


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize("change", [{"damping": 0.4}, {"max_hops": 1}, {"influence": None}])
def test_another_walk_keeps_what_the_model_has_judged(
    change: dict[str, Any], asking: DiscoveryPipeline, server: Script
) -> None:
    server.plan(slowly)
    _, kept = until(asking, UNSURE, lambda kept: kept.now.judged.of("en").judgements)
    judged = dict(kept.now.judged.of("en").judgements)
    other = UNSURE.model_copy(update=change)
    discovery, walked = current_answer(asking, other, FUSION)
    assert walked.being_judged
    assert judged.items() <= walked.now.judged.of("en").judgements.items()
    by_model = {each.company_id for each in discovery.related_companies if each.judgement.judge == "model"}
    assert set(judged) <= by_model
    discovery, _ = until(asking, other, over)
    assert lines(discovery) == lines(ask(asking, other))
    assert [part_of(each) for each in server.asked[:4]] == list(PARTS[1:])


def test_another_language_keeps_what_the_model_has_judged(asking: DiscoveryPipeline, server: Script) -> None:
    server.plan(slowly)
    _, kept = until(asking, UNSURE, lambda kept: kept.now.judged.of("en").judgements)
    judged = dict(kept.now.judged.of("en").judgements)
    chinese = UNSURE.model_copy(update={"language": "zh"})
    discovery, kept = until(asking, chinese, over)
    assert judged.items() <= kept.now.judged.of("en").judgements.items()
    assert {each.judgement.judge for each in discovery.related_companies} == {"model"}
    assert [part_of(each) for each in server.asked].count("families") == 1


def test_who_comes_back_to_a_left_page_finds_what_was_judged(
    asking: DiscoveryPipeline, server: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.plan(slowly)
    _, kept = until(asking, UNSURE, lambda kept: kept.now.judged.of("en").judgements)
    work = kept.work
    assert work is not None
    while len(work.now.judged.of("en").judgements) < 2:
        work.work.look()
    judged = dict(work.now.judged.of("en").judgements)
    monkeypatch.setattr(watched, "_PATIENCE", 0.0)
    while work.running:
        time.sleep(0.01)
    assert work.work.left
    monkeypatch.undo()
    server.asked.clear()
    _, kept = current_answer(asking, UNSURE, FUSION)
    assert judged.items() <= kept.now.judged.of("en").judgements.items()
    discovery, _ = until(asking, UNSURE, over)
    assert {each.judgement.judge for each in discovery.related_companies} == {"model"}
    assert not {line["name"] for asked in server.asked for line in companies_asked_about(asked)} & {
        f"{company_id} {company_id.replace('公司', 'Company ')}" for company_id in judged
    }


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize("failing", ["everything", *PARTS])
def test_after_a_failure_the_rest_is_asked_again(failing: str, asking: DiscoveryPipeline, server: Script) -> None:
    def breaks(asked: Asked) -> Reaction:
        return Reaction(status=401) if failing in ("everything", part_of(asked)) else every_part(asked)

    server.plan(breaks)
    request = LEFT_OVER if failing == "plan" else UNSURE
    discovery, kept = until(asking, request, over)
    assert {each.judgement.judge for each in discovery.related_companies} == {"rules"}
    assert any("HTTP 401" in warning for warning in discovery.warnings)
    server.plan(every_part)
    judge_the_rest(asking, kept)
    discovery, _ = until(asking, request, over)
    assert {each.judgement.judge for each in discovery.related_companies} == {"model"}
    assert not any("HTTP 401" in warning for warning in discovery.warnings)
    at_once = ask(asking, request)
    assert discovery.related_companies == at_once.related_companies
    assert [(each.stage, each.judge, each.fault) for each in discovery.stages] == [
        (each.stage, each.judge, each.fault) for each in at_once.stages
    ]


@pytest.mark.matrix()
@pytest.mark.parametrize("part", PARTS)
def test_work_on_another_question_never_reaches_the_new_one(
    part: str, asking: DiscoveryPipeline, server: Script
) -> None:
    waiting = Waiting(part)
    server.plan(waiting)
    request = LEFT_OVER if part == "plan" else UNSURE
    _, first = until(asking, request, lambda _: waiting.reached.is_set())
    _, second = current_answer(asking, ANOTHER, FUSION)
    assert second.work is not first.work
    waiting.go_on.set()
    assert first.work is not None
    while first.work.running:
        time.sleep(0.01)  # to its end, or to where it notices that nobody waits
    discovery, kept = until(asking, ANOTHER, over)
    assert kept.searched.understood.link.entity_ids == ("公司B",)
    assert comparable(discovery) == comparable(ask(asking, ANOTHER))


@pytest.mark.parametrize("walk", [{}, {"damping": 0.4}])
def test_a_plan_of_the_model_is_answered_on_the_page_too(
    walk: dict[str, Any], asking: DiscoveryPipeline, server: Script
) -> None:
    suppliers = {"op": "related", "type": "supplies", "end": "backward", "of": {"op": "entities", "ids": ["公司A"]}}
    reply = {"plan": {"answer": {"kind": "companies", "set": suppliers}}, "unused": []}
    waiting = Waiting("plan")

    def planning(asked: Asked) -> Reaction:
        waited = waiting(asked)
        return Reaction(json.dumps(reply)) if part_of(asked) == "plan" else waited

    server.plan(planning)
    before, _ = until(asking, LEFT_OVER, lambda _: waiting.reached.is_set())
    assert before.answer.outcome != "answered"
    request = LEFT_OVER.model_copy(update=walk)
    current_answer(asking, request, FUSION)
    waiting.go_on.set()
    discovery, kept = until(asking, request, over)
    assert (discovery.answer.outcome, discovery.answer.understood_by) == ("answered", "model")
    assert discovery.answer.company_ids == ("公司C",)
    assert kept.centres == ("公司A",)
    assert lines(discovery) == lines(ask(asking, request))
    assert [part_of(each) for each in server.asked].count("plan") == 2  # one of them by ``ask``


def test_influence_left_to_the_question_later_is_read_then(asking: DiscoveryPipeline, server: Script) -> None:
    plain = UNSURE.model_copy(update={"influence": None})
    until(asking, plain, over)
    assert [part_of(each) for each in server.asked] == ["intent", "facts", "companies"]
    discovery, _ = until(asking, UNSURE, over)
    assert [part_of(each) for each in server.asked].count("families") == 1
    at_once = ask(asking, UNSURE)
    assert lines(discovery) == lines(at_once)
    assert [(each.stage, each.judge) for each in discovery.stages] == [
        (each.stage, each.judge) for each in at_once.stages
    ]
