"""The parts of a plan that a person sees, takes out or changes one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.domain.plan import (
    All,
    And,
    Companies,
    Compare,
    Controlled,
    Controllers,
    Count,
    CountOf,
    Entities,
    Filter,
    Like,
    Minus,
    Or,
    Path,
    Plan,
    Related,
    SetPlan,
    Top,
    Value,
    YesNo,
)
from core.questions.plans.changed_plan import AS_OF, without
from core.questions.plans.parsed import PartKind
from core.questions.plans.sentences import PlanWords, is_all
from core.questions.plans.two_sides import two_sides


@dataclass(frozen=True)
class Chip:
    """One part of a plan. ``key``: where it stands in the plan, the same in every language; ``removable``: the plan
    says something without it."""

    key: str
    kind: PartKind
    text: str
    removable: bool = True


def chips(plan: Plan, words: PlanWords) -> tuple[Chip, ...]:
    """Every part of a plan, in the order in which they are read."""
    found = [Chip(key, kind, text) for key, kind, text in _of_answer(plan, words)]
    if plan.as_of:
        found.append(Chip(AS_OF, "condition", words.text("chip.as_of", day=plan.as_of)))
    return tuple(Chip(each.key, each.kind, each.text, removable=without(plan, each.key) is not None) for each in found)


_Found = Iterator[tuple[str, PartKind, str]]


def _of_answer(plan: Plan, words: PlanWords) -> _Found:
    match plan.answer:
        case Companies(set=asked, beside=beside):
            yield from _of(asked, words, "set")
            if beside:
                yield "answer", "answer", words.text(f"chip.beside.{beside}")
        case Count(set=asked):
            yield "answer", "answer", words.text("chip.count")
            yield from _of(asked, words, "set")
        case YesNo(entity=entity, set=asked, asks=asks):
            yield "answer", "answer", words.text(f"chip.yes_no.{asks}", entity=words.name(entity))
            yield from _of(asked, words, "set")
        case Value(entity=entity, attribute=attribute, tickers=tickers):
            yield "answer", "answer", words.attribute(attribute)
            yield "entity", "name", words.name(entity)
            if tickers:
                yield "tickers", "condition", words.market(tickers)
        case Path(ids=ids) | Compare(ids=ids):
            yield "answer", "answer", words.text(f"chip.{plan.answer.kind}")
            for place, each in enumerate(ids):
                yield f"ids.{place}", "name", words.name(each)


def _of(asked: SetPlan, words: PlanWords, key: str) -> _Found:
    match asked:
        case Entities(ids=ids):
            for place, each in enumerate(ids):
                yield f"{key}/ids.{place}", "name", words.name(each)
        case Related(of=of, when=when, money=money):
            yield key, "relation", words.relation(asked)
            yield from _of(of, words, f"{key}/of")
            if when is not None:
                yield f"{key}/when", "condition", words.when(asked, when)
            if money is not None:
                yield f"{key}/money", "condition", words.money(money)
        case Controllers(of=of) | Controlled(of=of):
            yield key, "relation", words.control(asked)
            yield from _of(of, words, f"{key}/of")
        case All():
            if not is_all(asked):
                yield key, "group", words.set(asked)
        case Like(of=of):
            yield key, "similar", words.text("chip.like")
            yield from _of(of, words, f"{key}/of")
        case _:
            yield from _of_others(asked, words, key)


def _of_others(asked: SetPlan, words: PlanWords, key: str) -> _Found:
    match asked:
        case Or() if (sides := two_sides(asked)) is not None:
            yield key, "relation", words.between(sides)
        case And(args=args) | Or(args=args):
            yield from _of_several(asked, args, words, key)
        case Minus(arg=arg, without=left_out):
            yield from _of(arg, words, f"{key}/arg")
            for place, part in enumerate(left_out):
                yield f"{key}/without.{place}", "negation", words.without(part)
        case Filter(arg=arg):
            yield from _of(arg, words, f"{key}/arg")
            yield key, "condition", words.condition(asked)
        case Top(arg=arg, by=by):
            yield from _of(arg, words, f"{key}/arg")
            yield key, "order", words.order(asked)
            if isinstance(by, CountOf) and by.within is not None:
                yield f"{key}/within", "order", words.text("chip.within", set=words.set(by.within))


def _of_several(asked: And | Or, args: Sequence[SetPlan], words: PlanWords, key: str) -> _Found:
    """Each part; a kind that the members of one set have is a condition on it."""
    kind = args[1] if isinstance(asked, And) and len(args) == 2 else None
    if isinstance(kind, All):
        yield from _of(args[0], words, f"{key}/args.0")
        yield f"{key}/args.1", "condition", words.set(kind)
        return
    yield key, "group", words.text(f"chip.{asked.op}")
    for place, part in enumerate(args):
        yield from _of(part, words, f"{key}/args.{place}")
