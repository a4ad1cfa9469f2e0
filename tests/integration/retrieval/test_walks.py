from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.ontology import Ontology
from core.reasoning.asked_relation import AskedInOntology, AskedRelation
from core.retrieval.pagerank.conjugate_gradient import ConjugateGradientPersonalizedPageRank
from core.retrieval.pagerank.contract import WalkParameters
from core.retrieval.question import HybridQuestion
from core.retrieval.seeds import peer_seeds, walk_seeds
from core.retrieval.vector_search import TripletMatch
from core.retrieval.walks import Walks
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray
from tests.conftest import build_and_open
from tests.doubles import RecordingEngine
from tests.support import company, relation, settings_for, write_data


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("walks")
    data = write_data(
        folder / "data",
        companies=[company(name) for name in ("hub", "rival", "seller", "buyer", "far", "alone")],
        concepts=[{"id": "car", "type": "product", "name_zh": "车", "name_en": "cars"}],
        relations=[
            relation("hub", "competitor", "rival"),
            relation("seller", "supplies", "hub"),
            relation("hub", "supplies", "buyer"),
            relation("buyer", "partner", "far"),
            relation("rival", "produces", "car"),
        ],
        passages=[{"id": "p", "language": "en", "text": "far is named here."}],
    )
    return settings_for(data, folder / "kb")


@pytest.fixture(scope="module")
def knowledge_base(settings: Settings, encoder: Encoder) -> KnowledgeBase:
    return build_and_open(settings, encoder)


class Bench:
    def __init__(self, knowledge_base: KnowledgeBase, ontology: Ontology, settings: Settings) -> None:
        self.knowledge_base, self.ontology, self.settings = knowledge_base, ontology, settings
        self.engine = RecordingEngine()

    def node(self, name: str) -> int:
        return self.knowledge_base.node_of[name]

    def walks(
        self,
        *query_ids: str,
        asked: str = "",
        damping: float = 0.85,
        named: tuple[str, ...] = (),
        influence: FloatArray | None = None,
    ) -> Walks:
        question = HybridQuestion(
            query_ids=query_ids,
            text="x",
            damping=damping,
            max_hops=3,
            asked=AskedInOntology(AskedRelation(asked, "either"), self.ontology) if asked else None,
            named_ids=named,
            influence=influence,
        )
        return Walks(self.knowledge_base, self.engine, self.settings, question)

    def peers(self, *query_ids: str, alike: dict[str, float], damping: float = 0.85) -> FloatArray:
        nodes = np.array([self.node(name) for name in alike], dtype=np.int64)
        return self.walks(*query_ids, damping=damping).from_peers(nodes, np.array(list(alike.values())))


@pytest.fixture
def bench(knowledge_base: KnowledgeBase, ontology: Ontology, settings: Settings) -> Bench:
    return Bench(knowledge_base, ontology, settings)


def test_the_walk_starts_from_what_is_asked_named_and_found(bench: Bench, knowledge_base: KnowledgeBase) -> None:
    triplets = [TripletMatch("r", "seller", "hub", "supplies", 0.5)]
    read = {knowledge_base.passage_node("p"): 1.0}
    bench.walks("hub", named=("car",)).from_question(triplets, read)
    expected = walk_seeds(knowledge_base, ("hub", "car"), triplets, read, triplet_weight=0.2, passage_weight=0.05)
    assert bench.engine.seeds == [expected]
    assert bench.engine.parameters == [WalkParameters(0.85, 3, 1e-6, 100)]


def test_the_weights_of_what_is_found_are_settings(bench: Bench) -> None:
    bench.settings = bench.settings.model_copy(update={"triplet_node_weight": 0.0, "passage_node_weight": 3.0})
    triplets = [TripletMatch("r", "seller", "hub", "supplies", 0.5)]
    passage = bench.knowledge_base.passage_node("p")
    bench.walks("hub").from_question(triplets, {passage: 1.0})
    assert bench.engine.seeds == [{bench.node("hub"): 1.0, passage: 3.0}]


def test_a_walk_explains_itself(bench: Bench) -> None:
    found = bench.walks("hub").from_question([], {})
    assert found.seeds == {bench.node("hub"): 1.0}
    assert found.walk.scores.sum() == pytest.approx(1.0)
    assert found.graph is bench.knowledge_base.graph


def test_an_asked_relation_draws_the_walk(bench: Bench) -> None:
    plain, asked = (bench.walks("hub", asked=kind).from_question([], {}).walk.scores for kind in ("", "supplies"))
    assert asked[bench.node("seller")] > plain[bench.node("seller")]
    assert asked[bench.node("rival")] < plain[bench.node("rival")]


