"""What can stand at which end of a relation, and what a class of products or industries is as a condition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from core.domain.plan import All, And, Entities, Filter, Like, Minus, Or, Related, RelationEnd, SetPlan, Top, sets_of
from core.ontology import Ontology
from core.questions.execution.sizes import Sizes
from core.questions.parsing.meanings import (
    CONTROLLED,
    LIKE,
    THEY,
    AnyCondition,
    Args,
    Condition,
    FilterCondition,
    HomeCondition,
    Named,
    RelationNoun,
    SetCondition,
    entities,
    related,
)
from core.storage.knowledge_base import KnowledgeBase

_COMPANY = "company"
OPPOSITE: dict[RelationEnd, RelationEnd] = {"forward": "backward", "backward": "forward", "either": "either"}
RecordedEnds = Callable[[str], tuple[frozenset[str], frozenset[str]]]
"""Relation type → the types of entity that are recorded at its source and at its target."""


def type_in(base: KnowledgeBase, entity_id: str) -> str:
    """What an entity is; “they” are companies, and what stands in the column of industries and is no entity is one."""
    if entity_id in THEY.ids:
        return _COMPANY
    return base.entity(entity_id).type if entity_id in base.node_of else "industry"


@dataclass(frozen=True)
class Known:
    """What is known of one base: the type and the country of an entity, ``recorded`` ends of relations, how large
    companies are, read when it is first needed, and whether two sets have a member in common."""

    type_of: Callable[[str], str]
    recorded: RecordedEnds
    sizes: Callable[[], Sizes]
    have_in_common: Callable[[SetPlan, SetPlan], bool]
    country_of: Callable[[str], str]


class Fitting:
    """Over one ontology and one base."""

    def __init__(self, ontology: Ontology, known: Known) -> None:
        self.ontology = ontology
        self.type_of = known.type_of
        self.have_in_common = known.have_in_common
        self._country_of = known.country_of
        self._recorded = known.recorded
        self._sizes = known.sizes
        self.leading_to = {kind.target: kind.id for kind in reversed(ontology.types.values())}

    def class_condition(self, named: Named) -> Condition | None:
        """To be in one of the industries, or to make one of the products."""
        industries = tuple(each for each in named.ids if self.type_of(each) == "industry")
        products = tuple(each for each in named.ids if self.type_of(each) == "product")
        found: list[Condition] = []
        if industries:
            found.append(FilterCondition("industry", "in", industries))
        kind = self.leading_to.get("product")
        if products and kind:
            found.append(SetCondition(Related(type=kind, end="backward", of=entities(products))))
        if not found:
            return None
        return found[0] if len(found) == 1 else AnyCondition(tuple(found))

    def seen_from(self, args: Args, conditions: tuple[Condition, ...]) -> tuple[Condition, ...] | None:
        """Conditions with the country that domestic and overseas mean: that of the one company in ``args``. None where
        it is not known."""
        if not any(isinstance(each, HomeCondition) for each in conditions):
            return conditions
        countries = {self._country_of(each) for each in ids_of(args)}
        country = next(iter(countries), "") if len(args.sets) == len(countries) == 1 else ""
        return tuple(_seen(each, country) for each in conditions) if country else None

    def says_what(self, noun: RelationNoun) -> bool:
        """Whether a noun says what they make."""
        return any(map(self.is_of_class, noun.conditions))

    def is_of_class(self, condition: Condition) -> bool:
        """Whether it says in which industry somebody is, or what he makes."""
        match condition:
            case AnyCondition(conditions=conditions):
                return any(map(self.is_of_class, conditions))
            case SetCondition(set=Related(type=kind)):
                return kind == self.leading_to.get("product")
        return isinstance(condition, FilterCondition) and condition.attribute == "industry"

    def fitting(self, kind: str, end: RelationEnd, args: Args) -> Args | None:
        """``args`` as far as they can stand at that end of the relation."""
        sets = [self.fitting_set(kind, end, each) for each in args.sets]
        known = tuple(each for each in sets if each is not None)
        return replace(args, sets=known) if len(known) == len(sets) else None

    def relation(self, kind: str, end: RelationEnd, args: Args, *, owns: bool = False) -> SetPlan | None:
        """Whoever has the relation with ``args``, as far as they can stand at that end of it. Of people, whether or not
        any is recorded as a parent: what they hold shares in where it is said that they own it, else what they
        control."""
        fitting = self.fitting(kind, end, args)
        below = (kind, end) == ("subsidiary_of", "backward") and "shareholder_of" in self.ontology
        if below and (fitting is None or self._are_people(args)):
            fitting = self.fitting("shareholder_of", "forward", args)
            kind, end = ("shareholder_of" if owns else CONTROLLED), "forward"
        return None if fitting is None else related(kind, end, fitting)

    def _are_people(self, args: Args) -> bool:
        named = ids_of(args)
        return bool(named) and all(self.ontology.is_bridge(self.type_of(each)) for each in named)

    def fitting_set(self, kind: str, end: RelationEnd, plan: SetPlan) -> SetPlan | None:
        """The set as far as its members can stand at that end of the relation; None where none can."""
        allowed = self._types_at(kind, end)
        if isinstance(plan, Entities):
            ids = tuple(each for each in plan.ids if self._is_one_of(self.type_of(each), allowed))
            return Entities(ids=ids) if ids else None
        return plan if any(self._is_one_of(each, allowed) for each in self.result_types(plan)) else None

    def result_types(self, plan: SetPlan) -> frozenset[str]:
        """The types of entity that members of a set may have."""
        match plan:
            case Related(type=kind, end=end):
                return self._types_at(kind, OPPOSITE[end])
            case All(type=kind):
                return frozenset((kind,))
            case And(args=args) | Or(args=args):
                types = map(self.result_types, args)
                return frozenset.intersection(*types) if isinstance(plan, And) else frozenset.union(*types)
            case Filter(arg=inner) | Minus(arg=inner) | Top(arg=inner):
                return self.result_types(inner)
            case Entities(ids=ids):
                return frozenset(map(self.type_of, ids))
        return frozenset((_COMPANY,))

    def _types_at(self, kind: str, end: RelationEnd) -> frozenset[str]:
        """The types of entity at the source (``forward``), at the target, or at either end of a relation: those that
        the ontology says and those that the data have."""
        if kind == LIKE:
            return frozenset((_COMPANY,))
        sources, targets = self._recorded(kind)
        for other in self._saying_the_same(kind):
            ends = self._recorded(other)
            sources, targets = sources | ends[1], targets | ends[0]
        at_target = targets | {self.ontology[kind].target}
        at_source = sources | {self.ontology[kind].source}
        return {"forward": at_source, "backward": at_target, "either": at_source | at_target}[end]

    def _saying_the_same(self, kind: str) -> list[str]:
        """Types that say about the same the other way round."""
        reverse = self.ontology[kind].reverse_of
        return [each.id for each in self.ontology.types.values() if each.id == reverse or each.reverse_of == kind]

    def _is_one_of(self, each: str, allowed: frozenset[str]) -> bool:
        """Whether it is of an allowed type; what is no bridge may stand wherever a company may."""
        return each in allowed or (_COMPANY in allowed and not self.ontology.is_bridge(each))


def _seen(condition: Condition, country: str) -> Condition:
    if not isinstance(condition, HomeCondition):
        return condition
    return FilterCondition("country", "not_in" if condition.abroad else "in", (country,))


def ids_of(args: Args) -> tuple[str, ...]:
    """Ids of entities that are named."""
    return tuple(each for part in args.sets if isinstance(part, Entities) for each in part.ids)


def named_in(plan: SetPlan) -> set[str]:
    """Ids of all entities that a set names anywhere."""
    if isinstance(plan, Entities):
        return set(plan.ids)
    return {each for inner in sets_of(plan) for each in named_in(inner)}


def names_them(plan: SetPlan) -> bool:
    """Whether a set is said of "them", and it is not known who that is."""
    return bool(named_in(plan) & set(THEY.ids))


def types_of(plan: SetPlan) -> set[str]:
    """The relation types of which the members are."""
    match plan:
        case Related(type=kind):
            return {kind}
        case And(args=args) | Or(args=args):
            return {kind for each in args for kind in types_of(each)}
        case Filter(arg=inner) | Minus(arg=inner) | Top(arg=inner):
            return types_of(inner)
    return set()


def has_relation(plan: SetPlan) -> bool:
    """Whether members are such by a relation."""
    return bool(types_of(plan))


def relation_of(plan: SetPlan) -> Related | Like | None:
    """The relation that makes somebody a member, whoever it is with; None where there are several."""
    match plan:
        case Related() | Like():
            return plan
        case And(args=args) | Or(args=args):
            found = [relation_of(each) for each in args]
            kinds = {None if each is None else each.model_copy(update={"of": THEY}) for each in found}
            return found[0] if len(kinds) == 1 else None
        case Filter(arg=inner) | Minus(arg=inner) | Top(arg=inner):
            return relation_of(inner)
    return None
