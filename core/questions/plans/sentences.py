"""A plan in words, in both languages: what the reader sees of what was understood.

The words are those of the ontology and of the message catalogue; a name stands for every id that has one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from core.domain.plan import (
    ANY_TICKER,
    All,
    And,
    Companies,
    Compare,
    Controlled,
    Controllers,
    Count,
    CountOf,
    DateOf,
    Entities,
    Filter,
    Like,
    Minus,
    Money,
    Or,
    Path,
    Plan,
    Related,
    SetPlan,
    ShareOf,
    Top,
    Value,
    ValueOf,
    When,
    YesNo,
)
from core.messages import Language, translate, translated_or_itself
from core.names.places import place_name
from core.ontology import COMPANY, Ontology, RelationEnd
from core.questions.execution.held_shares import asks_owners
from core.questions.plans.figures_said import money_said, says_how_much, share_said
from core.questions.plans.places_and_markets import groups_of_countries, markets, town_name
from core.questions.plans.plurals import plural
from core.questions.plans.two_sides import TwoSides, two_sides
from core.storage.knowledge_base import KnowledgeBase

NameOf = Callable[[str, Language], str]
_IN_FULL = 4  # industries, or products, of a class
_SOME = 3  # of more than that


def names_in(base: KnowledgeBase) -> NameOf:
    """The name of an entity; an id that nothing has stands for itself."""

    def name_of(entity_id: str, language: Language) -> str:
        return base.entity(entity_id).name(language) if entity_id in base.node_of else entity_id

    return name_of


@dataclass(frozen=True)
class _Phrase:
    """What a set is in itself, and what its members fulfil besides."""

    head: str
    conditions: tuple[str, ...] = ()
    of_all: bool = False

    def under(self, condition: str) -> _Phrase:
        return _Phrase(self.head, (*self.conditions, condition), self.of_all)


@dataclass(frozen=True)
class PlanWords:
    """How the parts of plans are called in one language."""

    ontology: Ontology
    name_of: NameOf
    language: Language

    def plan(self, plan: Plan) -> str:
        """The whole plan as a phrase: "suppliers of Apple, from Japan"."""
        said = self._asked(plan)
        return self.text("plan.as_of", plan=said, day=plan.as_of) if plan.as_of else said

    def _asked(self, plan: Plan) -> str:
        match plan.answer:
            case Companies(set=asked, beside=beside):
                return self.text(f"plan.beside.{beside}", set=self.set(asked)) if beside else self.set(asked)
            case Count(set=asked):
                return self.text("plan.count", set=self.set(asked))
            case YesNo(entity=entity, set=asked, asks=asks):
                return self.text(f"plan.yes_no.{asks}", entity=self.name(entity), set=self.set(asked))
            case Value(entity=entity, attribute=attribute, tickers=tickers):
                said = self.text("plan.value", entity=self.name(entity), attribute=self.attribute(attribute))
                return self.text("plan.value_there", value=said, market=self.market(tickers)) if tickers else said
            case Path(ids=ids, shortest=shortest):
                key = "plan.shortest_path" if shortest else "plan.path"
                return self.text(key, names=self.names(ids, "plan.and"))
            case Compare(ids=ids):
                return self.text("plan.comparison", names=self.names(ids, "plan.and"))

    def set(self, asked: SetPlan, *, one: bool = False) -> str:
        """A set as a phrase: its members, by what makes them such; ``one``: as of a set of a single member."""
        phrase = self._phrase(asked, one=one)
        if not phrase.conditions:
            return phrase.head
        of_anybody = phrase.head.endswith(self.text("plan.any_company"))  # it is not that company that is narrowed
        key = "plan.narrowed_all" if phrase.of_all else "plan.narrowed_apart" if of_anybody else "plan.narrowed"
        joined_by = "plan.and" if self.language == "en" else "plan.separator"
        return self.text(key, set=phrase.head, conditions=self._joined(phrase.conditions, joined_by))

    def text(self, key: str, **words: str | int) -> str:
        """A message of the catalogue."""
        return said_once(translate(key, self.language, **words))

    def name(self, entity_id: str) -> str:
        """The name of an entity."""
        return self.name_of(entity_id, self.language)

    def names(self, ids: Sequence[str], joined_by: str = "plan.or") -> str:
        """Names, each once: A, B or C."""
        return self._joined(list(dict.fromkeys(map(self.name, ids))), joined_by)

    def role(self, relation_type: str, end: RelationEnd) -> str:
        """What one whom a relation leads to is: customer, for ``forward`` of supplies."""
        return self._roles(relation_type, end, many=False)

    def roles(self, relation_type: str, end: RelationEnd) -> str:
        """What those whom a relation leads to are: customers."""
        return self._roles(relation_type, end, many=True)

    def roles_of(self, roles: str, of: str) -> str:
        """Whose they are: "suppliers of Apple", "companies led by Elon Musk", 马云所创公司."""
        return self.text("plan.related_by" if _is_deed(roles) else "plan.related", roles=roles, of=of)

    def relation(self, asked: Related) -> str:
        """The relation of a chip: "suppliers of"."""
        if asked.share is not None and says_how_much(asked.share):
            holders = "chip.holders" if asks_owners(self.ontology, asked) else "chip.holdings"
            return self.text(holders, share=share_said(asked.share, self.language))
        roles = self.roles(asked.type, asked.end)
        key = "chip.relation_by" if _is_deed(roles) else "chip.relation"
        return self.text(key, roles=self._former(roles) if self._is_past(asked) else roles)

    def control(self, asked: Controllers | Controlled) -> str:
        """The chip of who controls, or of what is controlled."""
        if isinstance(asked, Controlled):
            return self.text("chip.controlled")
        return self.text(f"chip.controllers.{'ultimate' if asked.ultimate else 'any'}")

    def money(self, money: Money) -> str:
        """The condition: "with an amount of over 10 billion US dollars"."""
        return money_said(money, self.language)

    def attribute(self, attribute: str) -> str:
        """What a column is called."""
        figure = translated_or_itself(f"figure.{attribute}", attribute, self.language)
        return translated_or_itself(f"plan.value.{attribute}", figure, self.language)

    def condition(self, asked: Filter, *, whole: bool = True) -> str:
        """What a filter lets pass: "from Japan". ``whole``: with the name of every industry of a long list."""
        together = groups_of_countries(self.language).get(tuple(map(str, asked.values)))
        values = [together] if together else [self._value(asked.attribute, value) for value in asked.values]
        operator = asked.operator
        if asked.attribute == "ticker" and asked.values == ANY_TICKER:
            return self.text("plan.condition.ticker.none" if operator == "not_in" else "plan.condition.ticker.any")
        market = self._market(asked)
        if market and operator != "not_in":
            return self.text("plan.condition.ticker.market", market=market)
        if asked.attribute in ("country", "industry", "ticker", "town") and operator != "not_in":
            operator = "in"
        some = values if whole or asked.attribute != "industry" else self._first(values, "industry")
        condition = f"{asked.attribute}.{operator}"
        return self.text(f"plan.condition.{condition}", values=self._joined(some, "plan.or"))

    def market(self, tickers: tuple[str, ...]) -> str:
        """Which market tickers are of: "listed in London"."""
        return self.condition(Filter(arg=All(), attribute="ticker", operator="in", values=tickers))

    def _market(self, asked: Filter) -> str:
        """The market whose tickers all begin or end so; nothing where there is none."""
        if asked.attribute != "ticker":
            return ""
        called = {tickers: name for name, tickers in markets(self.language).items()}
        return called.get(tuple(map(str, asked.values)), "")

    def when(self, asked: Related, when: When) -> str:
        """When a relation began, or, of what happens once, took place."""
        if when.first is not None and when.last is not None:
            key = "in" if when.first == when.last else "between"
        else:
            key = "since" if when.first is not None else "until" if when.last is not None else "any"
        if when.held:
            return self.text(f"plan.held.{key}", first=when.first or 0, last=when.last or 0)
        kind = "once" if key != "any" and self.ontology[asked.type].happens_once else "when"
        return self.text(f"plan.{kind}.{key}", first=when.first or 0, last=when.last or 0)

    def without(self, left_out: SetPlan) -> str:
        """What is left out: "not among partners of Microsoft", "other than BYD"."""
        if isinstance(left_out, Entities):
            return self.text("plan.other_than", names=self.names(left_out.ids, "plan.and"))
        if isinstance(left_out, Filter) and isinstance(left_out.arg, All) and left_out.operator in ("in", "not_in"):
            turned = "not_in" if left_out.operator == "in" else "in"
            return self.condition(left_out.model_copy(update={"operator": turned}))
        return self.text("plan.not", set=self.set(left_out))

    def order(self, asked: Top) -> str:
        """What the members have most or least of: "with the most customers"."""
        match asked.by:
            case CountOf(type=kind, end=end, within=within):
                order = f"{asked.which}.count{'' if within is None else '_within'}"
                inner = "" if within is None else self.set(within)
                said = self.text(f"plan.order.{order}", roles=self.roles(kind, end), within=inner)
            case ValueOf(attribute=attribute):
                order = f"{asked.which}.{attribute}"
                said = self.text(f"plan.order.{order}")
            case DateOf() | ShareOf():
                order = f"{asked.which}.{asked.by.by}"
                said = self.text(f"plan.order.{order}")
        return said if asked.n == 1 else self.text("plan.first", order=said, count=asked.n)

    def _phrase(self, asked: SetPlan, *, one: bool = False) -> _Phrase:
        match asked:
            case Minus(arg=inner, without=without):
                phrase = self._phrase(inner, one=one)
                return _Phrase(phrase.head, (*phrase.conditions, *map(self.without, without)), phrase.of_all)
            case Filter(arg=inner):
                return self._phrase(inner, one=one).under(self.condition(asked, whole=False))
            case Top(arg=inner):
                return self._phrase(inner, one=one).under(self.order(asked))
            case And(args=args):
                return self._and(args, one=one)
            case Or(args=args):
                sides = two_sides(asked)
                return self._or(args, one=one) if sides is None else _Phrase(self.between(sides))
        return self._plain(asked, one=one)

    def _plain(self, asked: Entities | All | Like | Controllers | Controlled | Related, *, one: bool) -> _Phrase:
        match asked:
            case Entities(ids=ids):
                return _Phrase(self.names(ids))
            case All(type=kind):
                return _Phrase(self._kind(kind, one=one), of_all=True)
            case Like(of=of):
                return _Phrase(self.text("plan.like_one" if one else "plan.like", of=self._inner(of)))
            case Controllers(of=of, ultimate=ultimate):
                key = f"plan.controllers.{'ultimate' if ultimate else 'any'}{'_one' if one else ''}"
                return _Phrase(self.text(key, of=self._inner(of)))
            case Controlled(of=of):
                return _Phrase(self.text("plan.controlled_one" if one else "plan.controlled", of=self._inner(of)))
            case Related(of=of, when=when, share=share, money=money):
                phrase = self._related(asked, self._other_end(asked), one=one)
                if share is not None:
                    held = self.text("plan.with_share", share=share_said(share, self.language))
                    phrase = _Phrase(self._held(asked, self._inner(of), one=one), (held,) * says_how_much(share))
                phrase = phrase if money is None else phrase.under(self.money(money))
                return phrase if when is None else phrase.under(self.when(asked, when))

    def _and(self, args: Sequence[SetPlan], *, one: bool) -> _Phrase:
        """Of several relations of one kind, their other ends together: "suppliers of both Apple and Tesla"."""
        same = _same_relation(args)
        if same is not None and len(args) == 2:
            first, second = (each.of for each in args if isinstance(each, Related))
            both = self.text("plan.both", first=self._inner(first), second=self._inner(second))
            return self._related(same, both, one=one)
        phrase = self._phrase(args[0], one=one)
        conditions = list(phrase.conditions)
        for each in args[1:]:
            other = self._phrase(each)
            conditions += other.conditions if other.of_all and other.conditions else []
            conditions += [] if other.of_all else [self.text("plan.also", set=self.set(each))]
            if isinstance(each, All) and not phrase.of_all:
                conditions.append(self.text("plan.of_kind", kind=self._kind(each.type, one=one)))
        return _Phrase(phrase.head, tuple(conditions), phrase.of_all)

    def between(self, sides: TwoSides) -> str:
        """Relations between members of two sets: "joint-venture partners between carmakers and battery makers"."""
        roles = self.roles(sides.relation.type, sides.relation.end)
        return self.text("plan.between", roles=roles, one=self._inner(sides.one), other=self._inner(sides.other))

    def _or(self, args: Sequence[SetPlan], *, one: bool) -> _Phrase:
        money = args[0].money if isinstance(args[0], Related) else None
        if money is not None and all(isinstance(each, Related) and each.money == money for each in args):
            bare = [each.model_copy(update={"money": None}) for each in args]
            return self._or(bare, one=one).under(self.money(money))
        same = _same_relation(args)
        if same is not None:
            ends = [self._inner(each.of) for each in args if isinstance(each, Related)]
            return self._related(same, self._joined(ends, "plan.or"), one=one)
        alike = _roles_of_one(args)
        if alike:
            called = [self.role(each.type, each.end) if one else self.roles(each.type, each.end) for each in alike]
            return _Phrase(self.roles_of(self._joined(called, "plan.or"), self._inner(alike[0].of)))
        phrases = [self.set(each, one=one) for each in args]
        return _Phrase(self._joined(list(dict.fromkeys(phrases)), "plan.or"))

    def _related(self, asked: Related, of: str, *, one: bool) -> _Phrase:
        roles = self.role(asked.type, asked.end) if one else self.roles(asked.type, asked.end)
        if is_all(asked.of) and self.ontology[asked.type].happens_once:
            return _Phrase(roles)  # whoever acquired them
        return _Phrase(self.roles_of(self._former(roles) if self._is_past(asked) else roles, of))

    def _held(self, asked: Related, of: str, *, one: bool) -> str:
        """Holders or holdings, by whatever type of relation they are recorded: who holds a share need be no parent."""
        key = "plan.holders" if asks_owners(self.ontology, asked) else "plan.holdings"
        return self.text(f"{key}_one" if one else key, of=of)

    def _former(self, roles: str) -> str:
        return self.text("plan.former", roles=roles)

    def _is_past(self, asked: Related) -> bool:
        """Whether it asks for what has ended; what happened once does not end."""
        return bool(asked.ended) and not self.ontology[asked.type].happens_once

    def _inner(self, of: SetPlan) -> str:
        """A set that a relation starts from: in brackets where it would not be clear how far it goes."""
        if is_all(of):
            return self.text("plan.any_company")
        phrase = self._phrase(of)
        plain = not phrase.conditions and not (isinstance(of, Or) and _same_relation(of.args) is None)
        return self.set(of) if plain else self.text("plan.in_brackets", set=self.set(of))

    def _kind(self, kind: str, *, one: bool) -> str:
        label = self.ontology.entity_type(kind).label.text(self.language)
        return label if self.language == "zh" else label.lower() if one else plural(label.lower())

    def _roles(self, relation_type: str, end: RelationEnd, *, many: bool) -> str:
        kind = self.ontology[relation_type]
        ways = (True, False) if end == "either" else (end == "forward",)
        roles = [kind.other_end_is(self.language, forward=way) for way in ways]
        if many and self.language == "en":
            roles = [plural(role) for role in roles]
        return self._joined(list(dict.fromkeys(roles)), "plan.or")

    def _value(self, attribute: str, value: str | int | float) -> str:
        text = str(value)
        if attribute == "country":
            return place_name(text, self.language)
        if attribute == "town":
            return town_name(text, self.language)
        return self.name(text) if attribute == "industry" else text

    def _other_end(self, asked: Related) -> str:
        """The other end of a relation; of more than four products the first three and the number of the others."""
        if isinstance(asked.of, Entities) and self.ontology[asked.type].target == "product":
            return self._joined(self._first([self.name(each) for each in asked.of.ids], "product"), "plan.or")
        return self._inner(asked.of)

    def _first(self, names: Sequence[str], kind: Literal["industry", "product"]) -> Sequence[str]:
        """The names; of more than four the first three, with the number of the others, as one text."""
        if len(names) <= _IN_FULL:
            return names
        first = self.text("plan.separator").join(names[:_SOME])
        return [self.text(f"plan.some_{kind}", names=first, more=len(names) - _SOME)]

    def _joined(self, words: Sequence[str], by: str) -> str:
        """A, B or C: all but the last by commas."""
        listed = self.text("plan.separator").join(words[:-1])
        return self.text(by).join(filter(None, (listed, words[-1])))


def _is_deed(roles: str) -> bool:
    """Whether what somebody is called says what was done: companies led, 所创公司."""
    return roles.startswith(("所", "任")) or roles.endswith(" led")


def said_once(text: str) -> str:
    """A sentence about a set whose own words begin as the words before it end: 属于 + 属于云计算行业的公司."""
    return text.replace("属于属于", "属于")


def is_all(asked: SetPlan) -> bool:
    """Whether a set says nothing: every company."""
    return isinstance(asked, All) and asked.type == COMPANY


def _roles_of_one(args: Sequence[SetPlan]) -> list[Related]:
    """Several relations of today to the same set: shareholders or parents of X; nothing of others."""
    found = [
        each for each in args if isinstance(each, Related) and each == Related(type=each.type, end=each.end, of=each.of)
    ]
    return found if len(found) == len(args) and len({each.of for each in found}) == 1 else []


def _same_relation(args: Sequence[SetPlan]) -> Related | None:
    """The relation, where each set is one of the same kind, whatever its time."""
    first = args[0]
    if not isinstance(first, Related) or (first.when, first.share, first.money) != (None, None, None):
        return None
    alike = all(
        isinstance(each, Related) and each == Related(type=first.type, end=first.end, of=each.of, ended=first.ended)
        for each in args
    )
    return first if alike else None
