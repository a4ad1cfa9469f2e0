"""Which relations both walks emphasise."""

from __future__ import annotations

import numpy as np
import pytest

from core.reasoning.asked_relation import AskedRelation
from core.retrieval.pagerank.contract import WalkParameters
from core.storage.knowledge_base import KnowledgeBase
from tests.integration.retrieval.hybrid.bench import Bench, scores


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
