from __future__ import annotations

import numpy as np
import pytest

from core.ontology import Ontology
from core.retrieval.question import HybridQuestion
from core.retrieval.word_match import peer_likeness, word_match
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import company, settings_for, write_data


@pytest.fixture(scope="module")
def knowledge_base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("words")
    data = write_data(
        folder / "data",
        companies=[
            company(
                "cells", "电芯公司", "Cell Works", description_en="Makes lithium cells.", description_zh="产锂电池。"
            ),
            company(
                "packs", "电包公司", "Pack Works", description_en="Makes lithium packs.", description_zh="装锂电池。"
            ),
            company("bank", "银行", "Bank", description_en="Lends money.", description_zh="发放贷款。"),
        ],
        concepts=[{"id": "money", "type": "product", "name_zh": "贷款", "name_en": "money"}],
    )
    return build_and_open(settings_for(data, folder / "kb"), encoder)


def matched(
    knowledge_base: KnowledgeBase, ontology: Ontology, *query_ids: str, text: str = "", topic: str = ""
) -> dict[str, float]:
    question = HybridQuestion(query_ids, text, 0.85, 3, topic=topic)
    scores = word_match(knowledge_base, question)
    assert scores.shape == (len(knowledge_base.entity_ids),)
    return dict(zip(knowledge_base.entity_ids, scores.tolist(), strict=True))


def test_companies_described_in_the_same_words_are_alike(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    found = matched(knowledge_base, ontology, "cells", text="What else?")
    assert found["cells"] == pytest.approx(1.0, abs=1e-5)
    assert found["packs"] > 5 * found["bank"]
    assert found["money"] == 0.0


def test_the_topic_counts_as_much_as_each_company(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    company_alone = matched(knowledge_base, ontology, "cells")
    topic_alone = matched(knowledge_base, ontology, text="Who lends money?", topic="lends money")
    both = matched(knowledge_base, ontology, "cells", topic="lends money")
    assert topic_alone["bank"] > topic_alone["packs"]
    for name, score in both.items():
        assert score == pytest.approx(0.5 * company_alone[name] + 0.5 * topic_alone[name], abs=1e-6)


def test_several_companies_count_in_the_mean(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    found = matched(knowledge_base, ontology, "cells", "bank")
    one, other = (matched(knowledge_base, ontology, name) for name in ("cells", "bank"))
    assert found["packs"] == pytest.approx(0.5 * one["packs"] + 0.5 * other["packs"], abs=1e-6)


def test_a_bridge_is_compared_by_its_names_and_the_question(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    found = matched(knowledge_base, ontology, "money", text="Who is it?")
    assert found["bank"] > max(found["cells"], found["packs"])
    assert found["money"] == 0.0


def test_a_chinese_topic_finds_chinese_descriptions(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    found = matched(knowledge_base, ontology, text="谁发放贷款？", topic="发放贷款")
    assert found["bank"] > 0
    assert found["cells"] == found["packs"] == 0.0


def test_nothing_said_is_like_nobody(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    assert set(matched(knowledge_base, ontology, text="?").values()) == {0.0}


def test_a_base_without_companies_matches_nobody(
    tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology
) -> None:
    folder = tmp_path_factory.mktemp("no-companies")
    concepts = [{"id": "cells", "type": "product", "name_zh": "电芯", "name_en": "cells"}]
    data = write_data(folder / "data", concepts=concepts)
    base = build_and_open(settings_for(data, folder / "kb"), encoder)
    assert matched(base, ontology, "cells", text="cells") == {"cells": 0.0}


def test_likeness_is_meaning_and_words_each_divided_by_its_best() -> None:
    words = np.array([0.0, 0.1, 0.4, 0.2])
    assert peer_likeness(np.array([1, 2, 3]), {1: 0.5, 2: 0.25, 0: 0.9}, words) == pytest.approx([1.25, 1.5, 0.5])


def test_an_opposite_meaning_is_no_likeness() -> None:
    assert peer_likeness(np.array([0, 1]), {0: -0.5, 1: 0.5}, np.zeros(2)).tolist() == [0.0, 1.0]
    assert peer_likeness(np.array([0, 1]), {0: -0.5, 1: -0.1}, np.zeros(2)).tolist() == [0.0, 0.0]


def test_nobody_is_alike() -> None:
    assert peer_likeness(np.zeros(0, dtype=np.int64), {}, np.zeros(3)).shape == (0,)
    assert peer_likeness(np.array([0, 2]), {}, np.zeros(3)).tolist() == [0.0, 0.0]
