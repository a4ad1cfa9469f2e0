"""Meanings of sets: members of relations, of classes and of places, sets under conditions, and sets of sets."""

from __future__ import annotations

import re
from dataclasses import replace

from core.domain.plan import All, And, Like, Or, Related, SetPlan
from core.ontology import COMPANY
from core.questions.parsing.meanings import (
    LIKE,
    THEY,
    AlsoCondition,
    AnyCondition,
    Args,
    Condition,
    Conditions,
    ElidedCondition,
    FilterCondition,
    Named,
    Phrase,
    RelationNoun,
    RelationVerb,
    SetCondition,
    entities,
    of_them,
    related,
)
from core.questions.phrases.fitting import names_them, relation_of, types_of
from core.questions.phrases.predicates import Predicates, since_done

EVERY_ONE = frozenset(("都", "都有", "全都", "均", "皆", "俱"))
"""Words for each member of the set before them."""
INTERROGATIVE = re.compile(r"谁|哪|什么|啥|who\b|whom\b|which\b|what\b")
"""Words that ask who or what."""
HAVE = frozenset(("have", "has", "had", "having"))
"""Words that stand where "is" may, and say that somebody has, not that he is."""
_WHO = frozenset(("谁", "who", "whom"))


_COMPANIES_ZH = ("公司", "企业")


