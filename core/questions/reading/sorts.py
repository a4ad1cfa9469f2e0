"""Words for companies that say more than “company”: operators are telecom companies unless a word before says of what;
brands, startups and makers are told by no country alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.domain.plan import All, Companies, Count, Filter, Plan, Related, SetPlan, sets_of
from core.questions.parsing.chart import Token
from core.questions.phrases.set_phrases import INTERROGATIVE
from core.questions.vocabulary.segments import Unknown


def of_one_sort(folded: str, found: Sequence[Token | Unknown]) -> list[Token | Unknown]:
    """The same words, where one for companies is also the name of a class: that class alone, but behind another one,
    as in “hotel operators”, where it says no more than companies. Tech companies are of a sort that is not known."""
    chosen: list[Token | Unknown] = []
    for each in found:
        if _is_said_of(chosen[-1] if chosen else None, folded, each):
            chosen[-1] = Unknown(chosen[-1].start, chosen[-1].end)
        if isinstance(each, Token) and {"company", "class"} <= set(each.readings):
            chosen.append(_one_of_two(each, chosen[-1] if chosen else None))
        else:
            chosen.append(each)
    return chosen


def _is_said_of(before: Token | Unknown | None, folded: str, word: Token | Unknown) -> bool:
    """Whether a word for goods says which companies are meant: tech companies."""
    if not isinstance(before, Token) or set(before.readings) != {"goods"}:
        return False
    said = folded[word.start : word.end]
    return isinstance(word, Token) and set(word.readings) == {"company"} and not INTERROGATIVE.match(said)


def _one_of_two(word: Token, before: Token | Unknown | None) -> Token:
    of_what = isinstance(before, Unknown) or (before is not None and "class" in before.readings)
    dropped = "class" if of_what else "company"
    return replace(word, readings={said: meant for said, meant in word.readings.items() if said != dropped})


def sorts_left_out(tokens: Sequence[Token], plan: Plan, seats: str | None) -> list[tuple[int, int]]:
    """Where words such as startups stand of whose companies only the country, the age or the market is asked: the
    answer would hold all companies. ``seats``: the relation type that leads to places."""
    answer = plan.answer
    if not isinstance(answer, Companies | Count) or _tells_business(answer.set, seats):
        return []
    return [(each.start, each.end) for each in tokens if "of_a_sort" in each.readings and "class" not in each.readings]


def _tells_business(found: SetPlan, seats: str | None) -> bool:
    """Whether some part of a set says what its members do, or to whom they are related."""
    if isinstance(found, Related) and found.type == seats:
        return False
    if isinstance(found, Filter) and found.attribute == "industry":
        return True
    inner = sets_of(found)
    return any(_tells_business(each, seats) for each in inner) if inner else not isinstance(found, All)
