"""Words that restrict what is asked and that no plan holds: main suppliers, strategic investors, 最依赖, 长期."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from pydantic import BaseModel

from core.domain.plan import And, Companies, Compare, Count, Filter, Minus, Plan, Related, Top, ValueOf, YesNo, nodes_of
from core.names.normalise import fold_characters
from core.questions.parsing.chart import Token
from core.questions.vocabulary.lexicon import words_file
from core.questions.vocabulary.segments import Unknown

_OF_RELATIONS = frozenset(("noun", "verb", "stranded", "opened", "closing"))
_NAMING = frozenset(("name", "person", "place", "class", "condition", "largest", "smallest", "shortest"))
"""What a word may be that says it of no relation, or that has its meaning elsewhere."""


def restricting(
    question: str, parts: Sequence[Token | Unknown], skipped: Sequence[Token], plan: Plan
) -> list[tuple[int, int]]:
    """Where such words stand in a question. ``skipped``: the words that the plan's reading passed over."""
    if isinstance(plan.answer, Compare):
        return [(each.start, each.end) for each in parts if isinstance(each, Token) and "ranked" in each.readings]
    if not isinstance(plan.answer, Companies | Count | YesNo):
        return []
    folded, by_size = fold_characters(question), _is_by_size(plan)
    both = any(isinstance(each, And) or _is_in_common(each) for _, each in nodes_of(plan))
    return [
        span
        for each in parts
        if isinstance(each, Token)
        for span in _restricting_in(folded, each, by_size=by_size, apart=not both or each in skipped)
    ]


def _is_in_common(asked: BaseModel) -> bool:
    """Whether it is those who have suppliers, say, in common with a company, and not that company."""
    if not isinstance(asked, Minus) or not isinstance(asked.arg, Related) or not isinstance(asked.arg.of, Related):
        return False
    return asked.arg.of.of in asked.without


def _restricting_in(folded: str, word: Token, *, by_size: bool, apart: bool) -> Iterator[tuple[int, int]]:
    said, categories = folded[word.start : word.end], set(word.readings)
    if "important" in categories:
        told = by_size and not categories.isdisjoint(("largest", "size_class"))
    else:
        silent = "noise" in categories and said in _words("silent")
        told = not (silent or ("both" in categories and apart and said in _words("together")))
    if not told:
        yield word.start, word.end
    elif categories & _OF_RELATIONS and not categories & _NAMING:
        for each in _within().finditer(said):
            yield word.start + each.start(), word.start + each.end()


@cache
def _words(kind: str) -> frozenset[str]:
    listed = words_file("restricting.yaml")[kind]
    return frozenset((*listed["zh"], *listed["en"]))


@cache
def _within() -> re.Pattern[str]:
    listed = words_file("restricting.yaml")["within"]
    return re.compile(rf"{'|'.join(listed['zh'])}|\b(?:{'|'.join(listed['en'])})\b")


def _is_by_size(plan: Plan) -> bool:
    """Whether members are chosen by a recorded measure of how large they are."""
    return any(
        (isinstance(each, Top) and isinstance(each.by, ValueOf) and each.by.attribute != "founded")
        or (isinstance(each, Filter) and each.attribute == "size")
        for _, each in nodes_of(plan)
    )
