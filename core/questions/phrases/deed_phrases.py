"""Meanings of what is said with a verb of little meaning (make acquisitions, 建合资公司), and of numbers that take up a
list: A、B两家."""

from __future__ import annotations

import re

from core.domain.plan import All, Plan, Related, RelationEnd
from core.ontology import COMPANY
from core.questions.parsing.meanings import (
    LIKE,
    Args,
    Conditions,
    Phrase,
    RelationNoun,
    RelationVerb,
    SetCondition,
    WhenCondition,
    related,
)
from core.questions.phrases.fitting import OPPOSITE, has_relation, ids_of
from core.questions.phrases.goods_phrases import GoodsPhrases

_DEEDS = ("acquired", "shareholder_of", "joint_venture", "partner")
"""Relation types of which a noun may name what is done: acquisitions, joint ventures."""
_FROM = frozenset(("从", "向", "找", "from"))
_NUMERALS = {"两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "two": 2, "three": 3, "four": 4, "five": 5}
_BOUGHT_BY = ("acquired", "forward")
_WHO = re.compile("who|whom|谁|谁家")
_PERSON = frozenset(("person",))


_HAVE = frozenset(("has", "have", "had"))


class DeedPhrases(GoodsPhrases):
    """As ``GoodsPhrases``, with deeds, what somebody receives, and people."""

    def deed_set(self, noun: RelationNoun, args: Args) -> Phrase | None:
        """Acquisitions SoftBank made, investments by SoftBank."""
        return self.noun_set(noun, args) if noun.type in _DEEDS and noun.end != "backward" else None

    def between(self, noun: RelationNoun, one: Args, other: Args) -> Plan | None:
        """Is there a partnership between A and B: what two do, not who else does so with both."""
        return self.yes_no(one, self.each_other(noun, other)) if noun.deed and not noun.conditions else None

    def doing_so(self, verb: RelationVerb, one: Args, other: Args) -> Plan | None:
        """Whether two do so with one another: A和B是否合资."""
        return self.yes_no(one, self.subjects(verb, other)) if verb.subject == "either" else None

    def done_then(self, noun: RelationNoun, time: WhenCondition, who: str = "") -> Plan | None:
        """Acquisitions in 2016, whoever made them; ``who`` acquired companies then is who made them."""
        lasting = not noun.deed and (noun.type not in _DEEDS or noun.end != "forward")
        if lasting or noun.conditions or noun.counted or (_WHO.fullmatch(who) and noun.end == "either"):
            return None
        end = OPPOSITE[noun.end] if _WHO.fullmatch(who) else noun.end
        found = self.under(Phrase(related(noun.type, end, Args((All(type=COMPANY),)))), (time,))
        return None if found is None else self.companies(found)

    def done_to_some(self, found: Phrase, verb: RelationVerb, time: WhenCondition) -> Phrase | None:
        """Companies acquired in 2016, by whomever: of what happens once."""
        return self._with_anybody(found, verb, verb.to_object, time) if verb.past else None

    def doing_to_some(self, found: Phrase, verb: RelationVerb, time: WhenCondition, whom: str = "") -> Phrase | None:
        """Companies that acquired others, or other companies, in 2016."""
        return None if self.anyone(whom).asked else self._with_anybody(found, verb, verb.to_subject, time)

    def _with_anybody(self, found: Phrase, verb: RelationVerb, end: RelationEnd, time: WhenCondition) -> Phrase | None:
        event = verb.type != LIKE and self.ontology[verb.type].happens_once and verb.subject == "source"
        if not event or found.base is not None or found.counted:
            return None
        done = self.related_conditions(verb.type, end, Args((All(type=COMPANY),)))
        return self.under(found, self.dated_pred(time, done))

    def done_to_it(self, be: str, args: Args, verb: RelationVerb) -> Phrase | None:
        """Has GitHub been acquired? Whoever did it to it: of what happens once."""
        event = verb.type != LIKE and self.ontology[verb.type].happens_once and verb.subject == "source"
        if be.lower() in _HAVE or not event or not verb.past or self.named_only(args) is None:
            return None
        done = self.subjects(verb, args)
        return None if done is None else self.under(self.anyone("who"), done)

    def noun_done_to(self, noun: RelationNoun, time: WhenCondition) -> Phrase | None:
        """2016年被收购的公司."""
        found = None if noun.conditions or noun.counted else self.noun_set(noun, Args((All(type=COMPANY),)))
        return self.under(found, (time,)) if found is not None and (noun.type, noun.end) == _BOUGHT_BY else None

    def by_then(self, pred: Conditions | None, time: WhenCondition) -> Conditions | None:
        """Acquired until 2015: of what happens once it is by then."""
        first = pred[0] if pred else None
        asked = first.set if isinstance(first, SetCondition) else None
        once = isinstance(asked, Related) and self.ontology[asked.type].happens_once
        return self.dated_pred(time, pred) if once else None

    def dated_deed(self, noun: RelationNoun, args: Args, time: WhenCondition) -> Phrase | None:
        """微软2018年签下的合作."""
        found = self.deed_set(noun, args)
        return None if found is None else self.under(found, (time,))

    def joined_then(self, noun: RelationNoun, args: Args, time: WhenCondition) -> Phrase | None:
        """Which partners OpenAI added in 2024."""
        found = self.noun_set(noun, args)
        return None if found is None else self.under(found, (time,))

    def deed_verb(self, noun: RelationNoun) -> RelationVerb | None:
        """建合资公司, 做合作: to be in it with somebody."""
        fits = noun.type in _DEEDS and noun.end == "either" and not noun.conditions and not noun.counted
        return RelationVerb(noun.type, "either") if fits else None

    def done(self, verb: RelationVerb) -> RelationVerb | None:
        """做合作, 进行投资: what is done is the verb."""
        return verb if verb.type in _DEEDS else None

    def received(self, preposition: str, args: Args, verb: RelationVerb) -> Conditions | None:
        """从腾讯获得投资: whom Tencent invested in."""
        return self.objects(verb, args) if preposition in _FROM and verb.subject == "source" else None

    def licence_from(self, preposition: str, args: Args) -> Conditions | None:
        """从Arm拿授权."""
        return self.licensed(args) if preposition in _FROM else None

    def paid(self, args: Args) -> Conditions | None:
        """拿了腾讯的钱."""
        return self.related_conditions("shareholder_of", "forward", args) if "shareholder_of" in self.ontology else None

    def money_from(self, preposition: str, args: Args) -> Conditions | None:
        """从腾讯拿了钱."""
        return self.paid(args) if preposition in _FROM else None

    def giver(self, args: Args, verb: RelationVerb, found: Phrase) -> Phrase | None:
        """Mistral拿了谁的投资."""
        return self.by_whom(args, verb, found) if verb.subject == "source" else None

    def payer(self, args: Args, found: Phrase) -> Phrase | None:
        """Mistral拿了谁的钱."""
        known = "shareholder_of" in self.ontology
        return self.by_whom(args, RelationVerb("shareholder_of", "source"), found) if known else None

    def licence_giver(self, args: Args, found: Phrase) -> Phrase | None:
        """小米拿了谁的授权."""
        known = "licenses_to" in self.ontology
        return self.by_whom(args, RelationVerb("licenses_to", "source"), found) if known else None

    def taken_up(self, args: Args, word: str) -> Args | None:
        """必和必拓、力拓两家: as many as there are names before it."""
        number = next((value for numeral, value in _NUMERALS.items() if numeral in word), 0)
        return args if number == len(args.sets) == len(ids_of(args)) else None

    def numbered(self, noun: RelationNoun) -> RelationNoun | None:
        """两个创始人: of people, who are all meant; of companies it may ask for any two."""
        return noun if self._leads_to_people(noun) else None

    def people(self, found: Phrase) -> Phrase | None:
        """创始人是哪两位: of a set of people only."""
        return found if found.base is not None and self.result_types(found.base) == _PERSON else None

    def people_who(self, pred: Conditions) -> Phrase | None:
        """创办字节的人, the person who founded Dell."""
        found = self.those(pred)
        plan = None if found is None else found.plan()
        return found if plan is not None and self.result_types(plan) == _PERSON else None

    def by_people(self, args: Args, verb: RelationVerb) -> Phrase | None:
        """英特尔是哪两个人创立的."""
        kind = self.ontology[verb.type]
        if verb.subject == "either" or "person" not in (kind.source, kind.target):
            return None
        return self.by_whom(args, verb, Phrase(asked=True))

    def fronted(self, said: str, found: Phrase, args: Args, verb: tuple[str, RelationVerb]) -> Phrase | None:
        """In which companies did SoftBank invest."""
        return self.whom(args, verb[1], found) if verb[0] == said.lower() else None

    def fronted_noun(self, said: str, noun: RelationNoun, args: Args, verb: tuple[str, RelationVerb]) -> Phrase | None:
        """Under which parent company does KUKA sit: the noun repeats the relation of the verb."""
        return self.noun_of_verb(noun, args, verb[1]) if verb[0] == said.lower() else None

    def traded(self, verb: tuple[str, RelationVerb], said: str, args: Args) -> Conditions | None:
        """Who in-licensed something from Legend."""
        return self.subjects_of_trade(verb[1], args) if verb[0] == said.lower() else None

    def of_the_same(self, verb: RelationVerb, noun: RelationNoun) -> RelationNoun | None:
        """生产的产品: the verb says what the noun does."""
        return noun if (verb.type, verb.to_object) == (noun.type, noun.end) and not noun.counted else None

    def seat(self, noun: RelationNoun) -> bool:
        """Headquarters."""
        return (noun.type, noun.end) == (self.leading_to.get("place"), "forward")

    def places_of(self, found: Phrase, verb: RelationVerb | None = None) -> Phrase | None:
        """Where the suppliers of Apple are based: of sets of a relation; a name has its place as a value."""
        kind, plan = self.leading_to.get("place"), found.plan()
        if kind is None or plan is None or not has_relation(plan) or found.counted or found.asked:
            return None
        if verb is not None and verb.type != kind:
            return None
        fitting = self.fitting(kind, "forward", Args((plan,)))
        return None if fitting is None else Phrase(related(kind, "forward", fitting))

    def seats(self, noun: RelationNoun, args: Args, verb: RelationVerb) -> Phrase | None:
        """Which boards does Mary Barra sit on."""
        return self.under(Phrase(), self.seated(noun, args, verb))

    def seated(self, noun: RelationNoun, args: Args, verb: RelationVerb) -> Conditions | None:
        """Whose board Mary Barra sits on: the noun stands for the company whose it is."""
        fits = self._leads_to_people(noun) and (noun.type, noun.end) == (verb.type, OPPOSITE[verb.to_object])
        return self.objects(verb, args) if fits else None

    def _leads_to_people(self, noun: RelationNoun) -> bool:
        known = noun.end != "either" and noun.type in self.ontology
        return known and self.ontology.found_at(noun.type, noun.end) == "person"
