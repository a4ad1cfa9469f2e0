"""A plan of a model may name and state only what the question does."""

from __future__ import annotations

import pytest

from core.domain.plan import All, Companies, Count, Entities, Filter, Plan, Related, SetPlan, Value
from core.ontology import Ontology
from core.questions.plans.checking import PlanInvalidError
from core.questions.plans.plan_trust import check_given
from core.reasoning.plan_by_model import COUNTRY, LinkedName, Meant, PlanQuestion

TEXT = "Japanese battery suppliers of Apple founded in 1999, listed as 6674.T"
QUESTION = PlanQuestion(
    TEXT,
    (
        LinkedName(0, 8, (Meant("JP", COUNTRY, "Japan"),)),
        LinkedName(9, 16, (Meant("industry-ev-batteries", "industry", "batteries"),)),
        LinkedName(30, 35, (Meant("apple", "company", "Apple"),)),
    ),
    ("founded",),
    "en",
)
SUPPLIERS = Related(type="supplies", end="backward", of=Entities(ids=("apple",)))


def filtered(attribute: str, *values: str | float) -> SetPlan:
    return Filter(arg=All(), attribute=attribute, operator="in", values=values)


@pytest.mark.parametrize(
    "asked",
    [
        SUPPLIERS,
        filtered("country", "JP"),
        filtered("industry", "industry-ev-batteries"),
        filtered("ticker", "6674.T"),
        filtered("founded", 1999),
    ],
    ids=str,
)
def test_what_the_question_gives_is_believed(asked: SetPlan, ontology: Ontology) -> None:
    check_given(Plan(answer=Companies(set=asked)), QUESTION, ontology)
    check_given(Plan(answer=Count(set=asked)), QUESTION, ontology)


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        (SUPPLIERS.model_copy(update={"of": Entities(ids=("catl",))}), "id: not given"),
        (SUPPLIERS.model_copy(update={"type": "invented"}), "type"),
        (filtered("country", "KR"), "country: not given"),
        (filtered("industry", "industry-steel"), "industry: not given"),
        (filtered("ticker", "6674.T; drop"), "ticker: not given"),
        (filtered("size", "small"), "size: not given"),
        (filtered("founded", 1875), "number: not in the question"),
    ],
    ids=str,
)
def test_what_it_does_not_give_is_refused(asked: SetPlan, part: str, ontology: Ontology) -> None:
    with pytest.raises(PlanInvalidError, match=part):
        check_given(Plan(answer=Companies(set=asked)), QUESTION, ontology)


def test_only_columns_there_are_may_be_asked_for(ontology: Ontology) -> None:
    check_given(Plan(answer=Value(entity="apple", attribute="founded")), QUESTION, ontology)
    with pytest.raises(PlanInvalidError, match="no column"):
        check_given(Plan(answer=Value(entity="apple", attribute="revenue")), QUESTION, ontology)
