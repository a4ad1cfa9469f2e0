"""Sentences about one company and about several are grammatical, whatever the form of their set."""

from __future__ import annotations

import re

import pytest

from core.domain.plan import All, And, CountOf, Entities, Filter, Like, Minus, Or, Related, RelationEnd, SetPlan, Top
from core.messages import catalogue, translate
from core.ontology import default_ontology
from core.questions.plans.sentences import PlanWords

ONTOLOGY = default_ontology()
WORDS = PlanWords(ONTOLOGY, lambda each, _reads: each.title(), "en")
APPLE, TESLA = Entities(ids=("apple",)), Entities(ids=("tesla",))
ENDS: tuple[RelationEnd, ...] = ("forward", "backward", "either")
SUPPLIERS = Related(type="supplies", end="backward", of=APPLE)


def around(inner: SetPlan) -> list[SetPlan]:
    """The set in every form that keeps what its members are called."""
    return [
        inner,
        Filter(arg=inner, attribute="country", operator="in", values=("JP",)),
        Minus(arg=inner, without=(TESLA,)),
        Top(arg=inner, by=CountOf(type="supplies", end="forward"), which="most"),
        And(args=(inner, Related(type="partner", end="either", of=TESLA))),
        Filter(arg=Minus(arg=inner, without=(SUPPLIERS,)), attribute="founded", operator=">", values=(1990,)),
    ]


CALLED: list[tuple[SetPlan, str, str]] = [
    *(
        (Related(type=kind, end=end, of=APPLE), WORDS.role(kind, end), WORDS.roles(kind, end))
        for kind in ONTOLOGY.types
        for end in ENDS
        if WORDS.role(kind, end) != WORDS.roles(kind, end)  # headquarters
    ),
    (Like(of=APPLE), "company like", "companies like"),
    (All(), "company", "companies"),
    (Or(args=(SUPPLIERS, Related(type="supplies", end="backward", of=TESLA))), "supplier of", "suppliers of"),
    (Or(args=(SUPPLIERS, Like(of=TESLA))), "supplier of Apple or company like", "suppliers of Apple or companies like"),
    (And(args=(SUPPLIERS, Related(type="supplies", end="backward", of=TESLA))), "supplier of", "suppliers of"),
]


@pytest.mark.parametrize(("inner", "one", "many"), CALLED)
def test_one_member_is_called_in_the_singular(inner: SetPlan, one: str, many: str) -> None:
    assert one != many
    for asked in around(inner):
        assert WORDS.set(asked, one=True).startswith(one)
        assert WORDS.set(asked).startswith(many)


COUNTING = sorted(
    key
    for key, each in catalogue().items()
    if key.startswith("answer.") and re.search(r"\{(?:count|more)\b", each["en"])
)


@pytest.mark.parametrize("key", COUNTING)
def test_a_sentence_that_counts_agrees_with_its_number(key: str) -> None:
    fields = re.findall(r"\{(\w+)", catalogue()[key]["en"])
    for number in (1, 2):
        said = translate(key, "en", **{each: number if each in ("count", "more") else "X" for each in fields})
        assert not re.search(
            r"\b1 (?:\S+ ){0,3}are\b|\bthere are 1\b" if number == 1 else r"\b2 (?:\S+ ){0,3}is\b", said
        )


def test_there_are_sentences_that_count() -> None:
    assert {"answer.companies", "answer.also_are", "answer.none_fits", "answer.empty_but"} <= set(COUNTING)
