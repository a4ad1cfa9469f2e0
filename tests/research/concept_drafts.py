"""Draws questions about groups of companies and about chains of products, where the base records such."""

from __future__ import annotations

from collections.abc import Callable

from core.domain.plan import (
    All,
    Companies,
    Compare,
    Count,
    CountOf,
    Entities,
    Minus,
    Or,
    Plan,
    SetPlan,
    Top,
    Value,
    YesNo,
)
from core.evaluation.asked_questions import QuestionClass
from core.names.regions import country_code
from core.questions.execution.hops import IN_INDUSTRY
from tests.research.question_drafts import Drawer, RawRecord
from tests.research.question_groups import MADE, PLACED, WORDINGS, Group, Groups
from tests.research.question_sampler import UndrawableError, related
from tests.research.question_words import Way

MOST_IN_GROUPS = 300
_NEEDS = "depends_on"
_FEW = 2
_EVERY = All()


class ConceptDrawer(Drawer):
    """``groups`` is given once, after it is made."""

    groups: Groups

    def group(self) -> RawRecord:
        a = self._choice(self._groups())
        return self._draft("group", Companies(set=a.among(_EVERY)), self._words_of(a))

    def two_groups(self) -> RawRecord:
        a, b = self._pair()
        plan = b.among(a.among(_EVERY))
        return self._draft("two_groups", Companies(set=plan), self._words_of(a, b), first=a.among(_EVERY))

    def strangers(self) -> RawRecord:
        """As ``two_groups``, of two companies: mostly nothing is in both."""
        a, b = self._choice(self._groups()), self._choice(self._groups())
        if a.kind in (b.kind, "country"):
            raise UndrawableError
        plan = b.among(a.among(_EVERY))
        return self._draft("two_groups", Companies(set=plan), self._words_of(a, b), first=a.among(_EVERY))

    def either_group(self) -> RawRecord:
        a = self._choice(self._groups())
        others = [each for each in self._groups() if each.kind == a.kind and each.x != a.x]
        b = self._choice(others)
        plan = Or(args=(a.among(_EVERY), b.among(_EVERY)))
        return self._draft("either_group", Companies(set=plan), self._words_of(a, b))

    def group_not(self) -> RawRecord:
        a = self._choice(self._groups())
        member = self._choice(self._members(a.among(_EVERY)))
        others = [each for each in self._groups(member) if (each.kind, each.x) != (a.kind, a.x)]
        b = self._choice(others)
        plan = Minus(arg=a.among(_EVERY), without=(b.among(_EVERY),))
        return self._draft("group_not", Companies(set=plan), self._words_of(a, b), first=plan.arg)

    def group_except(self) -> RawRecord:
        a = self._choice(self._groups())
        y = self._choice(self._members(a.among(_EVERY)))
        plan = Minus(arg=a.among(_EVERY), without=(Entities(ids=(y,)),))
        return self._draft("group_except", Companies(set=plan), self._words_of(a) | {"y": self._name(y)})

    def how_many(self) -> RawRecord:
        a = self._choice(self._groups())
        return self._draft("how_many", Count(set=a.among(_EVERY)), self._words_of(a))

    def how_many_of_two(self) -> RawRecord:
        a, b = self._pair()
        return self._draft("how_many_of_two", Count(set=b.among(a.among(_EVERY))), self._words_of(a, b))

    def is_one(self) -> RawRecord:
        x = self._any_company()
        a = self._choice(self._groups(x) if self._random.random() < 0.5 else self._groups())
        slots = a.said(self._random, self._language, "a", self._name(x))
        return self._draft("is_one", YesNo(entity=x, set=a.among(_EVERY)), slots)

    def most_products(self) -> RawRecord:
        a = self._choice(self._groups())
        if not len(self._members(a.among(_EVERY))) > _FEW:
            raise UndrawableError
        plan = Top(arg=a.among(_EVERY), by=CountOf(type=MADE, end="forward"), which="most")
        return self._draft("most_products", Companies(set=plan), self._words_of(a))

    def products(self) -> RawRecord:
        x = self._choice(self._makers())
        return self._listed("products", related((MADE, "forward"), x), {"x": self._name(x)})

    def upstream(self) -> RawRecord:
        x, name = self._product(forward=True)
        return self._listed("upstream", related((_NEEDS, "forward"), x), {"x": name})

    def downstream(self) -> RawRecord:
        x, name = self._product(forward=False)
        return self._listed("downstream", related((_NEEDS, "backward"), x), {"x": name})

    def upstream_makers(self) -> RawRecord:
        x, name = self._product(forward=True)
        plan = related((MADE, "backward"), related((_NEEDS, "forward"), x))
        return self._chained("upstream_makers", plan, name)

    def downstream_makers(self) -> RawRecord:
        x, name = self._product(forward=False)
        plan = related((MADE, "backward"), related((_NEEDS, "backward"), x))
        return self._chained("downstream_makers", plan, name)

    def upstream_of_products(self) -> RawRecord:
        x = self._choice(self._makers())
        plan = related((_NEEDS, "forward"), related((MADE, "forward"), x))
        return self._listed("upstream_of_products", plan, {"x": self._name(x)})

    def second_upstream(self) -> RawRecord:
        x, name = self._product(forward=True)
        plan = related((_NEEDS, "forward"), related((_NEEDS, "forward"), x))
        return self._listed("second_upstream", plan, {"x": name})

    def industry_of_related(self) -> RawRecord:
        way, x = self._root()
        plan = related((IN_INDUSTRY, "forward"), related(way, x))
        return self._listed("industry_of_related", plan, self._said(way, x))

    def related_in_group(self) -> RawRecord:
        way, x = self._root()
        a = self._choice(self._groups(x))
        plan = related(way, a.among(_EVERY))
        return self._draft("related_in_group", Companies(set=plan), self._said(way, x) | self._words_of(a))

    def unknown_products(self) -> RawRecord:
        name = self._random.choice(self._words.invented(self._language))
        if self._names.known(name):
            raise UndrawableError
        way: Way = (MADE if MADE in self._rows else IN_INDUSTRY, "forward")
        plan = Companies.model_validate({"set": related(way, name)})
        return self._draft("unknown_products", plan, {"x": name}, known=False)

    def compare_any(self) -> RawRecord:
        x, y = self._any_company(), self._any_company()
        if x == y:
            raise UndrawableError
        return self._draft("compare_any", Compare(ids=(x, y)), {"x": self._name(x), "y": self._name(y)})

    def country_of(self) -> RawRecord:
        x = self._any_company()
        code = country_code(self._base.entity(x).country)
        if not code:
            raise UndrawableError
        answers = (code, *(self._words.territory(code, language) for language in ("zh", "en")))
        return self._told("country_of", x, "country", answers)

    def industry_of(self) -> RawRecord:
        x = self._any_company()
        names = self._ends_of(x, IN_INDUSTRY)
        return self._told("industry_of", x, "industry", names)

    def place_of(self) -> RawRecord:
        x = self._any_company()
        cities = [name.split(",")[0] for name in self._ends_of(x, PLACED)]
        return self._told("place_of", x, "headquarters", tuple(each for each in cities if not country_code(each)))

    def code_of(self) -> RawRecord:
        x = self._any_company()
        return self._told("code_of", x, "ticker", self._base.entity(x).tickers)

    def _told(self, shape: str, x: str, attribute: str, answers: tuple[str, ...]) -> RawRecord:
        if not answers:
            raise UndrawableError
        return self._draft(shape, Value(entity=x, attribute=attribute), {"x": self._name(x)}, answers=answers)

    def _chained(self, shape: str, plan: SetPlan, name: str) -> RawRecord:
        return self._draft(shape, Companies(set=plan), {"x": name})

    def _listed(self, shape: str, plan: SetPlan, slots: dict[str, str]) -> RawRecord:
        """Of a set of products or industries, which an answer tells by their names."""
        members = map(self._base.entity, self._members(plan))
        names = tuple(name for entity in members for name in dict.fromkeys((entity.name_zh, entity.name_en)))
        if not names:
            raise UndrawableError
        return self._draft(shape, Companies(set=plan), slots, answers=names)

    def _draft(
        self,
        shape: str,
        answer: Companies | Count | YesNo | Compare | Value,
        slots: dict[str, str],
        *,
        first: SetPlan | None = None,
        answers: tuple[str, ...] = (),
        known: bool = True,
    ) -> RawRecord:
        firms = {"firms": self._choice(["companies", "firms"])}
        query = self._words.filled(WORDINGS["shapes"][shape][self._language], self._language, firms | slots)
        if query is None:
            raise UndrawableError
        return RawRecord(shape, Plan(answer=answer), slots, first, answers, known, MOST_IN_GROUPS, query)

    def _words_of(self, *groups: Group) -> dict[str, str]:
        slots: dict[str, str] = {}
        for group, end in zip(groups, "ab", strict=False):
            slots |= group.said(self._random, self._language, end)
        return slots

    def _pair(self) -> tuple[Group, Group]:
        """Two groups that one company is in, the first no country."""
        groups = self._groups()
        a = self._choice([each for each in groups if each.kind not in ("country", "size")])
        b = self._choice([each for each in groups if (each.kind != a.kind or a.kind == "product") and each.x != a.x])
        return a, b

    def _groups(self, entity_id: str | None = None) -> list[Group]:
        """Those of a company, or of any."""
        entity = self._base.entity(entity_id or self._any_company())
        return self.groups.of(entity, self._words, self._language, _EVERY)

    def _product(self, *, forward: bool) -> tuple[str, str]:
        node = self._choice(self.groups.ends(_NEEDS, forward=forward))
        name = self.groups.called(self._base.entity_ids[node], "product", self._language)
        if name is None:
            raise UndrawableError
        return self._base.entity_ids[node], name

    def _makers(self) -> list[str]:
        rows = self._rows.get(MADE)
        if rows is None:
            raise UndrawableError
        return [self._base.entity_ids[int(self._base.graph.source[self._choice(rows.tolist())])]]

    def _ends_of(self, entity_id: str, relation: str) -> tuple[str, ...]:
        ends = map(self._base.entity, self.groups.ends_of(entity_id, relation))
        return tuple(name for entity in ends for name in dict.fromkeys((entity.name_zh, entity.name_en)))


