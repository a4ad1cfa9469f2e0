from __future__ import annotations

import numpy as np
import pytest

from core.retrieval.seeds import OWN_SHARE, passages_holding, peer_seeds, walk_seeds
from core.retrieval.vector_search import TripletMatch
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import by_id, by_passage_node, company, settings_for, write_data


@pytest.fixture(scope="module")
def knowledge_base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    """``common`` is named in three passages, ``rare`` in one, ``silent`` in none; products likewise."""
    folder = tmp_path_factory.mktemp("seeds")
    data = write_data(
        folder / "data",
        companies=[
            company("common", "常见公司", "Common"),
            company("rare", "少见公司", "Rare"),
            company("silent", "静"),
        ],
        concepts=[
            {"id": "cells", "type": "product", "name_zh": "电芯", "name_en": "Cells"},
            {"id": "glass", "type": "product", "name_zh": "玻璃", "name_en": "Glass"},
            {"id": "dust", "type": "product", "name_zh": "尘", "name_en": "Dust"},
        ],
        passages=[
            {"id": "p1", "language": "en", "text": "Common makes Cells and Glass."},
            {"id": "p2", "language": "en", "text": "Common and Rare make Cells."},
            {"id": "p3", "language": "en", "text": "Common makes Cells."},
            {"id": "p4", "language": "en", "text": "Cells are everywhere."},
        ],
    )
    return build_and_open(settings_for(data, folder / "kb"), encoder)


def match(source: str, target: str, similarity: float) -> TripletMatch:
    return TripletMatch(f"{source}--{target}--{similarity}", source, target, "supplies", similarity)


class Seeds:
    """Seeds by id instead of node."""

    def __init__(self, knowledge_base: KnowledgeBase) -> None:
        self.knowledge_base = knowledge_base

    def __call__(
        self,
        *query_ids: str,
        triplets: list[TripletMatch] | None = None,
        passages: dict[str, float] | None = None,
        triplet_weight: float = 0.2,
        passage_weight: float = 0.05,
    ) -> dict[str, float]:
        found = walk_seeds(
            self.knowledge_base,
            query_ids,
            triplets or [],
            by_passage_node(self.knowledge_base, passages or {}),
            triplet_weight=triplet_weight,
            passage_weight=passage_weight,
        )
        return by_id(self.knowledge_base, found)


@pytest.fixture
def seeds(knowledge_base: KnowledgeBase) -> Seeds:
    return Seeds(knowledge_base)


def test_passages_that_hold_an_entity_are_counted(knowledge_base: KnowledgeBase) -> None:
    held = {name: passages_holding(knowledge_base, knowledge_base.node_of[name]) for name in knowledge_base.entity_ids}
    assert held == {"common": 3, "rare": 1, "silent": 0, "cells": 4, "glass": 1, "dust": 0}


def test_each_company_asked_about_weighs_one_however_often_it_is_named(seeds: Seeds) -> None:
    assert seeds("common", "silent") == {"common": 1.0, "silent": 1.0}


def test_a_bridge_weighs_less_the_more_passages_hold_it_and_all_weigh_one_in_the_mean(seeds: Seeds) -> None:
    found = seeds("common", "cells", "glass")
    assert found["common"] == pytest.approx(3 * 1.0 / 2.25)
    assert found["cells"] == pytest.approx(3 * 0.25 / 2.25)
    assert found["glass"] == pytest.approx(3 * 1.0 / 2.25)
    assert seeds("cells") == {"cells": 1.0}
    assert seeds("dust") == {"dust": 1.0}


def test_an_entity_given_twice_counts_once(seeds: Seeds) -> None:
    assert seeds("common", "common") == {"common": 1.0}


def test_ends_of_triplets_share_their_weight_by_similarity_and_specificity(seeds: Seeds) -> None:
    found = seeds(triplets=[match("common", "rare", 0.6)])
    assert found["common"] == pytest.approx(0.2 * (0.6 / 3) / (0.6 / 3 + 0.6))
    assert found["rare"] == pytest.approx(0.2 * 0.6 / (0.6 / 3 + 0.6))


