from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from core.domain.arms import ARMS, Arm
from core.retrieval.arms.contract import SILENT, CompanyScores, Everyone, Found
from core.retrieval.arms.named import Related
from core.retrieval.arms.text import Compared
from core.retrieval.candidates import proposed, score_candidates
from core.retrieval.vector_search import entity_vector
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import company, settings_for, write_data

ENTITIES = 10
COMPANIES = np.array([0, 1, 2, 3, 5, 7, 9])


PROPOSING = ("graph", "peers", "words")
DENSE: dict[Arm, type[Everyone]] = dict.fromkeys((*PROPOSING, "size"), Everyone) | {"named": Related}


def said(sparse: Mapping[Arm, Mapping[int, float]], **arms: Mapping[int, float]) -> dict[Arm, CompanyScores]:
    """What every arm says: ``sparse`` of what a search found, ``arms`` of those that score all entities."""
    scores: dict[Arm, CompanyScores] = {arm: Found(sparse.get(arm, {})) for arm in ARMS}
    for arm, kind in DENSE.items():
        values = np.zeros(ENTITIES)
        for node, score in arms.get(arm, {}).items():
            values[node] = score
        scores[arm] = kind(values, proposes=arm in PROPOSING)
    return scores


def nodes(
    limit: int = 10, sparse: dict[Arm, Mapping[int, float]] | None = None, **arms: Mapping[int, float]
) -> list[int]:
    return proposed(COMPANIES, said(sparse or {}, **arms), limit).tolist()


@pytest.mark.parametrize("arm", ["graph", "peers", "words"])
def test_an_arm_proposes_its_best_up_to_the_limit(arm: str) -> None:
    scores = {0: 0.1, 3: 0.4, 5: 0.3, 9: 0.2}
    assert nodes(limit=2, **{arm: scores}) == [3, 5]
    assert nodes(limit=10, **{arm: scores}) == [0, 3, 5, 9]


def test_every_arm_has_its_own_limit() -> None:
    assert nodes(limit=1, graph={0: 1.0, 1: 2.0}, peers={2: 1.0, 3: 2.0}, words={5: 1.0, 7: 2.0}) == [1, 3, 7]


def test_what_no_arm_reaches_is_not_proposed() -> None:
    assert nodes() == []
    assert nodes(size={0: 5.0, 1: 3.0}) == []


def test_whom_the_named_is_related_to_is_proposed_as_the_walk_ranks_it() -> None:
    reached = {0: 0.9, 1: 0.8, 2: 0.1, 3: 0.2}
    assert nodes(limit=1, graph=reached, named={2: 1.0, 3: 0.5}) == [0, 3]
    assert nodes(limit=5, named={2: 1.0}) == []


def test_what_a_search_found_is_proposed_without_a_limit() -> None:
    assert nodes(limit=1, sparse={"text": {0: 0.1, 9: 0.2}, "keyword": {9: 3.0, 7: 1.0}}) == [0, 7, 9]


def test_only_companies_that_may_answer_are_proposed() -> None:
    assert nodes(graph={4: 1.0, 6: 1.0, 7: 0.1}, sparse={"text": {8: 0.3, 1: 0.2}}) == [1, 7]


def test_nobody_may_be_proposed() -> None:
    nobody = np.zeros(0, dtype=np.int64)
    assert proposed(nobody, said({"text": {1: 0.5}}, graph={1: 1.0}), 10).tolist() == []


@pytest.fixture(scope="module")
def knowledge_base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("candidates")
    companies = [company(name, description_en=f"{name} makes things.") for name in ("zeta", "alpha", "mid")]
    return build_and_open(settings_for(write_data(folder / "data", companies=companies), folder / "kb"), encoder)


def scored(
    knowledge_base: KnowledgeBase,
    names: list[str],
    whole: Mapping[Arm, Mapping[str, float]],
    parts: Mapping[Arm, Mapping[str, float]],
    vector: str = "",
) -> dict[str, dict[str, float]]:
    """Company → arm → score, of those arms that say something."""
    node_of = knowledge_base.node_of
    scores: dict[Arm, CompanyScores] = dict.fromkeys(ARMS, SILENT)
    for arm, given in whole.items():
        values = np.zeros(len(knowledge_base.entity_ids))
        for name, score in given.items():
            values[node_of[name]] = score
        scores[arm] = Everyone(values)
    for arm, given in parts.items():
        scores[arm] = Found({node_of[name]: score for name, score in given.items()})
    if vector:
        found = {node_of[name]: score for name, score in parts["text"].items()}
        asked = entity_vector(knowledge_base, [vector])
        scores["text"] = Compared(found, knowledge_base=knowledge_base, vector=asked)
    chosen = np.array(sorted(node_of[name] for name in names), dtype=np.int64)
    ids, raw = score_candidates(knowledge_base, chosen, scores)
    assert list(ids) == sorted(names)
    assert raw.shape == (len(names), len(ARMS))
    return {
        name: {arm: float(score) for arm, score in zip(ARMS, row, strict=True) if not np.isnan(score)}
        for name, row in zip(ids, raw, strict=True)
    }


def test_every_arm_says_what_it_found_and_nothing_else(knowledge_base: KnowledgeBase) -> None:
    found = scored(
        knowledge_base,
        ["zeta", "alpha", "mid"],
        {"graph": {"zeta": 0.5, "mid": 0.25}, "words": {"alpha": 0.125}},
        {"relation": {"mid": 0.75}, "keyword": {"zeta": 3.0}},
    )
    assert found == {
        "alpha": {"words": 0.125},
        "mid": {"graph": 0.25, "relation": 0.75},
        "zeta": {"graph": 0.5, "keyword": 3.0},
    }


def test_a_search_may_score_nought_or_less(knowledge_base: KnowledgeBase) -> None:
    found = scored(knowledge_base, ["alpha", "mid"], {}, {"text": {"alpha": -0.25, "mid": 0.0}})
    assert found == {"alpha": {"text": -0.25}, "mid": {"text": 0.0}}


def test_what_was_found_of_others_is_left_out(knowledge_base: KnowledgeBase) -> None:
    found = scored(knowledge_base, ["mid"], {"graph": {"zeta": 1.0}}, {"keyword": {"zeta": 2.0, "alpha": 1.0}})
    assert found == {"mid": {}}


def test_the_question_is_compared_with_every_candidate_that_was_not_compared_yet(
    knowledge_base: KnowledgeBase,
) -> None:
    found = scored(knowledge_base, ["zeta", "alpha", "mid"], {}, {"text": {"zeta": 0.125}}, vector="alpha")
    assert set(found["mid"]) == set(found["alpha"]) == {"text"}
    assert found["zeta"] == {"text": 0.125}
    assert found["alpha"]["text"] == pytest.approx(1.0, abs=1e-5)
    assert found["mid"]["text"] < found["alpha"]["text"]


def test_without_candidates_there_are_no_scores(knowledge_base: KnowledgeBase) -> None:
    assert scored(knowledge_base, [], {"graph": {"zeta": 1.0}}, {"text": {"zeta": 1.0}}, vector="alpha") == {}
