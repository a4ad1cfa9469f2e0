"""Meanings of what somebody is said to be for another: to count Apple among its customers, 把小米视为对手."""

from __future__ import annotations

from dataclasses import replace

from core.domain.plan import And, Or, Related, RelationEnd
from core.questions.parsing.meanings import (
    LIKE,
    AnyCondition,
    Args,
    Condition,
    Conditions,
    FilterCondition,
    Named,
    Phrase,
    RelationNoun,
    RelationVerb,
    SetCondition,
    related,
)
from core.questions.phrases.deed_phrases import DeedPhrases
from core.questions.phrases.set_phrases import HAVE, INTERROGATIVE
from core.questions.vocabulary.verb_words import Opened

_AS = frozenset(("as", "among", "amongst", "为", "在"))
_WITH = frozenset(("和", "与", "跟", "同", "with"))
_TO = frozenset(("往", "向", "给", "至", "于"))
_OF_PEOPLE: tuple[tuple[str, RelationEnd], ...] = (
    ("founded_by", "backward"),
    ("chief_executive_of", "forward"),
    ("shareholder_of", "forward"),
)
_COMING_FROM = frozenset(("来自",))
_STAKES = ("shareholder_of", "forward")
_DONE_TO = frozenset((("acquired", "forward"), _STAKES, ("subsidiary_of", "backward"), ("licenses_to", "forward")))
_BUYING = ("acquired", "shareholder_of", "supplies")
_RIVALRY = frozenset(("competitor", LIKE))