def test_an_asked_relation_emphasises_itself_and_what_says_the_same_the_other_way_round(bench: Bench) -> None:
    bench.walks("hub", asked="supplies").from_question([], {})
    edge_types = bench.knowledge_base.manifest.edge_types
    concerned = AskedInOntology(AskedRelation("supplies", "either"), bench.ontology)
    expected = [5.0 if concerned.concerns(name) else 1.0 for name in edge_types]
    assert bench.engine.influences[0].tolist() == expected
    assert expected[edge_types.index("supplies")] == 5.0
    assert expected[edge_types.index("competitor")] == 1.0


def test_the_influence_of_the_question_is_walked_and_never_changed(bench: Bench) -> None:
    given = np.linspace(0.5, 2.0, len(bench.knowledge_base.manifest.edge_types))
    before = given.copy()
    bench.walks("hub", influence=given).from_question([], {})
    bench.walks("hub", influence=given, asked="supplies").from_question([], {})
    assert bench.engine.influences[0].tolist() == before.tolist()
    emphasised = bench.engine.influences[1] / before
    assert set(np.round(emphasised, 9).tolist()) == {1.0, 5.0}
    assert given.tolist() == before.tolist()


def test_nowhere_to_start_from_reaches_nobody(bench: Bench) -> None:
    assert not bench.walks().from_question([], {}).walk.scores.any()
    assert not bench.peers(alike={}).any()


def test_peers_are_scored_without_what_they_have_for_being_the_start(bench: Bench) -> None:
    alike = {"rival": 1.0, "seller": 0.5}
    found = bench.peers("hub", alike=alike)
    nodes = [bench.node(name) for name in alike]
    seeds = peer_seeds([bench.node("hub")], np.array(nodes), np.array(list(alike.values())))
    assert bench.engine.seeds == [seeds]
    walked = RecordingEngine().walk(
        bench.knowledge_base.graph, bench.engine.influences[0], seeds, bench.engine.parameters[0]
    )
    total = sum(seeds.values())
    restart = np.zeros(len(found))
    for node, weight in seeds.items():
        restart[node] = 0.15 * weight / total
    assert found == pytest.approx(np.maximum(walked.scores - restart, 0.0), abs=1e-12)
    assert found.sum() == pytest.approx(0.85, abs=1e-6)


def test_a_walk_that_never_goes_on_reaches_no_peer(bench: Bench) -> None:
    assert bench.peers("alone", alike={"rival": 1.0}, damping=0.0) == pytest.approx(0.0, abs=1e-12)


def test_peers_of_a_topic_start_from_the_alike_alone(bench: Bench) -> None:
    found = bench.peers(alike={"seller": 1.0})
    assert bench.engine.seeds == [{bench.node("seller"): pytest.approx(0.7)}]
    assert found[bench.node("hub")] > 0
    assert (found >= 0).all()


def test_the_scores_of_the_walk_are_not_written_to(bench: Bench) -> None:
    first = bench.peers("hub", alike={"rival": 1.0})
    first[:] = -1.0
    assert (bench.peers("hub", alike={"rival": 1.0}) >= 0).all()


def test_who_is_the_same_as_the_company_asked_about_leads_on(
    tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    """A synonym pair is an edge of the walk like others, of the family ATTRIBUTION."""
    data = write_data(
        tmp_path / "data",
        companies=[company(name) for name in ("listed-here", "listed-there", "supplier", "stranger")],
        relations=[
            relation("listed-here", "synonym", "listed-there"),
            relation("supplier", "supplies", "listed-there"),
        ],
    )
    settings = settings_for(data, tmp_path / "kb")
    base = build_and_open(settings, encoder)
    parameters = WalkParameters(damping=settings.ppr_damping_factor, max_hops=settings.ppr_max_hops)
    engine = ConjugateGradientPersonalizedPageRank()

    assert ontology["synonym"].family == "ATTRIBUTION"

    def scores(attribution: float) -> dict[str, float]:
        influence = np.array([attribution if name == "synonym" else 1.0 for name in base.manifest.edge_types])
        walk = engine.walk(base.graph, influence, {base.node_of["listed-here"]: 1.0}, parameters)
        return {name: float(walk.scores[base.node_of[name]]) for name in base.entity_ids}

    assert scores(1.0)["listed-there"] > scores(1.0)["supplier"] > 0.0 == scores(1.0)["stranger"]
    assert scores(0.0)["supplier"] == 0.0
