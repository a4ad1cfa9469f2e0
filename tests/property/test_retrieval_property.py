from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.arms import ARMS
from core.domain.requests import FusionMode, FusionSettings
from core.ontology import Ontology
from core.reasoning.asked_relation import AskedInOntology, AskedRelation
from core.retrieval.adaptive import default_adaptive_fusion, topic_weights, with_shared_industry
from core.retrieval.evidence import RecordedEvidence
from core.retrieval.fusion import adaptively_scaled, fuse, min_max, walk_scaled
from core.retrieval.hybrid import HybridResult, HybridRetriever
from core.retrieval.pagerank.igraph_engine import IgraphPersonalizedPageRank
from core.retrieval.question import HybridQuestion
from core.settings import Settings
from core.storage.embeddings import Encoder, Vectors
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import by_id, company, examples, relation, settings_for, write_data

COMPANIES = tuple("abcdefgh")
BRIDGES = ("cells", "energy")
KINDS = ("competitor", "supplies", "partner", "similar_product")
subsets = st.lists(st.sampled_from(COMPANIES), unique=True)


class RandomEncoder:
    """Any unit vectors at all: what holds of an answer holds whatever the model says."""

    name = "random"

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self.calls = 0

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        vectors = np.random.default_rng(self.calls).normal(size=(len(texts), self.dimension)).astype(np.float32)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


