"""Draws questions from a knowledge base: a plan that its graph suggests, and the words for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from core.domain.plan import (
    All,
    And,
    Companies,
    Compare,
    Count,
    CountOf,
    Entities,
    Filter,
    Like,
    Minus,
    Or,
    Plan,
    SetPlan,
    Top,
    Value,
    ValueOf,
    When,
    YesNo,
)
from core.evaluation.asked_questions import QuestionClass
from tests.research.question_sampler import Sampler, UndrawableError, related

_Which = Literal["most", "least"]
_COUNTED: list[tuple[_Which, str, str]] = [("most", "最多", "most"), ("least", "最少", "fewest")]
_AGES: list[tuple[_Which, str, str]] = [("most", "最晚", "youngest"), ("least", "最早", "oldest")]
MOST_ANSWERS = 30
_DATED = {"acquired", "shareholder_of", "joint_venture", "partner", "licenses_to"}


@dataclass(frozen=True)
class RawRecord:
    """A question without its answer. ``first``: what its plan begins with: of an empty set, it says that there might
    have been an answer. ``answers``: of a fact.
    ``known``: False where it asks about a name that nobody bears. ``most``: members that its answer may have.
    ``query``: the question, where it is worded already."""

    shape: str
    plan: Plan
    slots: dict[str, str]
    first: SetPlan | None = None
    answers: tuple[str, ...] = ()
    known: bool = True
    most: int = MOST_ANSWERS
    query: str | None = None


class Drawer(Sampler):
    """Draws whole questions, every shape of plan by a method of its own."""

    def said(self, draft: RawRecord) -> str | None:
        """The question in words."""
        return draft.query or self._words.said(draft.shape, self._language, draft.slots)

    def one(self) -> RawRecord:
        way, x = self._root()
        return RawRecord("one", _companies(related(way, x)), self._said(way, x))

    def unknown(self) -> RawRecord:
        """About a name that nobody bears; the plan is of nobody."""
        way = self._way()
        name = self._random.choice(self._words.invented(self._language))
        if self._names.known(name):
            raise UndrawableError
        slots = self._words.relation(way, self._language, name)
        return RawRecord("one", _companies(related(way, name)), slots, known=False)

    def condition(self) -> RawRecord:
        plan, slots, first = self._with_condition()
        return RawRecord("condition", _companies(plan), slots, first)

    def dated(self) -> RawRecord:
        ways = [way for way in self._ways if way[0] in _DATED]
        way, x = self._root(self._choice(ways))
        year = self._random.randint(2008, 2023)
        when, zh, en = self._choice(
            [
                (When(first=year, last=None), f"{year}年以来", f"since {year}"),
                (When(first=None, last=year - 1), f"{year}年以前", f"before {year}"),
                (When(first=year, last=year), f"{year}年", f"in {year}"),
            ]
        )
        first = related(way, x)
        plan = first.model_copy(update={"when": when})
        return RawRecord("dated", _companies(plan), self._said(way, x) | {"time": self._either(zh, en)}, first)

    def both(self) -> RawRecord:
        way, x, y = self._two()
        plan = And(args=(related(way, x), related(way, y)))
        return RawRecord("both", _companies(plan), self._said(way, x, y=y), plan.args[0])

    def apart(self) -> RawRecord:
        """As ``both``, of any two: mostly nothing is related to either."""
        way, x = self._root()
        y = self._root(way)[1]
        if y == x:
            raise UndrawableError
        plan = And(args=(related(way, x), related(way, y)))
        return RawRecord("both", _companies(plan), self._said(way, x, y=y), plan.args[0])

    def either_of(self) -> RawRecord:
        way, x, y = self._two()
        plan = Or(args=(related(way, x), related(way, y)))
        return RawRecord("either_of", _companies(plan), self._said(way, x, y=y))

    def two_relations(self) -> RawRecord:
        way, x, other, y = self._two_ways()
        plan = And(args=(related(way, x), related(other, y)))
        slots = self._said(way, x) | self._said(other, y, "2")
        return RawRecord("two_relations", _companies(plan), slots, plan.args[0])

    def but_not(self) -> RawRecord:
        way, x, other, y = self._two_ways()
        plan = Minus(arg=related(way, x), without=(related(other, y),))
        return RawRecord("but_not", _companies(plan), self._said(way, x) | self._said(other, y, "2"), plan.arg)

    def except_one(self) -> RawRecord:
        way, x = self._root()
        y = self._choice(self._members(related(way, x)))
        plan = Minus(arg=related(way, x), without=(Entities(ids=(y,)),))
        return RawRecord("except", _companies(plan), self._said(way, x) | {"y": self._name(y)}, plan.arg)

    def not_country(self) -> RawRecord:
        way, x = self._root()
        code = self._country(self._choice(self._members(related(way, x))))
        plan = Filter(arg=related(way, x), attribute="country", operator="not_in", values=(code,))
        slots = self._said(way, x) | self._words.land(code, self._language)
        return RawRecord("not_country", _companies(plan), slots, plan.arg)

    def chain(self) -> RawRecord:
        way, x = self._root()
        outer = self._way()
        inner = related(way, x)
        said, name = self._said(way, x, "2"), self._name(x)
        many = said.get("many2")
        if many is None:
            raise UndrawableError
        through = f"{name}的{many}" if self._language == "zh" else f"the {many} of {name}"
        outside = self._words.relation(outer, self._language, through)
        slots = outside | said | {"x": name, "rel_chain": outside["rel"]}
        return RawRecord("chain", _companies(related(outer, inner)), slots, inner)

    def long_chain(self) -> RawRecord:
        way, x = self._root()
        second, third = self._way(), self._way()
        plan = related(third, related(second, related(way, x)))
        slots = self._said(way, x, "3") | self._said(second, x, "2") | self._said(third, x)
        return RawRecord("long_chain", _companies(plan), slots)

    def count(self) -> RawRecord:
        way, x = self._root()
        return RawRecord("count", Plan(answer=Count(set=related(way, x))), self._said(way, x))

    def count_condition(self) -> RawRecord:
        plan, slots, first = self._with_condition()
        return RawRecord("count_condition", Plan(answer=Count(set=plan)), slots, first)

    def most(self) -> RawRecord:
        way = self._way()
        plan = Top(arg=All(), by=CountOf(type=way[0], end=way[1]), which="most")
        return RawRecord("most", _companies(plan), self._counted(way))

    def most_of_group(self) -> RawRecord:
        way = self._way()
        group, slots = self._land(self._any_company(), All())
        plan = Top(arg=group, by=CountOf(type=way[0], end=way[1]), which="most")
        return RawRecord("most_of_group", _companies(plan), self._counted(way) | slots)

    def most_of_set(self) -> RawRecord:
        way, x = self._root()
        other = self._way()
        self._some(related(way, x))
        which, zh, en = self._choice(_COUNTED)
        plan = Top(arg=related(way, x), by=CountOf(type=other[0], end=other[1]), which=which)
        slots = self._said(way, x) | self._said(other, x, "2") | {"more": self._either(zh, en)}
        return RawRecord("most_of_set", _companies(plan), slots)

    def age(self) -> RawRecord:
        way, x = self._root()
        self._some(related(way, x))
        which, zh, en = self._choice(_AGES)
        plan = Top(arg=related(way, x), by=ValueOf(attribute="founded"), which=which)
        return RawRecord("age", _companies(plan), self._said(way, x) | {"older": self._either(zh, en)})

    def yes_no(self) -> RawRecord:
        way, x = self._root()
        members = self._members(related(way, x))
        y = self._choice(members) if self._random.random() < 0.5 else self._any_company()
        if y == x:
            raise UndrawableError
        plan = Plan(answer=YesNo(entity=y, set=related(way, x)))
        return RawRecord("yes_no", plan, self._said(way, x) | {"y": self._name(y)})

    def bridge(self) -> RawRecord:
        way, x = self._root(self._choice(self._to_bridges))
        return RawRecord("bridge", _companies(related(way, x)), self._said(way, x))

    def bridge_condition(self) -> RawRecord:
        way, x = self._root(self._choice([way for way in self._to_bridges if way[0] != "located_in"]))
        plan, slots = self._land(self._choice(self._members(related(way, x))), related(way, x))
        return RawRecord("bridge_condition", _companies(plan), self._said(way, x) | slots)

    def industry_place(self) -> RawRecord:
        company = self._any_company()
        group, slots = self._land(company, All())
        plan, industry = self._industry(company, group)
        return RawRecord("industry_place", _companies(plan), slots | industry)

    def like(self) -> RawRecord:
        x = self._liked()
        return RawRecord("like", _companies(Like(of=Entities(ids=(x,)))), {"x": self._name(x)})

    def like_condition(self) -> RawRecord:
        x = self._liked()
        like = Like(of=Entities(ids=(x,)))
        plan, slots = self._land(self._choice(self._members(like)), like)
        return RawRecord("like_condition", _companies(plan), slots | {"x": self._name(x)})

    def compare(self) -> RawRecord:
        x = self._liked()
        y = self._choice(self._members(Like(of=Entities(ids=(x,)))))
        return RawRecord("compare", Plan(answer=Compare(ids=(x, y))), {"x": self._name(x), "y": self._name(y)})

    def founded(self) -> RawRecord:
        return self._value("founded")

    def ticker(self) -> RawRecord:
        return self._value("ticker")

    def _value(self, attribute: Literal["founded", "ticker"]) -> RawRecord:
        x = self._any_company()
        entity = self._base.entity(x)
        answers = entity.tickers if attribute == "ticker" else (str(entity.founded),) if entity.founded else ()
        if not answers:
            raise UndrawableError
        plan = Plan(answer=Value(entity=x, attribute=attribute))
        return RawRecord(attribute, plan, {"x": self._name(x)}, answers=tuple(answers))

    def _with_condition(self) -> tuple[SetPlan, dict[str, str], SetPlan]:
        way, x = self._root()
        first = related(way, x)
        company = self._choice(self._members(first)) if self._random.random() < 0.8 else self._any_company()
        kind = self._choice([self._land, self._land, self._years, self._industry])
        plan, slots = kind(company, first)
        return plan, self._said(way, x) | slots, first

    def _land(self, company: str, arg: SetPlan) -> tuple[SetPlan, dict[str, str]]:
        code = self._country(company)
        if self._random.random() < 0.2:
            code = self._choice(self._words.regions)
        plan = Filter(arg=arg, attribute="country", operator="in", values=(code,))
        return plan, self._words.land(code, self._language)

    def _years(self, company: str, arg: SetPlan) -> tuple[SetPlan, dict[str, str]]:
        founded = self._base.entity(company).founded
        if not founded:
            raise UndrawableError
        year = founded + self._random.randint(-8, 8)
        operator, zh, en = self._choice(
            [(">", f"{year}年以后", f"after {year}"), ("<", f"{year}年以前", f"before {year}"), ("=", "", "")]
        )
        if operator == "=":
            year, zh, en = founded, f"{founded}年", f"in {founded}"
        plan = Filter.model_validate({"arg": arg, "attribute": "founded", "operator": operator, "values": (year,)})
        word = self._choice(["founded", "set up", "established"])
        return plan, {"de": f"{zh}成立的"} if self._language == "zh" else {"post": f"{word} {en}"}

    def _industry(self, company: str, arg: SetPlan) -> tuple[SetPlan, dict[str, str]]:
        industry = self._base.entity(company).industry
        if industry not in self._base.node_of:
            raise UndrawableError
        name = self._name(industry)
        plan = Filter(arg=arg, attribute="industry", operator="in", values=(industry,))
        if self._language == "zh":
            return plan, {"de": f"{name}行业的", "pre": f"{name}行业", "industry": name}
        return plan, {"post": f"in the {name} industry", "industry": name}


def _companies(plan: SetPlan) -> Plan:
    return Plan(answer=Companies(set=plan))


Drawn = Callable[[Drawer], RawRecord]
SHAPES: dict[QuestionClass, tuple[Drawn, ...]] = {
    "a": (Drawer.one,),
    "b": (Drawer.condition, Drawer.condition, Drawer.condition, Drawer.dated),
    "c": (Drawer.both, Drawer.two_relations, Drawer.both, Drawer.either_of, Drawer.two_relations),
    "d": (Drawer.but_not, Drawer.except_one, Drawer.not_country),
    "e": (Drawer.chain, Drawer.chain, Drawer.chain, Drawer.long_chain),
    "f": (
        Drawer.count,
        Drawer.yes_no,
        Drawer.age,
        Drawer.most_of_set,
        Drawer.count_condition,
        Drawer.yes_no,
        Drawer.most_of_group,
        Drawer.count,
        Drawer.age,
        Drawer.most,
    ),
    "g": (Drawer.bridge, Drawer.bridge_condition, Drawer.industry_place),
    "h": (Drawer.like, Drawer.like_condition, Drawer.like, Drawer.compare),
    "i": (Drawer.unknown, Drawer.apart, Drawer.condition, Drawer.but_not, Drawer.dated, Drawer.like_condition),
    "j": (Drawer.founded, Drawer.ticker),
}
"""What draws the questions of a class, in turn."""