class SetPhrases(Predicates):
    """As ``Predicates``, with sets."""

    def anyone(self, word: str) -> Phrase:
        """Companies, who, 谁."""
        return Phrase(asked=INTERROGATIVE.match(word) is not None)

    def which(self, word: str, found: Phrase) -> Phrase | None:
        """Which carmaker, 哪些日本公司; nobody says who carmakers."""
        asks = INTERROGATIVE.match(word) is not None and word.lower() not in _WHO
        return replace(found, asked=True) if asks else None

    def which_noun(self, word: str, noun: RelationNoun) -> RelationNoun | None:
        """Which suppliers, 哪些供应商; not who suppliers: 谁投资了OpenAI."""
        if word.lower() in _WHO:
            return None
        return replace(noun, asked=noun.asked or INTERROGATIVE.match(word) is not None)

    def counted(self, found: Phrase) -> Phrase | None:
        """How many companies; how many cars there are is not recorded."""
        return None if found.topic else replace(found, counted=True)

    def class_members(self, named: Named) -> Phrase | None:
        """Carmakers; CAR-T companies."""
        condition = self.class_condition(named)
        return None if condition is None else Phrase(conditions=(condition,))

    def class_topic(self, named: Named) -> Phrase | None:
        """Carmakers; of a product alone it is not said that companies are meant."""
        found = self.class_members(named)
        return None if found is None else replace(found, topic=not named.companies)

    def makers_of_class(self, named: Named, noun: RelationNoun) -> Phrase | None:
        """Battery makers."""
        kind = self.leading_to.get("product")
        if noun.type != kind or noun.end != "backward":
            return None
        found = self.class_members(named)
        return None if found is None else replace(found.under(*noun.conditions), counted=noun.counted)

    def of_industry(self, named: Named, found: Phrase) -> Phrase | None:
        """电池行业的日本公司, social media Chinese firms."""
        fits = found.base is None and not found.topic and not any(map(self.is_of_class, found.conditions))
        return self.under(found, self.of_class(named)) if fits else None

    def made_from(self, named: Named) -> Phrase | None:
        """Raw materials of a product, where the data say what products depend on."""
        products = tuple(each for each in named.ids if self.type_of(each) == "product")
        if not products or "depends_on" not in self.ontology:
            return None
        fitting = self.fitting("depends_on", "forward", Args((entities(products),)))
        return None if fitting is None else Phrase(related("depends_on", "forward", fitting))

    def in_place(self, place: Named, found: Phrase) -> Phrase | None:
        """Companies of a place of the data."""
        conditions = self.at(place)
        return None if conditions is None else found.under(*conditions)

    def noun_set(self, noun: RelationNoun, args: Args) -> Phrase | None:
        """Suppliers of Apple. Products from steel are none of those that its makers make."""
        noun, kind = self.with_its_goods(noun, args), self.leading_to.get("product")
        if (noun.type, noun.end) == (kind, "forward") and any(kind in types_of(each) for each in args.sets):
            return None
        base, made = self.relation(noun.type, noun.end, args, owns=noun.owns), self.made_of(noun.type, noun.end, args)
        own = self.seen_from(args, noun.conditions)
        if base is None or made is None or own is None or self.for_themselves(noun.type, noun.end, args):
            return None
        if made and self.says_what(noun):
            return None
        if made and own and self.if_anybody((SetCondition(base), *made, *own)) is None:
            return None
        return Phrase(base, (*made, *own), noun.counted, deed=noun.deed)

    def either_noun(self, first: RelationNoun, second: RelationNoun, args: Args) -> Phrase | None:
        """Suppliers and customers of Apple: whoever is one of them."""
        one, other = self.noun_set(first, args), self.noun_set(second, args)
        return None if one is None or other is None else self.either_set(one, other)

    def owners(self, args: Args) -> Phrase | None:
        """Whose Volvo is."""
        if "subsidiary_of" not in self.ontology or self.named_only(args) is None:
            return None
        return self.noun_set(RelationNoun("subsidiary_of", "forward"), args)

    def licensors(self, args: Args, verb: RelationVerb, *, paid: bool = False) -> Phrase | None:
        """Whose technology Apple uses under licence; ``paid``: the verb says that it is licensed."""
        licensed = (verb.type, verb.subject) == ("licenses_to", "target")
        if "licenses_to" not in self.ontology or not (licensed or (not paid and verb.subject == "target")):
            return None
        return self.noun_set(RelationNoun("licenses_to", "backward"), args)

    def of_licence(self, args: Args, noun: RelationNoun) -> Phrase | None:
        """诺基亚专利的被授权方."""
        return self.noun_set(noun, args) if noun.type == "licenses_to" else None

    def noun_of_verb(self, noun: RelationNoun, args: Args, verb: RelationVerb) -> Phrase | None:
        """What products Sony makes, which suppliers Apple buys from."""
        return self.noun_set(noun, args) if verb.type == noun.type and verb.to_object == noun.end else None

    def like_set(self, noun: RelationNoun, args: Args) -> Phrase | None:
        """中国版Uber: of likeness alone the noun may stand first."""
        return self.noun_set(noun, args) if noun.type == LIKE else None

    def local_like(self, condition: Condition, name: Args) -> Phrase | None:
        """The Chinese Nvidia."""
        if not isinstance(condition, FilterCondition) or condition.attribute != "country":
            return None
        return self.noun_set(RelationNoun(LIKE, "either", (condition,)), name)

    def same_set(
        self, noun: RelationNoun, _of: str, _same: str, shared: RelationNoun, _as: str, args: Args
    ) -> Phrase | None:
        """Makers of the same products as DJI."""
        inner = self.noun_set(shared, args)
        plan = inner.plan() if inner is not None else None
        return None if plan is None else self.noun_set(noun, Args((plan,)))

    def under(self, found: Phrase, pred: Conditions | None) -> Phrase | None:
        """A set under conditions."""
        if pred is None or (found.topic and any(isinstance(each, SetCondition) for each in pred)):
            return None  # of cars it is not said who sells them
        filled = self._filled(found, since_done(pred) if found.deed else pred)
        fits = filled is not None and self._go_together(found, filled) and _of_one_country((*found.conditions, *filled))
        return found.under(*filled) if filled is not None and fits else None

    def _go_together(self, found: Phrase, conditions: Conditions) -> bool:
        """Whether members of one type of entity can fulfil all of it: no company is a product of somebody."""
        bases = [] if found.base is None else [self.result_types(found.base)]
        allowed = [*bases, *(self._types_of_condition(each) for each in (*found.conditions, *conditions))]
        known = [types for types in allowed if types]
        return not known or bool(frozenset.intersection(*known))

    def _types_of_condition(self, condition: Condition) -> frozenset[str]:
        """The types of entity that can fulfil a condition; nothing where it does not matter."""
        if isinstance(condition, SetCondition):
            return self.result_types(condition.set)
        return frozenset((COMPANY,)) if isinstance(condition, FilterCondition | AnyCondition) else frozenset()

    def _filled(self, found: Phrase, pred: Conditions) -> Conditions | None:
        """With "… but Alibaba doesn't" and "… that are also partners" written out by what is named before them."""
        conditions: list[Condition] = []
        for each in pred:
            match each:
                case ElidedCondition():
                    written = self._elided(found, conditions, each)
                case AlsoCondition():
                    written = self._also_related(found, each)
                case _:
                    written = (each,)
            if written is None:
                return None
            conditions += written
        return tuple(conditions)

    def _elided(self, found: Phrase, conditions: list[Condition], elided: ElidedCondition) -> Conditions | None:
        """Not to have the relation named last with each of them; or, where that may be meant, not to be one."""
        before = found.under(*conditions)
        named = [each.set for each in before.conditions if isinstance(each, SetCondition) and each.positive]
        models = [relation_of(each) for each in (*([] if found.base is None else [found.base]), *named)]
        model = next((each for each in reversed(models) if each is not None), None)
        if model is None:
            return self.without(elided.args) if elided.or_itself else None
        kind = LIKE if isinstance(model, Like) else model.type
        end = "either" if isinstance(model, Like) else model.end
        written: list[Condition] = []
        for each in elided.args.sets:
            fitting = self.fitting_set(kind, end, each)
            if elided.or_itself and (fitting is None or self._is_among(each, before)):
                written.append(SetCondition(each, positive=False))
            elif fitting is None:
                return None
            else:
                written.append(SetCondition(related(kind, end, Args((fitting,))), positive=False))
        return tuple(written)

    def _is_among(self, named: SetPlan, before: Phrase) -> bool:
        plan = before.plan()
        return plan is not None and self.have_in_common(plan, named)

    def _also_related(self, found: Phrase, also: AlsoCondition) -> Conditions | None:
        """To have the relation of the noun with whom ``found`` is related to."""
        if not isinstance(found.base, Related | Like) or also.noun.counted:
            return None
        pred = self.nouns_of(also.noun, Args((found.base.of,)))
        return pred if also.positive else self.denied(pred)

    def apposed(self, found: Phrase, pred: Conditions | None) -> Phrase | None:
        """Japanese companies, suppliers of Apple: of companies as such; "suppliers of Apple, customers of Tesla" are
        two sets."""
        return self.under(found, pred) if found.base is None else None

    def noun_itself(self, noun: RelationNoun, pred: Conditions) -> Phrase | None:
        """宝马在用的供应商, 与X同行业的对手: the noun repeats the relation, or the company, of the predicate."""
        sets = [each.set for each in pred if isinstance(each, SetCondition) and each.positive]
        types = {kind for each in sets for kind in types_of(each)}
        if noun.type in types:
            return Phrase(conditions=(*pred, *noun.conditions))
        peers = next((each for each in sets if isinstance(each, Related) and each.type == "same_industry"), None)
        rivals = None if peers is None else self.nouns_of(noun, Args((peers.of,)))
        if peers is None or rivals is None:
            return None
        return self.under(Phrase(), (*pred, *rivals))

    def noun_again(self, noun: RelationNoun, pred: Conditions) -> Phrase | None:
        """Subsidiaries controlled by Tencent: the predicate says what the noun does, of somebody."""
        first = pred[0] if pred else None
        said = first.set if isinstance(first, SetCondition) and first.positive else None
        parts = said.args if isinstance(said, And | Or) else (said,)
        ways = {(each.type, each.end) if isinstance(each, Related) else None for each in parts}
        if said is None or ways != {(noun.type, noun.end)} or noun.counted:
            return None
        return self.under(Phrase(said), (*pred[1:], *noun.conditions))

    def in_role(self, noun: RelationNoun) -> Phrase | None:
        """Which supplier: whoever is one of anybody."""
        if noun.type == LIKE or noun.counted:
            return None
        return self.under(Phrase(Related(type=noun.type, end=noun.end, of=All()), asked=True), noun.conditions)

    def also_noun(self, noun: RelationNoun) -> Conditions | None:
        """To be partners as well, of whom the set before is related to."""
        return None if noun.type == LIKE or noun.counted else (AlsoCondition(noun),)

    def also_being(self, be: str, noun: RelationNoun) -> Conditions | None:
        """That are also partners; that have partners is said of their own, and cloud providers are so to anybody."""
        of_a_class = noun.type == "supplies" and self.says_what(noun)
        return None if be.lower() in HAVE or of_a_class else self.also_noun(noun)

    def how_many_under(self, found: Phrase, pred: Conditions) -> Phrase | None:
        """苹果的供应商中有多少家也是客户."""
        narrowed = self.under(found, pred)
        return None if narrowed is None else self.counted(narrowed)

    def those(self, pred: Conditions) -> Phrase | None:
        """做PD-1的."""
        return self.under(Phrase(), pred)

    def headless(self, pred: Conditions) -> Phrase | None:
        """做PD-1的 as what is asked for: a step of a chain has a noun, 索尼用的 are no companies."""
        found = self.those(pred)
        return None if found is None else replace(found, asked=True)

    def those_whose(self, noun: RelationNoun, args: Args, who: str = "公司") -> Phrase | None:
        """菜鸟是谁的子公司; without 的 only of ``who`` that ends in a word for companies: 担任哪家公司董事."""
        return self.under(Phrase(), self.whose(noun, args)) if who.endswith(_COMPANIES_ZH) else None

    def such_whose(self, found: Phrase, noun: RelationNoun, args: Args) -> Phrase | None:
        """宁德时代是哪些车企的供应商: of companies that are asked for."""
        return self.under(found, self.whose(noun, args)) if found.base is None and found.asked else None

    def of_relation(self, found: Phrase) -> Phrase | None:
        """A set that a word for companies stands behind or before: 供应商有哪些."""
        return None if found.is_any else found

    def both_sets(self, first: Phrase, second: Phrase) -> Phrase | None:
        """Carmakers among Nvidia's customers."""
        inner = second.plan()
        if inner is None or second.is_any:
            return None
        if second.base is None:
            return replace(first.under(*second.conditions), counted=first.counted or second.counted)
        return replace(first.under(SetCondition(inner)), counted=first.counted or second.counted)

    def some_of(self, first: Phrase, second: Phrase) -> Phrase | None:
        """How many of CATL's rivals …: of companies as such only."""
        return self.both_sets(first, second) if first.is_any else None

    def them(self, args: Args) -> Phrase | None:
        """Which of them."""
        return Phrase(THEY) if args.sets == (THEY,) else None

    def referring(self, first: Phrase, second: Phrase) -> Phrase | None:
        """A set and, behind a comma, what is said of its members: "Toyota's partners, their suppliers"; or a further
        condition: "carmakers, Japanese ones". Two sets side by side are neither."""
        they, other = first.plan(), second.plan()
        if first.is_any or second.is_any or they is None or other is None or names_them(they):
            return None
        if names_them(other):
            return None if first.counted else Phrase(of_them(other, they), counted=second.counted)
        narrower, wider = (second, first) if second.base is None else (first, second)
        conditions = [each for each in narrower.conditions if isinstance(each, FilterCondition)]
        known = {each.attribute for each in wider.conditions if isinstance(each, FilterCondition)}
        if narrower.base is not None or len(conditions) < len(narrower.conditions) or first.topic:
            return None
        if any(each.attribute in known for each in conditions):
            return None
        return replace(wider.under(*conditions), counted=first.counted or second.counted)

    def _is_by_relation(self, plan: SetPlan) -> bool:
        """Whether members are such by a relation; what they make is a class of companies, as their industry is."""
        return bool(types_of(plan) - {self.leading_to.get("product")})

    def either_set(self, first: Phrase, second: Phrase) -> Phrase | None:
        """Suppliers of A and rivals of B: members of either. Of suppliers of A and carmakers it is not clear whether
        carmakers are asked for or their suppliers."""
        one, other = first.plan(), second.plan()
        if one is None or other is None or self._is_by_relation(one) != self._is_by_relation(other):
            return None
        if first.is_any or second.is_any or names_them(other):
            return None
        return Phrase(Or(args=(one, other)), counted=first.counted)


def _of_one_country(conditions: Conditions) -> bool:
    """Whether somebody can fulfil all that is said of the country: nobody is Chinese and German."""
    countries = [
        frozenset(each.values)
        for each in conditions
        if isinstance(each, FilterCondition) and (each.attribute, each.operator) == ("country", "in")
    ]
    return not countries or bool(frozenset.intersection(*countries))