ConceptDrawn = Callable[[ConceptDrawer], RawRecord]
CONCEPT_SHAPES: dict[QuestionClass, tuple[ConceptDrawn, ...]] = {
    "b": (ConceptDrawer.two_groups, ConceptDrawer.two_groups),
    "c": (ConceptDrawer.two_groups, ConceptDrawer.either_group),
    "d": (ConceptDrawer.group_not, ConceptDrawer.group_except),
    "e": (ConceptDrawer.upstream_makers, ConceptDrawer.related_in_group, ConceptDrawer.downstream_makers),
    "f": (ConceptDrawer.how_many, ConceptDrawer.is_one, ConceptDrawer.how_many_of_two, ConceptDrawer.most_products),
    "g": (ConceptDrawer.group,),
    "h": (ConceptDrawer.compare_any,),
    "i": (ConceptDrawer.unknown_products, ConceptDrawer.strangers),
    "j": (
        ConceptDrawer.country_of,
        ConceptDrawer.products,
        ConceptDrawer.industry_of,
        ConceptDrawer.upstream,
        ConceptDrawer.place_of,
        ConceptDrawer.downstream,
        ConceptDrawer.code_of,
        ConceptDrawer.upstream_of_products,
        ConceptDrawer.second_upstream,
        ConceptDrawer.industry_of_related,
    ),
}
"""What draws further questions of a class, in turn."""
