"""Meanings of what somebody is said to be for another: to count Apple among its customers, 把小米视为对手."""

from __future__ import annotations

from core.domain.plan import And, Related
from core.questions.deed_phrases import DeedPhrases
from core.questions.meanings import LIKE, Args, Phrase, RelationNoun, RelationVerb, SetCondition
from core.questions.predicates import Conditions

_AS = frozenset(("as", "among", "amongst", "为", "在"))
_WITH = frozenset(("和", "与", "跟", "同", "with"))
_RIVALRY = frozenset(("competitor", LIKE))


class RolePhrases(DeedPhrases):
    """As ``DeedPhrases``, with roles, and words that repeat what a noun or a verb says."""

    def same_noun(self, first: RelationNoun, second: RelationNoun) -> RelationNoun | None:
        """下游客户, the supplier base: two words for one relation."""
        plain = not (first.counted or first.conditions)
        return second if plain and (first.type, first.end) == (second.type, second.end) else None

    def counting(self, said: str, args: Args, noun: RelationNoun) -> Conditions | None:
        """Who counts Apple among its customers: those whose customer it is."""
        return self.whose(noun, args) if said.lower() in _AS else None

    def deemed(self, args: Args, noun: RelationNoun) -> Conditions | None:
        """Who sees Tesla as a rival."""
        return self.whose(noun, args)

    def each_with(self, args: Args, said: str, found: Phrase, noun: RelationNoun) -> Phrase | None:
        """网易跟谁是对手: of relations that both have to one another."""
        if noun.end != "either" or said.lower() not in _WITH or found.base is not None:
            return None
        return self.under(found, self.nouns_of(noun, args))

    def belonging(self, args: Args, verb: RelationVerb, found: Phrase) -> Phrase | None:
        """腾讯音乐归谁管."""
        return self.whom(args, verb, found) if _is_owned(verb) else None

    def belongs(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """归吉利管."""
        return self.subjects(verb, args) if _is_owned(verb) else None

    def in_chain(self, noun: RelationNoun, found: Phrase) -> Phrase | None:
        """Suppliers in the supply chain of Apple: the chain says both ends, the noun one."""
        parts = found.base.args if isinstance(found.base, And) else (found.base,)
        chains = [
            each for each in parts if isinstance(each, Related) and (each.type, each.end) == (noun.type, "either")
        ]
        if found.conditions or len(chains) < len(parts):
            return None
        return self.noun_set(noun, Args(tuple(each.of for each in chains)))

    def those_but(self, excepting: Conditions, pred: Conditions) -> Phrase | None:
        """Anyone but Amazon holding shares in Rivian."""
        found = self.those(pred)
        return None if found is None else self.under(found, excepting)

    def for_a_prize(self, pred: Conditions) -> Conditions | None:
        """Compete with Airbus for orders: what rivals compete for says no more."""
        fits = len(pred) == 1 and isinstance(pred[0], SetCondition) and pred[0].positive
        plan = pred[0].set if fits and isinstance(pred[0], SetCondition) else None
        return pred if isinstance(plan, Related) and plan.type in _RIVALRY else None

    def to_each(self, verb: RelationVerb, first: Args, second: Args) -> Conditions | None:
        """既给华为又给小米供货, supply to both A and to B."""
        one, other = self.subjects(verb, first), self.subjects(verb, second)
        return None if one is None or other is None else (*one, *other)


def _is_owned(verb: RelationVerb) -> bool:
    return (verb.type, verb.subject) == ("subsidiary_of", "source")
