"""A model says what a question wants and which relations bear on it; rules say so where it does not."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from core.discovery.answering import answer
from core.discovery.chain import ask
from core.discovery.fact_answering import answer_fact
from core.discovery.intention import Intention, intention_by_model, intention_by_rules, open_stages
from core.discovery.judged import NOTHING_JUDGED
from core.discovery.llm_judging import judge_by_model
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.understanding import understand
from core.domain.model_use import StageReport
from core.domain.relation_influence import FamilyInfluence, RelationInfluence, RoleInfluence
from core.domain.requests import BY_QUESTION, DiscoveryRequest, FusionSettings
from core.messages import LANGUAGES, Language
from core.ontology import default_ontology
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.endpoint import Endpoint
from core.reasoning.ranking_cues import ranking_cue
from core.reasoning.relation_weighing import WeighingReply, weigh_by_rules
from core.settings import Settings
from tests.llm_server import Reaction, Script, llm_server
from tests.model_parts import WEIGHTS, every_part

ONTOLOGY = default_ontology()
FAMILIES: Any = WEIGHTS["families"]
ROLES: Any = WEIGHTS["roles"]
GOOD: dict[str, Any] = WEIGHTS
WEIGHED = RelationInfluence(
    families=FamilyInfluence(causality=0.75, attribution=0.25), roles=RoleInfluence(primary=0.5, secondary=0.5)
)
UNSURE = "Tell me about TSMC"
SURE = "Who supplies TSMC?"


@pytest.fixture
def server() -> Iterator[Script]:
    with llm_server() as script:
        yield script


def understood(server: Script, *answers: Any, query: str = SURE, influence: Any = BY_QUESTION) -> Intention:
    """What the model makes of ``query``; an answer is what it says, or what happens."""
    server.plan(*(each if isinstance(each, Reaction) else Reaction(json.dumps(each)) for each in answers))
    request = DiscoveryRequest(query=query, influence=influence)
    by_rules = intention_by_rules(query, ranking_cue(query, ONTOLOGY), ONTOLOGY)
    model = LanguageModel(Endpoint(server.url, "m", timeout_seconds=5, retries=0))
    return intention_by_model(request, "TSMC", by_rules, model, ONTOLOGY, Settings())


def changed(group: str, **values: Any) -> dict[str, Any]:
    """The good answer with other numbers in one of its groups."""
    return {**GOOD, group: {**GOOD[group], **values}}


def test_a_model_weighs_families_and_roles(server: Script) -> None:
    found = understood(server, GOOD)
    assert found.influence == WEIGHED
    assert (found.reason, found.fault) == ("Suppliers are asked for.", None)
    report = found.reports["influence"]
    assert (report.stage, report.judge, report.fault) == ("influence", "model", "")
    assert report.use is not None
    assert (report.use.stage, report.use.repairs) == ("influence", 0)
    assert server.asked[0].body["temperature"] == 0.3
    assert '{"question": "Who supplies TSMC?", "company": "TSMC"}' in server.asked[0].texts[-1]


@pytest.mark.parametrize(
    ("answer_given", "families"),
    [
        (changed("families", spatial=-2.0), {"causality": 0.75, "attribution": 0.25}),
        (changed("families", invented=9.0), {"causality": 0.75, "attribution": 0.25}),
        (changed("families", causality=0, attribution=0), {}),  # nothing counts: all alike
        (changed("families", causality="3"), {"causality": 0.75, "attribution": 0.25}),
    ],
)
def test_what_a_model_says_is_brought_into_range(
    answer_given: dict[str, Any], families: dict[str, float], server: Script
) -> None:
    assert understood(server, answer_given).influence.families == FamilyInfluence(**families)
    assert len(server.asked) == 1


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize(
    "unusable",
    [
        {**GOOD, "families": {"causality": 1.0}},
        {**GOOD, "roles": {}},
        {"families": FAMILIES, "roles": ROLES},
        changed("families", causality="much"),
        changed("roles", primary=None),
        {"families": [1, 2]},
        Reaction('{"reason": "x", "families": {"causality": NaN}}'),
        Reaction(json.dumps(GOOD).replace("3.0", "1e999")),
    ],
)
def test_what_does_not_fit_is_repaired_once_and_then_left_to_the_rules(unusable: Any, server: Script) -> None:
    assert understood(server, unusable, GOOD).influence == WEIGHED
    report = understood(server, unusable).reports["influence"]
    assert (report.judge, report.fault) == ("rules", "model_answer_unusable")
    assert len(server.asked) == 4


NUMBERS = st.one_of(st.floats(), st.integers(), st.text(max_size=3), st.none(), st.booleans())


@given(
    st.fixed_dictionaries(dict.fromkeys(FamilyInfluence.model_fields, NUMBERS)),
    st.fixed_dictionaries(dict.fromkeys(RoleInfluence.model_fields, NUMBERS)),
)
def test_whatever_a_model_says_each_group_is_a_distribution(families: dict[str, Any], roles: dict[str, Any]) -> None:
    try:
        reply = WeighingReply.model_validate({"reason": "", "families": families, "roles": roles})
    except ValidationError:
        return
    for group in (FamilyInfluence(**reply.families), RoleInfluence(**reply.roles)):
        values = list(group.model_dump().values())
        assert all(value >= 0 for value in values)
        assert math.fsum(values) == pytest.approx(1.0)


def test_rules_double_the_family_that_is_asked_for() -> None:
    weighed = weigh_by_rules(ranking_cue("who supplies {x}", ONTOLOGY), ONTOLOGY)
    assert weighed.families.causality == pytest.approx(2 / 6)
    assert weighed.families.temporal == pytest.approx(1 / 6)
    assert weighed.roles == RoleInfluence()
    assert weigh_by_rules(None, ONTOLOGY) == RelationInfluence()


@pytest.mark.parametrize(("question", "spatial"), [("who supplies {x}", 0.0), ("companies located in {x}", 2 / 6)])
def test_rules_leave_places_out_unless_they_are_asked_for(question: str, spatial: float) -> None:
    asked = ranking_cue(question, ONTOLOGY)
    places = 1.0 if spatial else 0.0
    assert weigh_by_rules(asked, ONTOLOGY, places).families.spatial == pytest.approx(spatial)
    half = weigh_by_rules(None, ONTOLOGY, 0.5).families
    assert half.spatial == pytest.approx(half.causality / 2)


@pytest.mark.parametrize(
    ("query", "influence", "stages"),
    [
        (SURE, None, ()),
        (SURE, RelationInfluence(), ()),
        (SURE, BY_QUESTION, ("influence",)),
        (UNSURE, None, ("route",)),
        (UNSURE, BY_QUESTION, ("route", "influence")),
        ("", BY_QUESTION, ()),
    ],
)
def test_a_model_is_asked_only_what_is_open(query: str, influence: Any, stages: tuple[str, ...]) -> None:
    by_rules = intention_by_rules(query, None, ONTOLOGY)
    assert open_stages(DiscoveryRequest(company="x", query=query, influence=influence), by_rules) == stages


def test_a_model_tells_the_intent_where_the_rules_are_not_sure(server: Script) -> None:
    found = understood(server, {"intent": "relationship_discovery"}, query=UNSURE, influence=None)
    assert (found.intent, found.sure) == ("relationship_discovery", True)
    assert found.reports["route"].judge == "model"
    assert understood(server, {"intent": "poem"}, query=UNSURE, influence=None).intent == "fact_qa"
    assert understood(server, {"intent": "poem"}, query=SURE, influence=None) == intention_by_rules(
        SURE, ranking_cue(SURE, ONTOLOGY), ONTOLOGY
    )
    assert len(server.asked) == 3


def test_a_dead_endpoint_is_asked_once_and_the_rules_stay(server: Script) -> None:
    found = understood(server, Reaction(status=500), query=UNSURE)
    assert (found.intent, found.influence) == ("fact_qa", RelationInfluence())
    assert found.fault is not None
    assert {stage: report.judge for stage, report in found.reports.items()} == {"route": "rules"}
    assert len(server.asked) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_that_decides_is_walked_as_it_says(language: Language, document_pipeline: DiscoveryPipeline) -> None:
    question = "谁是公司A的供应商？" if language == "zh" else "Who are the suppliers of 公司A?"
    request = DiscoveryRequest(query=question, influence=BY_QUESTION)
    by_rules = document_pipeline.retrieve(request)
    suggested = by_rules.understood.intention.influence
    assert suggested.families.causality == pytest.approx(2 / 5)
    explicit = document_pipeline.retrieve(request.model_copy(update={"influence": suggested}))
    np.testing.assert_array_equal(by_rules.found.candidates.raw, explicit.found.candidates.raw)
    by_model = document_pipeline.retrieve(request, Intention(influence=WEIGHED))
    told = document_pipeline.retrieve(request.model_copy(update={"influence": WEIGHED}))
    np.testing.assert_array_equal(by_model.found.candidates.raw, told.found.candidates.raw)
    assert not np.array_equal(by_model.found.candidates.raw, by_rules.found.candidates.raw)
    walked = document_pipeline.rewalk(by_rules, request, Intention(influence=WEIGHED))
    np.testing.assert_array_equal(walked.found.candidates.raw, told.found.candidates.raw)
    slower = document_pipeline.rewalk(walked, request.model_copy(update={"damping": 0.5}))
    assert slower.understood.intention.influence == WEIGHED


def test_an_answer_says_who_judged_each_stage(document_pipeline: DiscoveryPipeline) -> None:
    request = DiscoveryRequest(query="公司A的竞争对手", influence=BY_QUESTION)
    report = StageReport(stage="influence", judge="model")
    found = Intention(intent="fact_qa", reports={"influence": report})
    discovery = answer(document_pipeline.retrieve(request, found), FusionSettings(), "en")
    assert discovery.intent == "fact_qa"
    assert [(each.stage, each.judge) for each in discovery.stages] == [
        ("route", "rules"),
        ("influence", "model"),
        ("filter", "rules"),
        ("synthesis", "rules"),
    ]
    plain = answer(document_pipeline.retrieve(DiscoveryRequest(company="公司A")), FusionSettings(), "en")
    assert [each.stage for each in plain.stages] == ["synthesis"]


def test_a_model_that_failed_is_not_asked_again_for_the_same_question(
    document_pipeline: DiscoveryPipeline, server: Script
) -> None:
    failed = understood(server, Reaction(status=401))
    searched = document_pipeline.retrieve(DiscoveryRequest(query="公司A的竞争对手"), failed)
    discovery = answer(searched, FusionSettings(), "en")
    asked = len(server.asked)
    model = LanguageModel(Endpoint(server.url, "m"))
    judged = judge_by_model(searched, NOTHING_JUDGED, discovery, model, "en")
    fact = answer_fact(searched, model, document_pipeline.base.settings, "en")
    assert len(server.asked) == asked
    again = answer(searched, FusionSettings(), "en", judged)
    assert [report.fault for report in again.stages] == ["", "", "model_refused"]
    assert sum("HTTP 401" in warning for warning in again.warnings) == 1
    assert fact.stage.judge == "rules"


def test_one_call_brings_everything_a_model_has_to_say(document_pipeline: DiscoveryPipeline, server: Script) -> None:
    server.plan(every_part)
    asking = document_pipeline.with_settings(document_pipeline.base.settings)
    asking.model = LanguageModel(Endpoint(server.url, "m"))
    found = ask(asking, DiscoveryRequest(query="Tell me about 公司A", influence=BY_QUESTION))
    assert [(each.stage, each.judge) for each in found.stages] == [
        ("route", "model"),
        ("influence", "model"),
        ("filter", "model"),
        ("synthesis", "model"),
    ]
    assert found.intent == "relationship_discovery"
    assert {each.judgement.relation_type for each in found.related_companies} == {"partner"}
    assert len(server.asked) == 4


def test_nothing_is_asked_of_nobody(document_pipeline: DiscoveryPipeline, server: Script) -> None:
    request = DiscoveryRequest(company="公司A", query="Tell me about it")
    found = ask(document_pipeline, request)
    assert found.related_companies == document_pipeline.discover(request).related_companies
    asking = document_pipeline.with_settings(document_pipeline.base.settings)
    asking.model = LanguageModel(Endpoint(server.url, "m"))
    assert ask(asking, DiscoveryRequest(company="nobody of that name")).outcome == "unknown_company"
    assert server.asked == []


@pytest.mark.parametrize(
    "typed", ["CATL", "catl", "300750", "300750.SZ", "宁德时代", "Contemporary Amperex Technology", "CATL?"]
)
def test_the_name_of_a_company_alone_is_that_company_however_it_is_written(
    sample_pipeline: DiscoveryPipeline, typed: str
) -> None:
    chosen = sample_pipeline.discover(DiscoveryRequest(company="catl"))
    asked = sample_pipeline.discover(DiscoveryRequest(query=typed))
    assert asked.query_companies == chosen.query_companies
    assert [(each.company_id, each.similarity) for each in asked.related_companies] == [
        (each.company_id, each.similarity) for each in chosen.related_companies
    ]


def test_a_relation_that_is_recorded_with_neither_of_two_companies_comes_from_none(
    sample_pipeline: DiscoveryPipeline,
) -> None:
    found = understand(sample_pipeline.base, DiscoveryRequest(query="suppliers of Apple and Tesla", language="en"))
    assert found.source_of("lens-technology", "supplies", forward=False) in ("apple", "tesla")
    assert found.source_of("lens-technology", "acquired", forward=False) is None
