from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.reasoning.json_answer import AnswerFault
from core.reasoning.recommendation_parser import ParsedRecommendations, parse_recommendations

CANDIDATES = ("宁德时代", "比亚迪", "CATL", "Café Müller", "ＢＹＤ", "ガス")
TYPES = ("competitor", "supplies", "上游")
FORMS = ("NFC", "NFD", "NFKC", "NFKD")

# Every piece is JSON text, so that an item is chosen by one whole number: ten thousand examples stay cheap. What is
# right is repeated, for an item must be right in all its pieces to get far.
looks_alike = {unicodedata.normalize(form, known) for known in CANDIDATES for form in FORMS}
looks_alike |= {change(known) for known in CANDIDATES for change in (str.lower, str.upper, str.swapcase)}
invented = [*sorted(looks_alike - set(CANDIDATES)), "", "Nobody", "宁德", "catl\ud800", "\ufeffCATL"]
odd = ("null", "true", "7", "[]", '["CATL"]', '{"id": "CATL"}', "[[[[]]]]")
padded = [f"\u3000{CANDIDATES[0]}\\n", " CATL "]
TARGETS = (
    *[json.dumps(known, ensure_ascii=False) for known in CANDIDATES * 15],
    *[f'"{name}"' for name in padded],
    *[json.dumps(name) for name in invented],
    *odd,
)
KINDS = (*[f'"{kind}"' for kind in TYPES * 20], '"Competitor"', '"ｓｕｐｐｌｉｅｓ"', '" 上游 "', *odd)
RELEVANCES = (
    *("1", "0.3", "0.305", "0.5", "0.555", "0.55", "0.9949", "0.995", "1.01", "85", "1e308") * 4,
    "0",
    "-0.0",
    "0.29999",
    "0.295",
    "1e-320",
    "-1",
    "NaN",
    "Infinity",
    "-Infinity",
    "-1e308",
    "1e999",
    "1" + "0" * 400,
    "-1" + "0" * 400,
    "9" * 5000,
    '"0.9"',
    "false",
    *odd,
)
NO_ITEMS = (
    *odd,
    '"CATL"',
    "{}",
    "NaN",
    '{"targetEntryId": "CATL"}',
    '{"targetEntryId": "CATL", "relationType": "supplies"}',
    '{"relevance": 1}',
)
WELL_FORMED = len(TARGETS) * len(KINDS) * len(RELEVANCES)
SCATTERING = 1_000_003  # a prime: small numbers, which are drawn most, must not all mean the same pieces
WRAPPINGS = (
    "%s",
    "```json\n%s\n```",
    "```\n%s",
    "\ufeff好的：\n%s\n以上。",
    "<think>[{</think>%s",
    '%s {"relations": [1]}',
)

