"""Words of a question that its plan cannot tell: two counts, between members of a class, startups."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from core.domain.plan import (
    And,
    Companies,
    Count,
    Or,
    Plan,
    Related,
    nodes_of,
    sets_within,
)
from core.questions.parsing.chart import Reading, Token

_ACQUIRED = "acquired"
_LINKS = frozenset(("of", "possessive"))
_THINGS = frozenset(("goods", "money"))


def untold(tokens: Sequence[Token], best: Reading) -> list[tuple[int, int]]:
    """The places of words whose meaning the plan does not hold, whether they were read or passed over."""
    plan: Plan = best.meaning
    return [
        *_of_each(tokens, plan),
        *_counted_again(tokens),
        *_both_kinds(tokens, plan),
        *_amid(tokens, best),
        *_newcomers(tokens, plan),
        *_asked_for_goods(tokens, plan),
        *_announced(tokens, plan),
        *((each.start, each.end) for each in tokens if "of_a_size" in each.readings),
    ]


def _of_each(tokens: Sequence[Token], plan: Plan) -> list[tuple[int, int]]:
    """The names in "How many suppliers do Apple and Tesla have", which asks for two numbers, or for one of both: only
    words such as common, or a verb that is said of both, tell."""
    answer = plan.answer
    parts = answer.set.args if isinstance(answer, Count) and isinstance(answer.set, And) else ()
    if len({(each.type, each.end) if isinstance(each, Related) else each for each in parts}) != 1:
        return []
    said = {category for each in tokens for category in each.readings}
    if said & {"both", "share", "same", "among"} or "noun" not in said:
        return []
    names = [place for place, each in enumerate(tokens) if "name" in each.readings]
    if len(names) < 2 or any("be" in each.readings for each in tokens[names[0] : names[-1]]):
        return []  # how many of Apple's suppliers are suppliers of Tesla asks for one
    return [(tokens[names[0]].start, tokens[names[-1]].end)]


def _counted_again(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """The second "how many" of a question, which asks for two numbers."""
    return [(each.start, each.end) for each in tokens if "how_many" in each.readings][1:]


def _both_kinds(tokens: Sequence[Token], plan: Plan) -> list[tuple[int, int]]:
    """Both screens and batteries, where ``of_both_kinds`` has not joined them: of goods, and of classes of companies in
    a plan without both, either is enough."""
    joins = any(isinstance(node, And) for _, node in nodes_of(plan))
    found = []
    for both, first, joined, second in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        kinds = [named for each in (first, second) for named in each.readings.get("class", ())[:1]]
        of_companies = any(named.companies for named in kinds)
        if "both" in both.readings and "and" in joined.readings and len(kinds) == 2 and not (joins and of_companies):
            found.append((both.start, second.end))
    return found


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


def _announced(tokens: Sequence[Token], plan: Plan) -> list[tuple[int, int]]:
    """Acquisitions announced in 2023: it is recorded when they were done."""
    deals = (node for _, node in nodes_of(plan) if isinstance(node, Related) and node.type == _ACQUIRED)
    if not any(each.when is not None for each in deals):
        return []
    return [(each.start, each.end) for each in tokens if "announced" in each.readings]


def _asked_for_goods(tokens: Sequence[Token], plan: Plan) -> list[tuple[int, int]]:
    """The last word of 特斯拉的竞争对手的设备, "Tesla's rivals' equipment", where nothing is said to be done: what is
    asked for is what they have, and the plan lists them."""
    said = [each for each in tokens if "noise" not in each.readings or _LINKS & set(each.readings)]
    if len(said) < 3 or any("verb" in each.readings for each in said) or not isinstance(plan.answer, Companies):
        return []
    noun, linked, last = said[-3:]
    is_things = bool(_THINGS & set(last.readings)) and not {"class", "noun"} & set(last.readings)
    lists_holders = isinstance(plan.answer.set, Related) and plan.answer.set.type != "produces"
    is_theirs = "noun" in noun.readings and bool(_LINKS & set(linked.readings))
    return [(last.start, last.end)] if is_things and lists_holders and is_theirs else []


_BINDING = frozenset(("both", "neither", "nor", "not", "none", "except", "only", "exclusive"))


def loosens(other: Reading, best: Reading, tokens: Sequence[Token]) -> bool:
    """Whether a reading asks for any of what the best one asks for together, or passes over a word that joins or denies
    which the best one uses."""
    if any(not _BINDING.isdisjoint(tokens[place].readings) for place in other.skipped - best.skipped):
        return True
    joined = {_relations(each) for _, each in nodes_of(best.meaning) if isinstance(each, And)}
    return any(
        isinstance(each, Or) and len(related := _relations(each)) > 1 and related in joined
        for _, each in nodes_of(other.meaning)
    )


def _relations(joined: And | Or) -> frozenset[BaseModel]:
    """What the parts of a set are related by, whatever they are narrowed by besides."""
    return frozenset(each for part in joined.args for _, each in sets_within(part) if isinstance(each, Related))
