from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import igraph
import numpy as np
import pytest

from core.domain.arms import ARMS, SEARCHES, Arm
from core.errors import EmbeddingModelUnavailableError
from core.ontology import Ontology
from core.reasoning.asked_relation import AskedInOntology, AskedRelation
from core.retrieval import hybrid, searches
from core.retrieval.evidence import RecordedEvidence
from core.retrieval.hybrid import HybridResult, HybridRetriever
from core.retrieval.pagerank.contract import WalkParameters
from core.retrieval.question import HybridQuestion
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray
from tests.conftest import build_and_open
from tests.doubles import BrokenEncoder, CountingEncoder, RecordingEngine
from tests.support import by_id, company, relation, settings_for, write_data


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

    def question(
        self,
        *query_ids: str,
        text: str = "",
        asked: AskedRelation | None = None,
        named: Sequence[str] = (),
        topic: str = "",
        among: Sequence[str] | None = None,
        max_hops: int = 3,
        influence: FloatArray | None = None,
    ) -> HybridQuestion:
        nodes = None if among is None else np.array(sorted(map(self.knowledge_base.node_of.__getitem__, among)), int)
        answering = AskedInOntology(asked, self.ontology) if asked else None
        evidence = RecordedEvidence(self.knowledge_base, self.ontology, query_ids)
        return HybridQuestion(
            query_ids=query_ids,
            text=text,
            damping=0.85,
            max_hops=max_hops,
            asked=answering,
            recorded_answers=evidence.matches(answering) if answering else {},
            named_ids=tuple(named),
            topic=topic,
            influence=influence,
            among=nodes,
        )

    def retriever(self) -> HybridRetriever:
        return HybridRetriever(self.knowledge_base, lambda: self.encoder, self.engine, self.settings)

    def retrieve(self, *query_ids: str, **asked: Any) -> HybridResult:
        return self.retriever().retrieve(self.question(*query_ids, **asked))


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


def fail(error: Exception) -> Any:
    def raising(*_: object, **__: object) -> None:
        raise error

    return raising


def test_every_arm_returns_companies_and_every_search_its_time(bench: Bench) -> None:
    result = bench.retrieve("hub", text="Who supplies battery cells for electric cars?", named=["car"])
    assert {arm for arm in ARMS if not scores(result, arm)} == {"size"}  # no column tells it
    assert list(result.milliseconds) == list(SEARCHES)
    assert all(spent > 0 for spent in result.milliseconds.values())
    assert result.failures == {}


def test_candidates_stand_in_the_order_of_their_ids_each_once(bench: Bench) -> None:
    found = bench.retrieve("hub", text="Who supplies battery cells?").candidates
    assert found.company_ids == ("bank", "maker", "rival", "seller")
    assert found.raw.shape == (4, len(ARMS))
    assert found.adaptive_weights.shape == (len(ARMS),)
    assert found.adaptive_weights.sum() == pytest.approx(1.0)
    assert found.features["asks about a company"] == 1.0


def test_the_query_itself_is_no_candidate(bench: Bench) -> None:
    assert "hub" not in bench.retrieve("hub").candidates.company_ids
    assert not {"hub", "rival"} & set(bench.retrieve("hub", "rival").candidates.company_ids)


def test_bridges_are_no_candidates(bench: Bench) -> None:
    assert "car" not in bench.retrieve("hub", text="electric cars", named=["car"]).candidates.company_ids
    found = bench.retrieve("car", text="Who makes electric cars?")
    assert {"hub", "maker"} <= set(scores(found, "graph"))


def test_only_companies_that_may_answer_are_scored(bench: Bench) -> None:
    found = bench.retrieve("hub", text="Who supplies it?", among=["bank", "hub", "seller"])
    assert found.candidates.company_ids == ("bank", "seller")
    everyone = bench.retrieve("hub", text="Who supplies it?")
    for arm in ("text", "words", "graph", "keyword", "relation"):
        expected = {name: score for name, score in scores(everyone, arm).items() if name in ("bank", "seller")}
        assert scores(found, arm) == pytest.approx(expected), arm


