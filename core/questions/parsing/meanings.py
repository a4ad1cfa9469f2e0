"""What words and phrases of a question mean while it is being parsed: pieces of a plan."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from core.domain.plan import (
    All,
    And,
    Attribute,
    Controlled,
    CountOf,
    DateOf,
    Entities,
    Filter,
    Like,
    Minus,
    Operator,
    Or,
    Related,
    RelationEnd,
    SetPlan,
    Top,
    ValueOf,
    When,
)

LIKE = "like"
"""In the place of a relation type: to be like somebody."""
CONTROLLED = "controlled"
"""In the place of a relation type: to be controlled by somebody."""
THEY = Entities(ids=("\u2026",))
"""Those just described, in the place of their set, until it is known which they are."""
Subject = Literal["source", "target", "either"]
_TO_SUBJECT: dict[Subject, RelationEnd] = {"source": "backward", "target": "forward", "either": "either"}
_TO_OBJECT: dict[Subject, RelationEnd] = {"source": "forward", "target": "backward", "either": "either"}
_NEGATED: dict[Operator, Operator] = {
    "in": "not_in",
    "not_in": "in",
    "<": ">=",
    "<=": ">",
    ">": "<=",
    ">=": "<",
}


@dataclass(frozen=True)
class Named:
    """What a name stands for; several ids where several bear it, or where it is a class of products. ``companies``: the
    words are a name of companies, such as carmakers."""

    ids: tuple[str, ...]
    companies: bool = False


@dataclass(frozen=True)
class Args:
    """The sets that a relation is with, of all of them or of any. ``goods``: what of theirs it is about: 小米的芯片.
    ``at_once``: both of them. ``listed``: by marks alone, so that what comes behind says whether it is and or or."""

    sets: tuple[SetPlan, ...]
    join: Literal["and", "or"] = "and"
    goods: Named | None = None
    at_once: bool = False
    listed: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class SetCondition:
    """To be a member of a set, or not to be. ``at_once``: of all that the set is made of together: who does not supply
    both A and B may supply one of them."""

    set: SetPlan
    positive: bool = True
    at_once: bool = False


@dataclass(frozen=True)
class FilterCondition:
    """An attribute that fits."""

    attribute: Attribute
    operator: Operator
    values: tuple[str | int, ...]


@dataclass(frozen=True)
class AnyCondition:
    """One of several conditions."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class WhenCondition:
    """When the relation began that is asked for; ``ended``: that it has ended."""

    first: int | None = None
    last: int | None = None
    ended: bool = False


PAST = WhenCondition(ended=True)
"""The relation has ended."""


@dataclass(frozen=True)
class TopCondition:
    """The most or the least of something."""

    by: CountOf | ValueOf | DateOf
    which: Literal["most", "least"]
    number: int = 1


@dataclass(frozen=True)
class ElidedCondition:
    """Not to be what the predicate before says, of ``args``: … but not for Huawei. ``or_itself``: who is among those
    before is left out itself: rivals of BYD, but not CATL."""

    args: Args
    or_itself: bool = False


@dataclass(frozen=True)
class AlsoCondition:
    """To have another relation with those the set before it is related to: suppliers of Tesla that are partners."""

    noun: RelationNoun
    positive: bool = True


@dataclass(frozen=True)
class NewCondition:
    """To have come into a relation at a time that the rest of the question says: new suppliers since 2023."""


@dataclass(frozen=True)
class HomeCondition:
    """To be from the country of those to whom one is related, or, ``abroad``, from another: domestic suppliers."""

    abroad: bool


Condition = (
    ElidedCondition
    | HomeCondition
    | AlsoCondition
    | NewCondition
    | SetCondition
    | FilterCondition
    | AnyCondition
    | WhenCondition
    | TopCondition
)
Conditions = tuple[Condition, ...]


@dataclass(frozen=True)
class RelationNoun:
    """Suppliers, 客户: whoever is at the other end of a relation, with conditions (韩国对手). ``deed``: the noun is one
    for what is done (partnership), not for who does it. ``asked``: which suppliers, 哪些供应商. ``owns``: it says that
    somebody owns them, and not that he controls them. ``goods``: what the first word says they buy: battery
    customers."""

    type: str
    end: RelationEnd
    conditions: tuple[Condition, ...] = ()
    counted: bool = False
    deed: bool = False
    asked: bool = False
    owns: bool = False
    goods: Named | None = None