@pytest.fixture(scope="module")
def configured(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("retrieval-property")
    data = write_data(
        folder / "data",
        companies=[
            company(
                name, f"公司{name}", f"Company {name}", description_en=f"Makes {'cells' if n % 2 else 'glass'} {n}."
            )
            for n, name in enumerate(COMPANIES)
        ],
        concepts=[
            {"id": "cells", "type": "product", "name_zh": "电芯", "name_en": "cells"},
            {"id": "energy", "type": "industry", "name_zh": "能源", "name_en": "energy"},
        ],
        relations=[
            relation(COMPANIES[n], KINDS[n % len(KINDS)], COMPANIES[(n * 3 + 1) % 7], f"{n}", weight=str(0.3 + n / 20))
            for n in range(7)
            if n != (n * 3 + 1) % 7
        ]
        + [relation(name, "produces", "cells") for name in "aceg"]
        + [relation("b", "in_industry", "energy")],
        passages=[
            {"id": f"p{n}", "language": "en", "text": f"Company {a} met Company {b} about cells."}
            for n, (a, b) in enumerate(("ab", "bc", "fg"))
        ],
    )
    return settings_for(data, folder / "kb")


@pytest.fixture(scope="module")
def knowledge_base(configured: Settings, encoder: Encoder) -> KnowledgeBase:
    return build_and_open(configured, encoder)


@st.composite
def questions(draw: st.DrawFn) -> dict[str, object]:
    return {
        "query_ids": tuple(draw(st.lists(st.sampled_from((*COMPANIES, *BRIDGES)), unique=True, max_size=3))),
        "named_ids": tuple(draw(st.lists(st.sampled_from((*COMPANIES, *BRIDGES)), unique=True, max_size=2))),
        "text": draw(st.sampled_from(["", "Who makes cells?", "谁生产电芯？", "weather", "?"])),
        "topic": draw(st.sampled_from(["", "cells", "电芯", "weather"])),
        "asked": draw(st.sampled_from(["", *KINDS])),
        "among": draw(st.none() | subsets),
        "damping": draw(st.floats(0.0, 0.95)),
        "max_hops": draw(st.integers(1, 6)),
        "candidate_limit": draw(st.sampled_from([1, 3, 1000])),
    }


def retrieve(
    knowledge_base: KnowledgeBase, ontology: Ontology, configured: Settings, drawn: dict[str, object]
) -> tuple[HybridResult, RandomEncoder]:
    encoder = RandomEncoder(knowledge_base.manifest.embedding_dimension)
    limits = configured.model_copy(update={"candidate_limit": drawn["candidate_limit"]})
    retriever = HybridRetriever(knowledge_base, lambda: encoder, IgraphPersonalizedPageRank(), limits)
    query_ids: tuple[str, ...] = drawn["query_ids"]  # type: ignore[assignment]
    among: list[str] | None = drawn["among"]  # type: ignore[assignment]
    nodes = None if among is None else np.array(sorted(map(knowledge_base.node_of.__getitem__, among)), dtype=np.int64)
    asked = AskedInOntology(AskedRelation(str(drawn["asked"]), "either"), ontology) if drawn["asked"] else None
    evidence = RecordedEvidence(knowledge_base, ontology, query_ids)
    found = retriever.retrieve(
        HybridQuestion(
            query_ids=query_ids,
            text=str(drawn["text"]),
            damping=drawn["damping"],  # type: ignore[arg-type]
            max_hops=drawn["max_hops"],  # type: ignore[arg-type]
            asked=asked,
            recorded_answers=evidence.matches(asked) if asked else {},
            named_ids=drawn["named_ids"],  # type: ignore[arg-type]
            topic=str(drawn["topic"]),
            among=nodes,
        )
    )
    return found, encoder


@settings(max_examples=examples(60))
@given(questions())
def test_every_retrieval_holds_what_it_promises(
    knowledge_base: KnowledgeBase, ontology: Ontology, configured: Settings, drawn: dict[str, object]
) -> None:
    found, encoder = retrieve(knowledge_base, ontology, configured, drawn)
    candidates, among = found.candidates, drawn["among"]
    assert found.failures == {}
    assert encoder.calls == (1 if drawn["text"] else 0)
    assert list(candidates.company_ids) == sorted(set(candidates.company_ids))
    assert set(candidates.company_ids) <= set(COMPANIES)
    assert not set(candidates.company_ids) & set(drawn["query_ids"])  # type: ignore[call-overload]
    if among is not None:
        assert set(candidates.company_ids) == set(among) - set(drawn["query_ids"])  # type: ignore[call-overload]
    assert candidates.raw.shape == (len(candidates.company_ids), len(ARMS))
    assert not np.isinf(candidates.raw).any()
    for arm in ("graph", "peers", "named", "size", "words", "keyword"):
        column = candidates.raw[:, ARMS.index(arm)]  # type: ignore[arg-type]
        assert (column[np.isfinite(column)] > 0).all()
    relation_scores = candidates.raw[:, ARMS.index("relation")]
    assert (
        (relation_scores[np.isfinite(relation_scores)] >= 0)
        & (relation_scores[np.isfinite(relation_scores)] <= 1 + 1e-6)
    ).all()
    assert candidates.adaptive_weights.shape == (len(ARMS),)
    assert np.isclose(candidates.adaptive_weights.sum(), 1.0)
    assert all(0.0 <= value <= 1.0 for value in candidates.features.values())
    for mode in FusionMode:
        fused = fuse(candidates, FusionSettings(mode=mode))
        assert ((fused.final >= 0.0) & (fused.final <= 1.0)).all()


@settings(max_examples=examples(60))
@given(questions())
def test_weights_are_the_learnt_ones_but_for_topics_and_shared_industries(
    knowledge_base: KnowledgeBase, ontology: Ontology, configured: Settings, drawn: dict[str, object]
) -> None:
    """Of companies; those of its passages are learnt too."""
    found, _ = retrieve(knowledge_base, ontology, configured, drawn)
    learnt, candidates, passages = default_adaptive_fusion(), found.candidates, found.passage_scores
    speaking = adaptively_scaled(candidates.raw).any(axis=0)
    named = {*drawn["query_ids"], *drawn["named_ids"]}  # type: ignore[misc]
    alone = drawn["topic"] and not drawn["asked"] and drawn["text"] != "谁生产电芯？" and not named & {*COMPANIES}
    expected = topic_weights(speaking) if alone else learnt.companies.choose(candidates.features, speaking, ARMS)
    expected = expected if alone else with_shared_industry(expected, speaking)
    assert candidates.adaptive_weights.tolist() == expected.tolist()
    read = walk_scaled(min_max(passages.raw), [0]).any(axis=0)
    assert passages.weights.tolist() == learnt.passages.choose(passages.features, read).tolist()


@settings(max_examples=40)
@given(questions())
def test_passages_are_ranked_each_once(
    knowledge_base: KnowledgeBase, ontology: Ontology, configured: Settings, drawn: dict[str, object]
) -> None:
    found, _ = retrieve(knowledge_base, ontology, configured, drawn)
    passages = found.passage_scores
    assert set(passages.passage_ids) <= set(knowledge_base.passage_ids)
    assert len(set(passages.passage_ids)) == len(passages.passage_ids)
    assert sorted(passages.ranked()) == sorted(passages.passage_ids)
    assert set(by_id(knowledge_base, found.passages)) <= set(passages.passage_ids)
    assert all(0.0 <= value <= 1.0 for value in passages.features.values())


@settings(max_examples=25)
@given(questions(), subsets)
def test_fewer_that_may_answer_change_no_score_of_the_walk(
    knowledge_base: KnowledgeBase, ontology: Ontology, configured: Settings, drawn: dict[str, object], fewer: list[str]
) -> None:
    drawn = {**drawn, "candidate_limit": 1000}
    every, _ = retrieve(knowledge_base, ontology, configured, {**drawn, "among": list(COMPANIES)})
    some, _ = retrieve(knowledge_base, ontology, configured, {**drawn, "among": fewer})
    column = ARMS.index("graph")
    scores = dict(zip(every.candidates.company_ids, every.candidates.raw[:, column].tolist(), strict=True))
    for name, score in zip(some.candidates.company_ids, some.candidates.raw[:, column].tolist(), strict=True):
        assert score == pytest.approx(scores[name], nan_ok=True)