def test_companies_that_may_answer_are_scored_although_no_arm_proposes_them(bench: Bench) -> None:
    bench.settings = bench.settings.model_copy(update={"candidate_limit": 1})
    found = bench.retrieve("hub", among=["bank", "maker", "rival", "seller"])
    assert set(scores(found, "text")) == {"bank", "maker", "rival", "seller"}


def test_nobody_may_answer(bench: Bench) -> None:
    found = bench.retrieve("hub", text="Who supplies it?", among=[])
    assert found.candidates.company_ids == ()
    assert found.candidates.raw.shape == (0, len(ARMS))
    assert found.failures == {}


def test_a_question_is_embedded_in_one_call_with_the_names(bench: Bench) -> None:
    bench.retrieve("hub", text="Who supplies it?", topic="cells")
    assert bench.encoder.calls == [["枢纽公司 Hub Motors Who supplies it?", "cells"]]


def test_a_question_among_given_companies_is_embedded_in_one_call_too(bench: Bench) -> None:
    bench.retrieve("hub", text="Who supplies it?", among=["seller", "bank"])
    assert len(bench.encoder.calls) == 1


def test_a_bare_company_is_not_embedded(bench: Bench) -> None:
    assert scores(bench.retrieve("hub"), "text")
    assert bench.encoder.calls == []


def test_the_walk_stays_within_its_hops(bench: Bench) -> None:
    from_hub_alone = {"triplet_node_weight": 0.0, "passage_node_weight": 0.0}
    bench.settings = bench.settings.model_copy(update=from_hub_alone)
    assert set(scores(bench.retrieve("hub", max_hops=1), "graph")) == {"rival", "seller"}
    assert {"bank", "maker"} <= set(scores(bench.retrieve("hub", max_hops=2), "graph"))


def test_the_walk_starts_from_what_is_named_too(bench: Bench, knowledge_base: KnowledgeBase) -> None:
    bench.retrieve("hub", text="electric cars", named=["car", "bank"])
    asked_about = {knowledge_base.node_of[name] for name in ("hub", "car", "bank")}
    assert any(asked_about <= set(seeds) for seeds in bench.engine.seeds)


def test_what_is_named_credits_whom_it_is_related_to(bench: Bench) -> None:
    assert scores(bench.retrieve("hub", text="x", named=["car"]), "named") == {"maker": 1.0}
    both = scores(bench.retrieve("hub", text="x", named=["car", "rival"]), "named")
    assert both == {"maker": 0.5, "bank": 0.5}
    assert scores(bench.retrieve("hub", text="x"), "named") == {}


