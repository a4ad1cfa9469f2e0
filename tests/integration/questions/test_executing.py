"""Plans on the bundled sample: what each operator means, and that no plan fails."""

from __future__ import annotations

import random
from time import perf_counter

import pytest

from core.discovery.pipeline import DiscoveryPipeline
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
)
from core.domain.records import Entity, Relation
from core.errors import EntityUnknownError
from core.questions.execution.executor import Executor, Member
from core.storage.knowledge_base import KnowledgeBase

PLANS = 1_000
SLOW = 0.2  # seconds


@pytest.fixture(scope="module")
def base(sample_pipeline: DiscoveryPipeline) -> KnowledgeBase:
    return sample_pipeline.base.knowledge_base


@pytest.fixture(scope="module")
def executor(sample_pipeline: DiscoveryPipeline) -> Executor:
    return Executor(sample_pipeline.base.knowledge_base, sample_pipeline.base.ontology, 20261125)


def of(*ids: str) -> Entities:
    return Entities(ids=ids)


def suppliers(of_: SetPlan) -> Related:
    return Related(type="supplies", end="backward", of=of_)


def competitors(of_: SetPlan) -> Related:
    return Related(type="competitor", end="either", of=of_)


def ids(executor: Executor, plan: SetPlan, *, strict: bool = False) -> set[str]:
    return set(executor.members(plan, strict=strict).members.ids)


def relations(base: KnowledgeBase, member: Member) -> list[Relation]:
    return [base.relation(row) for row in member.rows]


def entities(base: KnowledgeBase, executor: Executor, plan: SetPlan) -> list[Entity]:
    return [base.entity(each) for each in executor.members(plan).members.ids]


def test_lists_take_the_reverse_type_and_say_so(executor: Executor, base: KnowledgeBase) -> None:
    found = executor.members(suppliers(of("apple")))
    reverse = [each for each in found.members if each.by_reverse_only]
    assert [each.entity_id for each in reverse] == ["arm"]
    assert {each.type for each in relations(base, reverse[0])} == {"depends_on"}
    assert found.strict == len(found.members) - 1 == len(executor.members(suppliers(of("apple")), strict=True).members)


def test_below_not_and_in_a_top_only_the_type_asked_for_counts(executor: Executor) -> None:
    everyone = Or(args=(suppliers(of("apple")), of("arm")))
    assert "arm" in ids(executor, Minus(arg=everyone, without=(suppliers(of("apple")),)))
    oldest = Top(arg=suppliers(of("apple")), by=ValueOf(attribute="founded"), which="least", n=100)
    assert "arm" not in ids(executor, oldest)


def test_a_chain_tells_every_step_and_does_not_lead_back(executor: Executor, base: KnowledgeBase) -> None:
    found = executor.members(suppliers(competitors(of("catl"))))
    assert "catl" not in found.members.ids
    rivals = ids(executor, competitors(of("catl")))
    for member in found.members:
        steps = relations(base, member)
        through = {end for each in steps for end in (each.source, each.target)} & rivals
        assert any(member.entity_id in (each.source, each.target) for each in steps)
        assert any(each.type == "competitor" and through & {each.source, each.target} for each in steps)


def test_each_part_of_several_is_told(executor: Executor, base: KnowledgeBase) -> None:
    both = And(args=(suppliers(of("apple")), suppliers(of("tesla"))))
    for member in executor.members(both).members:
        ends = {end for each in relations(base, member) for end in (each.source, each.target)}
        assert ends >= {"apple", "tesla"}


def test_whoever_is_offered_as_a_candidate_stays(executor: Executor) -> None:
    assert ids(executor, And(args=(of("byd", "catl"), suppliers(of("tesla"))))) <= {"byd", "catl"}
    assert "catl" in ids(executor, And(args=(of("byd", "catl"), suppliers(of("tesla")))))
    assert "byd" in ids(executor, Minus(arg=of("byd", "apple"), without=(competitors(of("byd")),)))


def test_whoever_is_asked_about_is_no_member_of_several(executor: Executor) -> None:
    plan = Minus(arg=suppliers(of("apple")), without=(suppliers(of("samsung-display")),))
    assert not ids(executor, plan) & {"apple", "samsung-display"}


@pytest.mark.parametrize(
    ("values", "inside"),
    [(("JP",), {"JP"}), (("150",), {"DE", "GB", "FR", "NL", "CH", "SE", "FI", "DK", "CZ", "ES", "IT", "BE"})],
)
def test_countries_and_regions(
    executor: Executor, base: KnowledgeBase, values: tuple[str, ...], inside: set[str]
) -> None:
    found = entities(base, executor, Filter(arg=All(), attribute="country", operator="in", values=values))
    others = entities(base, executor, Filter(arg=All(), attribute="country", operator="not_in", values=values))
    assert found and {each.country for each in found} <= inside
    assert len(found) + len(others) == len(base.company_nodes)


def test_an_industry_is_that_of_the_column_or_of_a_relation(executor: Executor, base: KnowledgeBase) -> None:
    industry = base.entity("catl").industry
    by_filter = ids(executor, Filter(arg=All(), attribute="industry", operator="in", values=(industry,)))
    by_relation = ids(executor, Related(type="in_industry", end="backward", of=of(industry)))
    assert "catl" in by_filter and by_filter == by_relation
    assert industry in ids(executor, Related(type="in_industry", end="forward", of=of("catl")))


