from __future__ import annotations

import pytest

from core.errors import EmbeddingModelUnavailableError
from core.ontology import Ontology
from core.retrieval.relationship_search import RelationshipSearch, SearchHit, merge_by_rank
from core.settings import Settings
from core.storage.embeddings import Encoder, Vectors
from core.storage.knowledge_base import KnowledgeBase


class CountingEncoder:
    """A real encoder that counts its calls."""

    def __init__(self, encoder: Encoder) -> None:
        self.name, self.dimension = encoder.name, encoder.dimension
        self._encoder = encoder
        self.calls = 0

    def encode(self, texts: list[str]) -> Vectors:  # type: ignore[override]
        self.calls += 1
        return self._encoder.encode(texts)


def hit(kind: str, identifier: str, score: float = 0.5) -> SearchHit:
    return SearchHit(type=kind, id=identifier, text=identifier, score=score)  # type: ignore[arg-type]


@pytest.fixture
def counting(encoder: Encoder) -> CountingEncoder:
    return CountingEncoder(encoder)


@pytest.fixture
def search(
    document_knowledge_base: KnowledgeBase, document_settings: Settings, counting: CountingEncoder
) -> RelationshipSearch:
    return RelationshipSearch(document_knowledge_base, lambda: counting, document_settings)  # type: ignore[return-value,arg-type]


def test_relations_are_found_by_meaning_with_their_triplet_text(search: RelationshipSearch) -> None:
    best = search.relationships("Who is the supplier of wafer material?")[0]
    assert (best.type, best.relation_type, best.source, best.target) == ("relationship", "supplies", "公司C", "公司A")
    assert "Company C supplies Company A" in best.text
    assert "上游供应商" in best.text


def test_both_kinds_are_searched_with_one_embedding(search: RelationshipSearch, counting: CountingEncoder) -> None:
    found = search.search("人工智能竞争对手")
    assert counting.calls == 1
    assert {hit.type for hit in found} == {"object", "relationship"}
    assert [hit.score for hit in found[:2]] == [1 / 61, 1 / 61]
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)


def test_called_alone_it_embeds_the_question_itself(search: RelationshipSearch, counting: CountingEncoder) -> None:
    search.relationships("supplier")
    assert counting.calls == 1


def test_a_given_vector_is_used_and_nothing_embedded(
    search: RelationshipSearch, counting: CountingEncoder, encoder: Encoder
) -> None:
    vector = encoder.encode(["supplier"])[0]
    assert search.relationships("", vector=vector) == search.relationships("supplier")
    assert counting.calls == 1


def test_the_limit_holds_before_merging(search: RelationshipSearch) -> None:
    assert len(search.relationships("company", limit=1)) == 1
    assert len(search.search("company", limit=3)) == 3


def test_a_model_that_fails_is_not_hidden(document_knowledge_base: KnowledgeBase, document_settings: Settings) -> None:
    def unavailable() -> Encoder:
        raise EmbeddingModelUnavailableError(model="none", detail="gone")

    with pytest.raises(EmbeddingModelUnavailableError):
        RelationshipSearch(document_knowledge_base, unavailable, document_settings).search("supplier")


def test_merging_keeps_either_side_where_the_other_is_empty() -> None:
    objects, relations = [hit("object", "a"), hit("object", "b")], [hit("relationship", "r")]
    assert [found.id for found in merge_by_rank([objects, []], k=60)] == ["a", "b"]
    assert [found.id for found in merge_by_rank([[], relations], k=60)] == ["r"]
    assert merge_by_rank([[], []], k=60) == []


def test_merging_ranks_by_reciprocal_rank() -> None:
    merged = merge_by_rank([[hit("object", "a"), hit("object", "b")], [hit("relationship", "r")]], k=60)
    assert [(found.id, found.score) for found in merged] == [("a", 1 / 61), ("r", 1 / 61), ("b", 1 / 62)]


def test_company_founders_finds_who_founded(sample_pipeline, encoder: Encoder, ontology: Ontology) -> None:  # type: ignore[no-untyped-def]
    search = RelationshipSearch(sample_pipeline.knowledge_base, lambda: encoder, sample_pipeline.settings)
    found = search.relationships("company founders", limit=5)
    assert "founded_by" in {hit.relation_type for hit in found}


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_short_list_begins_as_a_long_one_does(search: RelationshipSearch, limit: int) -> None:
    assert search.search("人工智能竞争对手", limit=limit) == search.search("人工智能竞争对手", limit=100)[:limit]
    assert search.objects("AI chips", limit=limit) == search.objects("AI chips")[:limit]
