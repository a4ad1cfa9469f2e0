"""Meanings of having somebody in a role, and of relations within one set or between two sets."""

from __future__ import annotations

from dataclasses import replace

from core.domain.plan import Like, Or, Related, SetPlan
from core.questions.parsing.meanings import (
    LIKE,
    Args,
    Condition,
    Conditions,
    FilterCondition,
    Named,
    Phrase,
    RelationNoun,
    RelationVerb,
    SetCondition,
)
from core.questions.phrases.fitting import OPPOSITE
from core.questions.phrases.set_phrases import EVERY_ONE
from core.questions.phrases.shared_phrases import SharedPhrases

_TO_WHOM = {"shareholder_of": ("in", "into", "对", "在"), "acquired": ("of", "对")}
"""Prepositions before whom somebody holds or has taken over, by relation type."""


class HavingPhrases(SharedPhrases):
    """As ``SharedPhrases``, with roles that somebody has filled."""

    def has_any(self, has: str, noun: RelationNoun) -> Conditions | None:
        """To have suppliers; 有供应商 without more asks which."""
        return self.has_some(noun) if noun.conditions or has.isascii() else None

    def who_has(self, found: Phrase, has: str, noun: RelationNoun) -> Phrase | None:
        """哪些车企有合资公司; what stands behind "carmakers with suppliers" narrows the suppliers."""
        return None if has.isascii() else self.under(found, self.has_some(noun))

    def who_does(self, found: Phrase, has: str, verb: RelationVerb) -> Phrase | None:
        """有合资的车企; what has been made by whom is said in English."""
        return None if has.isascii() else self.under(found, self.with_anybody(verb))

    def having(self, found: Phrase, noun: RelationNoun, condition: Condition) -> Phrase | None:
        """股东里有中国公司的车企."""
        return self.under(found, self.has_some(self.noun_under(noun, condition)))

    def having_with(self, noun: RelationNoun, args: Args) -> Conditions | None:
        """With a joint venture with BYD; of a stake in Tesla, Tesla is what is held."""
        held = (noun.type, noun.end) == ("shareholder_of", "forward")
        return self.nouns_of(replace(noun, end=OPPOSITE[noun.end]) if held else noun, args)

    def done_to(self, noun: RelationNoun | None, word: str, args: Args) -> Phrase | None:
        """Investments in OpenAI, 对OpenAI的投资, takeover of Arm: who invested, who took over."""
        if noun is None or noun.end != "forward" or word not in _TO_WHOM.get(noun.type, ()):
            return None
        return self.noun_set(replace(noun, end="backward"), args)

    def noun_with(self, noun: RelationNoun, word: str, args: Args) -> Phrase | None:
        """Suppliers of Apple; investments in somebody are read by ``done_to``. In Chinese the words before the verb say
        to whom: 供应商给苹果供货."""
        if not word.isascii():
            return None
        if noun.type == "shareholder_of" and noun.end == "forward" and word in _TO_WHOM[noun.type]:
            return None
        turned = (
            noun.deed and (noun.type, noun.end) == ("acquired", "forward") and any(map(_is_country, noun.conditions))
        )
        return self.noun_set(replace(noun, end="backward") if turned else noun, args)

    def of_kind(self, condition: Condition, found: Phrase) -> Phrase | None:
        """Japanese suppliers of Apple; Chinese takeovers of German companies were done by Chinese ones."""
        base = found.base
        if found.mutual:
            return None  # 中国车企和德国车企的合资: of the ones, not of both
        takeovers = found.deed and isinstance(base, Related) and (base.type, base.end) == ("acquired", "forward")
        if isinstance(base, Related) and takeovers and _is_country(condition):
            found = replace(found, base=base.model_copy(update={"end": "backward"}))
        return self.under(found, (condition,))

    def backed_by(self, args: Args) -> Conditions | None:
        """With Tencent money: those in whom it invested."""
        return self.related_conditions("shareholder_of", "forward", args) if "shareholder_of" in self.ontology else None

    def among_themselves(self, noun: RelationNoun, found: Phrase) -> Phrase | None:
        """Joint ventures between carmakers: carmakers that have one with a carmaker."""
        plan = None if found.is_any or found.counted else found.plan()
        return None if plan is None else self.under(found, self._with(noun, plan))

    def licences_among(self, found: Phrase) -> Phrase | None:
        """Licences between drugmakers: whoever of them gives one to another, or has one."""
        known = "licenses_to" in self.ontology
        return self.among_themselves(RelationNoun("licenses_to", "forward"), found) if known else None

    def both_kinds(self, noun: RelationNoun | None, one: Condition, other: Condition, found: Phrase) -> Phrase | None:
        """Joint ventures between Chinese and German carmakers: of the ones with the others."""
        return self.both_sides(noun, found.under(one), found.under(other))

    def both_classes(self, noun: RelationNoun | None, one: Named, other: Named) -> Phrase | None:
        """Partnerships between banks and insurers."""
        first, second = self.class_members(one), self.class_members(other)
        return None if first is None or second is None else self.both_sides(noun, first, second)

    def both_sides(self, noun: RelationNoun | None, first: Phrase, second: Phrase) -> Phrase | None:
        """Members of either set that have the relation with a member of the other."""
        one, other = first.plan(), second.plan()
        if first.is_any or second.is_any or one is None or other is None:
            return None
        sides = [self.under(first, self._with(noun, other)), self.under(second, self._with(noun, one))]
        plans = [each.plan() for each in sides if each is not None]
        args = tuple(each for each in plans if each is not None)
        return Phrase(Or(args=args), mutual=True) if len(args) == len(sides) else None

    def one_side(self, noun: RelationNoun | None, one: Args, found: Phrase) -> Phrase | None:
        """Joint ventures between Toyota and Chinese companies: the Chinese companies that have one with Toyota."""
        if len(one.sets) > 1:
            return None
        return self.under(found, self._with(noun, one.sets[0]))

    def other_side(self, noun: RelationNoun | None, found: Phrase, one: Args) -> Phrase | None:
        """The same, where the name stands behind."""
        return self.one_side(noun, one, found)

    def with_some(self, noun: RelationNoun, one: Args, said: str, found: Phrase) -> Phrase | None:
        """Toyota's joint ventures with Chinese carmakers."""
        return self.one_side(noun, one, found) if said == "with" and noun.end == "either" else None

    def bond(self, verb: RelationVerb) -> RelationNoun | None:
        """之间的竞争: what two have with one another."""
        return RelationNoun(verb.type, "either", deed=True) if verb.subject == "either" and verb.type != LIKE else None

    def done_together(self, noun: RelationNoun) -> RelationNoun | None:
        """Only what is done by two together: joint ventures, no partners."""
        return noun if noun.deed and noun.end == "either" else None

    def _with(self, noun: RelationNoun | None, others: SetPlan) -> Conditions | None:
        """To have the relation with any of them, at whichever end."""
        if noun is None or noun.type == LIKE or noun.counted:
            return None
        ends = dict.fromkeys((noun.end, OPPOSITE[noun.end]))
        fitting = {end: self.fitting_set(noun.type, end, others) for end in ends}
        sets = tuple(Related(type=noun.type, end=end, of=each) for end, each in fitting.items() if each is not None)
        if len(sets) < len(ends):
            return None
        return (SetCondition(sets[0] if len(sets) == 1 else Or(args=sets)), *noun.conditions)

    def also_does(self, found: Phrase, verb: RelationVerb, said: str) -> Conditions | None:
        """The second relation of 微软的合作伙伴同时也是对手的, to whom the set before is related; 都 speaks of each
        of its members."""
        if said in EVERY_ONE:
            return None
        about = found.base.of if isinstance(found.base, Related | Like) else None
        return None if about is None else self.subjects(verb, Args((about,)))


def _is_country(condition: Condition) -> bool:
    return isinstance(condition, FilterCondition) and condition.attribute == "country"
