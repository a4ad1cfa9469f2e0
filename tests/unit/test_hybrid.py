from __future__ import annotations

from collections.abc import Mapping, Sequence

import igraph
import numpy as np
import pytest

from core.domain.results import ARMS, Arm
from core.ontology import Ontology
from core.reasoning.asked_relation import AskedInOntology, AskedRelation
from core.retrieval import hybrid
from core.retrieval.evidence import RecordedEvidence
from core.retrieval.hybrid import HybridQuestion, HybridResult, HybridRetriever
from core.retrieval.pagerank.contract import Walk, WalkParameters
from core.retrieval.pagerank.igraph_engine import IgraphPersonalizedPageRank
from core.settings import Settings
from core.storage.embeddings import Encoder, Vectors
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, RelationGraph
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data


class CountingEncoder:
    def __init__(self, encoder: Encoder) -> None:
        self.name, self.dimension = encoder.name, encoder.dimension
        self._encoder = encoder
        self.calls: list[list[str]] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(list(texts))
        return self._encoder.encode(texts)


class BrokenEncoder(CountingEncoder):
    def encode(self, texts: Sequence[str]) -> Vectors:
        raise RuntimeError(f"cannot embed {len(texts)} texts")


class RecordingEngine(IgraphPersonalizedPageRank):
    def __init__(self, error: Exception | None = None) -> None:
        super().__init__()
        self.error = error
        self.influences: list[FloatArray] = []
        self.parameters: list[WalkParameters] = []

    def walk(
        self, graph: RelationGraph, influence: FloatArray, seeds: Mapping[int, float], parameters: WalkParameters
    ) -> Walk:
        if self.error:
            raise self.error
        self.influences.append(influence.copy())
        self.parameters.append(parameters)
        return super().walk(graph, influence, seeds, parameters)


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("hybrid")
    data = write_data(
        folder / "data",
        companies=[
            company("hub", "枢纽公司", "Hub Motors", description_en="Builds electric cars."),
            company("rival", "对手公司", "Rival Motors", description_en="Builds electric cars."),
            company("seller", "电芯公司", "Cell Works", description_en="Makes battery cells."),
            company("maker", "同行公司", "Peer Motors", description_en="Builds electric vans."),
            company("bank", "储蓄银行", "Savings Bank", description_en="Lends money."),
        ],
        concepts=[{"id": "car", "type": "product", "name_zh": "电动车", "name_en": "electric cars"}],
        relations=[
            relation("hub", "competitor", "rival", "Hub Motors and Rival Motors compete."),
            relation("seller", "supplies", "hub", "Cell Works supplies battery cells to Hub Motors."),
            relation("hub", "produces", "car"),
            relation("maker", "produces", "car"),
            relation("bank", "shareholder_of", "rival", "Savings Bank holds shares in Rival Motors."),
        ],
        passages=[{"id": "p", "language": "en", "title": "Hub Motors", "text": "Hub Motors buys from Cell Works."}],
    )
    return settings_for(data, folder / "kb")


@pytest.fixture(scope="module")
def knowledge_base(settings: Settings, encoder: Encoder) -> KnowledgeBase:
    return build_and_open(settings, encoder)


class Bench:
    """One retriever with parts that count or fail."""

    def __init__(self, knowledge_base: KnowledgeBase, ontology: Ontology, settings: Settings, encoder: Encoder) -> None:
        self.knowledge_base, self.ontology, self.settings = knowledge_base, ontology, settings
        self.encoder: CountingEncoder = CountingEncoder(encoder)
        self.engine = RecordingEngine()

    def retrieve(
        self,
        *query_ids: str,
        text: str = "",
        asked: AskedRelation | None = None,
        max_hops: int = 3,
        influence: FloatArray | None = None,
    ) -> HybridResult:
        retriever = HybridRetriever(self.knowledge_base, lambda: self.encoder, self.engine, self.settings)
        evidence = RecordedEvidence(self.knowledge_base, self.ontology, query_ids)
        in_ontology = AskedInOntology(asked, self.ontology) if asked else None
        return retriever.retrieve(HybridQuestion(query_ids, text, 0.85, max_hops, evidence, in_ontology, influence))


@pytest.fixture
def bench(knowledge_base: KnowledgeBase, ontology: Ontology, settings: Settings, encoder: Encoder) -> Bench:
    return Bench(knowledge_base, ontology, settings, encoder)


