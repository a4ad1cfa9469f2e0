"""Meanings of sets of what several have, or one has and the other has not, of a choice among several, and of whom
somebody does something with."""

from __future__ import annotations

from core.domain.plan import And, Entities
from core.questions.parsing.meanings import (
    Args,
    Conditions,
    Named,
    Phrase,
    RelationNoun,
    RelationVerb,
    SetCondition,
    entities,
)
from core.questions.phrases.fitting import names_them
from core.questions.phrases.whom_phrases import WhomPhrases


class SharedPhrases(WhomPhrases):
    """As ``WhomPhrases``, of several."""

    def whom_asked(self, args: Args, verb: RelationVerb, found: Phrase) -> Phrase | None:
        """As ``whom``, where that is likely: of names, or of whom it is asked; battery makers backed by carmakers are
        those that stand first."""
        return self.whom(args, verb, found) if found.asked or self.named_only(args) is not None else None

    def asked_to(self, args: Args, to: str, verb: RelationVerb, found: Phrase) -> Phrase | None:
        """As ``whom_to``, where that is likely: of "which chipmakers" 给德国的公司供货 the chipmakers are asked for."""
        return self.whom_to(args, to, verb, found) if found.asked or self.named_only(args) is not None else None

    def related_only(self, found: Phrase) -> Phrase | None:
        """Main, biggest: of relations they say how the list is ordered anyway, of companies they ask for their size."""
        return found if found.base is not None else None

    def shared_by(self, one: Args, other: Args, noun: RelationNoun) -> Phrase | None:
        """TSMC NXP shared partners."""
        both = self.joined(one, other, "and")
        return None if both is None else self.shared_set(both, noun)

    def of_one_only(self, noun: RelationNoun, one: Args, other: Args) -> Phrase | None:
        """Suppliers that the one has and the other has not."""
        found, lacking = self.noun_set(noun, one), self.denied(self.related_conditions(noun.type, noun.end, other))
        return None if found is None or lacking is None else self.under(found, lacking)

    def no_seat(self, noun: RelationNoun, place: Named) -> Conditions | None:
        """总部不在北京."""
        return self.denied(self.at(place)) if noun.type == self.leading_to.get("place") else None

    def choice(self, args: Args) -> Phrase | None:
        """Among A, B and C: which of them."""
        named = [each.ids for each in args.sets if isinstance(each, Entities)]
        if len(named) < len(args.sets) or len(named) < 2 or args.goods or any(len(ids) > 1 for ids in named):
            return None
        return Phrase(entities(each for ids in named for each in ids), asked=True)

    def shared_set(self, args: Args, noun: RelationNoun) -> Phrase | None:
        """滴滴和优步相同的股东: of several only."""
        return self.noun_set(noun, args) if len(args.sets) > 1 else None

    def overlapping(self, found: Phrase) -> Phrase | None:
        """The overlap of the suppliers of A and B: of what is said of both."""
        return found if isinstance(found.base, And) and len(set(found.base.args)) > 1 else None

    def in_both(self, first: Phrase, second: Phrase) -> Phrase | None:
        """The overlap between the suppliers of A and the customers of B."""
        one, other = first.plan(), second.plan()
        if first.is_any or second.is_any or one is None or other is None or one == other:
            return None
        return None if names_them(other) else self.under(Phrase(one), (SetCondition(other),))
