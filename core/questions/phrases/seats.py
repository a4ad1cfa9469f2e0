"""Meanings of where somebody is: in a country, or in a place of the data."""

from __future__ import annotations

from core.domain.plan import All, Filter, Or, Related, SetPlan
from core.questions.parsing.meanings import (
    Condition,
    Conditions,
    Named,
    RelationNoun,
    RelationVerb,
    SetCondition,
    entities,
)
from core.questions.phrases.arguments import Arguments

_WHERE = frozenset(("在", "于"))


class Seats(Arguments):
    """As ``Arguments``, with seats."""

    def at(self, place: Named) -> Conditions | None:
        """To have its seat in a place of the data, or in a town that only a column names."""
        kind = self.leading_to.get("place")
        towns = tuple(each for each in place.ids if self.type_of(each) != "place")
        places = tuple(each for each in place.ids if each not in towns)
        sets: list[SetPlan] = []
        if towns:
            sets.append(Filter(arg=All(), attribute="town", operator="in", values=towns))
        if places and kind:
            sets.append(Related(type=kind, end="backward", of=entities(places)))
        return (SetCondition(Or(args=tuple(sets)) if len(sets) > 1 else sets[0]),) if sets else None

    def at_seat(self, place: Named, noun: RelationNoun) -> Conditions | None:
        """To have its headquarters in a place: 深圳总部的公司."""
        return self.at(place) if (noun.type, noun.end) == (self.leading_to.get("place"), "forward") else None

    def says_where(self, said: str) -> bool:
        """Whether somebody may be there: 给德国的公司 says to whom, 从日本的公司 from whom."""
        return said.isascii() or said in _WHERE

    def in_country(self, said: str, condition: Condition) -> Conditions | None:
        """In Germany, 在德国."""
        return (condition,) if self.says_where(said) else None

    def verb_country(self, verb: RelationVerb, condition: Condition) -> Conditions | None:
        """Based in Taiwan."""
        return (condition,) if verb.type == self.leading_to.get("place") else None

    def verb_place(self, verb: RelationVerb, place: Named) -> Conditions | None:
        """总部在合肥, based in Hefei."""
        return self.at(place) if verb.type == self.leading_to.get("place") else None
