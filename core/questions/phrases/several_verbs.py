"""Meanings of several things that one company does to those asked for, or is to them: all of it is so of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from core.domain.plan import And, Or, SetPlan
from core.ontology import COMPANY
from core.questions.parsing.meanings import (
    LIKE,
    Args,
    Condition,
    Conditions,
    Named,
    Phrase,
    RelationNoun,
    RelationVerb,
    SetCondition,
    WhenCondition,
)
from core.questions.phrases.goods_phrases import GoodsPhrases

_ACQUIRED, _SOLD = "acquired", "divested"
_HELD, _CONTROLLED = "shareholder_of", "subsidiary_of"
_OWN = (RelationVerb(_HELD, "source"), RelationVerb(_CONTROLLED, "target"))


@dataclass(frozen=True)
class Deed:
    """One of several verbs, with the goods it is about, and when it began."""

    verb: RelationVerb
    goods: Named | str | None = None
    begun: WhenCondition | None = None


Deeds = tuple[Deed, ...]


class SeveralVerbs:
    """Every method takes the meanings of the parts of a phrase and gives that of the whole, None where they do not fit
    one another."""

    def __init__(self, phrases: GoodsPhrases) -> None:
        self._phrases = phrases
        self._ontology = phrases.ontology

    def objects(self, args: Args, deeds: Deeds, time: WhenCondition | None = None) -> Conditions | None:
        """Whom Nvidia supplies and invests in; 2020年后, said before, is when all of it began, but for what was
        acquired and is held."""
        if not all(map(self._is_to_companies, deeds)):
            return None
        told = self._told_once(deeds)
        said = {each.verb.type for each in told}
        acquired = _ACQUIRED in said
        if time is not None and acquired:
            told = [each if self._holds(each) or each.begun else replace(each, begun=time) for each in told]
        together = _together(self._object(args, each, owned=acquired or said >= {_HELD, _CONTROLLED}) for each in told)
        return together if time is None or acquired else self._phrases.dated_pred(time, together)

    def whom(self, found: Phrase, args: Args, deeds: Deeds) -> Phrase | None:
        """英伟达既投资又供货哪些公司."""
        return self._phrases.under(found, self.objects(args, deeds)) if found.asked else None

    def members(self, noun: RelationNoun, args: Args, deeds: Deeds) -> Phrase | None:
        """Suppliers that Apple buys from and invests in."""
        found, pred = self._phrases.noun_set(noun, args), self.objects(args, deeds)
        if found is None or found.base is None or pred is None:
            return None
        own, several = SetCondition(found.base), [each for condition in pred for each in _parts(condition)]
        return self._phrases.under(found, tuple(each for each in several if each != own))

    def passive(self, deeds: Deeds, args: Args) -> Conditions | None:
        """Supplied and funded by Nvidia."""
        return self.objects(args, deeds) if all(each.verb.past for each in deeds) else None

    def subjects(self, args: Args, deeds: Deeds) -> Conditions | None:
        """和微软竞争并合作."""
        return _together(
            None if each.goods or each.begun else self._phrases.subjects(each.verb, args) for each in deeds
        )

    def of_each(
        self, args: Args, one: RelationNoun | RelationVerb, other: RelationNoun | RelationVerb
    ) -> Conditions | None:
        """和英伟达既是竞争对手又是客户."""
        return _together(
            self._phrases.nouns_of(each, args) if isinstance(each, RelationNoun) else self._phrases.subjects(each, args)
            for each in (one, other)
        )

    def _is_to_companies(self, deed: Deed) -> bool:
        """Whether it is done to companies; what somebody makes has no relation to whom he supplies."""
        verb = deed.verb
        return verb.type == LIKE or self._ontology.found_at(verb.type, verb.to_object) == COMPANY

    def _holds(self, deed: Deed) -> bool:
        return deed.verb.type != LIKE and self._ontology[deed.verb.type].holding is not None

    def _told_once(self, deeds: Deeds) -> list[Deed]:
        """Verbs of one relation (invested in and still hold) as one; what is held and sold is sold itself, and no
        longer held; what is controlled is held."""
        if any(self._holds(each) or each.verb.type == _ACQUIRED for each in deeds) and _SOLD in self._ontology:
            sold = RelationVerb(_SOLD, "source")
            deeds = tuple(replace(each, verb=sold) if each.verb.sells and each.verb.past else each for each in deeds)
        said = {each.verb.type for each in deeds}
        if _SOLD in said:
            deeds = tuple(each for each in deeds if not self._holds(each))
        elif _CONTROLLED in said and _ACQUIRED not in said:
            deeds = tuple(each for each in deeds if each.verb.type != _HELD or each.begun)
        once = {(each.verb.type, each.verb.to_object): each for each in reversed(deeds)}
        return list(reversed(once.values()))

    def _object(self, args: Args, deed: Deed, *, owned: bool) -> Conditions | None:
        """Whom it is done to. ``owned``: what is held is a subsidiary, or held in shares."""
        verb, goods = deed.verb, deed.goods
        if owned and self._holds(deed) and (verb.type == _HELD or verb.owns):
            found = self._owned(args)
        elif isinstance(goods, Named):
            found = self._phrases.bought_from(args, verb, goods) or self._phrases.sold_by(args, verb, goods)
        elif goods is not None:
            found = self._phrases.objects_of_trade(verb, args)
        else:
            found = None if verb.sells else self._phrases.objects(verb, args)
        return found if deed.begun is None else self._phrases.dated_pred(deed.begun, found)

    def _owned(self, args: Args) -> Conditions | None:
        ways = [self._phrases.objects(each, args) for each in _OWN if each.type in self._ontology]
        sets = [each.set for way in ways if way for each in way if isinstance(each, SetCondition)]
        return (SetCondition(Or(args=tuple(sets)) if len(sets) > 1 else sets[0]),) if sets else None


def _parts(condition: Condition) -> Conditions:
    """Each of several relations as a condition of its own."""
    if isinstance(condition, SetCondition) and isinstance(condition.set, And):
        return tuple(SetCondition(each) for each in condition.set.args)
    return (condition,)


def _together(told: Iterable[Conditions | None]) -> Conditions | None:
    """All of it as one condition, so that a time behind it is said of each."""
    sets: list[SetPlan] = []
    others: list[Condition] = []
    for found in told:
        if found is None:
            return None
        for each in found:
            if not (isinstance(each, SetCondition) and each.positive):
                others.append(each)
            else:
                sets += each.set.args if isinstance(each.set, And) else (each.set,)
    distinct = tuple(dict.fromkeys(sets))
    return (SetCondition(And(args=distinct) if len(distinct) > 1 else distinct[0]), *others)
