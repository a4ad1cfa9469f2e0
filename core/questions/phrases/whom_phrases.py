"""Meanings of who is asked for beside a verb: whom somebody supplies, by whom something is made, who sells it."""

from __future__ import annotations

from core.questions.parsing.meanings import (
    LIKE,
    Args,
    Condition,
    FilterCondition,
    Named,
    Phrase,
    RelationVerb,
    WhenCondition,
)
from core.questions.phrases.fitting import ids_of
from core.questions.phrases.set_phrases import SetPhrases

_HIRES = frozenset(("找", "在"))
_DO = frozenset(("do", "does", "did", "is", "has", "have", "had"))
_WITH = frozenset(("和", "与", "跟", "同"))


class WhomPhrases(SetPhrases):
    """As ``SetPhrases``, with whoever stands at the other end of a verb."""

    def whom(self, args: Args, verb: RelationVerb, found: Phrase, *, denied: bool = False) -> Phrase | None:
        """SoftBank invested in which companies."""
        pred = self.objects(verb, args)
        pred = self.denied(pred) if denied else pred
        return self.under(found, pred) if found.base is None else None

    def whom_of_set(self, args: Args, verb: RelationVerb, found: Phrase) -> Phrase | None:
        """Which carmakers do Chinese companies own: of a set, which what is asked for could be taken for a part of."""
        return None if ids_of(args) else self.whom(args, verb, found)

    def whom_of_country(self, found: Phrase, do: str, condition: Condition, verb: RelationVerb) -> Phrase | None:
        """Which carmakers does Qatar own a stake in: companies from there."""
        owners = self.set_argument(Phrase(conditions=(condition,))) if do in _DO else None
        return None if owners is None else self.whom(owners, verb, found)

    def whom_with(self, args: Args, verb: RelationVerb, found: Phrase) -> Phrase | None:
        """苹果和谁竞争, 苹果跟谁采购: nobody supplies 和 somebody."""
        return None if verb.subject == "source" and not self._is_mutual(verb) else self.whom(args, verb, found)

    def _is_mutual(self, verb: RelationVerb) -> bool:
        return verb.type == LIKE or self.ontology[verb.type].symmetric

    def whom_of(self, args: Args, verb: RelationVerb, found: Phrase, named: Named | None = None) -> Phrase | None:
        """特斯拉从谁那里买电池: nobody is acquired from somebody."""
        pred = self.objects_of_trade(verb, args)
        made = None if named is None else self.class_condition(named)
        if pred is None or found.base is not None or (named is not None and made is None):
            return None
        return self.under(found, pred if made is None else (*pred, made))

    def whom_to(
        self, args: Args, to: str, verb: RelationVerb, found: Phrase, named: Named | None = None
    ) -> Phrase | None:
        """英伟达找谁代工, 找谁代工芯片: who does it for it; with other words for whom it does it."""
        if to in _WITH and verb.subject == "source" and not self._is_mutual(verb):
            return None
        if not (to in _HIRES and verb.hired and verb.subject == "source"):
            return self.whom_of(args, verb, found, named)
        if named is None:
            return self.by_whom(args, verb, found)
        return self.under(found, self.subjects_of(verb, args, named)) if found.base is None else None

    def whom_dated(self, args: Args, time: WhenCondition, verb: RelationVerb, found: Phrase) -> Phrase | None:
        """阿里巴巴2015年之前投资了谁."""
        return self.under(found, self.dated_pred(time, self.objects(verb, args))) if found.base is None else None

    def by_whom(self, args: Args, verb: RelationVerb, found: Phrase) -> Phrase | None:
        """稀土永磁谁在做; 特斯拉被谁收购."""
        pred = self.subjects(verb, args) if found.base is None else None
        made = [
            each for each in found.conditions if not isinstance(each, FilterCondition) or each.attribute == "industry"
        ]
        if pred is None or (verb.hired and made and self.if_anybody((*found.conditions, *pred)) is None):
            return None
        return self.under(found, pred)

    def given(self, args: Args, found: Phrase) -> Phrase | None:
        """苹果的零件是谁家给的: who supplies it."""
        if "supplies" not in self.ontology:
            return None
        return self.by_whom(args, RelationVerb("supplies", "source"), found)