@dataclass(frozen=True)
class RelationVerb:
    """To supply, 采购. ``subject``: at which end of the relation it stands. ``past``: a form that may be passive.
    ``given``: its object is what is given, or who gets it: who licenses Arm, and whom Arm licenses, has a licence.
    ``hired``: what contract makers are, who do it for others. ``sells``: what stands right behind it is sold.
    ``owns``: as of a ``RelationNoun``."""

    type: str
    subject: Subject
    past: bool = False
    given: bool = False
    hired: tuple[FilterCondition, ...] = ()
    sells: bool = False
    owns: bool = False

    @property
    def to_subject(self) -> RelationEnd:
        """The end of ``Related`` that leads from the object to the subjects."""
        return _TO_SUBJECT[self.subject]

    @property
    def to_object(self) -> RelationEnd:
        """The end of ``Related`` that leads from the subject to the objects."""
        return self.to_subject if self.given else _TO_OBJECT[self.subject]


@dataclass(frozen=True)
class Phrase:
    """A set being put together: members of ``base``, any company where there is none, under conditions. ``counted``:
    the question asks how many. ``asked``: it holds an interrogative (谁, which), so that it is what is asked for and no
    part of something else. ``topic``: it says a product or an industry and nothing of companies. ``deed``: as of
    ``RelationNoun``. ``mutual``: members of two sets that have it with one another."""

    base: SetPlan | None = None
    conditions: tuple[Condition, ...] = ()
    counted: bool = False
    asked: bool = False
    topic: bool = False
    deed: bool = False
    mutual: bool = False

    @property
    def is_any(self) -> bool:
        """Whether it says nothing but "companies"."""
        return self.base is None and not self.conditions

    def under(self, *conditions: Condition) -> Phrase:
        """With further conditions."""
        topic = self.topic and all(isinstance(each, FilterCondition) for each in conditions)
        return replace(self, conditions=(*self.conditions, *conditions), topic=topic)

    def plan(self) -> SetPlan | None:
        """As a set; None where the conditions do not fit together."""
        elided = any(isinstance(each, ElidedCondition | AlsoCondition | HomeCondition) for each in self.conditions)
        undated = any(isinstance(each, NewCondition) for each in self.conditions) and not any(
            isinstance(each, WhenCondition) for each in self.conditions
        )
        return None if elided or undated else _set_of(self)  # nothing before it says what is meant, or since when


def negated(condition: Condition) -> Condition | None:
    """The opposite; None of what has none."""
    match condition:
        case SetCondition(set=inner, positive=positive):
            return SetCondition(inner, not positive)
        case AlsoCondition(noun=noun, positive=positive):
            return AlsoCondition(noun, not positive)
        case FilterCondition(attribute=attribute, operator=operator, values=values) if operator in _NEGATED:
            return FilterCondition(attribute, _NEGATED[operator], values)
        case AnyCondition(conditions=conditions):
            members = [_member_of(each) for each in conditions]
            sets = tuple(each for each in members if each is not None)
            return SetCondition(Or(args=sets) if len(sets) > 1 else sets[0], False) if sets else None
    return None


def related(kind: str, end: RelationEnd, args: Args) -> SetPlan:
    """Whoever has the relation with all, or with any, of ``args``."""
    sets = [_one_related(kind, end, each) for each in args.sets]
    if len(sets) == 1:
        return sets[0]
    return And(args=tuple(sets)) if args.join == "and" else Or(args=tuple(sets))


def _one_related(kind: str, end: RelationEnd, of: SetPlan) -> SetPlan:
    if kind in (LIKE, CONTROLLED):
        return Like(of=of) if kind == LIKE else Controlled(of=of)
    return Related(type=kind, end=end, of=of)


