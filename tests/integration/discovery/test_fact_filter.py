"""A model keeps the facts that bear on a question; whatever it says, only what was retrieved is kept or set aside."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.discover.results.model import result_cards
from core.discovery.answering import answer
from core.discovery.fact_filtering import filter_retrieved
from core.discovery.judged import NOTHING_JUDGED, Judged
from core.discovery.llm_judging import judge_by_model
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.searched import Searched
from core.domain.model_use import ModelUse
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings
from core.domain.results import Discovery
from core.messages import LANGUAGES, Language, translate
from core.reasoning.fact_filter import FactQuality, FilteredFacts, FilterQuestion, _read, filter_facts
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.endpoint import Endpoint
from core.reasoning.synthesis import Fact
from tests.llm_server import Asked, Reaction, Script, llm_server

FACTS = tuple(Fact(f"relation:r{number}", f"Fact {number}.") for number in range(5))
QUESTION = FilterQuestion("Who supplies A?", "A", "en")


@pytest.fixture
def server() -> Iterator[Script]:
    with llm_server() as script:
        yield script


def model(server: Script) -> LanguageModel:
    return LanguageModel(Endpoint(server.url, "m", timeout_seconds=5, retries=0, input_price=1.0, output_price=1.0))


def filtered(server: Script, *answers: Any, batch_size: int = 3) -> FilteredFacts:
    """What comes of FACTS; an answer is the list of items of a batch, or what happens."""
    reactions = [each if isinstance(each, Reaction) else Reaction(json.dumps({"facts": each})) for each in answers]
    server.plan(*reactions)
    return filter_facts(model(server), QUESTION, FACTS, batch_size=batch_size, temperature=0.0)


def kept(fact: str, quality: Any = 0.8, reason: str = "Names a supplier.") -> dict[str, Any]:
    return {"fact": fact, "quality": quality, "reason": reason}


def test_facts_are_read_in_batches_and_matched_back_by_key(server: Script) -> None:
    found = filtered(server, [kept("F3"), kept("F1", 0.25)], [kept("F2", 1.0)])
    assert found.kept == {
        "relation:r2": FactQuality(0.8, "Names a supplier."),
        "relation:r0": FactQuality(0.25, "Names a supplier."),
        "relation:r4": FactQuality(1.0, "Names a supplier."),
    }
    assert found.set_aside == {"relation:r1", "relation:r3"}
    assert (found.unread, found.fault, found.report.judge, found.report.dropped) == (0, None, "model", {})
    assert found.report.use is not None
    assert (found.report.use.input_tokens, found.report.use.cost) == (200, pytest.approx(0.00024))
    assert [text.count('{"key"') for asked in server.asked for text in asked.texts[-1:]] == [3, 2]


def test_invented_facts_are_dropped_and_counted(server: Script) -> None:
    invented = [kept("F9"), kept("relation:r1"), kept("Fact 1."), kept("F1"), kept("F1", 0.1)]
    found = filtered(server, invented, batch_size=5)
    assert found.kept == {"relation:r0": FactQuality(0.8, "Names a supplier.")}
    assert found.report.dropped == {"unknown_fact": 3, "duplicate": 1}


@pytest.mark.parametrize(
    ("given", "quality"), [(1.7, 1.0), (-3, 0.0), (float("inf"), 1.0), (1e308, 1.0), ("0.5", 0.5), (True, 1.0)]
)
def test_quality_is_brought_into_range(given: Any, quality: float, server: Script) -> None:
    assert filtered(server, [kept("F1", given)], batch_size=5).kept["relation:r0"].quality == quality


@pytest.mark.parametrize("item", [kept("F1", None), kept("F1", "high"), kept("F1", float("nan")), {"fact": "F1"}])
def test_a_fact_in_a_malformed_item_is_counted_and_stays(item: Any, server: Script) -> None:
    found = filtered(server, [item, "F2", None, kept("F3")], batch_size=5)
    assert found.report.dropped == {"malformed": 3}
    assert set(found.kept) == {"relation:r2"}
    assert found.set_aside == {"relation:r1", "relation:r3", "relation:r4"}


def test_nothing_bears_on_the_question(server: Script) -> None:
    found = filtered(server, [], [])
    assert (found.kept, len(found.set_aside), found.report.judge) == ({}, 5, "model")


@pytest.mark.parametrize("unusable", [Reaction("I do not know."), Reaction('{"facts": "none"}')])
def test_an_answer_that_cannot_be_used_keeps_its_facts(unusable: Reaction, server: Script) -> None:
    found = filtered(server, unusable, unusable, [kept("F1")])
    assert set(found.kept) == {"relation:r3"}
    assert found.set_aside == {"relation:r4"}
    assert (found.unread, found.report.judge, found.report.fault) == (3, "model", "model_answer_unusable")


def test_a_dead_endpoint_ends_it_and_keeps_everything(server: Script) -> None:
    found = filtered(server, Reaction(status=500))
    assert (found.kept, found.set_aside, found.unread) == ({}, frozenset(), 5)
    assert (found.report.judge, found.report.fault, len(server.asked)) == ("rules", "model_unavailable", 1)


def test_no_facts_no_call(server: Script) -> None:
    found = filter_facts(model(server), QUESTION, (), batch_size=3, temperature=0.0)
    assert (found, found.report.use, server.asked) == (FilteredFacts(), None, [])


ITEMS = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=4) | st.sampled_from(["F1", "F5", "F6"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["fact", "quality", "reason"]), inner),
    max_leaves=8,
)


@given(st.lists(ITEMS, max_size=8))
def test_whatever_a_model_says_only_retrieved_facts_are_kept(items: list[object]) -> None:
    found = _read(items, FACTS, ModelUse(stage="filter", model="m"))
    known = {fact.source for fact in FACTS}
    assert set(found.kept) | found.set_aside <= known
    assert not set(found.kept) & found.set_aside
    assert all(0.0 <= fact.quality <= 1.0 for fact in found.kept.values())
    assert len(found.kept) + sum(found.dropped.values()) == len(items)


# ---- in an answer


def facts_asked_about(asked: Asked) -> list[dict[str, str]]:
    return [json.loads(line) for line in asked.texts[-1].splitlines() if line.startswith('{"key"')]


def about_supplies(asked: Asked) -> Reaction:
    """Keeps what speaks of supplies, and judges companies by the first fact that it is given of each."""
    facts = facts_asked_about(asked)
    if facts:
        kept_ones = [kept(fact["key"], 0.9) for fact in facts if "suppl" in fact["text"] or "供" in fact["text"]]
        return Reaction(json.dumps({"facts": kept_ones}))
    lines = [json.loads(line) for line in asked.texts[-1].splitlines() if line.startswith('{"company"')]
    judged = [
        {
            "company": line["company"],
            "citations": [fact["key"] for fact in line["facts"][:1]],
            "level": "high",
            "reason": f"On {line['company']}.",
            "relation": "supplier",
        }
        for line in lines
    ]
    return Reaction(json.dumps({"companies": judged}))


def judged(
    pipeline: DiscoveryPipeline, server: Script, language: Language = "en", **request: Any
) -> tuple[Searched, Judged, Discovery]:
    server.plan(about_supplies)
    asked = {"company": "公司A", "query": "Who supplies 公司A?", "language": language, **request}
    settings = pipeline.base.settings.model_copy(update={"llm_fact_filter_batch": 100})
    searched = pipeline.with_settings(settings).retrieve(DiscoveryRequest(**asked))
    listed = answer(searched, FusionSettings(), language)
    said = judge_by_model(searched, NOTHING_JUDGED, listed, model(server), language)
    return searched, said, answer(searched, FusionSettings(), language, said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_companies_are_judged_by_what_bears_on_the_question(
    language: Language, document_pipeline: DiscoveryPipeline, server: Script
) -> None:
    *_, discovery = judged(document_pipeline, server, language)
    assert [(each.stage, each.judge) for each in discovery.stages] == [
        ("route", "rules"),
        ("filter", "model"),
        ("synthesis", "model"),
    ]
    supplier = next(each for each in discovery.related_companies if each.company_id == "公司C")
    assert {source.quality for source in supplier.sources} >= {0.9}
    others = [source for each in discovery.related_companies for source in each.sources if source.set_aside]
    assert others
    lines = [json.loads(line) for line in server.asked[-1].texts[-1].splitlines() if line.startswith('{"company"')]
    facts = next(line["facts"] for line in lines if "公司C" in line["name"])
    assert all("suppl" in fact["text"] or "供" in fact["text"] for fact in facts)
    competitor = next(line for line in lines if "公司B" in line["name"])
    assert competitor["facts"]  # nothing of it bears on the question: it still says how it relates


def test_a_card_says_what_bears_on_the_question(document_pipeline: DiscoveryPipeline, server: Script) -> None:
    searched, _, discovery = judged(document_pipeline, server)
    base = searched.base
    found = result_cards(discovery, base.knowledge_base, base.ontology, "en", before={}, mode=FusionMode.WEIGHTED)
    details = [source["detail"] for card in found["cards"] for source in card["sources"]]
    assert any("relevance to the question 0.90: Names a supplier." in detail for detail in details)
    assert any("not relevant to the question, according to the model" in detail for detail in details)


def test_what_was_read_is_not_read_again(document_pipeline: DiscoveryPipeline, server: Script) -> None:
    searched, said, discovery = judged(document_pipeline, server)
    asked, read = len(server.asked), said.of("en").facts
    facts, fault = filter_retrieved(searched, read, discovery.related_companies, model(server), "en")
    assert (fault, len(server.asked)) == (None, asked)
    assert facts is not None
    assert read is not None
    assert (facts.kept, facts.set_aside) == (read.kept, read.set_aside)


@pytest.mark.parametrize("change", [{"query": ""}, {"settings": {"llm_fact_filter": False}}])
def test_without_a_question_or_switched_off_nothing_is_filtered(
    change: dict[str, Any], document_pipeline: DiscoveryPipeline, server: Script
) -> None:
    settings = document_pipeline.base.settings.model_copy(update=change.get("settings", {}))
    searched = document_pipeline.with_settings(settings).retrieve(
        DiscoveryRequest(company="公司A", query=change.get("query", "Who supplies 公司A?"))
    )
    companies = answer(searched, FusionSettings(), "en").related_companies
    assert filter_retrieved(searched, None, companies, model(server), "en") == (None, None)
    assert server.asked == []


def test_what_could_not_be_read_is_said(document_pipeline: DiscoveryPipeline, server: Script) -> None:
    server.plan(lambda asked: Reaction("no JSON") if facts_asked_about(asked) else about_supplies(asked))
    searched = document_pipeline.retrieve(DiscoveryRequest(query="谁给公司A供货？", language="zh"))
    companies = answer(searched, FusionSettings(), "zh")
    said = judge_by_model(searched, NOTHING_JUDGED, companies, model(server), "zh")
    discovery = answer(searched, FusionSettings(), "zh", said)
    facts = said.of("zh").facts
    assert facts is not None
    unread = facts.unread
    assert unread > 0
    assert translate("warning.facts_not_filtered", "zh", count=unread) in discovery.warnings
    assert not any(source.set_aside for each in discovery.related_companies for source in each.sources)
    assert discovery.related_companies[0].judgement.judge == "model"


def test_a_dead_endpoint_is_not_asked_for_judgements_too(document_pipeline: DiscoveryPipeline, server: Script) -> None:
    server.plan(Reaction(status=401))
    searched = document_pipeline.retrieve(DiscoveryRequest(query="Who supplies 公司A?"))
    said = judge_by_model(searched, NOTHING_JUDGED, answer(searched, FusionSettings(), "en"), model(server), "en")
    discovery = answer(searched, FusionSettings(), "en", said)
    assert len(server.asked) == 1
    assert [report.fault for report in discovery.stages] == ["", "model_refused", "model_refused"]
    assert sum("HTTP 401" in warning for warning in discovery.warnings) == 1
