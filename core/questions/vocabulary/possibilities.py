"""Who could, 还可以找谁: what may come to be is recorded of nobody, so that such words are not understood, unless they
ask politely for what is."""

from __future__ import annotations

from collections.abc import Sequence

from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import RelationVerb
from core.questions.vocabulary.segments import Unknown

_CAN = frozenset(("can", "could", "可以", "可", "能", "能够"))
_STILL = frozenset(("还", "也", "也还"))
_TO_FIND = frozenset(("找", "去找"))
_POLITE = frozenset(("you", "me", "us", "anyone", "anybody", "somebody", "someone", "who", "which", "what"))
_POLITE_ZH = frozenset(
    (
        "告诉",
        "告诉我",
        "我",
        "您",
        "你",
        "列出",
        "列一下",
        "列举",
        "查",
        "查询",
        "查一下",
        "介绍",
        "谁",
        "哪些",
        "哪些公司",
        "哪家公司",
    )
)
"""Behind them it is asked what is, or who it is that may tell."""


def possibilities(
    folded: str, parts: Sequence[Token | Unknown], joins_companies: frozenset[str]
) -> list[tuple[int, int]]:
    """The places of words for what could be, before a verb of a relation of ``joins_companies``."""
    found = []
    for place, each in enumerate(parts):
        if folded[each.start : each.end] not in _CAN:
            continue
        begun = place - 1 if place and folded[parts[place - 1].start : parts[place - 1].end] in _STILL else place
        if _leads_to_a_relation(folded, parts[place + 1 :], joins_companies):
            found.append((parts[begun].start, each.end))
    return found


def _leads_to_a_relation(folded: str, behind: Sequence[Token | Unknown], joins_companies: frozenset[str]) -> bool:
    for place, each in enumerate(behind):
        said = folded[each.start : each.end]
        if said in _POLITE | _POLITE_ZH or not isinstance(each, Token):
            return False
        if said in _TO_FIND:  # 找特斯拉的供应商 asks for what is recorded
            then = behind[place + 1] if place + 1 < len(behind) else None
            return isinstance(then, Token) and "company" in then.readings
        verbs = [verb for verb in each.readings.get("verb", ()) if isinstance(verb, RelationVerb)]
        if any(verb.type in joins_companies for verb in verbs):
            return True
    return False
