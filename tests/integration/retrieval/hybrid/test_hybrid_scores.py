"""What each arm gives a company, a relation and a passage."""

from __future__ import annotations

import numpy as np
import pytest

from core.reasoning.asked_relation import AskedRelation
from core.storage.knowledge_base import KnowledgeBase
from tests.integration.retrieval.hybrid.bench import Bench, scores
from tests.support import by_id


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


def test_passages_are_scored_with_the_companies(bench: Bench) -> None:
    result = bench.retrieve("hub", text="Who sells battery cells to Hub Motors?")
    found = result.passage_scores
    assert {"p", "profile:en:hub", "profile:en:seller"} <= set(found.passage_ids)
    assert found.raw.shape == (len(found.passage_ids), 4)
    assert set(by_id(bench.knowledge_base, result.passages)) <= set(found.passage_ids)
    assert np.isfinite(found.raw[found.passage_ids.index("p")]).all()
