"""Meanings of what relations are with: names, sets, several of them, and somebody's goods."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from core.domain.plan import Entities, SetPlan
from core.questions.parsing.meanings import (
    Args,
    Named,
    Phrase,
    SetCondition,
    entities,
)
from core.questions.phrases.denials import Denials

_MARKS = frozenset((",", "，", "、"))


class Arguments(Denials):
    """As ``Predicates``, of what relations are with."""

    def same(self, meaning: Any) -> Any:
        """One part is the whole."""
        return meaning

    def class_argument(self, named: Named) -> Args:
        """A product or an industry itself."""
        return Args((entities(named.ids),))

    def set_argument(self, found: Phrase) -> Args | None:
        """Members of a set: a step of a chain."""
        return None if _is_denied(found) else self._argument(found)

    def denied_argument(self, found: Phrase) -> Args | None:
        """A step of a chain that is not so, which is less likely than that what is asked for is not: suppliers of the
        rivals of CATL that do not supply BYD."""
        return self._argument(found) if _is_denied(found) else None

    def _argument(self, found: Phrase) -> Args | None:
        plan = None if found.is_any or found.counted or found.asked or found.topic else found.plan()
        return Args((plan,)) if plan is not None else None

    def joined(self, first: Args, second: Args, join: Literal["and", "or"], mark: str = "") -> Args | None:
        """Several names, or several sets; a ``mark`` alone lists them: A, B or C is of any of the three."""
        if len({isinstance(each, Entities) for each in (*first.sets, *second.sets)}) > 1:
            return None
        if first.goods or second.goods or len(second.sets) > 1:
            return None
        if len({self._are_kinds(each) for each in (*first.sets, *second.sets)}) > 1:
            return None
        sets = tuple(dict.fromkeys((*first.sets, *second.sets)))
        single = len(first.sets) == 1
        fits = single or first.join == join or first.listed
        return Args(sets, join, listed=mark in _MARKS and (single or first.listed)) if fits else None

    def _are_kinds(self, each: SetPlan) -> bool:
        """Whether they are products or industries, which nobody names in a row with companies."""
        return isinstance(each, Entities) and all(self.type_of(one) in ("product", "industry") for one in each.ids)

    def all_of(self, args: Args) -> Args | None:
        """Both A and B: not what A or B may be called."""
        one = args.sets[0]
        alternatives = len(args.sets) == 1 and isinstance(one, Entities) and len(one.ids) > 1
        return None if alternatives else replace(args, at_once=True)

    def apart(self, args: Args) -> Args:
        """腾讯和阿里都 before 没有: neither of them, not both together."""
        return replace(args, at_once=False)

    def both_named(self, first: Args, second: Args) -> Args | None:
        """Two names side by side with a word for both: 阿里腾讯一起."""
        joined = self.joined(first, second, "and") if first != second else None
        return None if joined is None else self.all_of(joined)

    def names_joined(self, first: Args, second: Args, mark: str) -> Args | None:
        """A, B: of names alone a comma makes a list."""
        names = all(isinstance(each, Entities) for each in (*first.sets, *second.sets))
        return self.joined(first, second, "and", mark) if names else None

    def goods_of(self, args: Args, named: Named) -> Args | None:
        """宁德时代的电池: of names only; 特斯拉电池厂 is a plant of it."""
        own = self.named_only(args) is not None and not args.goods and not named.companies
        return replace(args, goods=named) if own else None


def _is_denied(found: Phrase) -> bool:
    """Whether the last that is said of the members of a relation is that they are none of another set."""
    last = found.conditions[-1] if found.base is not None and found.conditions else None
    return isinstance(last, SetCondition) and not last.positive
