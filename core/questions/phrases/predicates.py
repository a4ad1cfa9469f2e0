"""Meanings of relation nouns, conditions and predicates: what a member of the set asked for is or does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.domain.plan import And, Operator, RelationEnd, SetPlan
from core.questions.parsing.meanings import (
    LIKE,
    PAST,
    AnyCondition,
    Args,
    Condition,
    Conditions,
    ElidedCondition,
    FilterCondition,
    Named,
    NewCondition,
    Phrase,
    RelationNoun,
    RelationVerb,
    SetCondition,
    WhenCondition,
)
from core.questions.phrases.fitting import OPPOSITE
from core.questions.phrases.seats import Seats

_OF_GOODS = ("supplies", "depends_on")
"""Relation types that may be about somebody's goods."""
_DO = frozenset(("do", "does", "did"))
_OF = frozenset(("of",))
_FOR = frozenset(("for", "to", "from", "off", "off of", "against", "给", "向", "为", "替", "从", "对"))


class Predicates(Seats):
    """Every method takes the meanings of the parts of a phrase and gives that of the whole, None where they do not fit
    one another."""

    def made_of(self, kind: str, end: RelationEnd, args: Args) -> Conditions | None:
        """What those make who have a relation to somebody's goods: who supplies 小米的芯片 makes chips, who buys them
        need not. None where the relation is not about goods."""
        if args.goods is None:
            return ()
        if kind not in _OF_GOODS:
            return None
        if (kind, end) == ("supplies", "backward"):
            return self.of_class(args.goods)
        theirs = (kind, end) in (("supplies", "forward"), ("depends_on", "backward"))
        return () if not theirs or self.all_make(args, args.goods) else None

    def for_themselves(self, kind: str, end: RelationEnd, args: Args) -> bool:
        """Whether it is asked who supplies what they make themselves, 小米的手机: nobody need make it for them."""
        supplied = args.goods is not None and (kind, end) == ("supplies", "backward")
        return supplied and args.goods is not None and self.own_makers(args, args.goods)

    # relation nouns

    def noun_under(self, noun: RelationNoun, condition: Condition | None) -> RelationNoun | None:
        """Korean rivals, 最早的投资方."""
        return replace(noun, conditions=(*noun.conditions, condition)) if condition is not None else None

    def noun_filtered(self, noun: RelationNoun, pred: Conditions | None) -> RelationNoun | None:
        """1969年成立的母公司; non-Chinese rivals."""
        fits = pred is not None and all(isinstance(each, FilterCondition) for each in pred)
        if not fits or not pred:
            return None
        return replace(noun, conditions=(*noun.conditions, *(since_done(pred) if noun.deed else pred)))

    def new_noun(self, noun: RelationNoun) -> RelationNoun | None:
        """New suppliers: since a time that the rest of the question says."""
        return None if noun.type == LIKE else self.noun_under(noun, NewCondition())

    def former_noun(self, noun: RelationNoun) -> RelationNoun | None:
        """Former suppliers."""
        return None if noun.type == LIKE else self.noun_under(noun, PAST)

    def noun_of_class(self, named: Named, noun: RelationNoun) -> RelationNoun | None:
        """Battery suppliers: suppliers that make batteries."""
        if noun.type == self.leading_to.get("product") or self.says_what(noun):
            return None  # 手机代工厂, 汽车的电池供应商: which goods of others theirs are for is not recorded
        if (noun.type, noun.end) == ("supplies", "forward") and not named.companies and noun.goods is None:
            noun = replace(noun, goods=named)
        return self.noun_under(noun, self.class_condition(named))

    def with_its_goods(self, noun: RelationNoun, args: Args) -> RelationNoun:
        """Battery customers of CATL, which makes batteries, are its customers; those of a carmaker make batteries."""
        if noun.goods is None or not self.all_make(args, noun.goods):
            return noun
        made = self.class_condition(noun.goods)
        return replace(noun, goods=None, conditions=tuple(each for each in noun.conditions if each != made))

    def done_there(self, there: Condition, verb: RelationVerb) -> Conditions | None:
        """To have joint ventures in China: with companies from there."""
        partners = Phrase(conditions=(there,)).plan() if verb.subject == "either" and verb.type != LIKE else None
        return None if partners is None else self.related_conditions(verb.type, "either", Args((partners,)))

    def same_verb(self, first: RelationVerb, second: RelationVerb) -> RelationVerb | None:
        """做代工供货: two verbs that say the same."""
        return first if (first.type, first.subject) == (second.type, second.subject) else None

    def noun_seated(self, place: Named, noun: RelationNoun) -> RelationNoun | None:
        """Basel-based licensees."""
        seat = self.at(place)
        return self.noun_under(noun, seat[0]) if seat else None

    def counted_noun(self, noun: RelationNoun) -> RelationNoun:
        """How many suppliers."""
        return replace(noun, counted=True)

    # conditions

    def one(self, condition: Condition) -> Conditions:
        """One condition as a predicate."""
        return (condition,)

    def being(self, be: str, pred: Conditions | None) -> Conditions | None:
        """To be so; "which carmakers do battery makers supply" says of nobody what he is."""
        return None if be.lower() in _DO else pred

    def of_class(self, named: Named) -> Conditions | None:
        """To be a carmaker."""
        condition = self.class_condition(named)
        return None if condition is None else (condition,)

    def in_class(self, said: str, named: Named) -> Conditions | None:
        """Into batteries; what is made for chips is no chip, and foundries of chip designers design no chips."""
        of_others = said.lower() in _OF and named.companies
        return None if of_others or said.lower() in _FOR else self.of_class(named)

    def either(self, first: Condition, second: Condition) -> Condition | None:
        """Japanese or Korean; "Japanese and Korean companies" are of either country."""
        if (
            isinstance(first, FilterCondition)
            and isinstance(second, FilterCondition)
            and (first.attribute, first.operator) == (second.attribute, second.operator)
        ):
            return replace(first, values=(*first.values, *second.values))
        return None

    def either_class(self, first: Named, second: Named) -> Named:
        """Pharma and healthcare."""
        return Named(tuple(dict.fromkeys((*first.ids, *second.ids))), first.companies and second.companies)

    def also(self, first: Conditions, second: Conditions) -> Conditions:
        """Both predicates."""
        return (*first, *second)

    def any_of(self, first: Conditions, second: Conditions) -> Conditions | None:
        """One of two predicates."""
        single = len(first) == len(second) == 1
        return (AnyCondition((first[0], second[0])),) if single else None

    # predicates

    def subjects(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Who supplies Apple."""
        return self._of_verb(verb, verb.to_subject, args)

    def direct_subjects(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """The same right behind a verb: who sells Apple is no supplier of it."""
        return None if verb.sells else self.subjects(verb, args)

    def _of_verb(self, verb: RelationVerb, end: RelationEnd, args: Args) -> Conditions | None:
        """To have the relation of a verb; where contract makers do it, they are those, and make what it is about."""
        if not verb.hired and self.for_themselves(verb.type, end, args):
            return None
        found = self.related_conditions(verb.type, end, args, owns=verb.owns)
        hired = Phrase(conditions=verb.hired).plan() if verb.hired and verb.type == "supplies" else None
        if found is None or hired is None:
            return found
        if end != "backward":  # 谷歌给谁代工: customers of those that do so; 苹果的手机找谁代工 asks for the other end
            if args.goods is not None:
                return None
            own = tuple(And(args=(each, hired)) for each in args.sets if not self.have_in_common(hired, each))
            return self.related_conditions(verb.type, end, replace(args, sets=own)) if own else found
        return (*found, *verb.hired) if args.goods is None else self.if_anybody((*found, *verb.hired))

    def if_anybody(self, found: Conditions) -> Conditions | None:
        """None where nobody is recorded so: of contract makers it is seldom recorded which goods they make for whom."""
        plan = Phrase(conditions=found).plan()
        return found if plan is not None and self.have_in_common(plan, plan) else None

    def objects(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Whom Apple supplies."""
        return self._of_verb(verb, verb.to_object, args)

    def member(self, found: Phrase) -> Conditions | None:
        """To be one of a set: 是英伟达的客户."""
        plan = None if found.is_any or found.counted else found.plan()
        return None if plan is None else (SetCondition(plan),)

    def members(self, first: Phrase, second: Phrase) -> Conditions | None:
        """To be one of both sets: 是英伟达客户和微软客户."""
        one, other = self.member(first), self.member(second)
        return None if one is None or other is None else (*one, *other)

    def both_nouns(self, first: RelationNoun, second: RelationNoun, args: Args) -> Conditions | None:
        """To be a supplier and a customer of Apple."""
        return self.said_of_both(self.nouns_of(first, args), self.nouns_of(second, args))

    def said_of_both(self, first: Conditions | None, second: Conditions | None) -> Conditions | None:
        """Both of it: to make LNG and oil."""
        return None if first is None or second is None else (*first, *second)

    def alike_in(self, noun: RelationNoun, args: Args, verb: RelationVerb) -> Conditions | None:
        """产品跟大疆类似: to make similar products."""
        if verb.type != LIKE or not self.is_product(noun) or "similar_product" not in self.ontology:
            return None
        return self.related_conditions("similar_product", "either", args)

    def is_product(self, noun: RelationNoun) -> bool:
        """Whether it is the products of somebody."""
        return (noun.type, noun.end) == (self.leading_to.get("product"), "forward")

    def owned_noun(self, noun: RelationNoun) -> RelationNoun | None:
        """旗下子公司: both words say the same."""
        return noun if (noun.type, noun.end) == ("subsidiary_of", "backward") else None

    def licensed(self, args: Args) -> Conditions | None:
        """Who has a licence of Arm."""
        return self.related_conditions("licenses_to", "forward", args) if "licenses_to" in self.ontology else None

    def verb_and_noun(self, verb: RelationVerb, args: Args, noun: RelationNoun) -> Conditions | None:
        """归吉利旗下: the noun repeats the relation of the verb; who owns Volvo's parent is further up."""
        repeated = verb.type == noun.type and verb.subject == "source" and noun.end == "backward"
        return self.subjects(verb, args) if repeated and not noun.conditions and args.goods is None else None

    def whose(self, noun: RelationNoun, args: Args) -> Conditions | None:
        """Whose supplier is CATL: those of whom it is one; whose battery supplier, where it makes them."""
        made = Phrase(conditions=noun.conditions).plan() if noun.conditions and self.says_what(noun) else None
        if (noun.conditions and made is None) or noun.counted:
            return None
        if made is not None:
            args = replace(args, sets=tuple(self._such(each, made) for each in args.sets))
        return self.related_conditions(noun.type, OPPOSITE[noun.end], args)

    def _such(self, one: SetPlan, made: SetPlan) -> SetPlan:
        """Those of a set that make it: all of it where that is known of somebody."""
        return one if self.have_in_common(made, one) else And(args=(one, made))

    def licensees(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Who uses a licence of Arm."""
        return self.licensed(args) if verb.subject == "target" else None

    def dated_pred(self, time: WhenCondition, pred: Conditions | None) -> Conditions | None:
        """The same, begun then: the time belongs to this relation."""
        if pred is None or len(pred) != 1 or not isinstance(pred[0], SetCondition):
            return None
        plan = Phrase(conditions=(*pred, time)).plan()
        return None if plan is None else (SetCondition(plan),)

    def one_verb_only(self, first: RelationVerb, other: RelationVerb, args: Args) -> Conditions | None:
        """跟大众有合作但没有合资: the one with them, and not the other."""
        one, denied = self.subjects(first, args), self.denied(self.subjects(other, args))
        return None if one is None or denied is None or first.type == other.type else (*one, *denied)

    def both_verbs(self, first: RelationVerb, second: RelationVerb, args: Args) -> Conditions | None:
        """Supply and compete with."""
        one, other = self.subjects(first, args), self.subjects(second, args)
        return None if one is None or other is None or first.type == second.type else (*one, *other)

    def objects_of_trade(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Whom Apple buys parts from: no company is bought so."""
        return None if self._is_event(verb) else self.objects(verb, args)

    def subjects_of_trade(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Who buys parts from Apple; who makes products from steel makes no steel."""
        makes = verb.type == self.leading_to.get("product")
        return None if makes or self._is_event(verb) else self.subjects(verb, args)

    def _is_event(self, verb: RelationVerb) -> bool:
        return verb.type != LIKE and self.ontology[verb.type].family == "TEMPORAL"

    def passive(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Supplied by Apple."""
        return self.objects(verb, args) if verb.past else None

    def member_but_not(self, first: Phrase, other: Phrase) -> Conditions | None:
        """To be a supplier of Apple but not Huawei's supplier: of another set is denied that it is one of them."""
        one, denied = self.member(first), self.denied(self.member(other))
        return None if one is None or denied is None else (*one, *denied)

    def but_not(self, pred: Conditions, args: Args, said: str = "") -> Conditions | None:
        """Who supplies Apple but not Huawei: the same relation, denied; 但不是 denies that it is one of them."""
        if said.endswith("是"):
            return None
        single = len(pred) == 1 and isinstance(pred[0], SetCondition) and pred[0].positive
        return (*pred, ElidedCondition(args)) if single else None

    def passive_objects(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Who is Apple supplied by."""
        if not verb.past:
            return None
        if verb.given:
            return self.related_conditions(verb.type, OPPOSITE[verb.to_object], args)
        return self.subjects(verb, args)

    def subjects_of(self, verb: RelationVerb, args: Args, named: Named) -> Conditions | None:
        """给大众供电池: who supplies it and makes batteries; also "makes chips for Apple"."""
        if verb.type == self.leading_to.get("product") and "supplies" in self.ontology:
            own = self.own_makers(args, named)
            verb = RelationVerb("supplies", "source", hired=verb.hired if own else ())
        if self._is_event(verb) or args.goods is not None:
            return None  # batteries for Ford's cars: what they are for is not recorded
        made = self.class_condition(named)
        found = self.subjects(verb, replace(args, goods=named) if verb.hired and verb.subject == "source" else args)
        got = verb.type in ("supplies", "licenses_to") and verb.subject == "target"
        if got and not self.all_make(args, named):
            return None
        if found is None or made is None or verb.subject != "source":
            return found
        return (*found, made)

    def own_makers(self, args: Args, named: Named) -> bool:
        """Whether those sell such goods themselves: who supplies Apple and makes phones makes no phones for it."""
        made = Phrase(conditions=self.of_class(named) or ()).plan()
        return made is not None and any(self.have_in_common(made, each) for each in args.sets)

    def all_make(self, args: Args, named: Named) -> bool:
        """Whether all of them make such goods, so that it may be those that they supply."""
        return all(self.own_makers(replace(args, sets=(each,)), named) for each in args.sets)

    def makes(self, verb: RelationVerb, named: Named) -> Conditions | None:
        """Who makes batteries, 做疫苗."""
        if verb.type == "supplies" and verb.subject == "source":
            named = Named(tuple(each for each in named.ids if self.type_of(each) == "product"))
            return self.of_class(named) if named.ids else None
        return self.of_class(named) if verb.type == self.leading_to.get("product") else None

    def industries(self, named: Named) -> Named:
        """X行业, the X sector: the industries of that name, where there are any, and no product."""
        ids = tuple(each for each in named.ids if self.type_of(each) == "industry")
        return Named(ids, named.companies) if ids else named

    def inside(self, verb: RelationVerb, sector: Named) -> Conditions | None:
        """属于电池行业, belong to the chip industry: to be one of its companies. 投资电池行业, invest in the chip
        industry: to hold shares of one of its companies."""
        if verb.type == LIKE or verb.subject != "source" or self.ontology[verb.type].family != "HIERARCHICAL":
            return None
        holding, members = self.ontology[verb.type].holding, self.of_class(sector)
        if holding is None or holding.owner == "target" or members is None:
            return members
        companies = Phrase(conditions=members).plan()
        return None if companies is None else self.direct_subjects(verb, Args((companies,)))

    def inside_named(self, verb: RelationVerb, named: Named) -> Conditions | None:
        """属于电池: the name of an industry, not of its companies."""
        industries = tuple(each for each in named.ids if self.type_of(each) == "industry")
        return self.inside(verb, Named(industries)) if industries and not named.companies else None

    def nouns_of(self, noun: RelationNoun, args: Args) -> Conditions | None:
        """To be a supplier of Apple."""
        if self.for_themselves(noun.type, noun.end, args):
            return None
        found, own = (
            self.related_conditions(noun.type, noun.end, args, owns=noun.owns),
            self.seen_from(args, noun.conditions),
        )
        return None if found is None or own is None else (*found, *own)

    def each_other(self, noun: RelationNoun, args: Args) -> Conditions | None:
        """Are they partners: of relations that both have to one another."""
        return self.nouns_of(noun, args) if noun.end == "either" else None

    def related_conditions(self, kind: str, end: RelationEnd, args: Args, *, owns: bool = False) -> Conditions | None:
        """To have the relation with ``args``; None where they cannot have it."""
        found, made = self.relation(kind, end, args, owns=owns), self.made_of(kind, end, args)
        return None if found is None or made is None else (SetCondition(found, at_once=args.at_once), *made)


def since_done(pred: Conditions) -> Conditions:
    """Joint ventures formed after 2010 began then: it is not who takes part in them that was founded."""
    return tuple(
        _WHEN_FOUNDED[each.operator](int(each.values[0]))
        if isinstance(each, FilterCondition) and each.attribute == "founded" and each.operator in _WHEN_FOUNDED
        else each
        for each in pred
    )


_WHEN_FOUNDED: dict[Operator, Callable[[int], WhenCondition]] = {
    ">=": lambda year: WhenCondition(first=year),
    "<=": lambda year: WhenCondition(last=year),
    "=": lambda year: WhenCondition(year, year),
}
