"""Whatever is told in the present tense, or counted, is in force by the one rule: on random relations with dates and
statuses, against the slow rule of the referee."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.discovery.recorded_values import related_names
from core.domain.results import PathStep, Tense
from core.dossier.comparison import compare_companies
from core.dossier.ownership.holdings import holdings_of
from core.dossier.particulars import particulars
from core.dossier.relations import relation_groups
from core.dossier.similar import similar_entities
from core.dossier.timeline import entity_timeline
from core.exploring.drawing import Drawing
from core.exploring.gathering import drawn_as_of, drawn_relations
from core.exploring.neighbours import Neighbours
from core.exploring.paths import PATH_KINDS, RelationPaths
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.retrieval.company_text import sentence_as_of, triplet_as_of
from core.retrieval.linking import NameIndex
from core.retrieval.paths import PathFinder
from core.retrieval.tenses import TENSES, always_in_force, in_force, tense_codes
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.plain_relations import Edge
from tests.plan_referee import EVENTS, Referee
from tests.random_relations import COMPANIES, NAMESAKES, THINGS, base_without_relations, random_edge, with_relations
from tests.support import examples

ONTOLOGY = default_ontology()
KINDS = ("supplies", "shareholder_of", "subsidiary_of", "competitor", "partner", "acquired", "produces", "located_in")
MARKS = {
    "now": "",
    "past": "Formerly",
    "later": "Not yet begun",
    "planned": "Planned",
    "denied": "Called off or denied",
    "reported": "Only reported",
}


@dataclass(frozen=True)
class Case:
    """A base with the relations ``edges``, and the day that it is asked about."""

    base: KnowledgeBase
    edges: list[Edge]
    day: date

    @property
    def number(self) -> int:
        return int(self.day.strftime("%Y%m%d"))

    def tense(self, row: int) -> Tense:
        """By the referee."""
        edge, referee = self.edges[row], Referee(THINGS, self.edges, self.day, NAMESAKES)
        if edge.status == "planned":
            return "planned"
        if edge.status == "denied":
            return "denied"
        if edge.start > self.day.isoformat():
            return "later"
        if not edge.start and (referee.is_later(edge.source) or referee.is_later(edge.target)):
            return "later"
        if edge.type not in EVENTS and not referee.counts(edge, None):
            return "past"
        return "reported" if edge.status == "reported" else "now"

    def tense_of(self, relation_id: str) -> Tense:
        return self.tense(self.base.relation_row(relation_id))

    def now(self) -> set[str]:
        return {f"r{row}" for row in range(len(self.edges)) if self.tense(row) == "now"}

    def around(self, company: str) -> set[tuple[str, str]]:
        """The relations in force of a company and their other ends."""
        edges = ((f"r{row}", edge) for row, edge in enumerate(self.edges) if self.tense(row) == "now")
        ends = ((each, {edge.source, edge.target}) for each, edge in edges)
        return {(each, (pair - {company}).pop()) for each, pair in ends if company in pair}


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    return base_without_relations(tmp_path_factory.mktemp("tenses"), encoder)


Test = Callable[..., None]
THIS_DAY = st.builds(date.today)  # read again for every example: a run of the tests may last past midnight
ANY_DAY = st.sampled_from([date(2009, 1, 1), date(2019, 5, 3), date(2021, 1, 31)]) | THIS_DAY


def told(days: st.SearchStrategy[date] = ANY_DAY) -> Callable[[Test], Test]:
    """Over many graphs and days."""
    quiet = settings(
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture], max_examples=examples(60)
    )
    return lambda test: quiet(given(seed=st.integers(0, 2**32), day=days)(test))


def drawn(empty: KnowledgeBase, seed: int, day: date) -> Case:
    random = Random(seed)
    edges = [random_edge(random, random.choice(KINDS)) for _ in range(random.randint(5, 40))]
    return Case(with_relations(empty, edges), edges, day)


TODAY = told(THIS_DAY)


@told()
def test_the_tense_of_a_relation(empty: KnowledgeBase, seed: int, day: date) -> None:
    case = drawn(empty, seed, day)
    rows = np.arange(len(case.edges))
    assert [TENSES[code] for code in tense_codes(case.base, ONTOLOGY, rows, case.number).tolist()] == [
        case.tense(row) for row in rows.tolist()
    ]
    if always_in_force(case.base):
        assert in_force(case.base, ONTOLOGY, rows, int(date.today().strftime("%Y%m%d"))).all()


@told()
def test_sentences(empty: KnowledgeBase, seed: int, day: date) -> None:
    case = drawn(empty, seed, day)
    for row in range(len(case.edges)):
        said = sentence_as_of(case.base, ONTOLOGY, row, case.number, "en")
        stored = triplet_as_of(case.base, ONTOLOGY, f"r{row}", "as embedded", case.number, "en")
        tense = case.tense(row)
        assert [mark for mark in MARKS.values() if mark and said.startswith(mark)] == list(filter(None, [MARKS[tense]]))
        assert stored == ("as embedded" if tense == "now" else said)


@told()
def test_paths(empty: KnowledgeBase, seed: int, day: date) -> None:
    case = drawn(empty, seed, day)
    everywhere = RelationPaths(case.base, ONTOLOGY)
    for start, end in combinations(COMPANIES[:5], 2):
        near = PathFinder(case.base, ONTOLOGY, [start], case.number).to(end)
        assert [each.is_in_force for each in near] == sorted((each.is_in_force for each in near), reverse=True)
        found = [everywhere.find(start, end, kind, day=case.number) for kind in PATH_KINDS]
        steps = [step for path in (*near, *filter(None, found)) for step in path.steps]
        assert_steps(case, steps)
        if _joined(case, start, end):
            assert all(path is not None and {step.tense for step in path.steps} == {"now"} for path in found)
        else:
            assert not any(each.is_in_force for each in near)


def assert_steps(case: Case, steps: Iterable[PathStep]) -> None:
    for step in steps:
        assert step.tense == case.tense_of(step.relation_id)
        assert step.tense not in ("planned", "denied")


def _joined(case: Case, start: str, end: str) -> bool:
    """Whether relations in force lead from one to the other."""
    reached, waiting = {start}, [start]
    while waiting:
        new = {other for _, other in case.around(waiting.pop())} - reached
        reached |= new
        waiting += new
    return end in reached


@TODAY
def test_groups_of_relations_and_kinds_of_neighbours(empty: KnowledgeBase, seed: int, day: date) -> None:
    case = drawn(empty, seed, day)
    for company in COMPANIES:
        groups = relation_groups(case.base, ONTOLOGY, case.base.node_of[company], limit=50)
        assert {each.relation_id for group in groups for each in group.strongest if group.tense == "now"} == {
            relation_id for relation_id, _ in case.around(company)
        }
        for group in groups:
            assert {case.tense_of(each.relation_id) for each in group.strongest} == {group.tense}
            assert ("(" in group.label_en) == (group.tense != "now")
        neighbours = Neighbours(case.base, ONTOLOGY, company)
        now = [kind for kind in neighbours.kinds.values() if kind.tense == "now"]
        brought = {each for kind in now for each in neighbours.choose([], kind=kind, limit=50)}
        assert brought == {other for _, other in case.around(company)}
        assert [each.kind.tense for each in neighbours.counts([])][: len(now)] == ["now"] * len(now)


@told()
def test_comparisons(empty: KnowledgeBase, seed: int, day: date) -> None:
    case = drawn(empty, seed, day)
    for first, second in combinations(COMPANIES[:4], 2):
        found = compare_companies(case.base, ONTOLOGY, [first, second], shared=100, own=100, day=case.number)
        near = [{other for _, other in case.around(each)} - {first, second} for each in (first, second)]
        assert {each.entity_id for each in found.shared} == near[0] & near[1]
        assert [{each.entity_id for each in own} for own in found.own] == [near[0] - near[1], near[1] - near[0]]
        for other in (*found.direct, *found.shared, *found.own[0], *found.own[1]):
            for each in (each for relations in other.relations for each in relations):
                assert each.tense == case.tense_of(each.relation_id)
                assert ("(" in each.label_en) == (each.tense != "now")


@TODAY
def test_timelines_and_what_similar_entities_share(empty: KnowledgeBase, seed: int, day: date) -> None:
    case = drawn(empty, seed, day)
    for company in COMPANIES[:3]:
        for dated in entity_timeline(case.base, ONTOLOGY, company).dated:
            assert dated.tense == case.tense_of(dated.neighbour.relation_id)
            assert ("(" in dated.label_en) == (dated.tense != "now")
        around = case.around(company)
        for other in similar_entities(case.base, ONTOLOGY, Settings(), company):
            present = [label for label in other.direct_en if "(" not in label]
            assert bool(present) == any(end == other.entity_id for _, end in around)
            common = {end for _, end in around} & {end for _, end in case.around(other.entity_id)}
            assert {each.entity_id for each in other.shared} <= common


@told()
def test_drawings(empty: KnowledgeBase, seed: int, day: date) -> None:
    case = drawn(empty, seed, day)
    relations = drawn_relations(case.base, range(len(case.edges)))
    found = drawn_as_of(Drawing(relations=relations), case.base, ONTOLOGY, case.number)
    assert [each.tense for each in found.relations] == [case.tense(row) for row in range(len(case.edges))]


@told()
def test_holdings_and_recorded_values(empty: KnowledgeBase, seed: int, day: date) -> None:
    case = drawn(empty, seed, day)
    base = Base(case.base, ONTOLOGY, NameIndex(case.base, ONTOLOGY), Settings())
    recorded = holdings_of(base)
    counted = {f"r{row}" for row in recorded.row[recorded.in_force(case.number)].tolist()}
    rows = (row for row, edge in enumerate(case.edges) if edge.type in KINDS[1:3])
    assert counted == {f"r{row}" for row in rows if case.tense(row) in ("now", "reported")}  # reports count, marked
    for company in COMPANIES:
        found = related_names(case.base, ONTOLOGY, company, "located_in", case.number, "en")
        assert {each.id for each in found.sources} == {
            each for each, _ in case.around(company) if case.edges[int(each[1:])].type == "located_in"
        }
        people = particulars(case.base, ONTOLOGY, case.base.entity(company)).people
        assert {each.relation_id for each in people} <= {each for each, _ in case.around(company)}
