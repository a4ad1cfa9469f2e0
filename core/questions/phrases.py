"""What the phrases of the grammar mean: every method takes the meanings of the parts and gives that of the whole, None
where they do not fit one another."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from core.domain.plan import (
    All,
    And,
    Companies,
    Compare,
    Count,
    CountOf,
    DateOf,
    Entities,
    Filter,
    Like,
    Minus,
    Or,
    Path,
    Plan,
    Related,
    RelationEnd,
    SetPlan,
    Top,
    ValueOf,
    YesNo,
    sets_of,
)
from core.ontology import Ontology
from core.questions.meanings import (
    LIKE,
    AnyCondition,
    Args,
    Condition,
    FilterCondition,
    Named,
    Phrase,
    RelationNoun,
    RelationVerb,
    SetCondition,
    TopCondition,
    WhenCondition,
    entities,
    negated,
    related,
)

Which = Literal["most", "least"]
Conditions = tuple[Condition, ...]
_COMPANY = "company"
_INTERROGATIVE = re.compile(r"谁|哪|什么|啥|who\b|whom\b|which\b|what\b")


class Phrases:
    """Meanings over one ontology; ``type_of`` gives the type of an entity."""

    def __init__(self, ontology: Ontology, type_of: Callable[[str], str]) -> None:
        self._ontology = ontology
        self._type_of = type_of
        self._leading_to = {kind.target: kind.id for kind in reversed(ontology.types.values())}

    # what relations are with

    def same(self, meaning: Any) -> Any:
        """One part is the whole."""
        return meaning

    def class_argument(self, named: Named) -> Args:
        """A product or an industry itself."""
        return Args((entities(named.ids),))

    def set_argument(self, found: Phrase) -> Args | None:
        """Members of a set: a step of a chain."""
        plan = None if found.is_any or found.counted or found.asked else found.plan()
        return Args((plan,)) if plan is not None else None

    def joined(self, first: Args, second: Args, join: Literal["and", "or"]) -> Args | None:
        """Several names, or several sets."""
        if len({isinstance(each, Entities) for each in (*first.sets, *second.sets)}) > 1:
            return None
        return Args((*first.sets, *second.sets), join) if len(first.sets) == 1 or first.join == join else None

    def named_only(self, args: Args) -> Args | None:
        """Names, not sets: 宁德时代 in 宁德时代的电池."""
        return args if all(isinstance(each, Entities) for each in args.sets) else None

    # relation nouns

    def noun_under(self, noun: RelationNoun, condition: Condition | None) -> RelationNoun | None:
        """Korean rivals, 最早的投资方."""
        return replace(noun, conditions=(*noun.conditions, condition)) if condition is not None else None

    def noun_of_class(self, named: Named, noun: RelationNoun) -> RelationNoun | None:
        """Battery suppliers: suppliers that make batteries."""
        if noun.type == self._leading_to.get("product"):
            return None
        return self.noun_under(noun, self.class_condition(named))

    def counted_noun(self, noun: RelationNoun) -> RelationNoun:
        """How many suppliers."""
        return replace(noun, counted=True)

    # conditions

    def class_condition(self, named: Named) -> Condition | None:
        """To be in one of the industries, or to make one of the products."""
        industries = tuple(each for each in named.ids if self._type_of(each) == "industry")
        products = tuple(each for each in named.ids if self._type_of(each) == "product")
        found: list[Condition] = []
        if industries:
            found.append(FilterCondition("industry", "in", industries))
        kind = self._leading_to.get("product")
        if products and kind:
            found.append(SetCondition(Related(type=kind, end="backward", of=entities(products))))
        if not found:
            return None
        return found[0] if len(found) == 1 else AnyCondition(tuple(found))

    def one(self, condition: Condition) -> Conditions:
        """One condition as a predicate."""
        return (condition,)

    def of_class(self, named: Named) -> Conditions | None:
        """To be a carmaker."""
        condition = self.class_condition(named)
        return None if condition is None else (condition,)

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
        return Named(tuple(dict.fromkeys((*first.ids, *second.ids))))

    def denied(self, pred: Conditions | None) -> Conditions | None:
        """Not to be so; several conditions at once are not denied, as it is not clear which is."""
        if pred is None or len(pred) != 1 or _is_elided(pred[0]):
            return None
        opposite = negated(pred[0])
        return None if opposite is None else (opposite,)

    def also(self, first: Conditions, second: Conditions) -> Conditions:
        """Both predicates."""
        return (*first, *second)

    def any_of(self, first: Conditions, second: Conditions) -> Conditions | None:
        """One of two predicates."""
        single = len(first) == len(second) == 1 and not _is_elided(first[0]) and not _is_elided(second[0])
        return (AnyCondition((first[0], second[0])),) if single else None

    def without(self, args: Args) -> Conditions:
        """Other than these."""
        ids = tuple(each for part in args.sets if isinstance(part, Entities) for each in part.ids)
        named = [SetCondition(entities(ids), positive=False)] if ids else []
        return (*named, *(SetCondition(each, positive=False) for each in args.sets if not isinstance(each, Entities)))

    def at(self, place: Named) -> Conditions | None:
        """To have its seat in a place of the data."""
        kind = self._leading_to.get("place")
        return (SetCondition(Related(type=kind, end="backward", of=entities(place.ids))),) if kind else None

    def verb_country(self, verb: RelationVerb, condition: Condition) -> Conditions | None:
        """Based in Taiwan."""
        return (condition,) if verb.type == self._leading_to.get("place") else None

    def verb_place(self, verb: RelationVerb, place: Named) -> Conditions | None:
        """总部在合肥, based in Hefei."""
        return self.at(place) if verb.type == self._leading_to.get("place") else None

    # times

    def years(self, first: int, last: int) -> WhenCondition | None:
        """From a year to another."""
        return WhenCondition(first, last) if first <= last else None

    def after_first(self, _after: str, year: int) -> WhenCondition:
        """After 2015: from 2016 on."""
        return WhenCondition(first=year + 1)

    def after_last(self, year: int, after: str) -> WhenCondition:
        """2015年以后 leaves 2015 out, 2015年以来 and 起 do not."""
        return WhenCondition(first=year if after in ("以来", "起") else year + 1)

    def since_first(self, _since: str, year: int) -> WhenCondition:
        """Since 2015."""
        return WhenCondition(first=year)

    def since_last(self, year: int, _since: str) -> None:
        """No such phrase."""
        return

    def before_first(self, _before: str, year: int) -> WhenCondition:
        """Before 2015."""
        return WhenCondition(last=year - 1)

    def before_last(self, year: int, _before: str) -> WhenCondition:
        """2015年以前."""
        return WhenCondition(last=year - 1)

    def in_year_first(self, _in: str, year: int) -> WhenCondition:
        """In 2015."""
        return WhenCondition(year, year)

    def in_year_last(self, year: int, _in: str) -> WhenCondition:
        """2015年."""
        return WhenCondition(year, year)

    def within_year(self, year: int) -> WhenCondition:
        """2015 alone."""
        return WhenCondition(year, year)

    def dated(self, time: WhenCondition) -> Conditions:
        """When the relation began."""
        return (time,)

    def founded(self, time: WhenCondition) -> Conditions:
        """When the company was founded."""
        if time.first is not None and time.first == time.last:
            return (FilterCondition("founded", "=", (time.first,)),)
        found: list[Condition] = []
        if time.first is not None:
            found.append(FilterCondition("founded", ">=", (time.first,)))
        if time.last is not None:
            found.append(FilterCondition("founded", "<=", (time.last,)))
        return tuple(found)

    # predicates

    def subjects(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Who supplies Apple."""
        return self._related_conditions(verb.type, verb.to_subject, args)

    def objects(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Whom Apple supplies."""
        return self._related_conditions(verb.type, verb.to_object, args)

    def member(self, found: Phrase) -> Conditions | None:
        """To be one of a set: 是英伟达的客户."""
        plan = None if found.is_any or found.counted else found.plan()
        return None if plan is None else (SetCondition(plan),)

    def members(self, first: Phrase, second: Phrase) -> Conditions | None:
        """To be one of both sets: 是英伟达客户和微软客户."""
        one, other = self.member(first), self.member(second)
        return None if one is None or other is None else (*one, *other)

    def licensees(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Who uses a licence of Arm."""
        if verb.subject != "target" or "licenses_to" not in self._ontology:
            return None
        return self._related_conditions("licenses_to", "forward", args)

    def dated_pred(self, time: WhenCondition, pred: Conditions | None) -> Conditions | None:
        """The same, begun then: the time belongs to this relation."""
        if pred is None or len(pred) != 1 or not isinstance(pred[0], SetCondition):
            return None
        plan = Phrase(conditions=(*pred, time)).plan()
        return None if plan is None else (SetCondition(plan),)

    def both_verbs(self, first: RelationVerb, second: RelationVerb, args: Args) -> Conditions | None:
        """Supply and compete with."""
        one, other = self.subjects(first, args), self.subjects(second, args)
        return None if one is None or other is None or first.type == second.type else (*one, *other)

    def objects_of_trade(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Whom Apple buys parts from: no company is bought so."""
        return None if self._is_event(verb) else self.objects(verb, args)

    def subjects_of_trade(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Who buys parts from Apple."""
        return None if self._is_event(verb) else self.subjects(verb, args)

    def _is_event(self, verb: RelationVerb) -> bool:
        return verb.type != LIKE and self._ontology[verb.type].family == "TEMPORAL"

    def passive(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Supplied by Apple."""
        return self.objects(verb, args) if verb.past else None

    def passive_objects(self, verb: RelationVerb, args: Args) -> Conditions | None:
        """Who is Apple supplied by."""
        return self.subjects(verb, args) if verb.past else None

    def subjects_of(self, verb: RelationVerb, args: Args, named: Named) -> Conditions | None:
        """给大众供电池: who supplies it and makes batteries; also "makes chips for Apple"."""
        if verb.type == self._leading_to.get("product") and "supplies" in self._ontology:
            verb = RelationVerb("supplies", "source")
        found, made = self.subjects(verb, args), self.class_condition(named)
        if found is None or made is None or verb.subject != "source":
            return found
        return (*found, made)

    def makes(self, verb: RelationVerb, named: Named) -> Conditions | None:
        """Who makes batteries, 做疫苗."""
        return self.of_class(named) if verb.type == self._leading_to.get("product") else None

    def nouns_of(self, noun: RelationNoun, args: Args) -> Conditions | None:
        """To be a supplier of Apple."""
        found = self._related_conditions(noun.type, noun.end, args)
        return None if found is None else (*found, *noun.conditions)

    def not_either(self, args: Args, _not: str) -> Conditions | None:
        """… but Alibaba doesn't: filled in by ``under`` from the predicate before it."""
        return (SetCondition(_Elided(args), positive=False),)  # type: ignore[arg-type]

    def _related_conditions(self, kind: str, end: RelationEnd, args: Args) -> Conditions | None:
        fitting = self._fitting(kind, end, args)
        return None if fitting is None else (SetCondition(related(kind, end, fitting)),)

    # sets

    def anyone(self, word: str) -> Phrase:
        """Companies, who, 谁."""
        return Phrase(asked=_INTERROGATIVE.match(word) is not None)

    def which(self, word: str, found: Phrase) -> Phrase | None:
        """Which carmaker, 哪些日本公司."""
        return replace(found, asked=True) if _INTERROGATIVE.match(word) else None

    def counted(self, found: Phrase) -> Phrase:
        """How many companies."""
        return replace(found, counted=True)

    def class_members(self, named: Named) -> Phrase | None:
        """Carmakers; CAR-T companies."""
        condition = self.class_condition(named)
        return None if condition is None else Phrase(conditions=(condition,))

    def makers_of_class(self, named: Named, noun: RelationNoun) -> Phrase | None:
        """Battery makers."""
        kind = self._leading_to.get("product")
        if noun.type != kind or noun.end != "backward":
            return None
        found = self.class_members(named)
        return None if found is None else replace(found.under(*noun.conditions), counted=noun.counted)

    def in_place(self, place: Named, found: Phrase) -> Phrase | None:
        """Companies of a place of the data."""
        conditions = self.at(place)
        return None if conditions is None else found.under(*conditions)

    def noun_set(self, noun: RelationNoun, args: Args) -> Phrase | None:
        """Suppliers of Apple."""
        fitting = self._fitting(noun.type, noun.end, args)
        if fitting is None:
            return None
        base = related(noun.type, noun.end, fitting)
        return Phrase(base, self._of_class_only(noun.conditions), noun.counted)

    def _of_class_only(self, conditions: Conditions) -> Conditions:
        return conditions

    def like_set(self, noun: RelationNoun, args: Args) -> Phrase | None:
        """中国版Uber: of likeness alone the noun may stand first."""
        return self.noun_set(noun, args) if noun.type == LIKE else None

    def local_like(self, condition: Condition, name: Args) -> Phrase | None:
        """The Chinese Nvidia."""
        if not isinstance(condition, FilterCondition) or condition.attribute != "country":
            return None
        found = self.noun_set(RelationNoun(LIKE, "either", (condition,)), name)
        return found

    def same_set(
        self, noun: RelationNoun, _of: str, _same: str, shared: RelationNoun, _as: str, args: Args
    ) -> Phrase | None:
        """Makers of the same products as DJI."""
        inner = self.noun_set(shared, args)
        plan = inner.plan() if inner is not None else None
        return None if plan is None else self.noun_set(noun, Args((plan,)))

    def under(self, found: Phrase, pred: Conditions | None) -> Phrase | None:
        """A set under conditions."""
        if pred is None:
            return None
        filled = self._filled(found, pred)
        return None if filled is None else found.under(*filled)

    def _filled(self, found: Phrase, pred: Conditions) -> Conditions | None:
        """With "… but Alibaba doesn't" written out by the relation named before it."""
        conditions: list[Condition] = []
        for each in pred:
            if isinstance(each, SetCondition) and isinstance(each.set, _Elided):
                before = [c.set for c in (*found.conditions, *conditions) if isinstance(c, SetCondition) and c.positive]
                if found.base is not None:
                    before.insert(0, found.base)
                model = next((s for s in reversed(before) if isinstance(s, Related | Like)), None)
                if model is None:
                    return None
                args: Args = each.set.args
                kind = LIKE if isinstance(model, Like) else model.type
                end = "either" if isinstance(model, Like) else model.end
                plan = related(kind, end, args)
                conditions.append(SetCondition(plan, positive=False))
            else:
                conditions.append(each)
        return tuple(conditions)

    def noun_itself(self, noun: RelationNoun, pred: Conditions) -> Phrase | None:
        """宝马在用的供应商: the noun repeats the relation of the predicate."""
        sets = [each.set for each in pred if isinstance(each, SetCondition) and each.positive]
        types = {kind for each in sets for kind in _types_of(each)}
        return Phrase(conditions=(*pred, *noun.conditions)) if noun.type in types else None

    def those(self, pred: Conditions) -> Phrase | None:
        """做PD-1的."""
        return self.under(Phrase(), pred)

    def whom(self, args: Args, verb: RelationVerb, found: Phrase, *, denied: bool = False) -> Phrase | None:
        """SoftBank invested in which companies."""
        pred = self.objects(verb, args)
        pred = self.denied(pred) if denied else pred
        return self.under(found, pred) if found.base is None else None

    def whom_dated(self, args: Args, time: WhenCondition, verb: RelationVerb, found: Phrase) -> Phrase | None:
        """阿里巴巴2015年之前投资了谁."""
        return self.under(found, self.dated_pred(time, self.objects(verb, args))) if found.base is None else None

    def by_whom(self, args: Args, verb: RelationVerb, found: Phrase) -> Phrase | None:
        """稀土永磁谁在做; 特斯拉被谁收购."""
        return self.under(found, self.subjects(verb, args)) if found.base is None else None

    def given(self, args: Args, found: Phrase) -> Phrase | None:
        """苹果的零件是谁家给的: who supplies it."""
        if "supplies" not in self._ontology:
            return None
        return self.by_whom(args, RelationVerb("supplies", "source"), found)

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

    def either_set(self, first: Phrase, second: Phrase) -> Phrase | None:
        """Suppliers of A and rivals of B: members of either."""
        one, other = first.plan(), second.plan()
        if first.is_any or second.is_any or one is None or other is None:
            return None
        return Phrase(Or(args=(one, other)), counted=first.counted)

    def related_only(self, found: Phrase) -> Phrase | None:
        """Main, biggest: of relations they say how the list is ordered anyway, of companies they ask for their size."""
        return found if found.base is not None else None

    # superlatives

    def by_founding(self, which: Which) -> TopCondition:
        """Oldest, youngest."""
        return TopCondition(ValueOf(attribute="founded"), which)

    def by_date(self, which: Which) -> TopCondition:
        """First, latest: by when the relation began."""
        return TopCondition(DateOf(), which)

    def dated_top(self, found: Phrase | None, top: TopCondition) -> Phrase | None:
        """The first of a set of a relation."""
        if found is None:
            return None
        plan = found.plan()
        return found.under(top) if plan is not None and _has_relation(plan) else None

    def most(self, found: Phrase, noun: RelationNoun, which: Which) -> Phrase | None:
        """With the most customers."""
        plan = None if noun.type == LIKE or noun.conditions else found.plan()
        if plan is None or not self._fitting_set(noun.type, noun.end, plan):
            return None
        return found.under(TopCondition(CountOf(type=noun.type, end=noun.end), which))

    def most_within(self, found: Phrase, verb: RelationVerb, within: Phrase, which: Which) -> Phrase | None:
        """Who supplies the most carmakers."""
        plan = None if within.is_any else within.plan()
        if verb.type == LIKE or (plan is None and not within.is_any):
            return None
        return found.under(TopCondition(CountOf(type=verb.type, end=verb.to_object, within=plan), which))

    # answers

    def companies(self, found: Phrase | None) -> Plan | None:
        """The members, or how many there are."""
        plan = None if found is None or found.is_any else found.plan()
        if plan is None:
            return None
        return Plan(answer=Count(set=plan) if found.counted else Companies(set=plan))

    def pair(self, first: Args, second: Args) -> tuple[str, ...] | None:
        """Two names side by side."""
        return self.longer(_ids(first), second)

    def longer(self, names: tuple[str, ...], name: Args) -> tuple[str, ...] | None:
        """And one more."""
        ids = _ids(name)
        return (*names, *ids) if len(names) == 0 or not set(ids) & set(names) else None

    def comparison(self, pair: tuple[str, ...] | None) -> Plan | None:
        """Compared with one another."""
        return Plan(answer=Compare(ids=pair)) if pair and 2 <= len(pair) <= 5 else None

    def path(self, pair: tuple[str, ...] | None) -> Plan | None:
        """What connects them."""
        return Plan(answer=Path(ids=pair)) if pair and 2 <= len(pair) <= 5 else None

    def yes_no(self, name: Args, pred: Conditions | None) -> Plan | None:
        """Whether it is so."""
        ids, found = _ids(name), self.under(Phrase(), pred)
        plan = found.plan() if found is not None and not found.is_any else None
        if plan is None or len(ids) != 1 or ids[0] in _named_in(plan):
            return None
        return Plan(answer=YesNo(entity=ids[0], set=plan))

    # what fits

    def _fitting(self, kind: str, end: RelationEnd, args: Args) -> Args | None:
        """``args`` as far as they can stand at that end of the relation."""
        sets = [self._fitting_set(kind, end, each) for each in args.sets]
        known = tuple(each for each in sets if each is not None)
        return replace(args, sets=known) if len(known) == len(sets) else None

    def _fitting_set(self, kind: str, end: RelationEnd, plan: SetPlan) -> SetPlan | None:
        wanted = self._ontology[kind].target if kind != LIKE and end == "backward" else _COMPANY
        bridge = self._ontology.is_bridge(wanted)

        def fits(each: str) -> bool:
            return each == wanted if bridge else not self._ontology.is_bridge(each)

        if isinstance(plan, Entities):
            ids = tuple(each for each in plan.ids if fits(self._type_of(each)))
            return Entities(ids=ids) if ids else None
        return plan if fits(self._type(plan)) else None

    def _type(self, plan: SetPlan) -> str:
        match plan:
            case Related(type=kind, end="forward"):
                return self._ontology[kind].target
            case All(type=kind):
                return kind
            case And(args=args) | Or(args=args):
                return self._type(args[0])
            case Filter(arg=inner) | Minus(arg=inner) | Top(arg=inner):
                return self._type(inner)
            case Entities(ids=ids):
                return self._type_of(ids[0])
        return _COMPANY


class _Elided:
    """In the place of a set: whatever the predicate before says, of ``args``."""

    def __init__(self, args: Args) -> None:
        self.args = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Elided) and other.args == self.args

    def __hash__(self) -> int:
        return hash(self.args)


def _ids(args: Args) -> tuple[str, ...]:
    return tuple(each for part in args.sets if isinstance(part, Entities) for each in part.ids)


def _is_elided(condition: Condition) -> bool:
    return isinstance(condition, SetCondition) and isinstance(condition.set, _Elided)


def _named_in(plan: SetPlan) -> set[str]:
    if isinstance(plan, Entities):
        return set(plan.ids)
    return {each for inner in sets_of(plan) for each in _named_in(inner)}


def _types_of(plan: SetPlan) -> set[str]:
    match plan:
        case Related(type=kind):
            return {kind}
        case And(args=args) | Or(args=args):
            return {kind for each in args for kind in _types_of(each)}
        case Filter(arg=inner) | Minus(arg=inner) | Top(arg=inner):
            return _types_of(inner)
    return set()


def _has_relation(plan: SetPlan) -> bool:
    return bool(_types_of(plan))
