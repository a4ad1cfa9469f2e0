"""What was done in a year, whoever did it; and what the company that is chosen has to do with others."""

from __future__ import annotations

import csv

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import written
from tests.support import ROOT

ACQUIRED = (
    "acquisitions in 2016",
    "which acquisitions were made in 2016",
    "2016年有哪些并购",
    "2016年的并购",
    "2016年有哪些收购",
)
ACQUIRERS = ("who acquired companies in 2016", "2016年谁收购了公司")
CHOSEN = (
    ("tesla", "rivals that CATL supplies", "competitor=(tesla) & supplies>(catl)"),
    ("apple", "rivals that Qualcomm supplies", "competitor=(apple) & supplies>(qualcomm)"),
    ("apple", "partners that TSMC supplies", "partner=(apple) & supplies>(tsmc)"),
    ("tesla", "customers that BYD competes with", "supplies>(tesla) & competitor=(byd)"),
    ("tesla", "哪些对手由宁德时代供货", "competitor=(tesla) & supplies>(catl)"),
    ("tesla", "who supplies BYD", "supplies<(byd)"),
    ("tesla", "BYD suppliers", "supplies<(byd)"),
    ("tesla", "Tesla suppliers", "supplies<(tesla)"),
)


def acquisitions(year: str) -> list[dict[str, str]]:
    with (ROOT / "data" / "relations.csv").open(encoding="utf-8", newline="") as file:
        return [
            row for row in csv.DictReader(file) if row["type"] == "acquired" and year in (row["year"], row["start"])
        ]


@pytest.mark.parametrize("question", ACQUIRED)
def test_acquisitions_of_a_year_are_told(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert answer.outcome == "answered"
    assert set(answer.company_ids) == {row["target"] for row in acquisitions("2016")}


@pytest.mark.parametrize("question", ACQUIRERS)
def test_who_made_them_is_told(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert answer.outcome == "answered"
    assert set(answer.company_ids) == {row["source"] for row in acquisitions("2016")}


@pytest.mark.parametrize("question", ["suppliers in 2016", "2025年卸任的CEO", "创始人兼CEO的公司"])
def test_nobody_is_called_a_year_or_an_office(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=question))
    assert found.answer.outcome != "answered"
    assert found.named not in ("2016", "2025年", "CEO")


@pytest.mark.parametrize(("company", "question", "plan"), CHOSEN)
def test_who_is_chosen_is_asked_about_beside_others(parser: Parser, company: str, question: str, plan: str) -> None:
    parsed = parser.parse(question, (company,))
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", ["rivals that CATL supplies", "rivals CATL supplies"])
def test_without_one_the_verb_is_not_understood(parser: Parser, question: str) -> None:
    assert parser.parse(question).not_understood == ("supplies",)