def test_what_no_relation_says_is_implied_by_a_shared_bridge(executor: Executor, base: KnowledgeBase) -> None:
    found = executor.members(Related(type="same_industry", end="either", of=of("catl")))
    of_it = ids(executor, Related(type="in_industry", end="forward", of=of("catl")))
    members = ids(executor, Related(type="in_industry", end="backward", of=Entities(ids=tuple(sorted(of_it)))))
    assert set(found.members.ids) == members - {"catl"}


def test_tickers_by_beginning_and_ending(executor: Executor, base: KnowledgeBase) -> None:
    found = entities(base, executor, Filter(arg=All(), attribute="ticker", operator="in", values=("300*", "*.hk")))
    assert found
    assert all(any(t.startswith("300") or t.endswith(".HK") for t in each.tickers) for each in found)


def test_the_most_comes_with_its_count_and_all_that_have_as_many(executor: Executor) -> None:
    by = CountOf(type="supplies", end="backward")
    found = executor.members(Top(arg=All(), by=by, which="most", n=3)).members
    counts = [each.figure for each in found]
    assert len(counts) >= 3 and counts == sorted(counts, reverse=True)
    assert counts[0] == len(executor.members(suppliers(of(found[0].entity_id)), strict=True).members)
    none = executor.members(Top(arg=All(), by=by, which="least")).members
    assert {each.figure for each in none} == {0.0}


def test_the_first_that_was_bought(executor: Executor, base: KnowledgeBase) -> None:
    bought = Related(type="acquired", end="forward", of=of("microsoft"))
    for which, choose in (("least", min), ("most", max)):
        found = executor.members(Top(arg=bought, by=DateOf(), which=which)).members
        years = [
            year for each in executor.members(bought).members for row in relations(base, each) if (year := row.year)
        ]
        assert {each.figure for each in found} == {float(choose(years))} if years else not found


def test_a_time_is_that_of_the_beginning(executor: Executor, base: KnowledgeBase) -> None:
    plan = Related(type="acquired", end="either", of=All(), when=When(first=2015, last=2020))
    rows = [row for each in executor.members(plan).members for row in relations(base, each)]
    assert rows and {row.year for row in rows} <= set(range(2015, 2021))


def test_like_is_who_competes_or_makes_similar_products(executor: Executor) -> None:
    similar = Related(type="similar_product", end="either", of=of("byd"))
    liked = executor.members(Like(of=of("byd")))
    assert set(liked.members.ids) == ids(executor, Or(args=(competitors(of("byd")), similar)))
    assert liked.strict == len(liked.members)
    assert ids(executor, competitors(of("byd"))) <= ids(executor, similar)  # who competes is similar, and more


def test_an_id_that_is_not_there_is_told(executor: Executor) -> None:
    with pytest.raises(EntityUnknownError, match="nobody"):
        executor.members(suppliers(of("nobody")))


def test_random_plans_do_not_fail(
    executor: Executor, base: KnowledgeBase, record_property: pytest.RecordProperty
) -> None:
    drawn, slow = Drawn(base, seed=28), 0
    for _ in range(PLANS):
        plan = drawn.plan(4)
        begun = perf_counter()
        found = executor.members(plan)
        slow += perf_counter() - begun > SLOW
        assert found.strict <= len(found.members)
        assert len(set(found.members.ids)) == len(found.members)
    record_property("slower_than_200_ms", slow)


class Drawn:
    """Plans of random shape over what a knowledge base holds."""

    def __init__(self, base: KnowledgeBase, seed: int) -> None:
        self._random = random.Random(seed)
        self._ids = base.entity_ids[:]
        self._types = [each for each in base.manifest.edge_types if each.islower()]
        self._conditions: list[tuple[str, list[str], list[str | int]]] = [
            ("country", ["in", "not_in"], ["CN", "US", "JP", "150", "142", "021", "XX"]),
            ("founded", ["<", "<=", "=", ">=", ">", "in"], [1900, 1980, 2000, 2010]),
            ("industry", ["in", "not_in"], [each for each in self._ids if each.startswith("industry-")]),
            ("ticker", ["in", "not_in"], ["300*", "*.HK", "*", "AAPL"]),
            ("size", ["in", ">", "<"], ["Large Cap", 10, "nothing"]),
        ]

    def plan(self, levels: int) -> SetPlan:
        """Of at most so many levels."""
        if levels == 1 or self._random.random() < 0.2:
            return self._random.choice([All(), Entities(ids=tuple(self._random.sample(self._ids, 2)))])
        inner = [self.plan(levels - 1) for _ in range(2)]
        kind, end = self._random.choice(self._types), self._random.choice(ENDS)
        when = self._random.choice([None, None, When(first=2015), When(last=2020)])
        attribute, operators, values = self._random.choice(self._conditions)
        chosen = tuple(self._random.sample(values, min(2, len(values))))
        count = CountOf(type=kind, end=end, within=self._random.choice([None, inner[1]]))
        by = self._random.choice([count, ValueOf(attribute="founded"), ValueOf(attribute="size"), DateOf()])
        which, n = self._random.choice(["most", "least"]), self._random.randint(1, 5)
        possible: list[SetPlan] = [
            *[Related(type=kind, end=end, of=inner[0], when=when)] * 3,
            Like(of=inner[0]),
            And(args=tuple(inner)),
            Or(args=tuple(inner)),
            Minus(arg=inner[0], without=(inner[1],)),
            Filter(arg=inner[0], attribute=attribute, operator=self._random.choice(operators), values=chosen),
            Top(arg=inner[0], by=by, which=which, n=n),
        ]
        return self._random.choice(possible)


ENDS: tuple[RelationEnd, ...] = ("forward", "backward", "either")
