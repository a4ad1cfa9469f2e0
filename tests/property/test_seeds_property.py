from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.retrieval.seeds import OWN_SHARE, peer_seeds, walk_seeds
from core.retrieval.vector_search import TripletMatch
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import by_passage_node, company, settings_for, write_data

ENTITIES = ("a", "b", "c", "d", "cells", "glass")
PASSAGES = ("p0", "p1", "p2", "p3")
names = st.sampled_from(ENTITIES)
triplets = st.lists(
    st.builds(
        lambda source, target, similarity: TripletMatch("r", source, target, "supplies", similarity),
        names,
        names,
        st.floats(-1.0, 1.0),
    ),
    max_size=8,
)
passages = st.dictionaries(st.sampled_from(PASSAGES), st.floats(1e-6, 50.0))
likenesses = st.lists(st.floats(0.0, 2.0).map(lambda value: round(value, 4)), max_size=12)


@pytest.fixture(scope="module")
def knowledge_base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("seeds-property")
    data = write_data(
        folder / "data",
        companies=[company(name, f"公司{name}", f"Company {name}") for name in "abcd"],
        concepts=[
            {"id": "cells", "type": "product", "name_zh": "电芯", "name_en": "Cells"},
            {"id": "glass", "type": "product", "name_zh": "玻璃", "name_en": "Glass"},
        ],
        passages=[
            {"id": name, "language": "en", "text": f"Company {'abcd'[n]} makes {'Cells' if n else 'Glass'}."}
            for n, name in enumerate(PASSAGES)
        ],
    )
    return build_and_open(settings_for(data, folder / "kb"), encoder)


@given(st.lists(names, unique=True), triplets, passages, st.floats(0.0, 5.0), st.floats(0.0, 5.0))
def test_seeds_are_known_nodes_whose_weights_sum_as_documented(
    knowledge_base: KnowledgeBase,
    query_ids: list[str],
    found: list[TripletMatch],
    read: dict[str, float],
    triplet_weight: float,
    passage_weight: float,
) -> None:
    passages = by_passage_node(knowledge_base, read)
    seeds = walk_seeds(
        knowledge_base, query_ids, found, passages, triplet_weight=triplet_weight, passage_weight=passage_weight
    )
    assert all(0 <= node < knowledge_base.graph.nodes for node in seeds)
    assert all(math.isfinite(weight) and weight >= 0 for weight in seeds.values())
    assert all(seeds[knowledge_base.node_of[name]] > 0 for name in query_ids)
    speaking = any(match.similarity > 1e-12 for match in found[:5])
    total = len(query_ids) + (triplet_weight if speaking else 0.0) + (passage_weight if read else 0.0)
    if speaking or not any(match.similarity > 0 for match in found[:5]):
        assert math.isclose(sum(seeds.values()), total, rel_tol=1e-9, abs_tol=1e-12)
    allowed = {knowledge_base.node_of[name] for name in query_ids}
    allowed |= {knowledge_base.node_of[end] for match in found[:5] for end in (match.source, match.target)}
    assert set(seeds) <= allowed | set(passages)


@given(st.sets(st.integers(0, 30), max_size=3), likenesses)
def test_peers_start_in_the_order_of_their_likeness_and_share_what_the_query_leaves(
    queries: set[int], likeness: list[float]
) -> None:
    nodes = np.arange(100, 100 + len(likeness))
    seeds = peer_seeds(sorted(queries), nodes, np.array(likeness))
    peers = {node: weight for node, weight in seeds.items() if node >= 100}
    assert len(peers) <= 5
    assert set(seeds) - set(peers) == queries
    assert math.isclose(sum(seeds[node] for node in queries), OWN_SHARE if queries else 0.0)
    assert math.isclose(sum(peers.values()), 1 - OWN_SHARE if any(likeness) else 0.0)
    by_weight = sorted(peers, key=lambda node: -peers[node])
    alike = [likeness[node - 100] for node in by_weight]
    assert alike == sorted(alike, reverse=True)
    assert alike == sorted((value for value in likeness if value > 0), reverse=True)[: len(alike)]