class RolePhrases(DeedPhrases):
    """As ``DeedPhrases``, with roles, and words that repeat what a noun or a verb says."""

    def same_noun(self, first: RelationNoun, second: RelationNoun) -> RelationNoun | None:
        """下游客户, the supplier base: two words for one relation."""
        plain = not (first.counted or first.conditions)
        return second if plain and (first.type, first.end) == (second.type, second.end) else None

    def noun_of_noun(self, inner: RelationNoun, outer: RelationNoun, args: Args) -> Phrase | None:
        """Suppliers' rivals of Tesla: a chain of two."""
        found = self.noun_set(inner, args)
        return None if found is None else self.step(outer, found)

    def step(self, noun: RelationNoun, found: Phrase) -> Phrase | None:
        """A further step of a chain: Tesla's suppliers' suppliers."""
        of = self.set_argument(found)
        return None if of is None else self.noun_set(noun, of)

    def of_tier(self, noun: RelationNoun) -> RelationNoun | None:
        """Tier 2 suppliers."""
        return noun if (noun.type, noun.end) == ("supplies", "backward") and not noun.counted else None

    def second_tier(self, noun: RelationNoun, args: Args) -> Phrase | None:
        """Tier 2 suppliers of Tesla: the suppliers of its suppliers."""
        return self.noun_of_noun(replace(noun, conditions=()), noun, args)

    def like_same(self, verb: RelationVerb, args: Args, _same: str) -> Conditions | None:
        """像谷歌一样."""
        return self.subjects(verb, args) if verb.type == LIKE else None

    def of_those(self, found: Phrase, noun: RelationNoun) -> Phrase | None:
        """拿到授权的药企，竞争对手是谁: those of the ones just described."""
        args = None if found.base is None and not _is_related(found) else self.set_argument(found)
        return None if args is None else self.noun_set(noun, args)

    def of_its(self, noun: RelationNoun, found: Phrase, who: Args) -> Phrase | None:
        """Is Nvidia a shareholder of any of its customers: its customers of whom it is one."""
        base = found.base
        own = isinstance(base, Related) and self.named_only(who) is not None and (base.of,) == who.sets
        return self.under(found, self.whose(noun, who)) if own else None

    def such_of(self, noun: RelationNoun, named: Named, whose: Args) -> Phrase | None:
        """Its battery suppliers: of whose they are, not all makers of batteries."""
        such = self.noun_of_class(named, noun)
        return None if such is None else self.noun_set(such, whose)

    def but_for(self, found: Phrase | None, others: Conditions | None) -> Phrase | None:
        """苹果除了台积电还有哪些供应商: a set but for those named before it."""
        return None if found is None else self.under(found, others)

    def bought_stake(self, verb: RelationVerb, noun: RelationNoun, args: Args) -> Conditions | None:
        """To have bought its stake in somebody."""
        bought = verb.type in _BUYING and (noun.type, noun.end) == _STAKES
        return self.related_conditions(_STAKES[0], "backward", args) if bought and not noun.conditions else None

    def with_member(self, found: Phrase, noun: RelationNoun, args: Args, denied: bool) -> Phrase | None:
        """股东里有国资委的银行, or 没有."""
        pred = self.whose(noun, args)
        return self.under(found, self.denied(pred) if denied else pred)

    def with_its(self, who: Args, noun: RelationNoun) -> Args | None:
        """Apple and its rivals: a company and one of those, both at once."""
        found = self.noun_set(noun, who) if self.named_only(who) is not None else None
        plan = None if found is None else found.plan()
        return None if plan is None else replace(who, sets=(*who.sets, plan), at_once=True)

    def sharing(self, noun: RelationNoun, who: Args) -> Conditions | None:
        """To have suppliers that a company has as well; itself is none of those who are asked for."""
        found = self.noun_set(noun, who) if self.named_only(who) is not None else None
        plan = None if found is None else found.plan()
        others, own = None if plan is None else self.whose(noun, Args((plan,))), self.without(who)
        return None if others is None or own is None else (*others, *own)

    def in_apposition(self, whose: Args, noun: RelationNoun, who: Args) -> Args | None:
        """Apple's supplier Corning: Corning, where it is one."""
        role = self.noun_set(noun, whose)
        plan = None if role is None else role.plan()
        named = len(who.sets) == 1 and self.named_only(who) is not None
        return who if plan is not None and named and self.have_in_common(plan, who.sets[0]) else None

    def makers_called(self, named: Named, noun: RelationNoun) -> Conditions | None:
        """To be a cloud provider: of that class, whomever it supplies."""
        supplies = (noun.type, noun.end) == ("supplies", "backward") and not noun.conditions
        return self.of_class(named) if supplies else None

    def being_such(self, be: str, pred: Conditions | None, *conditions: Condition) -> Conditions | None:
        """To be so, and from a country; to have suppliers is something else."""
        return None if pred is None or be.lower() in HAVE else (*pred, *conditions)

    def either_verb(self, one: RelationVerb, other: RelationVerb, args: Args) -> Conditions | None:
        """Supply or own shares in Tesla."""
        first, second = self.subjects(one, args), self.subjects(other, args)
        different = (one.type, one.subject) != (other.type, other.subject)
        return self.any_of(first, second) if first is not None and second is not None and different else None

    def with_neither(self, one: RelationNoun, other: RelationNoun, pred: Conditions) -> Conditions | None:
        """To have neither suppliers nor customers in China; of "neither a Chinese supplier nor a customer in Japan"
        each has its own place."""
        first = one if one.conditions or other.conditions else self.noun_filtered(one, pred)
        return self.neither(self.has_some(first), self.has_some(self.noun_filtered(other, pred)))

    def whose_shares(self, args: Args, verb: RelationVerb, found: Phrase, _of: str, _shares: str) -> Phrase | None:
        """淡马锡持有哪些公司的股份."""
        return self.whom(args, verb, found) if verb.type == _STAKES[0] else None

    def done_by(self, said: str, args: Args, noun: RelationNoun) -> Phrase | None:
        """被微软收购的公司: a noun for those to whom it is done."""
        return self.noun_set(noun, args) if not said.isascii() and (noun.type, noun.end) in _DONE_TO else None

    def bought_into(self, noun: RelationNoun, args: Args, verb: RelationVerb) -> Phrase | None:
        """Stakes Toyota bought."""
        bought = verb.type in _BUYING and (noun.type, noun.end) == _STAKES
        return self.noun_set(noun, args) if bought else None

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

    def of_person(self, args: Args, found: Phrase) -> Phrase | None:
        """Elon Musk's companies: those that he founded, leads or holds shares in."""
        fitting = [(kind, end, self.fitting(kind, end, args)) for kind, end in _OF_PEOPLE if kind in self.ontology]
        sets = tuple(related(kind, end, each) for kind, end, each in fitting if each is not None)
        if found.base is not None or found.topic or len(sets) < len(_OF_PEOPLE):
            return None
        return replace(found, base=Or(args=sets))

    def firm_of(self, args: Args, word: str) -> Phrase | None:
        """The same where nothing stands between: 雷军是谁 asks for no companies."""
        return None if INTERROGATIVE.fullmatch(word) else self.of_person(args, self.anyone(word))

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
        if found.conditions or len(chains) < len(parts) or noun.end == "either":
            return None  # partners of partners are a chain of two
        return self.noun_set(noun, Args(tuple(each.of for each in chains)))

    def those_only(self, pred: Conditions, only: str) -> Conditions | None:
        """Japanese ones only; who supplies Apple only supplies nobody else, which no plan says."""
        told = not only.isascii() or all(isinstance(each, FilterCondition | AnyCondition) for each in pred)
        return pred if told else None

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

    def parted(self, opened: tuple[Opened, ...], args: Args, closing: str) -> Conditions | None:
        """Who took Tiffany over, 抢比亚迪的饭碗."""
        found = (self.subjects(verb, args) for end, verb in opened if end == closing)
        return next((each for each in found if each is not None), None)

    def parted_whom(self, args: Args, opened: tuple[Opened, ...], found: Phrase, closing: str) -> Phrase | None:
        """Exor手里攥着哪些公司的股票."""
        sets = (self.whom(args, verb, found) for end, verb in opened if end == closing)
        return next((each for each in sets if each is not None), None)

    def goods_sold(self, found: Phrase, verb: RelationVerb, args: Args, named: Named | None = None) -> Phrase | None:
        """谁家的货供到沃尔玛, 谁家的电池卖给特斯拉."""
        if found.base is not None or (verb.type, verb.subject) != ("supplies", "source"):
            return None
        return self.under(found, self.subjects(verb, args) if named is None else self.subjects_of(verb, args, named))

    def sold_into(self, args: Args) -> Phrase | None:
        """Whose parts end up in Hyundai cars."""
        verb = RelationVerb("supplies", "source")
        return self.under(Phrase(asked=True), self.subjects(verb, args)) if "supplies" in self.ontology else None

    def sold_to_whom(self, args: Args, verb: RelationVerb, said: str, found: Phrase) -> Phrase | None:
        """雅保的产品卖往哪些企业."""
        sells = (verb.type, verb.subject) == ("supplies", "source") and said in _TO
        return self.whom(args, verb, found) if sells else None

    def sourced(self, args: Args, said: str, found: Phrase, named: Named | None = None) -> Phrase | None:
        """三星SDI的原料来自哪些公司."""
        if said not in _COMING_FROM or found.base is not None:
            return None
        verb = RelationVerb("supplies", "source")
        return self.under(found, self.subjects(verb, args) if named is None else self.subjects_of(verb, args, named))

    def from_whom(self, args: Args, noun: RelationNoun, found: Phrase) -> Phrase | None:
        """百事的竞争压力来自谁."""
        return self.noun_set(noun, args) if noun.end == "either" and found.base is None else None

    def in_venture(self, verb: RelationVerb, args: Args, venture: RelationNoun | RelationVerb) -> Conditions | None:
        """Cooperating with Renault in a joint venture."""
        if verb.type != "partner" or venture.type != "joint_venture":
            return None
        return self.nouns_of(RelationNoun(venture.type, "either"), args)

    def owned_by(self, args: Args) -> Conditions | None:
        """Under the Volkswagen umbrella."""
        verb = RelationVerb("subsidiary_of", "source")
        return self.subjects(verb, args) if "subsidiary_of" in self.ontology else None

    def owned_class(self, args: Args, named: Named) -> Phrase | None:
        """国资委旗下的车企."""
        found = self.class_members(named)
        return None if found is None else self.under(found, self.owned_by(args))


def _is_owned(verb: RelationVerb) -> bool:
    return (verb.type, verb.subject) == ("subsidiary_of", "source")


def _is_related(found: Phrase) -> bool:
    """Whether a relation is among its conditions."""
    return any(isinstance(each, SetCondition) and isinstance(each.set, Related) for each in found.conditions)
