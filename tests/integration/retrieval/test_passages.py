from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.retrieval.passage_words import AskedWords
from core.retrieval.passages import PASSAGE_ARMS, PassageScores, merged_passages, score_passages
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import by_passage_node, company, settings_for, write_data

KNOWN = {"is in Chinese": 1.0}


@pytest.fixture(scope="module")
def knowledge_base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("passages")
    data = write_data(
        folder / "data",
        companies=[
            company("red", "红星", "Red Star", description_en="Melts steel."),
            company("blue", "蓝海", "Blue Sea"),
        ],
        passages=[
            {"id": "p1", "language": "en", "title": "Red Star", "text": "Red Star sells steel to Blue Sea."},
            {"id": "p2", "language": "zh", "text": "蓝海造船。"},
            {"id": "p3", "language": "en", "text": "It rained."},
        ],
    )
    return build_and_open(settings_for(data, folder / "kb"), encoder)


def scored(
    knowledge_base: KnowledgeBase, *entities: str, reached: dict[str, float] | None = None, **parts: Any
) -> PassageScores:
    walk = np.zeros(knowledge_base.graph.nodes)
    for node, score in by_passage_node(knowledge_base, reached or {}).items():
        walk[node] = score
    for search in ("meaning", "keywords"):
        parts[search] = by_passage_node(knowledge_base, parts.get(search, {}))
    given: dict[str, Any] = {"vector": None, "known": KNOWN, "words": AskedWords(), "limit": 10, **parts}
    return score_passages(knowledge_base, [knowledge_base.node_of[name] for name in entities], walk=walk, **given)


def by_arm(found: PassageScores, passage_id: str) -> dict[str, float]:
    row = found.raw[found.passage_ids.index(passage_id)]
    return {arm: float(score) for arm, score in zip(PASSAGE_ARMS, row, strict=True) if np.isfinite(score)}


def test_every_arm_says_what_it_found_and_nothing_else(knowledge_base: KnowledgeBase) -> None:
    found = scored(knowledge_base, reached={"p1": 0.25}, keywords={"p2": 3.0}, meaning={"p3": 0.5})
    assert set(found.passage_ids) == {"p1", "p2", "p3"}
    assert by_arm(found, "p1") == {"graph": 0.25}
    assert by_arm(found, "p2") == {"keyword": 3.0}
    assert by_arm(found, "p3") == {}  # without the question's vector there is nothing to compare


def test_passages_that_name_what_is_asked_about_are_candidates(knowledge_base: KnowledgeBase) -> None:
    found = scored(knowledge_base, "red")
    assert set(found.passage_ids) == {"p1", "profile:en:red"}
    weights = {mention.passage_id: mention.weight for mention in knowledge_base.mentions_of("red")}
    assert by_arm(found, "p1") == {"named": pytest.approx(weights["p1"])}


def test_a_passage_that_names_all_that_is_asked_about_stands_before_one_that_names_half(
    knowledge_base: KnowledgeBase,
) -> None:
    both = scored(knowledge_base, "red", "blue")
    weights = {mention.entity_id: mention.weight for mention in knowledge_base.mentions_in("p1")}
    assert by_arm(both, "p1")["named"] == pytest.approx((weights["red"] + weights["blue"]) / 2)
    (alone,) = (mention.weight for mention in knowledge_base.mentions_in("p2"))
    assert by_arm(both, "p2")["named"] == pytest.approx(alone / 2)


def test_every_candidate_is_compared_with_the_question(knowledge_base: KnowledgeBase, encoder: Encoder) -> None:
    vector = encoder.encode(["Who sells steel?"])[0]
    found = scored(knowledge_base, keywords={"p1": 1.0, "p3": 0.5}, vector=vector)
    similarity = {passage_id: by_arm(found, passage_id)["text"] for passage_id in ("p1", "p3")}
    assert similarity["p1"] > similarity["p3"]
    assert all(-1.0 <= score <= 1.0 for score in similarity.values())


def test_no_more_passages_of_the_walk_than_the_limit(knowledge_base: KnowledgeBase) -> None:
    reached = {"p1": 0.1, "p2": 0.3, "p3": 0.2}
    assert set(scored(knowledge_base, reached=reached, limit=2).passage_ids) == {"p2", "p3"}
    assert set(scored(knowledge_base, reached=reached, limit=1, keywords={"p1": 1.0}).passage_ids) == {"p1", "p2"}


