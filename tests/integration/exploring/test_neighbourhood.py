from __future__ import annotations

import pytest

from core.exploring import neighbourhood as neighbourhood_module
from core.exploring.drawing import Drawing
from core.exploring.neighbourhood import neighbourhood
from core.retrieval.pagerank.igraph_engine import IgraphPersonalizedPageRank
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data

COMPANIES = ("centre", "near", "strong", "weak", "second", "third", "lonely")


@pytest.fixture(scope="module")
def knowledge_base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("neighbourhood")
    data = write_data(
        folder / "data",
        companies=[company(name, country="CN") for name in COMPANIES],
        concepts=[{"id": "product", "type": "product", "name_zh": "产品", "name_en": "Product"}],
        relations=[
            relation("centre", "supplies", "strong", weight="1.0", year="2020"),
            relation("near", "competitor", "centre", weight="0.5"),
            relation("centre", "partner", "weak", weight="0.05"),
            relation("strong", "partner", "near", weight="0.4"),
            relation("strong", "supplies", "second"),
            relation("second", "supplies", "third"),
            relation("strong", "produces", "product"),
        ],
        passages=[{"id": "p", "language": "en", "text": "centre and lonely met."}],
    )
    return build_and_open(settings_for(data, folder / "kb"), encoder)


def drawn(knowledge_base: KnowledgeBase, *centres: str, hops: int = 1, **options: object) -> Drawing:
    return neighbourhood(knowledge_base, IgraphPersonalizedPageRank(), centres, hops=hops, **options)  # type: ignore[arg-type]


def ids(picture: Drawing) -> list[str]:
    return [node.id for node in picture.entities]


def test_one_hop_draws_the_direct_neighbours_strongest_first(knowledge_base: KnowledgeBase) -> None:
    picture = drawn(knowledge_base, "centre")
    assert ids(picture) == ["centre", "strong", "near", "weak"]
    assert [node.root for node in picture.entities] == [True, False, False, False]
    assert picture.left_out == 0


def test_edges_between_neighbours_are_drawn_too(knowledge_base: KnowledgeBase) -> None:
    edges = {(edge.source, edge.type, edge.target) for edge in drawn(knowledge_base, "centre").relations}
    assert ("strong", "partner", "near") in edges
    assert len(edges) == 4


def test_every_edge_joins_two_drawn_nodes(knowledge_base: KnowledgeBase) -> None:
    for hops in (1, 2, 3):
        picture = drawn(knowledge_base, "centre", hops=hops, max_nodes=4)
        assert all({edge.source, edge.target} <= set(ids(picture)) for edge in picture.relations)


def test_an_edge_tells_its_evidence(knowledge_base: KnowledgeBase) -> None:
    edge = next(edge for edge in drawn(knowledge_base, "centre").relations if edge.target == "strong")
    assert (edge.year, edge.weight, edge.evidence_en) == (2020, 1.0, "stated in a test")


def test_two_hops_reach_further_and_products_are_drawn(knowledge_base: KnowledgeBase) -> None:
    picture = drawn(knowledge_base, "centre", hops=2)
    assert set(ids(picture)) == {"centre", "strong", "near", "weak", "second", "product"}
    assert next(node for node in picture.entities if node.id == "product").type == "product"


def test_hidden_neighbours_are_counted(knowledge_base: KnowledgeBase) -> None:
    hidden = {node.id: node.further for node in drawn(knowledge_base, "centre").entities}
    assert hidden == {"centre": 0, "strong": 2, "near": 0, "weak": 0}


def test_what_does_not_fit_is_left_out_and_counted(knowledge_base: KnowledgeBase) -> None:
    picture = drawn(knowledge_base, "centre", max_nodes=2)
    assert ids(picture) == ["centre", "strong"]
    assert picture.left_out == 2
    assert picture.entities[0].further == 2


def test_an_expanded_entity_brings_its_neighbours(knowledge_base: KnowledgeBase) -> None:
    picture = drawn(knowledge_base, "centre", expanded=["strong"])
    assert ids(picture)[:2] == ["centre", "strong"]
    assert {"second", "product"} <= set(ids(picture))
    assert not picture.entities[1].root


def test_the_centre_and_what_was_expanded_stay_when_cut(knowledge_base: KnowledgeBase) -> None:
    assert ids(drawn(knowledge_base, "centre", expanded=["weak"], max_nodes=2)) == ["centre", "weak"]


def test_a_centre_named_twice_is_drawn_once(knowledge_base: KnowledgeBase) -> None:
    assert ids(drawn(knowledge_base, "centre", "centre", expanded=["centre"])).count("centre") == 1


def test_mentions_are_not_drawn(knowledge_base: KnowledgeBase) -> None:
    picture = drawn(knowledge_base, "lonely", hops=2)
    assert (ids(picture), picture.relations, picture.left_out) == (["lonely"], (), 0)
    assert picture.entities[0].walk > 0


def test_unknown_ids_are_ignored(knowledge_base: KnowledgeBase) -> None:
    assert drawn(knowledge_base, "nobody", expanded=["nobody"]) == Drawing()
    picture = drawn(knowledge_base, "nobody", "lonely", passages=True)
    assert (ids(picture), [each.id for each in picture.passages.passages]) == (["lonely"], ["p"])


def test_no_hops_draw_the_centre_alone(knowledge_base: KnowledgeBase) -> None:
    assert ids(drawn(knowledge_base, "centre", hops=0)) == ["centre"]


def test_all_centres_stay_when_cut(knowledge_base: KnowledgeBase) -> None:
    assert set(ids(drawn(knowledge_base, "centre", "third", "lonely", max_nodes=2))) == {"centre", "third", "lonely"}


@pytest.mark.parametrize("hops", [1, 2, 3])
def test_many_nodes_reach_as_far_as_few(
    knowledge_base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, hops: int
) -> None:
    few = drawn(knowledge_base, "centre", hops=hops)
    monkeypatch.setattr(neighbourhood_module, "_FEW", 0)
    assert drawn(knowledge_base, "centre", hops=hops) == few


def test_what_is_wanted_comes_before_others_within_reach_or_not(knowledge_base: KnowledgeBase) -> None:
    ids = [
        entity.id
        for entity in drawn(knowledge_base, "centre", wanted=("third", "weak", "nobody"), max_nodes=3).entities
    ]
    assert ids == ["centre", "third", "weak"]
