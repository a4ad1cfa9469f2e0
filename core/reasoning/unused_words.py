"""The words of a question that are neither used nor function words, Chinese and English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from core.domain.function_words import CHINESE, ENGLISH, POLITE, any_of
from core.domain.text import COMPANY_SLOT
from core.names.normalise import fold_characters, is_legal_form

Span = tuple[int, int]
_RUNS = re.compile(r"[\u3400-\u9fff]+|[^\W_\u3400-\u9fff]+(?:[.&+'’\-][^\W_\u3400-\u9fff]+)*")
_LONG_ZH = re.compile(any_of(word for word in CHINESE if len(word) > 1))
_ONLY_FUNCTION_ZH = re.compile(rf"(?:{any_of(CHINESE)})*")
_LEADING_ZH, _TRAILING_ZH = "的了吗呢吧啊呀是谁", "的了吗呢吧啊呀是谁有在里"
_TURNING = re.compile(
    r"\b(?:(?:other|rather|more|less|fewer) than|apart from|aside from|except for|no longer|whose)\b"
    r"|除了?|(?:谁|哪(?:些|几?家|几?个)?(?:公司|企业)?)的",
    re.ASCII,
)
"""Words, some of them function words alone, that restrict a question or turn it round (谁的供应商: customers)."""


def unused_words(question: str, used: Iterable[Span]) -> list[Span]:
    """Spans of ``question``, ascending, that hold words which nothing in ``used`` covers; words side by side are one.

    Slots of masked names count as used.
    """
    folded = fold_characters(question)
    slots = [match.span() for match in re.finditer(re.escape(COMPANY_SLOT), question)]
    covered = sorted([*used, *slots])
    shouted = (said := question.replace(COMPANY_SLOT, "")) == said.upper()
    found: list[Span] = []
    for start, end in _gaps(covered, len(question)):
        after_a_name = (start - len(COMPANY_SLOT), start) in slots
        found += _unused_in(question, folded, (start, end), shouted=shouted, after_a_name=after_a_name)
    return _joined(question, found)


def _gaps(covered: Sequence[Span], length: int) -> Iterable[Span]:
    position = 0
    for start, end in covered:
        if start > position:
            yield position, start
        position = max(position, end)
    if position < length:
        yield position, length


def _unused_in(question: str, folded: str, gap: Span, *, shouted: bool, after_a_name: bool) -> list[Span]:
    found: list[Span] = []
    courtesies = [match.span() for match in POLITE.finditer(folded, *gap)]
    turning = [match.span() for match in _TURNING.finditer(folded, *gap)]
    for start, end in _gaps(sorted([*courtesies, *turning]), gap[1]):
        for run in _RUNS.finditer(folded, max(start, gap[0]), end):
            written = question[run.start() : run.end()]
            if "\u3400" <= run.group()[0] <= "\u9fff":
                found += _unused_chinese(run.group(), run.start())
            elif after_a_name and run.start() <= gap[0] + 2 and is_legal_form(written):
                continue  # "Apple Inc."
            elif run.group().replace("’", "'") not in ENGLISH or _is_abbreviation(written, shouted=shouted):
                found.append(run.span())
    return sorted([*found, *turning])


def _is_abbreviation(written: str, *, shouted: bool) -> bool:
    """Whether a word is more than the function word it looks like: "IT" and "US", not "I" and not "WHO" among
    capitals."""
    return len(written) > 1 and written == written.upper() and not shouted


def _unused_chinese(run: str, offset: int) -> list[Span]:
    """What is left between the longer function words. A single character is a function word only among others: 有 is
    part of 有色金属."""
    found: list[Span] = []
    for start, end in _gaps([match.span() for match in _LONG_ZH.finditer(run)], len(run)):
        if not _ONLY_FUNCTION_ZH.fullmatch(run, start, end):
            part = run[start:end].lstrip(_LEADING_ZH)
            first = offset + end - len(part)
            found.append((first, first + len(part.rstrip(_TRAILING_ZH) or part)))
    return found


def _joined(question: str, spans: Iterable[Span]) -> list[Span]:
    joined: list[Span] = []
    for start, end in spans:
        if joined and not question[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined
