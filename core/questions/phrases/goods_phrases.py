"""Meanings of questions for whose goods or licences somebody uses: suppliers that make them, licensors."""

from __future__ import annotations

from dataclasses import replace

from core.questions.parsing.meanings import (
    LIKE,
    Args,
    Conditions,
    Named,
    Phrase,
    RelationNoun,
    RelationVerb,
    SetCondition,
    related,
)
from core.questions.phrases.phrases import Phrases

_LICENSED = ("licenses_to", "backward")
_BOUGHT = ("supplies", "backward")
_PASSIVE = frozenset(("is", "are", "was", "were", "been", "being", "got", "has been"))

_GIVING = frozenset(("把", "将", "以", "用", "拿"))
"""Before the goods that somebody gives, sells or licenses."""


class GoodsPhrases(Phrases):
    """As ``Phrases``, with whose goods somebody uses. Every word for goods either filters or says no more than the
    relation; what it leaves open is not understood."""

    def whose_class(self, args: Args, verb: RelationVerb, found: Phrase, named: Named) -> Phrase | None:
        """小米用谁家的芯片: its suppliers that make chips."""
        made = self.class_condition(named)
        suppliers = self._of(_BOUGHT, args, verb, found)
        return None if made is None or suppliers is None else suppliers.under(made)

    def whose_goods(self, args: Args, verb: RelationVerb, found: Phrase, goods: str) -> Phrase | None:
        """小米用谁家的零件: its suppliers; whether technology is bought or licensed is not said."""
        if verb.type == _LICENSED[0]:
            return self.whose_licence(args, verb, found)
        return None if goods in _EITHER else self._of(_BOUGHT, args, verb, found)

    def whose_licence(self, args: Args, verb: RelationVerb, found: Phrase) -> Phrase | None:
        """索尼用的是谁的专利: its licensors."""
        return self._of(_LICENSED, args, verb, found)

    def made_by(
        self, args: Args, verb: RelationVerb, found: Phrase, by: RelationVerb, named: Named | None = None
    ) -> Phrase | None:
        """索尼用的是谁授权的技术, 吉利用的电池是谁供的: who licenses, or supplies, what is used."""
        if by.subject != "source":
            return None
        if by.type == _LICENSED[0]:
            return self.whose_licence(args, verb, found) if named is None else None
        if by.type not in (_BOUGHT[0], self.leading_to.get("product")):
            return None
        return self._of(_BOUGHT, args, verb, found) if named is None else self.whose_class(args, verb, found, named)

    def products_of_kind(self, args: Args, named: Named) -> Phrase | None:
        """礼来有哪些药: all products of the company. None where the class is one of companies."""
        kind = self.leading_to.get("product")
        one_company = None if named.companies or kind is None else self.named_only(args)
        return None if one_company is None or kind is None else self.noun_set(RelationNoun(kind, "forward"), args)

    def makers_supplying(self, named: Named, noun: RelationNoun) -> Phrase | None:
        """Electrolyte suppliers, of nobody in particular: who makes it. Suppliers of carmakers are no such."""
        fits = (noun.type, noun.end) == _BOUGHT and not named.companies and not self.says_what(noun)
        found = self.class_members(named) if fits else None
        return None if found is None else replace(found.under(*noun.conditions), counted=noun.counted)

    def suppliers_to(self, noun: RelationNoun, named: Named, args: Args) -> Phrase | None:
        """Suppliers of lithium to CATL."""
        narrowed = self.noun_of_class(named, noun) if (noun.type, noun.end) == _BOUGHT else None
        return None if narrowed is None else self.noun_set(narrowed, args)

    def where_from(self, args: Args, named: Named) -> Phrase | None:
        """宁德时代的锂从哪儿来, where do Tesla's batteries come from: its suppliers that make them."""
        found = (
            self.suppliers_to(RelationNoun(_BOUGHT[0], "backward"), named, args)
            if _BOUGHT[0] in self.ontology
            else None
        )
        return None if found is None else replace(found, asked=True)

    def bought_from(self, args: Args, verb: RelationVerb, named: Named) -> Conditions | None:
        """Whom Tesla buys batteries from: its suppliers that make them."""
        suppliers = self.objects_of_trade(verb, args) if (verb.type, verb.subject) == (_BOUGHT[0], "target") else None
        return self.said_of_both(suppliers, self.of_class(named))

    def sold_by(self, args: Args, verb: RelationVerb, named: Named) -> Conditions | None:
        """Whom CATL supplies batteries to, TSMC makes chips for: its customers, where it makes such goods itself."""
        if verb.type == self.leading_to.get("product"):
            verb = RelationVerb(_BOUGHT[0], "source")
        if (verb.type, verb.subject) != (_BOUGHT[0], "source") or not self.all_make(args, named):
            return None
        return self.objects(verb, args)

    def whom_of(self, args: Args, verb: RelationVerb, found: Phrase, named: Named | None = None) -> Phrase | None:
        """As ``SetPhrases.whom_of``: 宁德时代给谁供电池, what somebody supplies is no condition on its customers."""
        if named is None or (verb.type, verb.subject) != (_BOUGHT[0], "source"):
            return super().whom_of(args, verb, found, named)
        return self.under(found, self.sold_by(args, verb, named)) if found.base is None else None

    def sold_to(self, args: Args, verb: RelationVerb, named: Named, found: Phrase) -> Phrase | None:
        """宁德时代供应电池给谁, to which carmakers does CATL supply batteries."""
        return self.under(found, self.sold_by(args, verb, named)) if found.base is None else None

    def sold_through(self, args: Args, verb: RelationVerb, named: Named) -> Conditions | None:
        """Who is supplied with batteries by CATL."""
        bought = (verb.type, verb.subject) == (_BOUGHT[0], "target")
        return self.sold_by(args, RelationVerb(_BOUGHT[0], "source") if bought else verb, named)

    def licensed_out(
        self, verb: tuple[str, RelationVerb], said: str, args: Args, goods: Named | None = None
    ) -> Conditions | None:
        """Who licenses its drugs to Zai Lab: which goods a licence is for is not recorded; where nobody who licenses
        anything to it makes such goods, nobody does."""
        done = self.subjects(verb[1], args) if (verb[0], verb[1].type) == (said.lower(), _LICENSED[0]) else None
        if done is None or goods is None:
            return done
        if verb[1].subject == "source":
            made = self.of_class(goods)
            return done if made is None or self.if_anybody((*done, *made)) else (*done, *made)
        return done if self.all_make(args, goods) else None

    def depended_on(self, args: Args, verb: RelationVerb, noun: RelationNoun) -> Phrase | None:
        """阿斯麦依赖哪些供应商: whom it depends on."""
        fits = (verb.type, verb.subject) == ("depends_on", "source") and (noun.type, noun.end) == _BOUGHT
        return self.under(Phrase(), self.said_of_both(self.objects(verb, args), noun.conditions)) if fits else None

    def fronted_goods(
        self, said: str, found: Phrase, args: Args, verb: tuple[str, RelationVerb], named: Named
    ) -> Phrase | None:
        """To which carmakers does CATL supply batteries."""
        return self.sold_to(args, verb[1], named, found) if said.lower() == "to" else None

    def doing_both(self, named: Named, others: Named) -> Phrase | None:
        """Copper miners: companies of a class that make something."""
        found = self.class_members(others) if others.companies and not named.companies else None
        return None if found is None else self.under(found, self.of_class(named))

    def whom_given(self, args: Args, mark: str, named: Named, verb: RelationVerb, found: Phrase) -> Phrase | None:
        """信达生物把药授权给谁: what they make themselves says no more. 腾讯在游戏行业投资了谁 is about an industry."""
        if mark not in _GIVING:
            return None
        licensed = verb.type == _LICENSED[0] and not any(self.type_of(each) == "industry" for each in named.ids)
        told = named.companies or licensed  # which product a licence is for is not recorded
        own, made = None if told else self.class_condition(named), self.named_only(args)
        plan = None if own is None else Phrase(conditions=(own,)).plan()
        if plan is None or made is None or not all(self.have_in_common(plan, each) for each in made.sets):
            return None
        return self.whom(args, verb, found)

    def begun_verb(self, verb: RelationVerb) -> RelationVerb | None:
        """Started supplying: not started, which is to found."""
        return None if verb.type == LIKE or self.ontology[verb.type].happens_once else verb

    def goes_to(self, args: Args) -> Conditions | None:
        """Who ASML's machines go to."""
        return self.objects(RelationVerb("supplies", "source"), args) if "supplies" in self.ontology else None

    def whom_sold_to(self, found: Phrase, be: str, args: Args) -> Phrase | None:
        """Who was Red Hat sold to: who acquired it."""
        if be not in _PASSIVE or "acquired" not in self.ontology or found.base is not None:
            return None
        return self.under(found, self.related_conditions("acquired", "backward", args))

    def sold(self, found: Phrase, args: Args) -> Phrase | None:
        """Companies sold to Alibaba; of "who sold to Alibaba" it is not said that they were sold."""
        if found.asked or found.base is not None or "acquired" not in self.ontology:
            return None
        return self.under(found, self.related_conditions("acquired", "forward", args))

    def acquired_by(self, args: Args) -> Conditions | None:
        """Arm was sold to SoftBank."""
        return self.related_conditions("acquired", "forward", args) if "acquired" in self.ontology else None

    def ordered_from(self, args: Args) -> Conditions | None:
        """拿到苹果的订单: to supply it."""
        return self.subjects(RelationVerb("supplies", "source"), args) if "supplies" in self.ontology else None

    def buyers_among(self, found: Phrase, args: Args) -> Phrase | None:
        """台积电的芯片流向了哪些公司."""
        return self.under(found, self.goes_to(args)) if found.base is None else None

    def built_in(self, named: Named, args: Args) -> Phrase | None:
        """Whose batteries go into BMW cars: who supplies it and makes them."""
        if "supplies" not in self.ontology:
            return None
        return self.under(Phrase(), self.subjects_of(RelationVerb("supplies", "source"), args, named))

    def _of(self, way: tuple[str, str], args: Args, verb: RelationVerb, found: Phrase) -> Phrase | None:
        kind, _ = way
        uses = verb.subject == "target" and verb.type in (_BOUGHT[0], _LICENSED[0])
        if not uses or kind not in self.ontology or found.base is not None or args.goods is not None:
            return None
        fitting = self.fitting(kind, "backward", args)
        if fitting is None:
            return None
        return replace(found.under(SetCondition(related(kind, "backward", fitting))), topic=False)


_EITHER = frozenset(("技术", "technology", "tech"))
