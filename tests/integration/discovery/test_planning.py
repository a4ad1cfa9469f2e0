"""A model plans what the rules do not understand; whatever it answers, nothing is claimed that it may not say."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.discovery.answering import answer
from core.discovery.chain import answer_stages, ask
from core.discovery.judged import Answering
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.planning import plan_question
from core.domain.plan import Filter, Plan, nodes_of
from core.domain.requests import DiscoveryRequest
from core.domain.results import Discovery
from core.messages import Language, translate
from core.questions.plans.checking import named_in
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.endpoint import Endpoint
from core.reasoning.plan_by_model import COUNTRY
from tests.llm_server import Asked, Reaction, Script, llm_server
from tests.model_parts import every_part, part_of
from tests.plans import plans

QUESTION = "Whose gizmo pipeline ends at Apple?"
"""What the rules do not understand: no word of the lexicon."""
SUPPLIERS: dict[str, Any] = {
    "op": "related",
    "type": "supplies",
    "end": "backward",
    "of": {"op": "entities", "ids": ["apple"]},
}


def companies(asked: dict[str, Any]) -> dict[str, Any]:
    return {"answer": {"kind": "companies", "set": asked}}


def filtered(attribute: str, operator: str, *values: object, of: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"op": "filter", "arg": of or SUPPLIERS, "attribute": attribute, "operator": operator, "values": values}


GOOD = {"plan": companies(SUPPLIERS), "unused": []}
FOREIGN = {"plan": companies({**SUPPLIERS, "of": {"op": "entities", "ids": ["catl"]}}), "unused": []}
HTML = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def server() -> Iterator[Script]:
    with llm_server() as script:
        yield script


@pytest.fixture(scope="module")
def asking(sample_pipeline: DiscoveryPipeline, server: Script) -> DiscoveryPipeline:
    pipeline = sample_pipeline.with_settings(sample_pipeline.base.settings)
    pipeline.model = LanguageModel(Endpoint(server.url, "m", timeout_seconds=5, retries=0))
    return pipeline


def planning(*answers: Any) -> Callable[[Asked], Reaction]:
    """Plays every part; to the plan it gives these answers, the last again and again."""
    left = [each if isinstance(each, Reaction) else Reaction(json.dumps(each)) for each in answers]

    def react(asked: Asked) -> Reaction:
        if part_of(asked) != "plan":
            return every_part(asked)
        return left.pop(0) if len(left) > 1 else left[0]

    return react


def understood(pipeline: DiscoveryPipeline, server: Script, query: str, *answers: Any, **request: Any) -> Answering:
    """The question once the model has read it."""
    server.asked.clear()
    server.plan(planning(*answers))
    stages = answer_stages(pipeline, DiscoveryRequest(query=query, **request))
    next(stages)
    return next(stages)


def told(now: Answering, language: Language = "en") -> Discovery:
    return answer(now.searched, now.searched.request.fusion, language, now.judged)


def times_planned(server: Script) -> int:
    return sum(part_of(each) == "plan" for each in server.asked)


def without_model(pipeline: DiscoveryPipeline, query: str) -> Discovery:
    return pipeline.discover(DiscoveryRequest(query=query))


def plan_report(discovery: Discovery) -> tuple[str, str]:
    (report,) = [each for each in discovery.stages if each.stage == "plan"]
    return report.judge, report.fault


# ---- taken


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_plan_that_uses_every_word_answers(language: Language, asking: DiscoveryPipeline, server: Script) -> None:
    query = QUESTION if language == "en" else "苹果的那条小玩意流水线另一头是哪些公司？"
    before = without_model(asking, query)
    assert before.answer.outcome == "partly_understood"
    found = told(understood(asking, server, query, GOOD), language)
    by_plan = asking.discover(DiscoveryRequest(plan=Plan.model_validate(GOOD["plan"])))
    assert (found.answer.outcome, found.answer.understood_by) == ("answered", "model")
    assert found.answer.company_ids == by_plan.answer.company_ids
    assert found.answer.not_understood == ()
    assert plan_report(found) == ("model", "")
    assert found.query_companies == ("apple",)
    assert found.asked_relation == "supplies"
    assert times_planned(server) == 1
    assert '"id": "apple"' in server.asked[0].texts[-1]
    assert server.asked[0].body["temperature"] == 0.0


def test_the_whole_chain_lists_members_first_and_says_who_understood(asking: DiscoveryPipeline, server: Script) -> None:
    server.plan(planning(GOOD))
    found = ask(asking, DiscoveryRequest(query=QUESTION))
    assert found.stages[0].stage == "plan"
    assert found.related_companies[0].answers_question
    assert found.answer.understood_by == "model"


def test_a_plan_that_leaves_fewer_words_over_is_shown_and_claims_nothing(
    asking: DiscoveryPipeline, server: Script
) -> None:
    found = told(understood(asking, server, QUESTION, {**GOOD, "unused": ["gizmo"]}))
    assert (found.answer.outcome, found.answer.not_understood) == ("partly_understood", ("gizmo",))
    assert found.answer.understood_by == "model"
    assert found.answer.understood_as == "suppliers of Apple"
    assert found.answer.company_ids == ()
    assert not any(each.answers_question for each in found.related_companies)


def test_a_company_that_was_chosen_may_be_named(asking: DiscoveryPipeline, server: Script) -> None:
    now = understood(asking, server, "whose gizmo pipeline ends there?", GOOD, company="Apple")
    assert told(now).answer.outcome == "answered"


@pytest.mark.parametrize(("company", "judge"), [("Apple", "rules"), ("CATL", "model"), ("", "model")])
def test_a_value_of_another_company_than_the_chosen_one_is_not_taken(
    company: str, judge: str, asking: DiscoveryPipeline, server: Script
) -> None:
    value = {"plan": {"answer": {"kind": "value", "entity": "catl", "attribute": "founded"}}, "unused": []}
    now = understood(asking, server, "which gizmo year hatched CATL", value, company=company)
    assert plan_report(told(now)) == (judge, "")
    assert (told(now).answer.value == "2011") == (judge == "model")


def test_the_same_plan_walks_on(asking: DiscoveryPipeline, server: Script) -> None:
    now = understood(asking, server, QUESTION, GOOD)
    slower = asking.rewalk(now.searched, now.searched.request.model_copy(update={"damping": 0.5}))
    assert told(Answering(slower)).answer.company_ids == told(now).answer.company_ids
    assert "plan" not in Answering(slower).to_read


# ---- not asked


@pytest.mark.parametrize("query", ["Who supplies Apple?", "Apple", "苹果的供应商", "When was NVIDIA founded?"])
def test_what_the_rules_understand_is_not_asked(query: str, asking: DiscoveryPipeline, server: Script) -> None:
    found = told(understood(asking, server, query, GOOD))
    assert times_planned(server) == 0
    assert found.answer.understood_by == "rules"
    assert "plan" not in [each.stage for each in found.stages]


def test_without_a_model_the_rules_say_what_they_said(sample_pipeline: DiscoveryPipeline) -> None:
    (searched, understood_) = answer_stages(sample_pipeline, DiscoveryRequest(query=QUESTION))
    assert told(searched).answer == told(understood_).answer


# ---- repaired once, and left to the rules


UNUSABLE: dict[str, Any] = {
    "another id": FOREIGN,
    "no id at all": {**GOOD, "plan": companies({**SUPPLIERS, "of": {"op": "entities", "ids": ["nobody"]}})},
    "HTML for an id": {**GOOD, "plan": companies({**SUPPLIERS, "of": {"op": "entities", "ids": [HTML]}})},
    "HTML for a column": {"plan": {"answer": {"kind": "value", "entity": "apple", "attribute": HTML}}, "unused": []},
    "HTML for a size": {**GOOD, "plan": companies(filtered("size", "=", HTML))},
    "HTML for a ticker": {**GOOD, "plan": companies(filtered("ticker", "in", HTML))},
    "HTML for words": {**GOOD, "unused": [HTML]},
    "unknown type": {**GOOD, "plan": companies({**SUPPLIERS, "type": "conquers"})},
    "the end of another kind of entity": {**GOOD, "plan": companies({**SUPPLIERS, "type": "produces"})},
    "a country that is not named": {**GOOD, "plan": companies(filtered("country", "in", "JP"))},
    "an industry that is not named": {**GOOD, "plan": companies(filtered("industry", "in", "banks"))},
    "a year that is not named": {**GOOD, "plan": companies(filtered("founded", ">=", 2015))},
    "a date that is not named": {**GOOD, "plan": companies({**SUPPLIERS, "when": {"first": 2020, "last": None}})},
    "no form": {"plan": "suppliers of Apple", "unused": []},
    "no plan": {"unused": []},
    "a list": [GOOD],
    "deep": Reaction('{"plan": ' + '{"answer": {"kind": "companies", "set": ' * 3 + "[" * 100_000),
    "deep sets": Reaction(
        '{"unused": [], "plan": {"answer": {"kind": "companies", "set": '
        + '{"op": "like", "of": ' * 300
        + json.dumps(SUPPLIERS)
        + "}" * 302
        + "}"
    ),
    "megabytes": Reaction(json.dumps({**GOOD, "unused": ["x" * 3_000_000]})),
    "many words": {**GOOD, "unused": ["gizmo"] * 50_000},
    "no number": Reaction(json.dumps({**GOOD, "plan": companies(filtered("size", ">", float("nan")))})),
    "prose": Reaction("I would rather not."),
}


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("unusable", UNUSABLE.values(), ids=UNUSABLE)
def test_what_may_not_be_executed_is_repaired_once_and_then_left_to_the_rules(
    unusable: Any, asking: DiscoveryPipeline, server: Script
) -> None:
    mended = told(understood(asking, server, QUESTION, unusable, GOOD))
    assert (mended.answer.outcome, times_planned(server)) == ("answered", 2)
    left = told(understood(asking, server, QUESTION, unusable))
    assert left.answer == without_model(asking, QUESTION).answer
    assert plan_report(left) == ("rules", "model_answer_unusable")
    assert times_planned(server) == 2
    assert translate("warning.question_not_planned", "en") in left.warnings


def test_a_plan_that_cannot_be_used_keeps_no_later_stage_from_the_model(
    asking: DiscoveryPipeline, server: Script
) -> None:
    """A small model that cannot plan may still judge companies."""
    server.asked.clear()
    server.plan(planning({"companies": []}))
    found = ask(asking, DiscoveryRequest(query=QUESTION))
    assert times_planned(server) == 2
    assert plan_report(found) == ("rules", "model_answer_unusable")
    assert any(part_of(each) != "plan" for each in server.asked)
    assert [each.judge for each in found.stages if each.stage == "synthesis"] == ["model"]


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize("failing", [Reaction(status=401), Reaction(status=500), Reaction(seconds=6)])
def test_an_endpoint_that_fails_leaves_it_to_the_rules_and_is_not_asked_again(
    failing: Reaction, asking: DiscoveryPipeline, server: Script
) -> None:
    server.asked.clear()
    server.plan(failing)
    found = ask(asking, DiscoveryRequest(query=QUESTION))
    assert found.answer == without_model(asking, QUESTION).answer
    assert plan_report(found)[0] == "rules"
    assert plan_report(found)[1] in ("model_refused", "model_unavailable")
    assert translate("warning.question_not_planned", "en") not in found.warnings  # another warning says why
    assert times_planned(server) == len(server.asked) == 1


# ---- believed only so far


@pytest.mark.parametrize(
    ("query", "answer", "missed"),
    [
        ("Whose gizmo pipeline ends at Apple and not at Intel?", GOOD, ("not", "Intel")),
        ("Whose gizmo pipeline ends at Apple since 2015?", GOOD, ("2015",)),
        ("Whose gizmo pipeline ends at Apple in Japan?", GOOD, ("Japan",)),
        ("Whose gizmo pipeline never ends at Apple?", GOOD, ("never",)),
        ("Whose 20 gizmo pipelines do end at Apple?", GOOD, ("20",)),
        ("除了日本，谁的小玩意流水线通向苹果？", GOOD, ("除了", "日本")),
    ],
)
def test_what_a_model_claims_to_use_must_be_in_the_plan(
    query: str, answer: Any, missed: tuple[str, ...], asking: DiscoveryPipeline, server: Script
) -> None:
    now = understood(asking, server, query, answer)
    assert not now.searched.understood.may_claim
    parsed = now.searched.understood.parsed
    assert set(missed) <= set(parsed.not_understood) or parsed.read_by == "rules"


@pytest.mark.parametrize(
    ("query", "plan"),
    [
        (
            "Whose gizmo pipeline ends at Apple since 2015?",
            companies({**SUPPLIERS, "when": {"first": 2015, "last": None}}),
        ),
        ("Whose gizmo pipeline ends at Apple in Japan?", companies(filtered("country", "in", "JP"))),
        ("Whose gizmo pipeline ends at Apple outside Japan?", companies(filtered("country", "not_in", "JP"))),
        ("Whose gizmo pipeline at Apple dates after 2015?", companies(filtered("founded", ">=", 2016))),
        ("Which gizmo pipelines ends at Apple from the 1990s?", companies(filtered("founded", "<=", 1999))),
        ("Whose gizmo pipeline worth 10 billion ends at Apple?", companies(filtered("size", ">", 1e10))),
        ("苹果的小玩意流水线，价值100亿的是谁？", companies(filtered("size", ">", 1e10))),
    ],
)
def test_numbers_places_and_negations_that_are_in_the_plan_are_believed(
    query: str, plan: Any, asking: DiscoveryPipeline, server: Script
) -> None:
    parsed = understood(asking, server, query, {"plan": plan, "unused": []}).searched.understood.parsed
    assert (parsed.plan, parsed.not_understood, parsed.read_by) == (Plan.model_validate(plan), (), "model")


@pytest.mark.parametrize("when", [None, {"first": None, "last": None}])
def test_the_rules_plan_again_explains_no_more_words(when: Any, asking: DiscoveryPipeline, server: Script) -> None:
    query = "Unionised suppliers of Apple"
    rules = without_model(asking, query).answer
    assert rules.not_understood == ("Unionised",)
    again = {"plan": companies({**SUPPLIERS, "when": when}), "unused": []}
    found = told(understood(asking, server, query, again))
    assert found.answer == rules
    assert plan_report(found) == ("rules", "")


@pytest.mark.parametrize(
    "answer", [{"plan": None, "unused": []}, {"plan": None, "unused": ["gizmo"]}, {**GOOD, "unused": QUESTION.split()}]
)
def test_a_plan_that_explains_no_more_is_not_taken(answer: Any, asking: DiscoveryPipeline, server: Script) -> None:
    found = told(understood(asking, server, QUESTION, answer))
    assert found.answer == without_model(asking, QUESTION).answer
    assert plan_report(found) == ("rules", "")


# ---- whatever it says

IDS = ("apple", "catl", "intel", "japan", HTML)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)
ANSWERS = st.one_of(
    JSON,
    st.fixed_dictionaries({"plan": JSON, "unused": st.lists(st.text(max_size=5), max_size=3)}),
    st.fixed_dictionaries(
        {
            "plan": plans(IDS, ("supplies", "competitor", "produces"), ("banks",)).map(lambda plan: plan.model_dump()),
            "unused": st.lists(st.sampled_from(["gizmo", "pipeline", "Japan", "2015", ""]), max_size=2),
        }
    ),
)


@given(ANSWERS)
def test_whatever_a_model_answers_no_other_id_reaches_a_plan(
    asking: DiscoveryPipeline, server: Script, answer: Any
) -> None:
    query = "Whose gizmo pipeline ends at Apple in Japan since 2015?"
    now = understood(asking, server, query, answer)
    searched = now.searched.understood
    given_names = plan_question(searched).names
    ids = {each.id for name in given_names for each in name.meant if each.type != COUNTRY}
    codes = {each.id for name in given_names for each in name.meant if each.type == COUNTRY}
    plan = searched.parsed.plan
    if plan is not None:
        assert set(named_in(plan)) <= ids
        filters = [node for _, node in nodes_of(plan) if isinstance(node, Filter)]
        assert {value for each in filters if each.attribute == "industry" for value in each.values} <= ids
        assert {value for each in filters if each.attribute == "country" for value in each.values} <= codes
    found = told(now)
    assert HTML not in found.answer.model_dump_json()
    if found.answer.outcome in ("answered", "empty") and found.answer.understood_by == "model":
        assert searched.parsed.not_understood == ()
