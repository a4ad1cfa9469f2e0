from __future__ import annotations

import pytest

from core.retrieval.relation_match import relation_match
from core.retrieval.vector_search import TripletMatch
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import by_id, company, settings_for, write_data


@pytest.fixture(scope="module")
def knowledge_base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("relation-match")
    data = write_data(
        folder / "data",
        companies=[company(name) for name in ("me", "other", "third", "fourth")],
        concepts=[{"id": "car", "type": "product", "name_zh": "车", "name_en": "cars"}],
    )
    return build_and_open(settings_for(data, folder / "kb"), encoder)


def scores(
    knowledge_base: KnowledgeBase,
    query_ids: list[str],
    triplets: list[TripletMatch],
    matched: dict[str, float] | None,
) -> dict[str, float]:
    """By company id."""
    node_of = knowledge_base.node_of
    nodes = matched and {node_of[name]: score for name, score in matched.items()}
    return by_id(knowledge_base, relation_match(knowledge_base, [node_of[name] for name in query_ids], triplets, nodes))


def match(source: str, target: str, similarity: float) -> TripletMatch:
    return TripletMatch(f"{source}-{target}", source, target, "supplies", similarity)


def test_both_ends_of_a_triplet_are_credited_but_the_query(knowledge_base: KnowledgeBase) -> None:
    assert scores(knowledge_base, ["me"], [match("me", "other", 0.6)], None) == {"other": 0.6}
    assert scores(knowledge_base, ["me"], [match("other", "me", 0.6)], None) == {"other": 0.6}
    assert scores(knowledge_base, ["me", "other"], [match("other", "me", 0.6)], None) == {}


def test_triplets_that_do_not_touch_the_query_count_half(knowledge_base: KnowledgeBase) -> None:
    assert scores(knowledge_base, ["me"], [match("other", "third", 0.6)], None) == {"other": 0.3, "third": 0.3}


def test_a_question_about_nobody_counts_every_triplet_in_full(knowledge_base: KnowledgeBase) -> None:
    assert scores(knowledge_base, [], [match("other", "third", 0.6)], None) == {"other": 0.6, "third": 0.6}


def test_the_best_triplet_of_a_company_counts(knowledge_base: KnowledgeBase) -> None:
    triplets = [match("me", "other", 0.4), match("other", "third", 0.9), match("me", "other", 0.2)]
    assert scores(knowledge_base, ["me"], triplets, None) == {"other": 0.45, "third": 0.45}


def test_bridges_are_not_credited(knowledge_base: KnowledgeBase) -> None:
    assert scores(knowledge_base, ["me"], [match("other", "car", 0.8)], None) == {"other": 0.4}


def test_an_opposite_meaning_counts_nought(knowledge_base: KnowledgeBase) -> None:
    assert scores(knowledge_base, ["me"], [match("me", "other", -0.8)], None) == {"other": 0.0}


def test_what_is_recorded_as_asked_is_half_of_the_score(knowledge_base: KnowledgeBase) -> None:
    triplets = [match("me", "other", 0.6), match("me", "third", 0.4)]
    found = scores(knowledge_base, ["me"], triplets, {"other": 1.0, "fourth": 0.5})
    assert found == pytest.approx({"other": 0.8, "third": 0.2, "fourth": 0.25})


def test_nothing_recorded_as_asked_leaves_half(knowledge_base: KnowledgeBase) -> None:
    assert scores(knowledge_base, ["me"], [match("me", "other", 0.6)], {}) == {"other": 0.3}


def test_nothing_found_scores_nobody(knowledge_base: KnowledgeBase) -> None:
    assert scores(knowledge_base, ["me"], [], None) == {}
    assert scores(knowledge_base, ["me"], [], {"other": 1.0}) == {"other": 0.5}
