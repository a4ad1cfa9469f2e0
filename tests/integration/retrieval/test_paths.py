from __future__ import annotations

import numpy as np
import pytest

from core.domain.partial_dates import today
from core.domain.results import GraphPath
from core.ontology import default_ontology
from core.retrieval.paths import MAX_PATHS, PathFinder
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data

HUB = [f"spoke{number:03}" for number in range(230)]


def opened(folder_factory: pytest.TempPathFactory, encoder: Encoder, **tables: object) -> KnowledgeBase:
    folder = folder_factory.mktemp("paths")
    return build_and_open(settings_for(write_data(folder / "data", **tables), folder / "kb"), encoder)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def knowledge_base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    return opened(
        tmp_path_factory,
        encoder,
        companies=[company(name) for name in ("a", "b", "c", "d", "e", "far", "lonely")],
        relations=[
            relation("a", "supplies", "b", weight="0.5"),
            relation("b", "supplies", "a", weight="0.25"),
            relation("a", "partner", "c", weight="1.0"),
            relation("b", "competitor", "c", weight="1.0"),
            relation("c", "supplies", "d"),
            relation("d", "supplies", "b"),
            relation("d", "partner", "e"),
            relation("e", "partner", "far"),
        ],
    )


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    weights = ["0.01" if number >= 200 else "1.0" for number in range(len(HUB))]
    return opened(
        tmp_path_factory,
        encoder,
        companies=[company(name) for name in ("hub", *HUB, "end")],
        relations=[
            relation("hub", "supplies", spoke, weight=weight) for spoke, weight in zip(HUB, weights, strict=True)
        ]
        + [relation(HUB[0], "supplies", "end"), relation(HUB[229], "supplies", "end")],
    )


def finder_of(knowledge_base: KnowledgeBase, query_ids: list[str], weights: FloatArray | None = None) -> PathFinder:
    return PathFinder(knowledge_base, default_ontology(), query_ids, today(), weights)


def strongest_paths(knowledge_base: KnowledgeBase, query_ids: list[str], company_id: str) -> tuple[GraphPath, ...]:
    return finder_of(knowledge_base, query_ids).to(company_id)


def stops(path: GraphPath) -> list[str]:
    return [path.steps[0].from_id, *(step.to_id for step in path.steps)]


def test_one_finder_serves_every_result_alike(knowledge_base: KnowledgeBase) -> None:
    finder = finder_of(knowledge_base, ["a", "d"])
    for company_id in ("b", "c", "e", "far", "lonely", "b"):
        assert finder.to(company_id) == strongest_paths(knowledge_base, ["a", "d"], company_id)


def test_the_strength_is_the_probability_of_the_walk(knowledge_base: KnowledgeBase) -> None:
    direct, *_ = strongest_paths(knowledge_base, ["a"], "c")
    assert stops(direct) == ["a", "c"]
    assert direct.strength == pytest.approx(1.0 / 1.75)
    around = next(path for path in strongest_paths(knowledge_base, ["a"], "c") if stops(path) == ["a", "b", "c"])
    assert around.strength == pytest.approx((0.5 / 1.75) * (1.0 / 2.75))


def influence(knowledge_base: KnowledgeBase, **by_type: float) -> FloatArray:
    return np.array([by_type.get(name, 1.0) for name in knowledge_base.manifest.edge_types])


def test_relations_weigh_in_a_path_as_in_the_walk(knowledge_base: KnowledgeBase) -> None:
    finder = finder_of(knowledge_base, ["a"], influence(knowledge_base, supplies=2.0, competitor=0.5))
    strength = {tuple(stops(path)): path.strength for path in finder.to("c")}
    assert strength["a", "c"] == pytest.approx(1.0 / (2 * 0.75 + 1.0))
    assert strength["a", "b", "c"] == pytest.approx((2 * 0.5 / 2.5) * (0.5 / (2 * 1.75 + 0.5)))


def test_what_the_walk_does_not_use_is_no_step_of_a_path(knowledge_base: KnowledgeBase) -> None:
    finder = finder_of(knowledge_base, ["a"], influence(knowledge_base, partner=0.0))
    assert [stops(path) for path in finder.to("c")] == [["a", "b", "c"], ["a", "b", "d", "c"]]
    assert finder_of(knowledge_base, ["a"], influence(knowledge_base, partner=0.0)).to("e") == ()


def test_paths_are_simple_few_and_strongest_first(knowledge_base: KnowledgeBase) -> None:
    paths = strongest_paths(knowledge_base, ["a"], "b")
    assert 1 <= len(paths) <= MAX_PATHS
    assert [path.strength for path in paths] == sorted((path.strength for path in paths), reverse=True)
    for path in paths:
        assert len(path.steps) <= 3
        assert len(set(stops(path))) == len(path.steps) + 1
        assert (stops(path)[0], stops(path)[-1]) == ("a", "b")


def test_a_walk_that_turns_back_is_no_path(knowledge_base: KnowledgeBase) -> None:
    assert [stops(path) for path in strongest_paths(knowledge_base, ["e"], "far")] == [["e", "far"]]


def test_of_parallel_relations_only_the_strongest_makes_a_path(knowledge_base: KnowledgeBase) -> None:
    paths = strongest_paths(knowledge_base, ["a"], "b")
    direct = [path for path in paths if len(path.steps) == 1]
    assert [path.steps[0].relation_id for path in direct] == ["a--supplies--b"]


def test_a_step_against_its_relation_says_so(knowledge_base: KnowledgeBase) -> None:
    step = strongest_paths(knowledge_base, ["c"], "a")[0].steps[0]
    assert (step.relation_type, step.forward) == ("partner", False)


def test_three_steps_are_followed_and_four_are_not(knowledge_base: KnowledgeBase) -> None:
    assert [stops(path) for path in strongest_paths(knowledge_base, ["c"], "far")] == [["c", "d", "e", "far"]]
    assert strongest_paths(knowledge_base, ["a"], "far") == ()


def test_where_nothing_leads_there_is_no_path(knowledge_base: KnowledgeBase) -> None:
    assert strongest_paths(knowledge_base, ["a"], "lonely") == ()
    assert strongest_paths(knowledge_base, ["lonely"], "a") == ()
    assert strongest_paths(knowledge_base, [], "a") == ()


def test_paths_start_at_any_query_company(knowledge_base: KnowledgeBase) -> None:
    starts = {stops(path)[0] for path in strongest_paths(knowledge_base, ["a", "d"], "c")}
    assert starts == {"a", "d"}


def test_a_hub_follows_only_its_strongest_relations(hub: KnowledgeBase) -> None:
    assert [stops(path) for path in strongest_paths(hub, ["hub"], "end")] == [["hub", HUB[0], "end"]]


def test_a_weak_spoke_still_finds_its_hub(hub: KnowledgeBase) -> None:
    assert [HUB[229], "hub"] in [stops(path) for path in strongest_paths(hub, [HUB[229]], "hub")]
