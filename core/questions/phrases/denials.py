"""Meanings of what is not so: of whom something is denied, who has none of something, and who is left out."""

from __future__ import annotations

from dataclasses import replace

from core.domain.plan import All, And, Entities, Minus, Related
from core.ontology import COMPANY
from core.questions.parsing.meanings import (
    LIKE,
    Args,
    Condition,
    Conditions,
    ElidedCondition,
    Phrase,
    RelationNoun,
    RelationVerb,
    SetCondition,
    entities,
    negated,
)
from core.questions.phrases.fitting import OPPOSITE, Fitting

_OF = frozenset(("of", "to", "for", "with", "by"))
"""Words before whom a relation is with."""


class Denials(Fitting):
    """As ``Predicates``, of what is not so."""

    def named_only(self, args: Args) -> Args | None:
        """Names, not sets."""
        return args if all(isinstance(each, Entities) for each in args.sets) else None

    def denied(self, pred: Conditions | None) -> Conditions | None:
        """Not to be so; several conditions at once are not denied, as it is not clear which is."""
        if pred is None or len(pred) != 1:
            return None
        if _holds_a_negation(pred[0]):
            return None
        opposites = [negated(each) for each in _each_of(pred[0])]
        return tuple(each for each in opposites if each is not None) or None

    def neither(self, first: Conditions | None, second: Conditions | None) -> Conditions | None:
        """Neither the one nor the other."""
        one, other = self.denied(first), self.denied(second)
        return None if one is None or other is None else (*one, *other)

    def has_none(self, noun: RelationNoun | None) -> Conditions | None:
        """To have no suppliers, no Japanese customers: of companies, none on record."""
        return self._has(noun, positive=False)

    def has_some(self, noun: RelationNoun | None) -> Conditions | None:
        """To have suppliers, a Japanese customer; "have which suppliers" asks for these."""
        return None if noun is None or noun.asked else self._has(noun, positive=True)

    def _has(self, noun: RelationNoun | None, *, positive: bool) -> Conditions | None:
        if noun is None or noun.type == LIKE or noun.counted:
            return None
        kinds = self.result_types(Related(type=noun.type, end=noun.end, of=All()))
        others = Phrase(conditions=noun.conditions).plan()
        if others is None or (noun.conditions and COMPANY not in kinds):
            return None
        if COMPANY not in kinds:
            others = All(type=next(iter(kinds)))
        return (SetCondition(Related(type=noun.type, end=OPPOSITE[noun.end], of=others), positive),)

    def at_once(self, pred: Conditions) -> Conditions:
        """同时 before a predicate: of all that it names together."""
        return tuple(replace(each, at_once=True) if isinstance(each, SetCondition) else each for each in pred)

    def not_these(self, args: Args) -> Conditions | None:
        """Not Huawei: to leave it out, or what is said before of somebody else."""
        return self.without(args) if self.named_only(args) is None else (ElidedCondition(args, or_itself=True),)

    def not_with(self, args: Args) -> Conditions | None:
        """Not for Huawei: what is said before of somebody else."""
        return None if self.named_only(args) is None else (ElidedCondition(args),)

    def not_of(self, said: str, args: Args) -> Conditions | None:
        """The same; of whom it is, may be a set as well: suppliers of Apple but not of its rivals."""
        return (ElidedCondition(args),) if said.lower() in _OF else self.not_with(args)

    def without(self, args: Args) -> Conditions | None:
        """Other than these."""
        if any(isinstance(each, Minus) for each in args.sets):
            return None
        ids = tuple(each for part in args.sets if isinstance(part, Entities) for each in part.ids)
        named = [SetCondition(entities(ids), positive=False)] if ids else []
        return (*named, *(SetCondition(each, positive=False) for each in args.sets if not isinstance(each, Entities)))

    def with_nobody(self, verb: RelationVerb) -> Conditions | None:
        """Who supplies nobody."""
        return None if verb.type == LIKE else self.has_none(RelationNoun(verb.type, verb.to_object))

    def with_anybody(self, verb: RelationVerb) -> Conditions | None:
        """Who supplies anybody."""
        return None if verb.type == LIKE else self.has_some(RelationNoun(verb.type, verb.to_object))

    def by_nobody(self, verb: RelationVerb) -> Conditions | None:
        """没人投资的, in whom nobody invested."""
        return None if verb.type == LIKE else self.has_none(RelationNoun(verb.type, verb.to_subject))


def _each_of(condition: Condition) -> Conditions:
    """Who did not invest in A and B invested in neither, unless both together are meant."""
    if isinstance(condition, SetCondition) and isinstance(condition.set, And) and not condition.at_once:
        return tuple(replace(condition, set=each) for each in condition.set.args)
    return (condition,)


def _holds_a_negation(condition: Condition) -> bool:
    """Whether it says what is not so already: a negation within another is never meant."""
    return isinstance(condition, SetCondition) and isinstance(condition.set, Minus)