def test_ids_come_in_the_order_of_the_passages_each_once(knowledge_base: KnowledgeBase) -> None:
    found = scored(knowledge_base, "red", reached={"p3": 1.0, "p1": 0.5}, keywords={"p1": 1.0, "p2": 2.0})
    assert found.passage_ids == ("p1", "p2", "p3", "profile:en:red")


def test_nothing_found_scores_nothing(knowledge_base: KnowledgeBase) -> None:
    found = scored(knowledge_base)
    assert found.passage_ids == ()
    assert found.raw.shape == (0, 4)
    assert found.ranked() == ()
    assert found.weights.sum() == pytest.approx(1.0)


def test_a_base_without_passages_has_none(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> None:
    folder = tmp_path_factory.mktemp("without-passages")
    base = build_and_open(settings_for(write_data(folder / "data", companies=[company("a")]), folder / "kb"), encoder)
    assert scored(base, "a", vector=encoder.encode(["a"])[0]).passage_ids == ()


def test_features_and_weights_belong_to_the_question(knowledge_base: KnowledgeBase) -> None:
    found = scored(knowledge_base, keywords={"p1": 2.0, "p2": 1.0})
    assert found.features["is in Chinese"] == 1.0
    assert found.features["keyword speaks"] == 1.0
    assert found.features["graph speaks"] == 0.0
    assert found.weights.shape == (4,)
    assert found.weights.sum() == pytest.approx(1.0)


def raw(*rows: tuple[float, float, float, float]) -> PassageScores:
    return PassageScores(tuple("abcd"[: len(rows)]), np.array(rows))


def test_the_ranking_is_the_weighted_sum_best_first() -> None:
    nan = np.nan
    found = raw((0.1, 0.9, nan, nan), (0.4, 0.2, nan, nan), (0.2, 0.5, 7.0, nan))
    assert found.ranked(np.array([1.0, 0.0, 0.0, 0.0])) == ("b", "c", "a")
    assert found.ranked(np.array([0.0, 1.0, 0.0, 0.0])) == ("a", "c", "b")
    assert found.ranked(np.array([0.0, 0.0, 1.0, 0.0])) == ("c", "a", "b")
    assert found.ranked() == ("c", "a", "b")


def test_the_walk_is_on_a_logarithmic_scale() -> None:
    found = raw((1.0, 0.0, 0.0, 0.0), (0.1, 1.0, 0.0, 0.0), (0.0, 0.5, 0.0, 0.0))
    assert found.ranked(np.array([0.7, 0.3, 0.0, 0.0])) == ("b", "a", "c")


def test_equal_passages_keep_their_order() -> None:
    assert raw((0.5, 0.5, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)).ranked() == ("a", "b", "c")


def test_nothing_is_the_default() -> None:
    assert PassageScores().ranked() == ()
    assert PassageScores().weights.tolist() == [0.25] * 4


def test_searches_merge_as_the_mean_of_scores_divided_by_their_best() -> None:
    merged = merged_passages({1: 0.8, 2: 0.4}, {2: 6.0, 3: 3.0})
    assert merged == pytest.approx({1: 0.5, 2: 0.25 + 0.5, 3: 0.25})


def test_only_positive_scores_are_merged() -> None:
    assert merged_passages({1: -0.1, 2: 0.0, 3: 0.2}, {}) == {3: 0.5}
    assert merged_passages({1: -0.1}, {2: 1.0}) == {2: 0.5}
    assert merged_passages({}, {}) == {}


def test_passages_are_ranked_by_their_ranks_too() -> None:
    nan = np.nan
    found = raw((0.1, 0.9, nan, nan), (0.4, 0.2, nan, nan), (0.2, 0.5, 7.0, nan))
    assert found.ranked_by_rank(np.array([0.0, 1.0, 0.0, 0.0]), 60) == ("a", "c", "b")
    assert found.ranked_by_rank(np.array([0.5, 0.0, 0.5, 0.0]), 60) == ("c", "b", "a")