def test_an_end_of_several_triplets_has_their_mean(seeds: Seeds) -> None:
    found = seeds(triplets=[match("silent", "rare", 0.8), match("rare", "silent", 0.4), match("silent", "dust", 0.6)])
    assert found["silent"] == pytest.approx(found["rare"])
    assert found["silent"] == pytest.approx(found["dust"])
    assert sum(found.values()) == pytest.approx(0.2)


def test_only_the_first_triplets_count(seeds: Seeds) -> None:
    first = [match("common", "rare", 0.5)] * 4
    assert seeds(triplets=[*first, match("silent", "dust", 0.9)]) != seeds(triplets=first)
    first.append(first[0])
    assert seeds(triplets=[*first, match("silent", "dust", 0.9)]) == seeds(triplets=first)


def test_triplets_that_mean_the_opposite_are_no_seeds(seeds: Seeds) -> None:
    assert seeds("common", triplets=[match("silent", "rare", -0.3)], triplet_weight=0.5) == {"common": 1.0}
    mixed = seeds(triplets=[match("silent", "rare", -0.3), match("dust", "rare", 0.4)])
    assert {name for name, weight in mixed.items() if weight > 0} == {"dust", "rare"}


def test_passages_share_their_weight_by_score(seeds: Seeds) -> None:
    assert seeds(passages={"p1": 3.0, "p4": 1.0}) == pytest.approx({"p1": 0.0375, "p4": 0.0125})


def test_what_is_asked_about_and_found_adds_up(seeds: Seeds) -> None:
    found = seeds("rare", triplets=[match("rare", "silent", 0.5)], passages={"p2": 2.0})
    assert found == pytest.approx({"rare": 1.0 + 0.1, "silent": 0.1, "p2": 0.05})


def test_without_weight_nothing_found_is_a_seed(seeds: Seeds) -> None:
    found = seeds(
        "rare", triplets=[match("rare", "silent", 0.5)], passages={"p2": 2.0}, triplet_weight=0.0, passage_weight=0.0
    )
    assert found == {"rare": 1.0}


def test_nothing_asked_and_nothing_found_has_no_seeds(seeds: Seeds) -> None:
    assert seeds() == {}
    assert seeds(passages={"p1": 0.0}) == {}


def test_an_unknown_id_is_refused(seeds: Seeds) -> None:
    with pytest.raises(KeyError, match="nobody"):
        seeds("nobody")


def test_the_most_alike_start_in_proportion_to_the_cube_of_their_likeness() -> None:
    found = peer_seeds([7], np.array([3, 5]), np.array([2.0, 1.0]))
    assert found == pytest.approx({7: OWN_SHARE, 3: (1 - OWN_SHARE) * 8 / 9, 5: (1 - OWN_SHARE) / 9})


def test_three_tenths_of_the_restarts_stay_with_the_companies_asked_about() -> None:
    assert peer_seeds([7, 8], np.array([3]), np.array([1.0])) == pytest.approx({7: 0.15, 8: 0.15, 3: 0.7})


def test_only_the_most_alike_start() -> None:
    assert set(peer_seeds([], np.arange(9), np.linspace(0.1, 1.0, 9))) == {4, 5, 6, 7, 8}
    assert set(peer_seeds([], np.arange(9), np.ones(9))) == {0, 1, 2, 3, 4}  # of equal ones the first


def test_nobody_alike_leaves_the_companies_asked_about() -> None:
    assert peer_seeds([1, 2], np.array([3]), np.array([0.0])) == pytest.approx({1: OWN_SHARE / 2, 2: OWN_SHARE / 2})
    assert peer_seeds([], np.array([3]), np.array([0.0])) == {}
    assert peer_seeds([4], np.zeros(0, dtype=np.int64), np.zeros(0)) == pytest.approx({4: OWN_SHARE})