def scores(result: HybridResult, arm: Arm) -> dict[str, float]:
    column = result.candidates.raw[:, ARMS.index(arm)]
    return {
        name: float(score)
        for name, score in zip(result.candidates.company_ids, column, strict=True)
        if np.isfinite(score)
    }


def test_every_arm_returns_companies_and_its_time(bench: Bench) -> None:
    result = bench.retrieve("hub", text="Who supplies battery cells?")
    assert all(scores(result, arm) for arm in ARMS)
    assert set(result.milliseconds) == set(ARMS)
    assert result.failures == {}


def test_the_query_itself_is_no_candidate(bench: Bench) -> None:
    assert "hub" not in bench.retrieve("hub").candidates.company_ids
    assert not {"hub", "rival"} & set(bench.retrieve("hub", "rival").candidates.company_ids)


def test_bridges_are_no_candidates(bench: Bench) -> None:
    assert "car" not in bench.retrieve("hub", text="electric cars").candidates.company_ids
    found = bench.retrieve("car", text="Who makes electric cars?")
    assert {"hub", "maker"} <= set(scores(found, "graph"))


def test_a_question_is_embedded_once_with_the_names(bench: Bench) -> None:
    bench.retrieve("hub", text="Who supplies it?")
    assert bench.encoder.calls == [["枢纽公司 Hub Motors Who supplies it?"]]


def test_a_bare_company_is_not_embedded(bench: Bench) -> None:
    assert scores(bench.retrieve("hub"), "text")
    assert bench.encoder.calls == []


def test_the_graph_arm_stays_within_its_hops(bench: Bench) -> None:
    assert set(scores(bench.retrieve("hub", max_hops=1), "graph")) == {"rival", "seller"}
    assert "bank" in scores(bench.retrieve("hub", max_hops=2), "graph")


def test_the_graph_arm_returns_no_more_than_its_limit(bench: Bench) -> None:
    bench.settings = bench.settings.model_copy(update={"candidate_limit": 2})
    assert len(scores(bench.retrieve("hub"), "graph")) == 1  # the query itself takes the other place


def test_a_relation_recorded_as_asked_earns_half_a_point(bench: Bench) -> None:
    plain = scores(bench.retrieve("hub", text="x"), "relation")
    asked = scores(bench.retrieve("hub", text="x", asked=AskedRelation("supplies", "backward")), "relation")
    assert asked["seller"] == pytest.approx(0.5 * plain["seller"] + 0.5)
    assert asked["rival"] == pytest.approx(0.5 * plain["rival"])


def test_a_relation_in_the_other_direction_is_not_asked_for(bench: Bench) -> None:
    plain = scores(bench.retrieve("hub", text="x"), "relation")
    asked = scores(bench.retrieve("hub", text="x", asked=AskedRelation("supplies", "forward")), "relation")
    assert asked["seller"] == pytest.approx(0.5 * plain["seller"])


def test_a_relation_implied_by_a_bridge_earns_a_quarter(bench: Bench) -> None:
    asked = scores(bench.retrieve("hub", text="x", asked=AskedRelation("similar_product", "either")), "relation")
    plain = scores(bench.retrieve("hub", text="x"), "relation")
    assert asked["maker"] == pytest.approx(0.5 * plain.get("maker", 0.0) + 0.25)


def test_relations_that_do_not_touch_the_query_count_half(bench: Bench, knowledge_base: KnowledgeBase) -> None:
    result = bench.retrieve("hub", text="Who holds shares?")
    match = next(match for match in result.triplets if match.source == "bank")
    assert scores(result, "relation")["bank"] == pytest.approx(0.5 * match.similarity, abs=1e-6)


def test_each_triplet_is_kept_once(bench: Bench) -> None:
    ids = [match.relation_id for match in bench.retrieve("hub", text="supplies").triplets]
    assert len(ids) == len(set(ids)) == 5


def test_without_an_asked_relation_the_walk_is_plain(bench: Bench) -> None:
    bench.retrieve("hub")
    assert (bench.engine.influences[0] == 1.0).all()


def test_an_emphasis_of_one_walks_the_plain_graph(bench: Bench) -> None:
    bench.settings = bench.settings.model_copy(update={"asked_relation_emphasis": 1.0})
    bench.retrieve("hub", text="x", asked=AskedRelation("supplies", "either"))
    assert (bench.engine.influences[0] == 1.0).all()


