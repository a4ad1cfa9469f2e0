"""Questions that the grammar reads wrongly: the words that it misreads are named as not understood.

“Is Nvidia a shareholder of any of its customers?” is read as who is both; “In which companies are A and B both
shareholders?” as who holds A and B; 也有别的供应商 counts the supplier that is already named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from core.domain.plan import (
    And,
    Companies,
    Count,
    Entities,
    Minus,
    Or,
    Plan,
    Related,
    SetPlan,
    YesNo,
    nodes_of,
    sets_within,
)
from core.questions.plans.parsed import Parsed

_ROLES = (
    r"(?:suppliers|customers|clients|rivals|competitors|partners|subsidiaries|shareholders|investors|investees"
    r"|owners|holders)"
)
_ANY_OF_ITS_GOODS = re.compile(
    rf"\b(?:any|some|one|all) of (?:its|their) (?!{_ROLES}\b)(?:[\w-]+ ){{1,3}}{_ROLES}\b", re.IGNORECASE
)
_ROLE_OF_ANY_OF_ITS = re.compile(
    rf"^\W*(?:is|are|was|were)\b.*\b(?:of|to|for|with|in) (?P<what>(?:any|some|one|all) of (?:its|their) .*{_ROLES})\b",
    re.IGNORECASE,
)
_OF_WHICH_BOTH = re.compile(
    r"\b(?P<what>(?:in|of|for|to) (?:which|what|whom)\b)(?=.*\b(?:is|are|was|were)\b.*\band\b.*\bboth\b)", re.IGNORECASE
)
_HAVE_NEITHER = re.compile(r"\b(?:have|has|had|with) neither\b(?=.*\bnor\b)", re.IGNORECASE)
_ANOTHER = re.compile(
    r"(?<=[也还]有)(?:别的|另外的|其[他它]的?)|(?<=\bfrom )(?:other|another)(?= \w+)"
    r"|(?<=\balso have )(?:other|another)\b",
    re.IGNORECASE,
)
_STILL_ITS = re.compile(r"(?<=[，,])[^，,]*(?:还|仍|依然)然?是(?:不是)?(?:它|其|他们)的?[^，,]*", re.IGNORECASE)
_OR = re.compile(r"\bor\b|或者?|还是", re.IGNORECASE)


def without_unread_forms(question: str, parsed: Parsed) -> Parsed:
    """The reading, with misread words among those that are not understood."""
    if parsed.plan is None:
        return parsed
    words = [found.strip() for found in _unread(question, parsed.plan) if found.strip()]
    missed = tuple(dict.fromkeys((*parsed.not_understood, *words)))
    return replace(parsed, not_understood=missed) if words else parsed


def _unread(question: str, plan: Plan) -> Iterator[str]:
    answer = plan.answer
    if not isinstance(answer, Companies | Count | YesNo):
        return
    kinds = [each for _, each in nodes_of(plan)]
    if isinstance(answer, YesNo) and (found := _ANY_OF_ITS_GOODS.search(question)):
        yield found[0]
    if not isinstance(answer, YesNo) and (found := _ROLE_OF_ANY_OF_ITS.search(question)):
        yield found["what"]
    if not isinstance(answer, YesNo) and (found := _OF_WHICH_BOTH.search(question)):
        yield found["what"]
    if not isinstance(answer.set, Minus) and (found := _HAVE_NEITHER.search(question)):
        yield found[0]
    if not any(isinstance(each, Minus) for each in kinds) and (found := _ANOTHER.search(question)):
        yield found[0]
    if not isinstance(answer, YesNo) and (found := _STILL_ITS.search(question)):
        yield found[0]
    if any(isinstance(each, Or) and _of_different(each) for each in kinds) and (found := _OR.search(question)):
        yield found[0]


def _of_different(either: And | Or) -> bool:
    """Whether one part starts from who is named, and another from a class: supply or own shares in Tesla."""
    related = [each for each in either.args if isinstance(each, Related)]
    named = [_is_named(each) for each in related]
    return len(related) == len(either.args) and any(named) and not all(named)


def _is_named(asked: SetPlan) -> bool:
    return any(isinstance(each, Entities) for _, each in sets_within(asked))
