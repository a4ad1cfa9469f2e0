"""The workbench's reading of real knowledge bases, counted against their records."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.exploring.drawing import Drawing
from core.exploring.layout import layout
from core.exploring.neighbours import NeighbourKind, Neighbours
from core.exploring.path_drawing import draw_paths
from core.exploring.paths import RelationPaths
from core.exploring.view import Filters, View, add, collapse, expand, hide, look, narrow, open_community, pin
from core.exploring.view_drawing import draw_view
from core.ontology import Ontology, default_ontology
from core.retrieval.pagerank.igraph_engine import IgraphPersonalizedPageRank
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    """A hub with suppliers of known years and strengths, a rival with a circle of its own, and a loner."""
    suppliers = [f"s{number}" for number in range(6)]
    folder = tmp_path_factory.mktemp("exploring")
    data = write_data(
        folder / "data",
        companies=[*map(company, ["hub", "rival", "friend", "loner", *suppliers])],
        concepts=[{"id": "cars", "type": "product", "name_zh": "汽车", "name_en": "cars"}],
        relations=[
            *(
                relation(each, "supplies", "hub", weight=f"0.{number + 1}", year=str(2020 - number))
                for number, each in enumerate(suppliers)
            ),
            relation("s5", "supplies", "hub", "stated again", weight="0.9"),
            relation("hub", "competitor", "rival", weight="0.5", year="2021"),
            relation("hub", "produces", "cars", weight="1.0"),
            relation("rival", "produces", "cars", weight="1.0"),
            relation("rival", "partner", "friend", weight="0.9"),
            relation("friend", "supplies", "hub", weight="0.9"),
        ],
    )
    return build_and_open(settings_for(data, folder / "kb"), encoder)


def draw(base: KnowledgeBase, view: View, **limits: int) -> Drawing:
    return draw_view(base, IgraphPersonalizedPageRank(), view, **limits)


def drawn(drawing: Drawing) -> set[str]:
    return {each.id for each in drawing.entities}


SUPPLIED_BY = NeighbourKind("supplies", False)
ALL = add(View(), ["hub"])


def everything(base: KnowledgeBase) -> View:
    return expand(ALL, "hub", ["rival", "friend", "cars", *(f"s{number}" for number in range(6))])


def test_neighbours_are_counted_by_kind(base: KnowledgeBase, ontology: Ontology) -> None:
    neighbours = Neighbours(base, ontology, "hub")
    counts = {(each.kind.relation_type, each.kind.forward): each for each in neighbours.counts(["s0", "s1", "gone"])}
    assert {kind: (each.entities, each.further) for kind, each in counts.items()} == {
        ("supplies", False): (7, 5),
        ("competitor", True): (1, 1),
        ("produces", True): (1, 1),
    }
    assert neighbours.further([]) == 9
    assert neighbours.further(["rival", "cars"]) == 7
    assert neighbours.counts([])[0].kind == SUPPLIED_BY


def test_the_strongest_or_the_newest_are_chosen(base: KnowledgeBase, ontology: Ontology) -> None:
    neighbours = Neighbours(base, ontology, "hub")
    assert neighbours.choose([], limit=1) == ("cars",)
    assert neighbours.choose(["friend"], kind=SUPPLIED_BY, limit=3) == ("s5", "s4", "s3")
    assert neighbours.choose([], kind=SUPPLIED_BY, order="newest", limit=2) == ("s0", "s1")
    assert neighbours.choose([], order="newest", limit=2) == ("rival", "s0")
    assert neighbours.choose([], kind=NeighbourKind("partner", True), limit=5) == ()
    assert len(neighbours.choose([], limit=50)) == 9


def test_an_unknown_entity_has_no_neighbours(base: KnowledgeBase, ontology: Ontology) -> None:
    with pytest.raises(KeyError):
        Neighbours(base, ontology, "nobody")


def test_everything_between_what_is_shown_is_drawn(base: KnowledgeBase) -> None:
    drawing = draw(base, everything(base))
    assert len(drawing.entities) == 10
    assert len(drawing.relations) == 12
    assert drawing.years == (2015, 2021)
    assert set(drawing.relation_types) == {"supplies", "competitor", "produces", "partner"}
    assert set(drawing.entity_types) == {"company", "product"}
    hub = drawing.entities[0]
    assert (hub.id, hub.root, hub.further, hub.relations) == ("hub", True, 0, 10)
    assert (drawing.communities, drawing.clusters, drawing.clustered, drawing.hidden, drawing.filtered) == (
        (),
        (),
        0,
        0,
        0,
    )


def test_an_empty_view_is_an_empty_drawing(base: KnowledgeBase) -> None:
    assert draw(base, View()) == Drawing()
    assert layout([], []) == {}


def test_what_is_not_shown_of_a_neighbourhood_is_counted(base: KnowledgeBase) -> None:
    assert draw(base, ALL).entities[0].further == 9


@pytest.mark.parametrize(
    ("filters", "left", "relations"),
    [
        (Filters(without_relations=("supplies",)), {"hub", "rival", "friend", "cars"}, 4),
        (Filters(without_entities=("product",)), {"hub", "rival", "friend", *(f"s{n}" for n in range(6))}, 10),
        (Filters(first_year=2019, undated=False), {"hub", "rival", "s0", "s1"}, 3),
        (Filters(last_year=2016, undated=False), {"hub", "s4", "s5"}, 2),
        (Filters(least_strength=0.95), {"hub", "rival", "cars"}, 2),
    ],
)
def test_filters_take_along_what_they_leave_alone(
    base: KnowledgeBase, filters: Filters, left: set[str], relations: int
) -> None:
    drawing = draw(base, narrow(everything(base), filters))
    assert drawn(drawing) == left
    assert len(drawing.relations) == relations
    assert drawing.filtered == 10 - len(left)


def test_what_was_asked_for_or_pinned_stays_whatever_is_filtered(base: KnowledgeBase) -> None:
    nothing = Filters(first_year=2090, undated=False)
    view = pin(add(everything(base), ["rival"]), "s3")
    assert drawn(draw(base, narrow(view, nothing))) == {"hub", "rival", "s3"}


def test_hidden_entities_take_their_relations_along(base: KnowledgeBase) -> None:
    drawing = draw(base, hide(everything(base), "hub"))
    assert "hub" not in drawn(drawing)
    assert drawing.hidden == 1
    assert {(each.source, each.target) for each in drawing.relations} == {("rival", "cars"), ("rival", "friend")}


def test_only_the_strongest_relations_are_drawn_and_the_rest_is_counted(base: KnowledgeBase) -> None:
    drawing = draw(base, everything(base), max_relations=4)
    assert len(drawing.relations) == 4
    assert drawing.relations_beyond == 8
    assert min(each.weight for each in drawing.relations) == pytest.approx(0.9)


def test_too_many_nodes_are_clustered_and_a_cluster_opens(base: KnowledgeBase) -> None:
    drawing = draw(base, everything(base), max_drawn=4)
    assert len(drawing.entities) + len(drawing.clusters) <= 4
    assert drawing.clustered == 10 - len(drawing.entities)
    assert drawing.clusters
    cluster = drawing.clusters[0]
    assert drawing.communities[cluster.community].members[0] == cluster.id
    joined = {each.source for each in drawing.cluster_edges} | {each.target for each in drawing.cluster_edges}
    assert cluster.id in joined
    opened = draw(base, open_community(everything(base), cluster.id), max_drawn=8)
    assert len(drawn(opened) & set(drawing.communities[cluster.community].members)) > 1
    names = drawing.communities[cluster.community].strongest
    assert len(names) == 2


def test_sizes_by_a_walk_are_those_of_the_walk(base: KnowledgeBase) -> None:
    drawing = draw(base, look(everything(base), "community", "walk", "rival"))
    walk = {each.id: each.walk for each in drawing.entities}
    assert max(walk, key=walk.__getitem__) == "rival"
    assert walk["friend"] > walk["s0"] > 0
    assert {each.community for each in drawing.entities} != {None}
    plain = draw(base, look(everything(base), "type", "walk", None))
    assert {each.walk for each in plain.entities} == {0.0}


def test_ids_that_are_gone_are_counted_and_lead_nowhere(base: KnowledgeBase) -> None:
    view = expand(add(everything(base), ["gone"]), "gone", ["elsewhere"])
    drawing = draw(base, look(view, "type", "walk", "gone"))
    assert drawing.unknown == 2
    assert len(drawing.entities) == 10


def test_the_id_of_a_merged_company_draws_the_one_it_went_into(tmp_path: Path, encoder: Encoder) -> None:
    listed = {"tickers": "600001.SH", "country": "China", "founded": "1999"}
    data = write_data(
        tmp_path / "data",
        companies=[
            company("one", "北辰仪器", "Beichen Instruments", **listed),
            company("two", "北辰仪器", "Beichen Instruments", **listed),
            company("other"),
        ],
        relations=[relation("one", "supplies", "other")],
    )
    merging = build_and_open(settings_for(data, tmp_path / "kb", merge_same_company_from=0.5), encoder)
    former, kept = merging.merged[0].id, merging.merged[0].into
    drawing = draw(merging, pin(add(View(), [former, "other"]), former))
    assert drawn(drawing) == {kept, "other"}
    assert len(drawing.relations) == 1
    assert [each.id for each in drawing.entities if each.pinned] == [kept]


def test_the_strongest_path_may_be_longer_than_the_shortest(base: KnowledgeBase) -> None:
    paths = RelationPaths(base, default_ontology())
    shortest, strongest = paths.find("rival", "hub", "shortest"), paths.find("rival", "hub", "strongest")
    assert shortest is not None
    assert strongest is not None
    assert (shortest.entities, shortest.strength) == (("rival", "hub"), pytest.approx(0.5))
    assert (strongest.entities, strongest.strength) == (("rival", "cars", "hub"), pytest.approx(1.0))
    among = paths.find("rival", "hub", "strongest", companies_only=True)
    assert among is not None
    assert (among.entities, among.strength) == (("rival", "friend", "hub"), pytest.approx(0.81))
    assert [step.forward for step in strongest.steps] == [True, False]


def test_of_parallel_relations_the_strongest_is_taken(base: KnowledgeBase) -> None:
    found = RelationPaths(base, default_ontology()).find("s5", "hub", "shortest")
    assert found is not None
    assert found.strength == pytest.approx(0.9)


def test_there_may_be_no_path(base: KnowledgeBase) -> None:
    paths = RelationPaths(base, default_ontology())
    assert paths.find("hub", "loner", "shortest") is None
    assert paths.find("hub", "hub", "strongest") is None
    assert paths.find("hub", "cars", "shortest", companies_only=True) is None
    with pytest.raises(KeyError):
        paths.find("hub", "nobody", "shortest")


def test_a_layout_repeats_and_keeps_nodes_apart(sample_pipeline: DiscoveryPipeline) -> None:
    graph = sample_pipeline.base.knowledge_base.graph
    nodes = [str(node) for node in range(300)]
    pairs = zip(graph.source[: graph.relations].tolist(), graph.target[: graph.relations].tolist(), strict=True)
    edges = [(str(source), str(target)) for source, target in pairs if source < 300 and target < 300]
    places = layout(nodes, edges)
    assert layout(nodes, edges) == places
    assert len(set(places.values())) == 300


def test_collapsing_leaves_the_picture_as_it_was(base: KnowledgeBase) -> None:
    assert draw(base, collapse(everything(base), "hub")) == draw(base, ALL)


def test_a_path_goes_around_what_is_left_out(sample_pipeline: DiscoveryPipeline) -> None:
    base = sample_pipeline.base.knowledge_base
    paths = RelationPaths(base, default_ontology())
    found = paths.find("moderna", "catl", "shortest", companies_only=True)
    assert found is not None
    between, kind = found.entities[1], found.steps[0].relation_type
    around = paths.find("moderna", "catl", "shortest", companies_only=True, without=[between])
    assert around is not None
    assert between not in around.entities
    other = paths.find("moderna", "catl", "shortest", without_types=[kind])
    assert other is None or kind not in {step.relation_type for step in other.steps}
    assert paths.find("moderna", "catl", "shortest", without_types=base.manifest.edge_types) is None
    assert paths.find("moderna", "catl", "shortest", without=["catl"]) is None


def test_paths_are_drawn_as_they_are_told_with_their_ends_as_roots(sample_pipeline: DiscoveryPipeline) -> None:
    base = sample_pipeline.base.knowledge_base
    found = RelationPaths(base, default_ontology()).find("moderna", "catl", "shortest")
    assert found is not None
    drawing = draw_paths(base, [found.steps])
    assert tuple(each.id for each in drawing.entities) == found.entities
    assert [each.id for each in drawing.relations] == [step.relation_id for step in found.steps]
    assert {each.id for each in drawing.entities if each.root} == {"moderna", "catl"}
