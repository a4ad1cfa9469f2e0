"""Finds towns in questions that only the column ``place`` of companies names.

The words around have to say that a place is meant: in Lyon Metals and 曲靖化工 the town may be a part of a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.names.normalise import fold_characters
from core.questions.execution.columns import towns_in
from core.questions.execution.towns import Towns
from core.questions.parsing.meanings import Named
from core.questions.vocabulary.concepts import Concepts
from core.questions.vocabulary.lexicon import Lexicon
from core.questions.vocabulary.segments import Candidate
from core.storage.knowledge_base import KnowledgeBase

_WORD = re.compile(r"[^\W\d_\u3400-\u9fff]+\.?(?:['’-](?!based)[^\W\d_\u3400-\u9fff]+)*")
_MOST_WORDS = 4
_IN = re.compile(r"(?:\b(?:in|from|at|near|around|outside|except)\s+|(?:在|位于|来自)\s*)$", re.IGNORECASE)
_IN_SEVERAL = re.compile(r"\b(?:in|from|at|near|around|outside|except)\s+(?:[A-Z][\w.'’-]*,?\s+(?:(?:and|or)\s+)?)+$")
_BASED = re.compile(
    r"[ -](?:based|headquartered)\b|\s+(?:companies|company|firms?|businesses)\b|\s*(?:的|有哪些)(?:公司|企业)"
)
_CAPITAL_BEHIND = re.compile(r"\s+[A-Z]")
_CHINESE = re.compile(r"[\u3400-\u9fff]{2,}")
_LONGEST_ZH, _LEAST_ZH = 7, 2
_BEHIND_ZH = re.compile(
    r"的|有|和|与|或|及|并|而|且|地区|本地|当地|公司|企业|厂商|总部|注册|成立|设立|之?外|以外|吗|呢|么|$|[^\u3400-\u9fff]"
)

_LOCALITIES = frozenset(("locality",))
"""What words of questions may say of a town: that names of companies begin with it."""
Span = tuple[int, int, str]


def town_candidates(question: str, base: KnowledgeBase, concepts: Concepts, lexicon: Lexicon) -> Iterator[Candidate]:
    """Towns that the data know with their country, and those of the column that are no words of questions."""
    known = towns_in_question(question, towns_in(base))
    named = [each for each in known if {*(lexicon[_said(question, each)] or ())} <= _LOCALITIES]
    for start, end, town in (*concepts.towns_in(question), *named):
        yield Candidate(start, end, {"place": (Named((town,)),)}, 0.8)


def _said(question: str, at: Span) -> str:
    return fold_characters(question[at[0] : at[1]])


def towns_in_question(question: str, towns: Towns) -> Iterator[Span]:
    """Where they stand, left to right, each with the town."""
    yield from _in_letters(question, towns)
    yield from _in_chinese(question, towns)


def _in_letters(question: str, towns: Towns) -> Iterator[Span]:
    words = [word.span() for word in _WORD.finditer(question)]
    position = 0
    for first, (start, _) in enumerate(words):
        if start < position or not (question[start].isupper() or question == question.lower()):
            continue
        for _, end in reversed(words[first : first + _MOST_WORDS]):
            town = towns.called.get(fold_characters(question[start:end]))
            if town is not None and _is_place(question, start, end):
                yield start, end, town
                position = end
                break


def _is_place(question: str, start: int, end: int) -> bool:
    before = question[:start]
    told = _IN.search(before) or _IN_SEVERAL.search(before) or _BASED.match(question, end)
    return told is not None and _CAPITAL_BEHIND.match(question, end) is None


def _in_chinese(question: str, towns: Towns) -> Iterator[Span]:
    folded = fold_characters(question)
    for run in _CHINESE.finditer(folded):
        start = run.start()
        while start < run.end():
            found = _town_at(folded, start, run.end(), towns)
            if found is not None:
                yield found
            start = found[1] if found is not None else start + 1


def _town_at(folded: str, start: int, last: int, towns: Towns) -> Span | None:
    for end in range(min(last, start + _LONGEST_ZH), start + _LEAST_ZH - 1, -1):
        written = folded[start:end]
        town = towns.called.get(written) or towns.called.get(written.removesuffix("市"))
        if town is not None and _BEHIND_ZH.match(folded, end):
            return start, end, town
    return None
