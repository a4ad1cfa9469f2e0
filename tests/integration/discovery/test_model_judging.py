"""A question, a real HTTP endpoint, and what of the model's judgements reaches the answer."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import SecretStr

from app.discover.downloads import as_csv
from app.discover.results.model import result_cards
from core.discovery.answering import answer
from core.discovery.chain import ask
from core.discovery.judged import NOTHING_JUDGED, Judged
from core.discovery.llm_judging import judge_by_model
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.searched import Searched
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings, RelevanceLevel
from core.domain.results import Discovery
from core.messages import LANGUAGES, Language, translate
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.configured_model import configured_model
from core.reasoning.llm.endpoint import Endpoint
from core.settings import Settings
from tests.llm_server import Asked, Reaction, Script, llm_server

FUSION = FusionSettings()
UNFILTERED = Settings(llm_fact_filter=False)
"""Every fact is read; filtering is tested in test_fact_filter."""


@pytest.fixture
def server() -> Iterator[Script]:
    with llm_server() as script:
        script.plan(agreeing)
        yield script


def companies_asked_about(asked: Asked) -> list[dict[str, Any]]:
    """The lines about companies in the last message."""
    return [json.loads(line) for line in asked.texts[-1].splitlines() if line.startswith('{"company"')]


def judgements(asked: Asked, **change: Any) -> list[dict[str, Any]]:
    return [
        {
            "company": line["company"],
            "citations": [fact["key"] for fact in line["facts"][:1]],
            "reason": f"The model on {line['name']}.",
            "relation": "partner",
            "level": "medium",
            "description": "Described by the model.",
            **change,
        }
        for line in companies_asked_about(asked)
    ]


def agreeing(asked: Asked) -> Reaction:
    return Reaction(json.dumps({"companies": judgements(asked)}))


def model(server: Script) -> LanguageModel:
    return LanguageModel(Endpoint(server.url, "test-model", timeout_seconds=10))


def asked(
    pipeline: DiscoveryPipeline, server: Script, language: Language = "en", **request: Any
) -> tuple[Searched, Judged, Discovery]:
    """A question, what the model says of it with every fact read, and the answer after it."""
    given = {"company": "公司A", "language": language, **request}
    searched = pipeline.with_settings(UNFILTERED).retrieve(DiscoveryRequest(**given))
    judged = judge_by_model(searched, NOTHING_JUDGED, answer(searched, FUSION, language), model(server), language)
    return searched, judged, answer(searched, FUSION, language, judged)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_model_judges_every_listed_company_in_one_call(
    language: Language, document_pipeline: DiscoveryPipeline, server: Script
) -> None:
    searched, _, discovery = asked(document_pipeline, server, language)
    assert len(server.asked) == 1
    assert len(discovery.related_companies) == 4
    for company in discovery.related_companies:
        assert company.judgement.judge == "model"
        assert (company.judgement.level, company.judgement.relation_type) == (RelevanceLevel.MEDIUM, "partner")
        assert company.rules_judgement == searched.rules.of(company.company_id, language).judgement
        assert set(company.judgement.citations) <= {source.key for source in company.sources}
    (stage,) = discovery.stages
    assert (stage.stage, stage.judge, stage.fault, stage.dropped) == ("synthesis", "model", "", {})
    assert stage.use is not None
    assert stage.use.model == "test-model"


def test_without_a_model_the_rules_judge(document_pipeline: DiscoveryPipeline) -> None:
    discovery = document_pipeline.discover(DiscoveryRequest(company="公司A"))
    assert [(stage.judge, stage.use) for stage in discovery.stages] == [("rules", None)]
    assert all(company.rules_judgement is None for company in discovery.related_companies)


def test_facts_are_what_was_retrieved_with_the_relation_in_words(
    document_pipeline: DiscoveryPipeline, server: Script
) -> None:
    asked(document_pipeline, server, query="谁是公司A的供应商？", language="zh")
    lines = {line["name"]: line for line in companies_asked_about(server.asked[0])}
    facts = [fact["text"] for fact in lines["公司C Company C"]["facts"]]
    assert facts[0] == "公司C向公司A供货，是其供应商。公司C是公司A的上游供应商。"
    assert '"asks for": "供应商' in server.asked[0].texts[-1]
    assert "公司A" not in server.asked[0].texts[0]  # no data in what the system says


def test_a_model_lifts_only_companies_that_answer(document_pipeline: DiscoveryPipeline, server: Script) -> None:
    server.plan(lambda asked: Reaction(json.dumps({"companies": judgements(asked, relation="supplier", level="high")})))
    *_, discovery = asked(document_pipeline, server, query="Who are the suppliers of Company A?")
    levels = {company.company_id: company.judgement.level for company in discovery.related_companies}
    assert levels.pop("公司C") is RelevanceLevel.HIGH
    assert set(levels.values()) == {RelevanceLevel.LOW}
    assert discovery.answer.company_ids == ("公司C",)


def test_a_model_is_not_told_what_is_asked_for_where_words_are_left_over(
    document_pipeline: DiscoveryPipeline, server: Script
) -> None:
    asked(document_pipeline, server, query="盈利的公司A供应商有哪些？", language="zh")
    assert "asks for" not in server.asked[0].texts[-1]


@pytest.mark.parametrize("claim", ["The relation you asked for – supplier.", "这正是所问的关系。"])
def test_a_model_cannot_claim_for_a_company_that_does_not_answer(
    document_pipeline: DiscoveryPipeline, server: Script, claim: str
) -> None:
    def claiming(asked: Asked) -> Reaction:
        lines = [{**each, "reason": f"{claim} {each['company']}"} for each in judgements(asked)]
        return Reaction(json.dumps({"companies": lines}))

    server.plan(claiming)
    *_, discovery = asked(document_pipeline, server, query="Who are the suppliers of Company A?")
    judges = {company.company_id: company.judgement.judge for company in discovery.related_companies}
    assert judges.pop("公司C") == "model"
    assert set(judges.values()) == {"rules"}


def test_what_the_model_left_out_the_rules_judge_and_can_be_asked_again(
    document_pipeline: DiscoveryPipeline, server: Script
) -> None:
    server.plan(lambda asked: Reaction(json.dumps({"companies": judgements(asked)[:1]})))
    searched, judged, discovery = asked(document_pipeline, server)
    assert [company.judgement.judge for company in discovery.related_companies] == ["model", "rules", "rules", "rules"]
    judged = judge_by_model(searched, judged, discovery, model(server), "en")
    assert len(companies_asked_about(server.asked[1])) == 3
    server.plan(agreeing)
    judged = judge_by_model(searched, judged, discovery, model(server), "en")
    server.asked.clear()
    assert judge_by_model(searched, judged, discovery, model(server), "en") is judged
    assert server.asked == []  # all are judged


def test_what_held_while_the_answer_arrived_may_not_hold_as_a_whole(
    document_pipeline: DiscoveryPipeline, server: Script
) -> None:
    def ending_as_it_began(asked: Asked) -> Reaction:
        items = judgements(asked)
        items[-1]["reason"] = items[0]["reason"]
        return Reaction(json.dumps({"companies": items}))

    server.plan(ending_as_it_began)
    searched = document_pipeline.retrieve(DiscoveryRequest(company="公司A"))
    discovery = answer(searched, FUSION, "en")
    first, *between, _ = (company.company_id for company in discovery.related_companies)
    told: list[set[str]] = []
    judged = judge_by_model(
        searched,
        NOTHING_JUDGED,
        discovery,
        model(server),
        "en",
        on_judged=lambda arrived: told.append(set(arrived.of("en").judgements)),
    )
    assert first in told[0]
    assert set(judged.of("en").judgements) == set(between)
    assert answer(searched, FUSION, "en", judged).stages[0].dropped == {"same_reason": 2}


def test_each_language_is_judged_by_itself(document_pipeline: DiscoveryPipeline, server: Script) -> None:
    searched, judged, _ = asked(document_pipeline, server, "en")
    chinese = answer(searched, FUSION, "zh", judged)
    assert {company.judgement.judge for company in chinese.related_companies} == {"rules"}


def test_a_slider_keeps_what_the_model_said(document_pipeline: DiscoveryPipeline, server: Script) -> None:
    searched, judged, _ = asked(document_pipeline, server)
    moved = answer(searched, FusionSettings(graph_weight=0.0, vector_weight=1.0), "en", judged)
    assert {company.judgement.judge for company in moved.related_companies} == {"model"}
    again = document_pipeline.rewalk(searched, searched.request.model_copy(update={"damping": 0.5}))
    assert {company.judgement.judge for company in answer(again, FUSION, "en", judged).related_companies} == {"model"}
    assert len(server.asked) == 1


def test_the_levels_of_the_model_are_those_that_are_filtered(
    document_pipeline: DiscoveryPipeline, server: Script
) -> None:
    searched, judged, _ = asked(document_pipeline, server)
    high = answer(searched, FUSION.model_copy(update={"min_relevance": RelevanceLevel.HIGH}), "en", judged)
    assert high.related_companies == ()
    assert high.hidden_by_relevance == 4


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("reaction", "code"),
    [
        (Reaction(status=401), "model_refused"),
        (Reaction(status=500, headers={"retry-after": "0"}), "model_unavailable"),
        (Reaction("no JSON"), "model_answer_unusable"),
        (Reaction(body=b"<html>Sign in</html>", content_type="text/html"), "model_answer_unusable"),
    ],
)
def test_where_the_model_fails_the_rules_judge_and_that_is_said(
    reaction: Reaction, code: str, language: Language, document_pipeline: DiscoveryPipeline, server: Script
) -> None:
    server.plan(reaction)
    searched, judged, discovery = asked(document_pipeline, server, language)
    assert {company.judgement.judge for company in discovery.related_companies} == {"rules"}
    (stage,) = discovery.stages
    assert (stage.judge, stage.fault) == ("rules", code)
    fault = judged.of(language).fault
    assert fault is not None
    assert discovery.warnings == (translate("warning.model_failed", language, reason=fault.message(language)),)
    server.plan(agreeing)
    judged = judge_by_model(searched, judged, discovery, model(server), language)
    assert answer(searched, FUSION, language, judged).warnings == ()


def test_a_dead_endpoint_costs_its_timeout_and_not_the_answer(document_pipeline: DiscoveryPipeline) -> None:
    dead = LanguageModel(Endpoint("http://127.0.0.1:9/v1", "m", timeout_seconds=2.0))
    searched = document_pipeline.with_settings(UNFILTERED).retrieve(DiscoveryRequest(company="公司A"))
    discovery = answer(searched, FUSION, "en")
    start = time.monotonic()
    judged = judge_by_model(searched, NOTHING_JUDGED, discovery, dead, "en")
    assert time.monotonic() - start < 3.0
    assert answer(searched, FUSION, "en", judged).stages[0].fault == "model_unavailable"


def test_a_question_about_nobody_is_not_judged(document_pipeline: DiscoveryPipeline, server: Script) -> None:
    asked(document_pipeline, server, company="nobody at all")
    assert server.asked == []


def test_an_identical_question_costs_no_tokens(
    document_pipeline: DiscoveryPipeline, server: Script, tmp_path: Any
) -> None:
    settings = Settings(
        llm_base_url=server.url, llm_model="m", llm_cache_file=tmp_path / "kept.sqlite3", llm_fact_filter=False
    )
    for expected in (100, 0):
        request = DiscoveryRequest(company="公司A", query="Who competes with it?")
        searched = document_pipeline.with_settings(settings).retrieve(request)
        asking = configured_model(settings)
        assert asking is not None
        judged = judge_by_model(searched, NOTHING_JUDGED, answer(searched, FUSION, "en"), asking, "en")
        use = answer(searched, FUSION, "en", judged).stages[-1].use
        assert use is not None
        assert (use.input_tokens, use.from_cache) == (expected, expected == 0)
    assert len(server.asked) == 1


@pytest.mark.parametrize("missing", ["llm_base_url", "llm_model"])
def test_without_endpoint_or_model_nothing_is_asked(missing: str) -> None:
    settings = Settings(llm_base_url="http://127.0.0.1:9/v1", llm_model="m", llm_api_key=SecretStr("k"))
    assert configured_model(settings) is not None
    assert configured_model(settings.model_copy(update={missing: ""})) is None


def shown(pipeline: DiscoveryPipeline, discovery: Discovery, *, compare: bool = False) -> list[dict[str, Any]]:
    cards = result_cards(
        discovery,
        pipeline.base.knowledge_base,
        pipeline.base.ontology,
        "en",
        before={},
        mode=FusionMode.WEIGHTED,
        compare=compare,
    )
    found: list[dict[str, Any]] = cards["cards"]
    return found


def test_a_card_says_who_judged_and_what_is_cited(document_pipeline: DiscoveryPipeline, server: Script) -> None:
    *_, discovery = asked(document_pipeline, server)
    card = shown(document_pipeline, discovery)[0]
    assert card["description"] == "Described by the model."
    assert card["reason"].startswith("The model on ")
    assert card["tags"]["relation"] == "partner"
    assert card["rules"] == ""
    assert "language model" in card["judge"]
    assert card["sources"][0]["detail"].startswith("cited by the model")
    assert not any("cited" in source["detail"] for source in card["sources"][1:])
    compared = shown(document_pipeline, discovery, compare=True)[0]
    assert re.match(r"Rules: competitor · .*high.* · ", compared["rules"])
    assert "The model on" in as_csv(discovery, document_pipeline.base.ontology, "en").decode("utf-8-sig")


def test_rules_beside_rules_are_not_shown(document_pipeline: DiscoveryPipeline) -> None:
    discovery = document_pipeline.discover(DiscoveryRequest(company="公司A"))
    assert {card["rules"] for card in shown(document_pipeline, discovery, compare=True)} == {""}


def test_what_is_asked_for_is_read_first(sample_pipeline: DiscoveryPipeline, server: Script) -> None:
    asked(sample_pipeline, server, company="asml", query="Which chipmakers were shareholders of ASML?")
    lines = {line["name"]: line for line in companies_asked_about(server.asked[0])}
    intel = next(line for name, line in lines.items() if "Intel" in name)
    assert "is a shareholder of" in intel["facts"][0]["text"]
    assert any("supplies" in fact["text"] for fact in intel["facts"][1:])


@pytest.mark.parametrize(("language", "role"), [("zh", "- 生产商: X生产Q"), ("en", "- producer: X produces Q")])
def test_of_a_product_companies_can_be_producers(
    language: Language, role: str, sample_pipeline: DiscoveryPipeline, server: Script
) -> None:
    asked(sample_pipeline, server, language, company="", query="Who produces polysilicon?")
    assert role in server.asked[0].texts[0]
    asked(sample_pipeline, server, language, company="", query="Who competes with CATL?")
    assert role not in server.asked[1].texts[0]


def test_rules_give_their_reasons_in_both_languages(document_pipeline: DiscoveryPipeline) -> None:
    searched = document_pipeline.retrieve(DiscoveryRequest(company="公司A"))
    both = answer(searched, FUSION, "zh", both_languages=True).related_companies
    english = answer(searched, FUSION, "en").related_companies
    assert [company.translated for company in both] == [company.judgement for company in english]
    assert [company.judgement for company in both] == [
        company.judgement for company in answer(searched, FUSION, "zh").related_companies
    ]
    assert all(company.translated is None for company in english)


def test_a_model_is_asked_once_in_each_language(document_pipeline: DiscoveryPipeline, server: Script) -> None:
    asking = document_pipeline.with_settings(UNFILTERED)
    asking.model = model(server)
    request = DiscoveryRequest(company="公司A", language="zh", both_languages=True)
    found = ask(asking, request)
    assert [report.judge for report in found.stages] == ["model", "model"]
    assert [asked.texts[-1][:2] for asked in server.asked] == ["问题", "Th"]
    assert all(company.translated.judge == "model" for company in found.related_companies if company.translated)
    cards = shown(asking, found)
    assert cards[0]["translated"] == f"The model on {found.related_companies[0].name_zh} Company B."
    assert cards[0]["translatedLanguage"] == "zh"  # the cards here are English ones