def _set_of(phrase: Phrase) -> SetPlan | None:
    conditions = list(phrase.conditions)
    positive = [each.set for each in conditions if isinstance(each, SetCondition) and each.positive]
    whens = [each for each in conditions if isinstance(each, WhenCondition)]
    alternatives = [_member_of(each) for each in conditions if isinstance(each, AnyCondition)]
    if None in alternatives:
        return None
    positive += [each for each in alternatives if each is not None]
    if phrase.base is not None:
        positive.insert(0, phrase.base)
    if whens:
        positive = _dated(positive, whens)
        if not positive:
            return None
    distinct = tuple(dict.fromkeys(positive))
    found: SetPlan = All() if not distinct else distinct[0] if len(distinct) == 1 else And(args=distinct)
    narrowing = dict.fromkeys(each for each in conditions if isinstance(each, FilterCondition))
    for one in narrowing:  # in China, from mainland China: once
        found = Filter(arg=found, attribute=one.attribute, operator=one.operator, values=one.values)
    without = tuple(
        dict.fromkeys(each.set for each in conditions if isinstance(each, SetCondition) and not each.positive)
    )
    if without:
        found = Minus(arg=found, without=without)
    for each in conditions:
        if isinstance(each, TopCondition):
            found = Top(arg=found, by=each.by, which=each.which, n=each.number)
    return found


def _dated(sets: list[SetPlan], whens: Iterable[WhenCondition]) -> list[SetPlan]:
    """The relation named last began then; nothing where there is no relation."""
    ended = any(each.ended for each in whens) or None
    first = max((each.first for each in whens if each.first is not None), default=None)
    last = min((each.last for each in whens if each.last is not None), default=None)
    if first is not None and last is not None and first > last:
        return []
    for place in reversed(range(len(sets))):
        dated = _with_date(sets[place], _When(When(first=first, last=last) if first or last else None, ended))
        if dated is not None:
            return [*sets[:place], dated, *sets[place + 1 :]]
    return []


class _When(NamedTuple):
    when: When | None
    ended: Literal[True] | None


def _with_date(plan: SetPlan, when: _When) -> SetPlan | None:
    match plan:
        case Related(when=None, ended=None):
            return plan.model_copy(update=when._asdict())
        case And(args=args) | Or(args=args):
            dated = [_with_date(each, when) for each in args]
            known = tuple(each for each in dated if each is not None)
            return plan.model_copy(update={"args": known}) if len(known) == len(args) else None
        case Filter(arg=inner) | Minus(arg=inner):
            within = _with_date(inner, when)
            return plan.model_copy(update={"arg": within}) if within is not None else None
    return None


def _member_of(condition: Condition) -> SetPlan | None:
    """A condition as the set of all that fulfil it."""
    match condition:
        case SetCondition(set=inner, positive=True):
            return inner
        case SetCondition(set=inner):
            return Minus(arg=All(), without=(inner,))
        case FilterCondition(attribute=attribute, operator=operator, values=values):
            return Filter(arg=All(), attribute=attribute, operator=operator, values=values)
        case AnyCondition(conditions=conditions):
            sets = [_member_of(each) for each in conditions]
            known = tuple(each for each in sets if each is not None)
            return Or(args=known) if len(known) == len(sets) and len(known) > 1 else None
    return None


def of_them(plan: SetPlan, they: SetPlan) -> SetPlan:
    """A set that is said of "them", of those that are meant."""
    match plan:
        case Entities():
            return they if plan == THEY else plan
        case And(args=args) | Or(args=args):
            return plan.model_copy(update={"args": tuple(of_them(each, they) for each in args)})
        case Related(of=inner) | Like(of=inner) | Controlled(of=inner):
            return plan.model_copy(update={"of": of_them(inner, they)})
        case Minus(arg=inner, without=without):
            others = tuple(of_them(each, they) for each in without)
            return plan.model_copy(update={"arg": of_them(inner, they), "without": others})
        case Filter(arg=inner) | Top(arg=inner):
            return plan.model_copy(update={"arg": of_them(inner, they)})
    return plan


def entities(ids: Iterable[str]) -> Entities:
    """These entities as a set."""
    return Entities(ids=tuple(dict.fromkeys(ids)))