@pytest.mark.parametrize(
    ("asked", "emphasised"), [("supplies", {"supplies"}), ("similar_product", {"produces"}), ("acquired", set())]
)
def test_edges_that_lead_to_what_is_asked_are_emphasised(
    asked: str, emphasised: set[str], bench: Bench, knowledge_base: KnowledgeBase
) -> None:
    bench.retrieve("hub", text="x", asked=AskedRelation(asked, "either"))
    used = {knowledge_base.manifest.edge_types[code] for code in knowledge_base.graph.edge_type}
    influence = dict(zip(knowledge_base.manifest.edge_types, bench.engine.influences[0], strict=True))
    assert {name for name in used if influence[name] == 5.0} == emphasised
    assert {influence[name] for name in used - emphasised} == {1.0}


def test_the_emphasis_multiplies_the_influence_of_the_question(bench: Bench, knowledge_base: KnowledgeBase) -> None:
    edge_types = knowledge_base.manifest.edge_types
    given = np.linspace(0.1, 2.0, len(edge_types))
    bench.retrieve("hub", text="x", asked=AskedRelation("supplies", "either"), influence=given)
    expected = given.copy()
    expected[[edge_types.index("supplies"), edge_types.index("depends_on")]] *= 5.0
    assert bench.engine.influences[0][edge_types.index("supplies")] == pytest.approx(
        expected[edge_types.index("supplies")]
    )
    assert bench.engine.influences[0][edge_types.index("produces")] == pytest.approx(
        given[edge_types.index("produces")]
    )


def test_the_walk_has_the_parameters_of_the_settings(bench: Bench) -> None:
    bench.settings = bench.settings.model_copy(update={"ppr_tolerance": 1e-5, "ppr_max_iterations": 7})
    bench.retrieve("hub", max_hops=2)
    assert bench.engine.parameters == [WalkParameters(0.85, 2, 1e-5, 7)]


def test_the_walk_is_kept_to_explain_its_scores(bench: Bench, knowledge_base: KnowledgeBase) -> None:
    result = bench.retrieve("hub")
    assert result.attribution is not None
    assert result.walk_converged
    shares = result.attribution.shares(knowledge_base.node_of["seller"])
    assert sum(each.share for each in shares.by_type) + shares.restart == pytest.approx(1.0)


def test_a_walk_that_failed_explains_nothing(bench: Bench) -> None:
    bench.engine = RecordingEngine(RuntimeError("no walk"))
    result = bench.retrieve("hub")
    assert result.attribution is None
    assert result.walk_converged


@pytest.mark.parametrize("error", [OSError("disk"), RuntimeError("lance"), ValueError("shape")])
@pytest.mark.parametrize(
    ("function", "arm"), [("search_companies", "text"), ("search_triplets", "relation"), ("search_passages", "keyword")]
)
def test_a_search_that_fails_costs_only_its_arm(
    function: str, arm: Arm, error: Exception, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(hybrid, function, fail)
    result = bench.retrieve("hub", text="Who supplies it?")
    assert result.failures == {arm: str(error)}
    assert scores(result, arm) == {}
    assert all(scores(result, other) for other in ARMS if other != arm)


def test_an_encoder_that_fails_costs_the_arms_that_need_it(bench: Bench, encoder: Encoder) -> None:
    bench.encoder = BrokenEncoder(encoder)
    result = bench.retrieve("hub", text="Who supplies it?")
    assert set(result.failures) == {"text", "relation"}
    assert scores(result, "graph")
    assert scores(result, "keyword")


def test_an_engine_that_fails_costs_the_graph_arm(bench: Bench) -> None:
    bench.engine = RecordingEngine(RuntimeError("no walk"))
    result = bench.retrieve("hub", text="Who supplies it?")
    assert result.failures == {"graph": "no walk"}


def test_an_error_of_igraph_costs_only_the_graph_arm(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise igraph.InternalError("prpack")

    monkeypatch.setattr(igraph.Graph, "personalized_pagerank", fail)
    assert set(bench.retrieve("hub").failures) == {"graph"}


def test_all_arms_may_fail_without_an_exception(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is gone")

    bench.engine = RecordingEngine(OSError("the disk is gone"))
    for function in ("entity_vector", "search_passages"):
        monkeypatch.setattr(hybrid, function, fail)
    result = bench.retrieve("hub", text="Who supplies it?")
    assert set(result.failures) == set(ARMS)
    assert result.candidates.company_ids == ()
