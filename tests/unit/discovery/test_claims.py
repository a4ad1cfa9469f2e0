"""What of a question is used to answer it: only where all of it is, a company may be said to answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.function_words import CHINESE, ENGLISH
from core.domain.records import Entity
from core.ontology import default_ontology
from core.reasoning.asked_relation import asked_relation, mask_names
from core.reasoning.claims import Reading, read_question
from core.retrieval.linking import NameIndex
from tests.support import name_index

NAMES = {
    "apple": ("苹果", "Apple"),
    "tesla": ("特斯拉", "Tesla"),
    "catl": ("宁德时代", "CATL"),
    "tsmc": ("台积电", "TSMC"),
    "softbank": ("软银", "SoftBank"),
}


def _index() -> NameIndex:
    return name_index(
        Entity(id=key, type="company", name_zh=chinese, name_en=english) for key, (chinese, english) in NAMES.items()
    )


INDEX = _index()


def read(question: str, about: tuple[str, ...] = ("company",)) -> Reading:
    linked = set(INDEX.link_question(question).entity_ids)
    names = [each for each in INDEX.find(question) if set(each.entity_ids) & linked]
    return read_question(question, names, default_ontology(), about)


@pytest.mark.parametrize(
    "question",
    [
        "Who are Apple's suppliers?",
        "List the suppliers of Apple",
        "Could you please show me all companies that supply Apple Inc.?",
        "WHO ARE THE SUPPLIERS OF APPLE?",
        "Which companies compete with Tesla?",
        "is there any company that competes with Tesla",
        "Which companies does Apple buy from?",
        "In which companies has SoftBank invested?",
        "Who are the investors and shareholders of SoftBank?",
        "Who else are competitors and rivals of Tesla?",
        "companies that supply to Apple",
        "苹果的供应商有哪些？",
        "苹果供应商有哪些",
        "特斯拉投资方有谁",
        "请问一下，能不能帮我列出苹果公司的供应商名单？",
        "蘋果的供應商是哪些公司",
        "谁在跟特斯拉竞争？",
        "特斯拉的竞争对手都有谁",
        "软银投资了哪些公司？",
        "哪些公司被苹果收购了",
        "Tesla的competitors有哪些",
        "它的供应商有哪些？",
        "Apple supply chain",
        "宁德时代的上下游有哪些公司",
    ],
)
def test_all_of_a_plain_question_is_used(question: str) -> None:
    reading = read(question)
    assert reading.asked is not None
    assert reading.not_understood == ()
    assert reading.whole


@pytest.mark.parametrize(
    ("question", "words"),
    [
        # a second company
        ("Who supplies Apple and Tesla?", ("Tesla",)),
        ("同时给苹果和特斯拉供货的公司", ("同时给", "特斯拉")),
        ("both Apple's and TSMC's customers", ("both", "TSMC")),
        # a second relation, of another type or the same again
        ("suppliers of CATL's competitors", ("suppliers",)),
        ("who supplies the suppliers of Tesla", ("suppliers",)),
        ("苹果供应商的供应商有哪些", ("供应商",)),
        ("特斯拉的客户的对手", ("客户",)),
        # a negation
        ("companies that do not compete with Tesla", ("not",)),
        ("Who doesn't compete with Tesla?", ("doesn't",)),
        ("哪些公司不是特斯拉的对手", ("不",)),
        ("除了台积电，苹果的供应商还有谁", ("除了", "苹果")),
        ("suppliers of Apple other than TSMC", ("other than", "TSMC")),
        # a condition
        ("Japanese companies that supply Apple", ("Japanese",)),
        ("US suppliers of Apple", ("US",)),
        ("IT suppliers of Apple", ("IT",)),
        ("suppliers of Apple in memory chips", ("memory chips",)),
        ("competitors of Tesla founded after 2015", ("founded after 2015",)),
        ("宁德时代的韩国对手有哪些", ("韩国",)),
        ("2020年以后成立的特斯拉竞争对手", ("2020年以后成立",)),
        ("谁给特斯拉供货的有色金属公司", ("有色金属",)),
        ("苹果收购了哪些航空公司", ("航空",)),
        # a count, an extreme
        ("How many suppliers does Apple have?", ("How many",)),
        ("苹果有多少供应商", ("有多少",)),
        ("Apple's biggest customers", ("biggest",)),
        ("宁德时代最大的客户是谁", ("最大",)),
        # the company is said to be what is asked for, so that the other end is meant
        ("Whose supplier is TSMC?", ("Whose",)),
        ("Who is TSMC a supplier of?", ("supplier", "of")),
        ("Is TSMC a supplier?", ("supplier",)),
        ("companies that have TSMC as a supplier", ("supplier",)),
        ("台积电是谁的供应商", ("谁的", "供应商")),
        ("谁向特斯拉供应", ("向",)),
        # a directed relation without a direction
        ("Apple acquisition", ("acquisition",)),
    ],
)
def test_what_is_not_used_is_told_in_the_words_of_the_question(question: str, words: tuple[str, ...]) -> None:
    reading = read(question)
    assert not reading.whole
    assert set(words) <= {part for each in reading.not_understood for part in (each, *each.split())}, reading
    assert all(word in question for each in reading.not_understood for word in each.split())


def test_a_relation_that_cannot_hold_is_not_used() -> None:
    assert read("Who are Apple's suppliers?", ("product",)).not_understood == ("suppliers",)
    assert read("Who makes Apple?", ("product",)).whole
    assert not read("Who makes Apple?", ("company",)).whole


def test_without_a_relation_the_other_words_are_told() -> None:
    assert read("who pays royalties to Apple") == Reading(None, ("pays royalties",))
    assert read("Apple") == Reading()
    assert read("") == Reading()


PLAIN = ("Who are the suppliers of Apple", "competitors of Tesla", "SoftBank shareholders", "TSMC partners")
_CUES = [
    cue.casefold()
    for kind in default_ontology().types.values()
    for words in kind.cues.values()
    for cue in (*words.en, *words.zh)
]
_SAY_NOTHING = sorted(word for word in CHINESE if not any(word in cue for cue in _CUES if word != "的"))
strange = st.text("abcdefghijklmnopqrstuvwxyz", min_size=4, max_size=12).filter(
    lambda word: word not in ENGLISH and not any(word in cue or cue in word for cue in _CUES) and not INDEX.find(word)
)


@given(st.sampled_from(PLAIN), strange, st.booleans())
def test_no_word_is_lost(question: str, word: str, first: bool) -> None:
    asked = f"{word} {question}" if first else f"{question} {word}"
    reading = read(asked)
    assert any(word in each for each in reading.not_understood)


@given(st.sampled_from(("苹果的供应商", "特斯拉的对手")), st.lists(st.sampled_from(_SAY_NOTHING), max_size=3))
def test_chinese_function_words_say_nothing(question: str, words: list[str]) -> None:
    assert read(f"{question}，{'，'.join(words)}").whole


@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    reading = read(text)
    assert reading.asked == asked_relation(mask_names(text, _linked(text)), default_ontology())
    assert all(each.strip() for each in reading.not_understood)


def _linked(text: str) -> list:  # type: ignore[type-arg]
    linked = set(INDEX.link_question(text).entity_ids)
    return [each for each in INDEX.find(text) if set(each.entity_ids) & linked]
