"""Plans executed on the arrays of random graphs give what a slow evaluation over lists of relations gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import combinations
from random import Random

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from core.domain.plan import (
    All,
    And,
    CountOf,
    DateOf,
    Entities,
    Filter,
    Like,
    Minus,
    Or,
    Related,
    RelationEnd,
    SetPlan,
    Top,
    ValueOf,
    When,
    sets_of,
)
from core.ontology import default_ontology
from core.questions.execution.executor import Executor
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.plain_relations import Edge
from tests.plan_referee import ALSO, EVENTS, IMPLIED_BY, Referee, at_any_time
from tests.random_relations import COMPANIES, NAMESAKES, THINGS, base_without_relations, random_edge, with_relations
from tests.support import examples

TODAY = date(2026, 11, 25)
GROUPS = (
    ("supplies", "depends_on"),
    ("competitor", "similar_product"),
    ("produces", "similar_product"),
    ("in_industry", "same_industry"),
    ("founded_by", "located_in"),
    ("acquired", "partner", "related"),
)
"""Types that have to do with one another."""
PAIRS = [*combinations(GROUPS, 2)]


def graph(kinds: Sequence[str], seed: int) -> list[Edge]:
    """Many relations of some of the types; of the other types none is recorded, so that they may be implied. Drawn by a
    generator of its own: so many choices are too many to vary one by one."""
    random = Random(seed)
    chosen = [kind for kind in kinds if random.random() < 0.7]
    return [random_edge(random, random.choice(chosen)) for _ in range(random.randint(10, 45) if chosen else 0)]


ENDS: tuple[RelationEnd, ...] = ("forward", "backward", "either")
ends = st.sampled_from(ENDS)
whens = (
    st.none()
    | st.none()
    | st.none()
    | st.builds(
        When,
        first=st.none() | st.sampled_from([2011, 2019, 2022]),
        last=st.none() | st.sampled_from([2010, 2019, 2025]),
        held=st.sampled_from([None, None, True]),
    )
)
bases = st.one_of(
    st.builds(Entities, ids=st.lists(st.sampled_from(COMPANIES), min_size=1, max_size=2, unique=True).map(tuple)),
    st.builds(Entities, ids=st.sampled_from([each.id for each in THINGS]).map(lambda one: (one,))),
    st.builds(All, type=st.sampled_from(["company", "company", "industry", "product"])),
)
CONDITIONS: list[tuple[str, list[str], Sequence[str | int]]] = [
    ("country", ["in", "not_in", "=", "<"], ["CN", "DE", "150", "142", "030", "JP", "FR"]),
    ("founded", ["in", "not_in", "=", "<", "<=", ">", ">="], [1970, 1999, 2005, 2010]),
    ("industry", ["in", "not_in", "=", ">"], ["cells", "banks", "other trades", "drone", "none"]),
    ("ticker", ["in", "not_in", "="], ["300*", "*.HK", "C", "*", "3*1.SZ"]),
    ("size", ["in", "not_in", "=", "<", "<=", ">", ">="], [10, 1000, 2000, 2500]),
]


@st.composite
def plans(draw: st.DrawFn, types: st.SearchStrategy[str], levels: int = 4) -> SetPlan:
    """Of at most so many levels; the outermost is no set that is given."""
    if levels < 4 and (levels == 1 or draw(st.booleans())):
        return draw(bases)
    inner = plans(types, levels - 1)
    several = st.tuples(inner, inner)
    counted = st.builds(CountOf, type=types, end=ends, within=st.none() | inner)
    by = st.one_of(counted, st.builds(ValueOf, attribute=st.sampled_from(["founded", "size"])), st.just(DateOf()))
    related = st.builds(Related, type=types, end=ends, of=inner, when=whens, ended=st.sampled_from([None, None, True]))
    kinds: list[st.SearchStrategy[SetPlan]] = [
        related,
        related,
        st.builds(Like, of=inner),
        st.builds(And, args=several),
        st.builds(Or, args=several),
        st.builds(Minus, arg=inner, without=st.tuples(inner)),
        filters(inner),
        st.builds(Top, arg=inner, by=by, which=st.sampled_from(["most", "least"]), n=st.integers(1, 3)),
    ]
    return draw(draw(st.sampled_from(kinds)))


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[Edge], SetPlan]:
    """A graph and a plan that asks for its types."""
    kinds = [kind for group in draw(st.sampled_from(PAIRS)) for kind in group]
    return graph(kinds, draw(st.integers(0, 2**32))), draw(plans(st.sampled_from(kinds)))


@st.composite
def filters(draw: st.DrawFn, inner: st.SearchStrategy[SetPlan]) -> Filter:
    attribute, operators, values = draw(st.sampled_from(CONDITIONS))
    chosen = draw(st.lists(st.sampled_from(values), min_size=1, max_size=3))
    operator = draw(st.sampled_from(operators))
    return Filter(arg=draw(inner), attribute=attribute, operator=operator, values=tuple(chosen))


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    """The entities, without relations."""
    return base_without_relations(tmp_path_factory.mktemp("plan-execution"), encoder)


def executor(base: KnowledgeBase, edges: Sequence[Edge], day: date = TODAY) -> Executor:
    return Executor(with_relations(base, edges), default_ontology(), int(day.strftime("%Y%m%d")))


def parts(plan: SetPlan) -> Iterable[Related | Like]:
    """The relations that a plan is made of."""
    if isinstance(plan, Related | Like):
        yield plan
    if isinstance(plan, Top) and isinstance(plan.by, DateOf):  # the first and the last are told of what has ended, too
        plan = plan.model_copy(update={"arg": at_any_time(plan.arg)})
    for each in sets_of(plan):
        yield from parts(each)


def types_of(part: Related | Like) -> set[str]:
    """The types of relations that may satisfy a part."""
    if isinstance(part, Like):
        asked = {"competitor", "similar_product"}
    else:
        asked = {part.type, *(kind for kind, _ in ALSO.get((part.type, part.end), ()))}
    return asked.union(*(IMPLIED_BY.get(kind, ()) for kind in asked))


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], max_examples=examples(300))
@given(cases())
def test_members_are_those_of_a_slow_evaluation(base: KnowledgeBase, case: tuple[list[Edge], SetPlan]) -> None:
    edges, plan = case
    referee = Referee(THINGS, edges, TODAY, NAMESAKES)
    lists = executor(base, edges).members(plan)
    counted = executor(base, edges).members(plan, strict=True)
    members, strict = referee.members(plan, strict=False), referee.members(plan, strict=True)
    note(f"{plan!r}")
    note(f"{edges!r}")
    assert {each.entity_id for each in lists.members} == members
    assert {each.entity_id for each in counted.members} == strict
    assert {each.entity_id for each in lists.members if not each.by_reverse_only} == members & strict
    assert list(lists.members) == [lists.members[place] for place in range(len(lists.members))]
    assert lists.strict == len(members & strict)
    assert counted.strict == len(counted.members)
    assert not any(each.by_reverse_only for each in counted.members)
    if isinstance(plan, Top):
        assert {each.entity_id: each.figure for each in lists.members} == referee.figures(plan)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], max_examples=examples(100))
@given(cases())
def test_the_relations_of_a_member_satisfy_a_part(base: KnowledgeBase, case: tuple[list[Edge], SetPlan]) -> None:
    edges, plan = case
    referee = Referee(THINGS, edges, TODAY, NAMESAKES)
    for member in executor(base, edges).members(plan).members:
        assert len(set(member.rows)) == len(member.rows)
        weights = [edges[row].weight for row in member.rows]
        assert weights == sorted(weights, reverse=True)
        for row in member.rows:
            assert any(
                edges[row].type in types_of(part)
                and referee.counts(
                    edges[row], getattr(part, "when", None), ended=isinstance(part, Related) and part.ended is not None
                )
                for part in parts(plan)
            )


one_relation = st.sampled_from(PAIRS).flatmap(
    lambda pair: st.tuples(
        st.integers(0, 2**32).map(lambda seed: graph([kind for group in pair for kind in group], seed)),
        st.builds(
            Related,
            type=st.sampled_from([kind for group in pair for kind in group]),
            end=ends,
            of=st.sampled_from(COMPANIES).map(lambda one: Entities(ids=(one,))),
            when=whens,
            ended=st.sampled_from([None, True]),
        ),
    )
)


@given(one_relation)
def test_each_member_of_a_relation_has_a_row_that_leads_to_it(
    base: KnowledgeBase, case: tuple[list[Edge], Related]
) -> None:
    edges, plan = case
    referee, about = Referee(THINGS, edges, TODAY, NAMESAKES), plan.of.model_dump()["ids"][0]
    for member in executor(base, edges).members(plan).members:
        touching = [edges[row] for row in member.rows if member.entity_id in (edges[row].source, edges[row].target)]
        by_column = plan.type in ("in_industry", "same_industry") and plan.when is None and not plan.ended
        assert touching or by_column
        if referee.is_recorded(plan.type):
            assert all({each.source, each.target} == {about, member.entity_id} for each in touching)


@given(one_relation)
def test_the_strongest_relation_comes_first(base: KnowledgeBase, case: tuple[list[Edge], Related]) -> None:
    edges, plan = case
    found = executor(base, edges).members(plan)
    assert found.members[:] == executor(base, edges).members(plan).members[:]
    assert found.members.ids == tuple(each.entity_id for each in found.members)
    if Referee(THINGS, edges, TODAY, NAMESAKES).is_recorded(plan.type):
        strengths = [max((edges[row].weight for row in each.rows), default=1.0) for each in found.members]
        assert strengths == sorted(strengths, reverse=True)


days = st.dates(date(2008, 1, 1), date(2028, 12, 31)) | st.sampled_from(
    [date(2010, 1, 1), date(2010, 12, 31), date(2011, 1, 1), date(2019, 5, 3), date(2019, 5, 4), date(2019, 6, 1)]
)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], max_examples=examples(200))
@given(cases(), days)
def test_as_of_any_day_members_are_those_of_a_slow_evaluation(
    base: KnowledgeBase, case: tuple[list[Edge], SetPlan], day: date
) -> None:
    edges, plan = case
    referee, asked = Referee(THINGS, edges, day, NAMESAKES), executor(base, edges, day)
    assert set(asked.members(plan).members.ids) == referee.members(plan, strict=False)
    assert set(asked.members(plan, strict=True).members.ids) == referee.members(plan, strict=True)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(one_relation, days)
def test_who_was_is_never_counted_among_those_who_are(
    base: KnowledgeBase, case: tuple[list[Edge], Related], day: date
) -> None:
    edges, plan = case
    asked = executor(base, edges, day)
    now, past = (plan.model_copy(update={"when": None, "ended": ended}) for ended in (None, True))
    if plan.type in EVENTS:
        return
    listed, counted = (set(asked.members(now, strict=strict).members.ids) for strict in (False, True))
    over = set(asked.members(past).members.ids)
    assert not over & listed
    assert not over & counted
    referee = Referee(THINGS, edges, day, NAMESAKES)
    for member in asked.members(now).members:
        assert not any(referee.is_over(edges[row]) for row in member.rows)
    top = Top(arg=now.of, by=CountOf(type=plan.type, end=plan.end), which="most")
    figures = [each.figure for each in asked.members(top).members]
    if referee.is_recorded(plan.type):
        assert figures == [len(referee.reached(now.of.ids[0], plan.type, plan.end, None))] or not figures
