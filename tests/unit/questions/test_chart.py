"""The chart parser on toy grammars."""

from __future__ import annotations

import pytest

from core.questions.parsing.chart import MOST_READINGS, MOST_TOKENS, Chart, Token, cheapest, rule

CALCULATOR = (
    rule("sum", "number", lambda n: n),
    rule("sum", "sum plus sum", lambda a, _plus, b: (a, "+", b)),
    rule("sum", "sum times sum", lambda a, _times, b: (a, "*", b), 0.5),
    rule("even", "number", lambda n: n if n % 2 == 0 else None),
)


def tokens(*words: str | int) -> list[Token]:
    kinds = {"+": "plus", "*": "times", "uh": "noise"}
    return [
        Token(place, place + 1, {"number": (word,)} if isinstance(word, int) else {kinds.get(word, "other"): (word,)})
        for place, word in enumerate(words)
    ]


@pytest.fixture
def chart() -> Chart:
    return Chart(CALCULATOR, {"noise": 0.0, "plus": 1.0}, 8.0)


def test_the_cheapest_reading_of_the_whole_comes_first(chart: Chart) -> None:
    first, *_ = chart.readings(tokens(1, "+", 2), "sum")
    assert (first.meaning, first.cost, first.skipped) == ((1, "+", 2), 0.0, frozenset())


def test_both_readings_of_an_ambiguous_row_are_kept(chart: Chart) -> None:
    readings = chart.readings(tokens(1, "+", 2, "*", 3), "sum")
    meanings = {each.meaning for each in cheapest(readings, 2)}
    assert meanings == {((1, "+", 2), "*", 3), (1, "+", (2, "*", 3))}


def test_what_is_passed_over_is_told_and_costs_by_its_category(chart: Chart) -> None:
    first, *_ = chart.readings(tokens("uh", 1, "uh", "+", 2, "?"), "sum")
    assert (first.meaning, first.cost, first.skipped) == ((1, "+", 2), 8.0, frozenset({0, 2, 5}))


def test_a_word_within_may_be_passed_over(chart: Chart) -> None:
    first, *_ = chart.readings(tokens(1, "?", "+", 2), "sum")
    assert (first.meaning, first.skipped) == ((1, "+", 2), frozenset({1}))


def test_a_rule_whose_meaning_is_none_does_not_apply(chart: Chart) -> None:
    assert chart.readings(tokens(3), "even") == []
    assert [each.meaning for each in chart.readings(tokens(4), "even")] == [4]


def test_of_the_readings_of_one_stretch_the_cheapest_few_are_kept() -> None:
    many = [rule("a", "word", lambda _w, n=n: n, float(n)) for n in range(10)]
    readings = Chart(many, {}, 1.0).readings([Token(0, 1, {"word": ("x",)})], "a")
    assert [each.meaning for each in readings] == list(range(MOST_READINGS))


def test_a_rule_that_makes_itself_ends() -> None:
    rules = (rule("a", "word", lambda w: w), rule("a", "a", lambda a: a), rule("a", "a a", lambda a, b: f"{a}{b}"))
    row = [Token(place, place + 1, {"word": ("x",)}) for place in range(12)]
    first, *_ = Chart(rules, {}, 1.0).readings(row, "a")
    assert first.meaning == "x" * 12


def test_no_token_has_no_reading(chart: Chart) -> None:
    assert chart.readings([], "sum") == []
    assert chart.readings(tokens("?"), "sum") == []


def test_a_row_of_very_many_tokens_is_not_read(chart: Chart, monkeypatch: pytest.MonkeyPatch) -> None:
    longest = tokens(*[1, *["uh"] * (MOST_TOKENS - 1)])
    assert chart.readings(longest, "sum")
    monkeypatch.setattr("core.questions.parsing.chart._Filling", None)  # nothing is filled
    assert chart.readings([*longest, *tokens("uh")], "sum") == []