def test_size_is_what_the_data_tells(
    bench: Bench, knowledge_base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert scores(bench.retrieve("hub"), "size") == {}
    told = {"rival": 0.25, "bank": 1.0}
    sizes = np.array([told.get(name, 0.0) for name in knowledge_base.entity_ids], dtype=np.float32)
    monkeypatch.setattr(knowledge_base, "sizes", sizes)
    assert scores(bench.retrieve("hub"), "size") == told


def test_the_peers_of_alike_companies_are_found(bench: Bench) -> None:
    peers = scores(bench.retrieve("hub"), "peers")
    assert peers["rival"] > 0
    assert all(score > 0 for score in peers.values())


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


def test_relations_that_do_not_touch_the_query_count_half(bench: Bench) -> None:
    result = bench.retrieve("hub", text="Who holds shares?")
    match = next(match for match in result.triplets if match.source == "bank")
    assert scores(result, "relation")["bank"] == pytest.approx(0.5 * match.similarity, abs=1e-6)


def test_each_triplet_is_kept_once(bench: Bench) -> None:
    ids = [match.relation_id for match in bench.retrieve("hub", text="supplies").triplets]
    assert len(ids) == len(set(ids)) == 5


def test_a_question_about_nobody_finds_triplets_anywhere(bench: Bench) -> None:
    found = bench.retrieve(text="Who lends money?", topic="lends money")
    assert len({match.relation_id for match in found.triplets}) == len(found.triplets) == 5
    assert set(found.candidates.company_ids) == {"bank", "hub", "maker", "rival", "seller"}


def test_without_an_asked_relation_both_walks_are_plain(bench: Bench) -> None:
    bench.retrieve("hub")
    assert [influence.tolist() == [1.0] * len(influence) for influence in bench.engine.influences] == [True, True]


def test_an_emphasis_of_one_walks_the_plain_graph(bench: Bench) -> None:
    bench.settings = bench.settings.model_copy(update={"asked_relation_emphasis": 1.0})
    bench.retrieve("hub", text="x", asked=AskedRelation("supplies", "either"))
    assert [influence.tolist() == [1.0] * len(influence) for influence in bench.engine.influences] == [True, True]


@pytest.mark.parametrize(
    ("asked", "emphasised"), [("supplies", {"supplies"}), ("similar_product", {"produces"}), ("acquired", set())]
)
def test_edges_that_lead_to_what_is_asked_are_emphasised_in_both_walks(
    asked: str, emphasised: set[str], bench: Bench, knowledge_base: KnowledgeBase
) -> None:
    bench.retrieve("hub", text="x", asked=AskedRelation(asked, "either"))
    used = {knowledge_base.manifest.edge_types[code] for code in knowledge_base.graph.edge_type}
    assert len(bench.engine.influences) == 2
    for walked in bench.engine.influences:
        influence = dict(zip(knowledge_base.manifest.edge_types, walked, strict=True))
        assert {name for name in used if influence[name] == 5.0} == emphasised
        assert {influence[name] for name in used - emphasised} == {1.0}


def test_the_emphasis_multiplies_the_influence_of_the_question(bench: Bench, knowledge_base: KnowledgeBase) -> None:
    edge_types = knowledge_base.manifest.edge_types
    given = np.linspace(0.1, 2.0, len(edge_types))
    bench.retrieve("hub", text="x", asked=AskedRelation("supplies", "either"), influence=given)
    expected = given.copy()
    expected[edge_types.index("supplies")] *= 5.0
    assert bench.engine.influences[0] == pytest.approx(expected)
    assert given == pytest.approx(np.linspace(0.1, 2.0, len(edge_types)))


def test_both_walks_have_the_parameters_of_the_settings(bench: Bench) -> None:
    bench.settings = bench.settings.model_copy(update={"ppr_tolerance": 1e-5, "ppr_max_iterations": 7})
    bench.retrieve("hub", max_hops=2)
    assert bench.engine.parameters == [WalkParameters(0.85, 2, 1e-5, 7)] * 2


def test_the_walk_is_kept_to_explain_its_scores(bench: Bench, knowledge_base: KnowledgeBase) -> None:
    result = bench.retrieve("hub")
    assert result.attribution is not None
    assert result.walk_converged
    shares = result.attribution.shares(knowledge_base.node_of["seller"])
    assert sum(each.share for each in shares.by_type) + shares.restart == pytest.approx(1.0)
    for name, score in scores(result, "graph").items():
        assert score == result.attribution.walk.scores[knowledge_base.node_of[name]]


def test_passages_are_scored_with_the_companies(bench: Bench) -> None:
    result = bench.retrieve("hub", text="Who sells battery cells to Hub Motors?")
    found = result.passage_scores
    assert {"p", "profile:en:hub", "profile:en:seller"} <= set(found.passage_ids)
    assert found.raw.shape == (len(found.passage_ids), 4)
    assert set(by_id(bench.knowledge_base, result.passages)) <= set(found.passage_ids)
    assert np.isfinite(found.raw[found.passage_ids.index("p")]).all()


def test_a_walk_that_failed_explains_nothing(bench: Bench) -> None:
    bench.engine = RecordingEngine(RuntimeError("no walk"))
    result = bench.retrieve("hub")
    assert result.attribution is None
    assert result.walk_converged


@pytest.mark.parametrize("error", [OSError("disk"), RuntimeError("lance"), ValueError("shape")])
@pytest.mark.parametrize(
    ("function", "arm"),
    [
        ("search_companies", "text"),
        ("search_triplets", "relation"),
        ("search_passages", "keyword"),
        ("word_match", "words"),
    ],
)
def test_a_search_that_fails_costs_only_its_arm(
    function: str, arm: Arm, error: Exception, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, function, fail(error))
    result = bench.retrieve("hub", text="Who supplies electric cars?", named=["car"])
    assert result.failures == {arm: str(error)}
    assert scores(result, arm) == {}
    assert {other for other in ARMS if other != arm and not scores(result, other)} == {"size"}  # no column tells it


def test_a_search_for_passages_by_meaning_that_fails_is_named_and_costs_companies_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = bench.retrieve("hub", text="Who supplies it?")
    monkeypatch.setattr(searches, "search_passages_by_meaning", fail(OSError("gone")))
    result = bench.retrieve("hub", text="Who supplies it?")
    assert result.failures == {"passages": "gone"}
    assert {"p"} <= set(result.passage_scores.passage_ids)  # found by keywords
    assert scores(result, "text") == scores(whole, "text") != {}


class SlowDictionary(dict[str, float]):
    """Time passes between reading a value and writing the next."""

    def get(self, *arguments: Any) -> Any:
        value = super().get(*arguments)
        time.sleep(0.05)
        return value


def test_searches_that_end_at_once_lose_no_time_of_each_other(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    class Watched(hybrid._Search):
        def search(self) -> searches.Searched:
            self._milliseconds = SlowDictionary()  # type: ignore[assignment]
            futures = [self.start("text", lambda: None, lambda: None) for _ in range(4)]
            assert [future.result() for future in futures] == [None] * 4
            spent.update(self._milliseconds)
            self._milliseconds = {}
            return super().search()

    spent: dict[str, float] = {}
    ticks = threading.local()

    def clock() -> float:  # every search takes exactly one second
        ticks.now = getattr(ticks, "now", 0.0) + 1.0
        return float(ticks.now)

    monkeypatch.setattr(hybrid, "_Search", Watched)
    monkeypatch.setattr(hybrid.time, "perf_counter", clock)
    bench.retrieve("hub")
    assert spent == {"text": 4000.0}


def test_questions_take_turns_in_the_order_they_came(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    going_on, most = 0, 0
    counting, first_in = threading.Lock(), threading.Event()
    go_on = threading.Event()

    class Watched(hybrid._Search):
        def search(self) -> searches.Searched:
            nonlocal going_on, most
            with counting:
                going_on += 1
                most = max(most, going_on)
                begun.append(self._question.text)
            first_in.set()
            go_on.wait(10)
            found = super().search()
            with counting:
                going_on -= 1
            return found

    monkeypatch.setattr(hybrid, "_Search", Watched)
    monkeypatch.setattr(hybrid, "_TURNS", 1)
    retriever = bench.retriever()
    with ThreadPoolExecutor(5) as users:
        asked = []
        for number in range(5):
            asked.append(users.submit(retriever.retrieve, bench.question("hub", text=str(number))))
            assert first_in.wait(10)
            while retriever._turns._work_queue.qsize() < number:
                time.sleep(0.001)
        go_on.set()
        found = [each.result() for each in asked]
    assert (begun, most) == ([str(number) for number in range(5)], 1)
    assert all(result.candidates.company_ids for result in found)


@pytest.mark.parametrize(
    ("broken", "arms"), [("entities", {"text"}), ("relations", {"relation"}), ("passages", {"passages", "keyword"})]
)
def test_a_table_that_cannot_be_read_costs_the_arms_that_search_it(
    broken: str, arms: set[str], bench: Bench, knowledge_base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = knowledge_base.table

    def table(name: str) -> Any:
        if name == broken:
            raise OSError(f"{name} cannot be read")
        return whole(name)

    monkeypatch.setattr(knowledge_base, "table", table)
    result = bench.retrieve("hub", text="Who supplies battery cells?")
    assert result.failures == dict.fromkeys(arms, f"{broken} cannot be read")
    assert {"graph", "peers", "words"} <= {arm for arm in ARMS if scores(result, arm)}


def test_an_encoder_that_fails_costs_the_arms_that_need_it(bench: Bench, encoder: Encoder) -> None:
    bench.encoder = BrokenEncoder(encoder)
    result = bench.retrieve("hub", text="Who supplies it?")
    assert result.failures == dict.fromkeys(("text", "relation", "passages"), "cannot embed 1 texts")
    assert scores(result, "text") == scores(result, "relation") == {}
    assert {"graph", "peers", "words", "keyword"} == {arm for arm in ARMS if scores(result, arm)}


def test_without_an_encoder_what_is_recorded_as_asked_still_counts(bench: Bench, encoder: Encoder) -> None:
    bench.encoder = BrokenEncoder(encoder)
    result = bench.retrieve("hub", text="Who supplies it?", asked=AskedRelation("supplies", "backward"))
    assert set(result.failures) == {"text", "relation", "passages"}
    assert scores(result, "relation") == {"seller": 0.5}


def test_without_an_encoder_companies_that_may_answer_are_scored_by_the_other_arms(
    bench: Bench, encoder: Encoder
) -> None:
    bench.encoder = BrokenEncoder(encoder)
    result = bench.retrieve("hub", text="Who supplies it?", among=["bank", "seller"])
    assert result.candidates.company_ids == ("bank", "seller")
    assert scores(result, "text") == {}
    assert set(scores(result, "graph")) == {"bank", "seller"}


def test_a_model_that_cannot_be_loaded_is_named(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    error = EmbeddingModelUnavailableError(model="nowhere/model", detail="no such folder")
    monkeypatch.setattr(bench.encoder, "encode", fail(error))
    assert bench.retrieve("hub", text="x").failures == dict.fromkeys(("text", "relation", "passages"), str(error))


def test_an_engine_that_fails_costs_both_walks(bench: Bench) -> None:
    bench.engine = RecordingEngine(RuntimeError("no walk"))
    result = bench.retrieve("hub", text="Who supplies it?")
    assert result.failures == {"graph": "no walk", "peers": "no walk"}
    assert scores(result, "graph") == scores(result, "peers") == {}
    assert {"text", "words", "relation", "keyword"} <= {arm for arm in ARMS if scores(result, arm)}


def test_an_error_of_igraph_costs_only_the_walks(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(igraph.Graph, "personalized_pagerank", fail(igraph.InternalError("prpack")))
    assert set(bench.retrieve("hub").failures) == {"graph", "peers"}


def test_all_arms_may_fail_without_an_exception(
    bench: Bench, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.engine = RecordingEngine(OSError("the disk is gone"))
    bench.encoder = BrokenEncoder(encoder)
    for function in ("search_passages", "word_match"):
        monkeypatch.setattr(searches, function, fail(OSError("the disk is gone")))
    result = bench.retrieve("hub", text="Who supplies it?")
    assert set(result.failures) == set(SEARCHES) - {"named", "size"}  # these are looked up
    assert result.candidates.company_ids == ()
    assert result.candidates.raw.shape == (0, len(ARMS))


def test_a_fault_of_the_program_is_not_taken_for_a_failed_search(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "search_passages", fail(KeyError("a bug")))
    with pytest.raises(KeyError, match="a bug"):
        bench.retrieve("hub", text="Who supplies it?")
