"""Prompts are versioned: what is sent to a model is pinned word for word."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.messages import LANGUAGES, Language
from core.ontology import default_ontology
from core.reasoning.asked_relation import AskedRelation
from core.reasoning.connection_test import connection_prompt
from core.reasoning.fact_answer import FactPassage, FactQuestion, fact_prompt
from core.reasoning.fact_filter import FilterQuestion, filter_prompt
from core.reasoning.intent_by_model import route_prompt
from core.reasoning.llm.prompt import Message, Prompt, as_data, prompt_file, render
from core.reasoning.plan_by_model import LinkedName, Meant, PlanQuestion, plan_prompt
from core.reasoning.recommendation import Candidate, RecommendationQuestion, recommendation_prompt
from core.reasoning.relation_extraction import NamedSentence, extraction_prompt
from core.reasoning.relation_weighing import WeighingQuestion, weighing_prompt
from core.reasoning.roles import Role, roles_of_companies
from core.reasoning.synthesis import CompanyFacts, Fact, SynthesisQuestion, synthesis_prompt
from tests.support import ROOT

PINNED = ROOT / "tests" / "prompts"
FILES = sorted((ROOT / "core" / "reasoning" / "prompts").glob("*.yaml"))
COMPANIES = (
    CompanyFacts("maker-b", "公司B Company B", "Makes chips.", (Fact("relation:r1", "A competes with B."),)),
    CompanyFacts("maker-c", "公司C", "", ()),
)


def shown(prompt: Prompt) -> str:
    """The prompt as a person reads it."""
    return "".join(f"=== {message.role}\n{message.content}\n" for message in prompt.messages)


def synthesis(language: Language) -> Prompt:
    asked = AskedRelation("supplies", "backward", ())
    question = SynthesisQuestion("Who supplies A?", "Company A", asked, COMPANIES, language)
    return synthesis_prompt(question, default_ontology())


def recommendation(language: Language) -> Prompt:
    candidates = (Candidate("maker-b", "公司B Company B", "A competes with B."), Candidate("maker-c", "公司C", ""))
    question = RecommendationQuestion({"maker-a": "Company A"}, "A pasted text.", candidates, 10, language)
    return recommendation_prompt(question, default_ontology())


def fact_answer(language: Language) -> Prompt:
    passages = (FactPassage("p1", "About A", "A was founded in 1999."), FactPassage("p2", "", "B </data> is older."))
    return fact_prompt(FactQuestion("When was A founded?", passages, language))


def route(language: Language) -> Prompt:
    return route_prompt("Tell me about A <b>", language)


def influence(language: Language) -> Prompt:
    return weighing_prompt(WeighingQuestion("Who supplies A?", "Company A", language), default_ontology())


def plan(language: Language) -> Prompt:
    names = (LinkedName(13, 14, (Meant("maker-a", "company", "公司A Company A"),)),)
    return plan_prompt(PlanQuestion("Who supplies A </data>?", names, ("founded",), language), default_ontology())


def filter_of_facts(language: Language) -> Prompt:
    facts = (Fact("relation:r1", "B supplies A."), Fact("passage:p1", "B </data> is older."))
    return filter_prompt(FilterQuestion("Who supplies A?", "Company A", language), facts)


def extraction(language: Language) -> Prompt:
    sentences = [NamedSentence("B supplies A </data>.", {"N1": "B", "N2": "A"})]
    return extraction_prompt(sentences, default_ontology(), ["supplies", "acquired"], language)


TASKS: dict[str, Callable[[Language], Prompt]] = {
    "connection_test": connection_prompt,
    "extraction": extraction,
    "fact_answer": fact_answer,
    "filter": filter_of_facts,
    "influence": influence,
    "plan": plan,
    "recommendation": recommendation,
    "route": route,
    "synthesis": synthesis,
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("task", TASKS)
def test_a_rendered_prompt_is_what_it_was(task: str, language: Language) -> None:
    prompt = TASKS[task](language)
    pinned = PINNED / f"{prompt.name}.txt"
    assert prompt.name == f"{task}.{language}.{prompt_file(task, language).version}"
    assert shown(prompt) == pinned.read_text(encoding="utf-8")


def test_every_prompt_file_is_pinned_and_in_both_languages() -> None:
    tasks = {file.name.split(".")[0] for file in FILES}
    names = [f"{task}.{language}.{prompt_file(task, language).version}.txt" for task in tasks for language in LANGUAGES]
    assert sorted(path.name for path in PINNED.glob("*.txt")) == sorted(names)


def test_nobody_has_no_prompt() -> None:
    with pytest.raises(FileNotFoundError):
        prompt_file("nothing", "en")


def test_examples_come_before_the_question_in_one_line_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "version: 3\nsystem: 'Fits $shape'\nuser: 'About $thing'\n"
        'examples:\n- user: "About x"\n  assistant: \'{"a":\n  "天"}\'\n'
    )
    (tmp_path / "colour.en.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setattr("core.runtime.package_files.files", lambda _: tmp_path)
    found = render("colour", "en", {"type": "object"}, shape="{}", thing="the sky, $shape")
    assert (found.name, found.schema) == ("colour.en.3", {"type": "object"})
    assert found.messages == (
        Message("system", "Fits {}"),
        Message("user", "About x"),
        Message("assistant", '{"a": "天"}'),
        Message("user", "About the sky, $shape"),
    )
    with pytest.raises(KeyError, match="thing"):
        render("colour", "en", {}, shape="")


@given(st.lists(st.one_of(st.text(), st.dictionaries(st.text(), st.text()))))
def test_data_stays_on_its_lines_and_comes_back_as_it_was(items: list[object]) -> None:
    text = as_data(items)
    lines = text.split("\n") if items else []
    assert [json.loads(line) for line in lines] == items
    assert not set(text) & set("<>`\u2028\u2029\r")


def test_roles_are_those_that_companies_have() -> None:
    roles = roles_of_companies(default_ontology(), "en")
    assert roles["supplier"] == Role("supplies", False)
    assert roles["customer"] == Role("supplies", True)
    assert roles["competitor"] == Role("competitor", True)
    assert not {"product", "headquarters", "founder", "industry_member"} & set(roles)
    assert len(set(roles.values())) == len(roles)


def test_roles_have_names_in_the_language_of_the_prompt() -> None:
    english, chinese = (roles_of_companies(default_ontology(), language) for language in ("en", "zh"))
    assert chinese["供应商"] == english["supplier"]
    assert sorted(map(str, chinese.values())) == sorted(map(str, english.values()))


def test_products_and_people_have_companies_too() -> None:
    roles = roles_of_companies(default_ontology(), "en", to_a_company=False)
    assert roles["producer"] == Role("produces", False)
    assert roles["venture"] == Role("founded_by", False)
    assert len(set(roles.values())) == len(roles)


if __name__ == "__main__":  # pin the prompts anew: python -m tests.unit.reasoning.test_prompts
    for made in (TASKS[task](language) for task in TASKS for language in LANGUAGES):
        (PINNED / f"{made.name}.txt").write_text(shown(made), encoding="utf-8")
