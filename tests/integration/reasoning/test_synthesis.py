"""A model judges a page of companies: whatever it says, only what was retrieved gets through."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.results import Judgement
from core.messages import LANGUAGES, Language
from core.ontology import default_ontology
from core.reasoning.llm.client import LanguageModel, ModelFailedError
from core.reasoning.llm.endpoint import Endpoint
from core.reasoning.roles import roles_of_companies
from core.reasoning.synthesis import CompanyFacts, Fact, Synthesis, SynthesisQuestion, _begun, _Page, synthesise
from tests.llm_server import Reaction, Script, llm_server
from tests.support import examples

COMPANIES = (
    CompanyFacts(
        "b", "公司B", "Makes chips.", (Fact("relation:r1", "A competes with B."), Fact("passage:p1", "Both."))
    ),
    CompanyFacts("c", "公司C", "", (Fact("relation:r2", "C supplies A."),)),
    CompanyFacts("d", "公司D", "Nothing is recorded of it.", ()),
)
GOOD = {
    "company": "C1",
    "reason": "They compete in chips.",
    "relation": "competitor",
    "level": "high",
    "description": "Makes chips.",
    "citations": ["F1"],
}


@pytest.fixture
def server() -> Iterator[Script]:
    with llm_server() as script:
        yield script


def question(language: Language = "en") -> SynthesisQuestion:
    return SynthesisQuestion("Who competes with A?", "Company A", None, COMPANIES, language)


def judged(server: Script, *items: object, language: Language = "en", **options: object) -> Synthesis:
    server.plan(Reaction(json.dumps({"companies": items})))
    model = LanguageModel(Endpoint(server.url, "m", timeout_seconds=10))
    return synthesise(model, question(language), default_ontology(), temperature=0.2, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_judgement_names_level_relation_reason_and_sources(language: Language, server: Script) -> None:
    found = judged(server, GOOD, language=language)
    assert found.judgements == {
        "b": Judgement(
            level="high",  # type: ignore[arg-type]
            relation_type="competitor",
            forward=True,
            reason="They compete in chips.",
            judge="model",
            description="Makes chips.",
            citations=("relation:r1",),
        )
    }
    assert (found.report.stage, found.report.judge, found.report.dropped) == ("synthesis", "model", {})
    assert found.report.use is not None
    assert found.report.use.input_tokens == 100


def test_the_endpoint_is_given_only_keys_that_exist(server: Script) -> None:
    judged(server, GOOD)
    item = server.asked[0].body["response_format"]["json_schema"]["schema"]["properties"]["companies"]["items"]
    assert item["properties"]["company"]["enum"] == ["C1", "C2", "C3"]
    assert item["properties"]["citations"]["items"]["enum"] == ["F1", "F2", "F3"]
    assert item["properties"]["relation"]["enum"] == list(roles_of_companies(default_ontology(), "en"))
    assert list(item["properties"])[:4] == ["company", "citations", "reason", "relation"]  # what leads to what


def test_a_direction_is_seen_from_the_company_asked_about(server: Script) -> None:
    supplier = {**GOOD, "company": "C2", "relation": "supplier", "citations": ["F3"]}
    found = judged(server, supplier).judgements["c"]
    assert (found.relation_type, found.forward) == ("supplies", False)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"company": "C9"}, "unknown_company"),
        ({"company": "b"}, "unknown_company"),  # an id is no key
        ({"relation": "owns"}, "unknown_relation"),
        ({"relation": "Competitor"}, "unknown_relation"),
        ({"level": "very high"}, "malformed"),
        ({"reason": ""}, "malformed"),
        ({"reason": " \u200b "}, "uncited"),
        ({"company": None}, "malformed"),
        ({"citations": []}, "uncited"),
        ({"citations": "F1"}, "malformed"),
    ],
)
def test_what_was_not_asked_about_is_dropped_and_counted(
    change: dict[str, object], reason: str, server: Script
) -> None:
    found = judged(server, {**GOOD, **change})
    assert found.judgements == {}
    assert found.report.dropped == {reason: 1}


def test_citations_of_another_company_are_dropped_and_counted(server: Script) -> None:
    found = judged(server, {**GOOD, "citations": ["F3", "F2", "F2", "F99"]})
    assert found.judgements["b"].citations == ("passage:p1",)
    assert found.report.dropped == {"unknown_citation": 2}
    found = judged(server, {**GOOD, "citations": ["F3"]})
    assert found.judgements == {}
    assert found.report.dropped == {"unknown_citation": 1, "uncited": 1}


def test_where_nothing_is_recorded_nothing_has_to_be_cited(server: Script) -> None:
    found = judged(server, {**GOOD, "company": "C3", "relation": "indirect", "citations": []})
    assert found.judgements["d"].citations == ()


def test_a_company_is_judged_once(server: Script) -> None:
    found = judged(server, GOOD, {**GOOD, "reason": "Another reason."}, "nonsense", None, [])
    assert found.judgements["b"].reason == "They compete in chips."
    assert found.report.dropped == {"duplicate": 1, "malformed": 3}


def test_one_reason_for_several_companies_is_none(server: Script) -> None:
    second = {**GOOD, "company": "C2", "relation": "supplier", "citations": ["F3"]}
    third = {**GOOD, "company": "C3", "citations": [], "reason": "Another reason."}
    found = judged(server, GOOD, second, third)
    assert set(found.judgements) == {"d"}
    assert found.report.dropped == {"same_reason": 2}


def test_what_the_model_writes_is_only_text_of_bounded_length(server: Script) -> None:
    hostile = "<img src=x onerror=alert(1)> ![x](http://evil/) \u202e" + "long " * 500
    found = judged(server, {**GOOD, "reason": hostile, "description": hostile}).judgements["b"]
    assert len(found.reason) <= 300
    assert len(found.description) <= 300
    assert "\u202e" not in found.reason + found.description
    assert found.reason.startswith("<img")  # shown as it is, never rendered


def test_judgements_arrive_while_the_answer_does(server: Script) -> None:
    seen: list[list[str]] = []
    second = {**GOOD, "company": "C2", "relation": "supplier", "citations": ["F3"], "reason": "C supplies A."}
    unknown = {**GOOD, "company": "C7"}

    def on_judged(found: Mapping[str, Judgement]) -> None:
        seen.append(list(found))

    found = judged(server, GOOD, unknown, second, "nonsense", on_judged=on_judged)
    assert seen == [["b"], ["b", "c"]]
    assert list(found.judgements) == ["b", "c"]


@pytest.mark.parametrize("text", ["", "Let me think} ", "} {]", '{"companies": 3}', "[1] {}"])
def test_text_that_is_no_answer_yet_holds_nothing(text: str) -> None:
    assert _begun(text) == []


def test_a_model_that_fails_is_an_error_with_what_was_spent(server: Script) -> None:
    server.plan(Reaction("I cannot answer that."))
    model = LanguageModel(Endpoint(server.url, "m", timeout_seconds=10))
    with pytest.raises(ModelFailedError) as caught:
        synthesise(model, question(), default_ontology(), temperature=0.0)
    assert caught.value.use.output_tokens == 40


values = st.recursive(
    st.none()
    | st.booleans()
    | st.floats()
    | st.integers()
    | st.text(max_size=8)
    | st.sampled_from(["C1", "F1", "high"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(GOOD)), inner, max_size=6),
    max_leaves=8,
)
entries = st.builds(
    lambda change, dropped: {key: value for key, value in {**GOOD, **change}.items() if key not in dropped},
    st.dictionaries(
        st.sampled_from(list(GOOD)), values | st.sampled_from(["C1", "C2", "C3", "supplier", ["F1", "F3"], ["F2"]])
    ),
    st.sets(st.sampled_from(list(GOOD)), max_size=1),
)


@settings(max_examples=examples(500))
@given(st.lists(entries | values, max_size=6))
def test_whatever_a_model_says_only_what_was_retrieved_gets_through(items: list[object]) -> None:
    page = _Page(question(), default_ontology())
    found = page.checked(items)
    facts = {company.company_id: {fact.source for fact in company.facts} for company in COMPANIES}
    assert set(found.judgements) <= set(facts)
    for company_id, judgement in found.judgements.items():
        assert set(judgement.citations) <= facts[company_id]
        assert bool(judgement.citations) == bool(facts[company_id])
        assert judgement.relation_type in default_ontology()
        assert judgement.reason
        assert judgement.judge == "model"
    assert all(count > 0 for count in found.dropped.values())
    whole = sum(count for reason, count in found.dropped.items() if reason != "unknown_citation")
    assert len(found.judgements) + whole == len(items)