choices = st.lists(st.integers(0, WELL_FORMED + WELL_FORMED // 10 - 1), max_size=8)
sources = st.sampled_from([None, "CATL", "宁德时代", "elsewhere"])
limits = st.integers(0, 4)
any_text = st.text(st.characters(exclude_categories=[]), max_size=40)


def item_text(number: int) -> str:
    if number >= WELL_FORMED:
        return NO_ITEMS[number % len(NO_ITEMS)]
    number, target = divmod(number * SCATTERING % WELL_FORMED, len(TARGETS))
    relevance, kind = divmod(number, len(KINDS))
    return (
        f'{{"targetEntryId": {TARGETS[target]}, "relationType": {KINDS[kind]}, "relevance": {RELEVANCES[relevance]}, '
        f'"why": {relevance}}}'
    )


def answer_text(numbers: Sequence[int]) -> str:
    return f'{{"relations": [{", ".join(map(item_text, numbers))}]}}'


def parsed(text: str, source: str | None = None, limit: int = 3) -> ParsedRecommendations:
    sources = [] if source is None else [source]
    return parse_recommendations(text, candidates=CANDIDATES, sources=sources, relation_types=TYPES, limit=limit)


def assert_safe(found: ParsedRecommendations, source: str | None, limit: int) -> None:
    targets = [relation.target_id for relation in found.items]
    relevances = [relation.relevance for relation in found.items]
    assert set(targets) <= set(CANDIDATES)
    assert source not in targets
    assert len(targets) == len(set(targets))
    assert all(type(relevance) is float and math.isfinite(relevance) for relevance in relevances)
    assert all(0.30 <= relevance <= 1 for relevance in relevances)
    assert all(relevance == float(f"{relevance:.2f}") for relevance in relevances)
    assert {relation.relation_type for relation in found.items} <= set(TYPES)
    assert relevances == sorted(relevances, reverse=True)
    assert len(found.items) <= limit
    assert all(count > 0 for count in found.dropped.values())


def assert_nothing(found: ParsedRecommendations, failures: set[AnswerFault | str]) -> None:
    assert found.items == ()
    assert found.dropped == {}
    assert found.failure in failures


def no_answer_gives_an_unsafe_recommendation(numbers: list[int], wrapping: str, source: str | None, limit: int) -> None:
    found = parsed(wrapping.replace("%s", answer_text(numbers)), source, limit)
    assert found.failure is None
    assert_safe(found, source, limit)
    assert len(numbers) == len(found.items) + sum(found.dropped.values())


any_answer = given(choices, st.sampled_from(WRAPPINGS), sources, limits)
test_no_answer_gives_an_unsafe_recommendation = any_answer(no_answer_gives_an_unsafe_recommendation)
test_ten_thousand_answers_give_no_unsafe_recommendation = pytest.mark.thorough(
    settings(max_examples=10_000)(any_answer(no_answer_gives_an_unsafe_recommendation))
)


@given(choices, sources, limits)
def test_a_target_left_out_was_never_better_than_one_shown(numbers: list[int], source: str | None, limit: int) -> None:
    everything, found = (parsed(answer_text(numbers), source, most) for most in (len(numbers), limit))
    assert found.items == everything.items[:limit]


@given(choices, sources)
def test_what_was_accepted_is_accepted_again_unchanged(numbers: list[int], source: str | None) -> None:
    first = parsed(answer_text(numbers), source)
    items = [
        {"targetEntryId": kept.target_id, "relationType": kept.relation_type, "relevance": kept.relevance}
        for kept in first.items
    ]
    assert parsed(json.dumps({"relations": items}), source) == ParsedRecommendations(first.items)


@given(choices, st.data(), st.sampled_from(["", "```json\n", "好的："]))
def test_nothing_is_guessed_from_an_answer_that_was_cut_off(
    numbers: list[int], data: st.DataObject, before: str
) -> None:
    text = answer_text(numbers)
    cut = data.draw(st.integers(1, len(text) - 1))
    assert_nothing(parsed(before + text[:cut]), {AnswerFault.TRUNCATED})


@given(any_text)
def test_any_other_text_gives_nothing(text: str) -> None:
    assert_nothing(parsed(text), {*AnswerFault, "wrong_shape"})


@given(choices)
def test_a_bare_list_is_not_accepted(numbers: list[int]) -> None:
    assert_nothing(parsed(f"[{', '.join(map(item_text, numbers))}]"), {"wrong_shape"})


nested = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.sampled_from(CANDIDATES + TYPES),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["relations", "targetEntryId", "relationType", "relevance"]), inner)
    ),
    max_leaves=12,
)


@given(nested, sources, limits)
def test_any_json_in_place_of_the_list_is_survived(value: object, source: str | None, limit: int) -> None:
    found = parsed(json.dumps({"relations": value}), source, limit)
    assert_safe(found, source, limit)
    counted = len(found.items) + sum(found.dropped.values())
    assert (found.failure, counted) == ((None, len(value)) if isinstance(value, list) else ("wrong_shape", 0))
