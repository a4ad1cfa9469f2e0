from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.reasoning.intent_router import Routed, route_by_rules
from tests.support import ROOT

DISCOVERY, FACT = "relationship_discovery", "fact_qa"


class Labelled(NamedTuple):
    id: str
    language: str
    question: str
    intent: str
    split: str


LINES = (ROOT / "data" / "intents.jsonl").read_text(encoding="utf-8").splitlines()
LABELLED = [Labelled(**json.loads(line)) for line in LINES]


def accuracy(wanted: Callable[[Labelled], bool]) -> float:
    right = [route_by_rules(item.question).intent == item.intent for item in LABELLED if wanted(item)]
    return sum(right) / len(right)


def test_the_labelled_questions_are_many_distinct_and_balanced() -> None:
    assert len(LABELLED) >= 120
    assert len({item.id for item in LABELLED}) == len({item.question for item in LABELLED}) == len(LABELLED)
    for kinds in (("zh", "en"), (DISCOVERY, FACT), ("seen", "held_out")):
        for kind in kinds:
            assert sum(kind in item for item in LABELLED) >= 0.4 * len(LABELLED)
    assert {(item.language, item.intent, item.split) for item in LABELLED} == {
        (language, intent, split)
        for language in ("zh", "en")
        for intent in (DISCOVERY, FACT)
        for split in ("seen", "held_out")
    }


def test_the_rules_tell_the_intents_apart() -> None:
    assert accuracy(lambda item: item in LABELLED) >= 0.90
    assert accuracy(lambda item: item.split == "held_out") >= 0.90


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_rules_serve_both_languages(language: str) -> None:
    assert accuracy(lambda item: item.language == language) >= 0.88


def test_a_sure_answer_is_seldom_wrong() -> None:
    assert accuracy(lambda item: route_by_rules(item.question).sure) >= 0.95


@pytest.mark.parametrize(
    "cue",
    ["相似", "关联", "类似", "竞品", "竞争", "上下游", "供应商", "客户", "similar", "competitor", "supplier"],
)
@pytest.mark.parametrize("question", ["{cue}", "TSMC {cue}", "台积电{cue}"])
def test_a_word_of_relations_asks_for_companies(cue: str, question: str) -> None:
    routed = route_by_rules(question.format(cue=cue))
    assert (routed.intent, routed.sure) == (DISCOVERY, True)
    assert cue in routed.cue


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("台積電的競爭對手有哪些？", DISCOVERY),
        ("誰是蘋果的供應商", DISCOVERY),
        ("ＣＯＭＰＥＴＩＴＯＲＳ　ｏｆ　ＴＳＭＣ", DISCOVERY),
        ("Tesla的competitor", DISCOVERY),
        ("可以列出特斯拉的供应商吗", DISCOVERY),
        ("有和大疆类似的公司吗", DISCOVERY),
        ("Are there any companies like Stripe?", DISCOVERY),
        ("Where does Apple get its chips?", DISCOVERY),
        ("蘋果為什麼換供應商", FACT),
        ("比亞迪甚麼時候上市", FACT),
        ("台积电的 CEO 是谁", FACT),
        ("比亚迪供应商的毛利率", FACT),
        ("Ｗｈｅｎ was CATL founded?", FACT),
        ("Is there a lawsuit against Meta?", FACT),
        ("How many customers does ASML have?", FACT),
    ],
)
def test_width_script_politeness_and_question_form(question: str, intent: str) -> None:
    routed = route_by_rules(question)
    assert (routed.intent, routed.sure) == (intent, True)


@pytest.mark.parametrize("question", ["", "  \n", "？", "\u200b"])
def test_without_a_question_the_relations_of_the_company_are_wanted(question: str) -> None:
    assert route_by_rules(question) == Routed(DISCOVERY, sure=True, cue="")


def test_without_any_cue_nothing_is_sure() -> None:
    assert route_by_rules("台积电") == Routed(DISCOVERY, sure=False, cue="")


def test_cues_that_contradict_each_other_are_named_and_not_sure() -> None:
    assert route_by_rules("rivals with high revenue") == Routed(DISCOVERY, sure=False, cue="rivals with / revenue")


@pytest.mark.parametrize(
    ("question", "intent"),
    [("台积电的推荐", DISCOVERY), ("Tell me about TSMC", FACT), ("the industry of TSMC", DISCOVERY)],
)
def test_a_hint_alone_is_not_sure(question: str, intent: str) -> None:
    routed = route_by_rules(question)
    assert (routed.intent, routed.sure) == (intent, False)


PIECES = st.sampled_from(
    [
        "who",
        "why",
        "is",
        "supplier",
        "revenue",
        "companies",
        "谁",
        "多少",
        "吗",
        "公司",
        "竞品",
        "營收",
        "Ａ",
        "ﬁrms",
        "ı",
        " ",
        "?",
    ]
)
QUESTIONS = st.text() | st.lists(PIECES, max_size=8).map(" ".join) | st.lists(PIECES, max_size=8).map("".join)


@given(QUESTIONS)
def test_any_text_has_one_of_the_two_intents(question: str) -> None:
    assert route_by_rules(question).intent in {DISCOVERY, FACT}


@given(QUESTIONS, st.text(alphabet=" \t\n\u3000", max_size=3), st.text(alphabet=" \t\n\u3000", max_size=3))
def test_surrounding_space_and_case_change_nothing(question: str, before: str, after: str) -> None:
    routed = route_by_rules(question)
    assert route_by_rules(before + question + after) == routed
    for written in (question.upper(), question.lower()):
        again = route_by_rules(written)
        assert (again.intent, again.sure) == (routed.intent, routed.sure)
