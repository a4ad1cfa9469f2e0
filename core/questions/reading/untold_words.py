"""Words of a question that its plan cannot tell: largest without a size, two counts, between members of a class."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.domain.plan import (
    And,
    Companies,
    Compare,
    Count,
    Or,
    Plan,
    Related,
    SetPlan,
    Top,
    ValueOf,
    YesNo,
    nodes_of,
    sets_of,
)
from core.questions.parsing.chart import Reading, Token

_WHETHER = frozenset(("whether", "still"))
_MOST = re.compile(r"largest|biggest|greatest|top$|most |closest|strongest|fiercest|toughest|最", re.IGNORECASE)


def untold(tokens: Sequence[Token], best: Reading) -> list[tuple[int, int]]:
    """The places of words whose meaning the plan does not hold, whether they were read or passed over."""
    plan: Plan = best.meaning
    return [
        *_unranked(tokens, plan),
        *_of_each(tokens, plan),
        *_counted_again(tokens),
        *_amid(tokens, best),
        *_newcomers(tokens, plan),
        *((each.start, each.end) for each in tokens if "of_a_size" in each.readings),
    ]


def _unranked(tokens: Sequence[Token], plan: Plan) -> list[tuple[int, int]]:
    """Largest, main, key where the answer is yes, no or a number: nothing recorded says who is, and unlike a list,
    which is ordered so anyway, such an answer would claim it."""
    answer = plan.answer
    if not isinstance(answer, Count) and not (isinstance(answer, YesNo) and answer.asks in _WHETHER):
        return []
    told = {"largest"} if _is_by_size(answer.set) else set()
    unranked = (each for each in tokens if "important" in each.readings and not told & set(each.readings))
    return [(each.start, each.end) for each in unranked]


def superlatives(question: str, tokens: Sequence[Token], plan: Plan) -> tuple[str, ...]:
    """Largest, 最大 of a list that no recorded figure orders: it holds all of them, which has to be told; who is
    stronger of two that are compared."""
    if isinstance(plan.answer, Compare):
        return tuple(question[each.start : each.end] for each in tokens if "ranked" in each.readings)
    if not isinstance(plan.answer, Companies) or _is_by_size(plan.answer.set):
        return ()
    said = [question[each.start : each.end] for each in tokens if "important" in each.readings]
    return tuple(each for each in said if _MOST.match(each))


def _of_each(tokens: Sequence[Token], plan: Plan) -> list[tuple[int, int]]:
    """The names in "How many suppliers do Apple and Tesla have", which asks for two numbers, or for one of both: only
    words such as common, or a verb that is said of both, tell."""
    answer = plan.answer
    parts = answer.set.args if isinstance(answer, Count) and isinstance(answer.set, And) else ()
    if len({(each.type, each.end) if isinstance(each, Related) else each for each in parts}) != 1:
        return []
    said = {category for each in tokens for category in each.readings}
    if said & {"both", "share", "same"} or "noun" not in said:
        return []
    names = [each for each in tokens if "name" in each.readings]
    return [(names[0].start, names[-1].end)] if len(names) > 1 else []


def _counted_again(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """The second "how many" of a question, which asks for two numbers."""
    return [(each.start, each.end) for each in tokens if "how_many" in each.readings][1:]


def _amid(tokens: Sequence[Token], best: Reading) -> list[tuple[int, int]]:
    """Between, 之间 that was passed over before or behind a class: it says who has to be at both ends."""
    if not any({"class", "condition"} & set(each.readings) for each in tokens):
        return []
    return [(tokens[place].start, tokens[place].end) for place in best.skipped if "amid" in tokens[place].readings]


def _newcomers(tokens: Sequence[Token], plan: Plan) -> list[tuple[int, int]]:
    """Startups, 新势力: nothing recorded says who is young; as what somebody founded they are a relation."""
    if any(isinstance(node, Related) and node.type == "founded_by" for _, node in nodes_of(plan)):
        return []
    return [(each.start, each.end) for each in tokens if "newcomer" in each.readings]


def loosens(other: Plan, plan: Plan) -> bool:
    """Whether a plan asks for any of what the other asks for together."""
    one, both = (getattr(each.answer, "set", None) for each in (other, plan))
    return isinstance(one, Or) and isinstance(both, And) and set(one.args) == set(both.args)


def _is_by_size(found: SetPlan) -> bool:
    """Whether a set holds those that are largest or smallest by a recorded measure."""
    if isinstance(found, Top) and isinstance(found.by, ValueOf) and found.by.attribute != "founded":
        return True
    return any(map(_is_by_size, sets_of(found)))
