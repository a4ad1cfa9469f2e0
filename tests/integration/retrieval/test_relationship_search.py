from __future__ import annotations

from collections.abc import Callable
from threading import Barrier

import pytest

from core.ontology import Ontology
from core.retrieval import relationship_search
from core.retrieval.relationship_search import RelationshipSearch, SearchHit, merge_by_rank
from core.settings import Settings
from core.storage.embedding_errors import EmbeddingModelUnavailableError
from core.storage.embeddings import Encoder, Vectors
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data


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
    search = RelationshipSearch(sample_pipeline.base.knowledge_base, lambda: encoder, sample_pipeline.base.settings)
    found = search.relationships("company founders", limit=5)
    assert "founded_by" in {hit.relation_type for hit in found}


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_short_list_begins_as_a_long_one_does(search: RelationshipSearch, limit: int) -> None:
    assert search.search("人工智能竞争对手", limit=limit) == search.search("人工智能竞争对手", limit=100)[:limit]
    assert search.objects("AI chips", limit=limit) == search.objects("AI chips")[:limit]


def test_the_constant_of_the_ranks_is_a_setting(
    document_knowledge_base: KnowledgeBase, document_settings: Settings, encoder: Encoder
) -> None:
    ten = document_settings.model_copy(update={"rrf_k": 10})
    found = RelationshipSearch(document_knowledge_base, lambda: encoder, ten).search("人工智能竞争对手")
    assert found[0].score == 1 / 11


def test_objects_and_relations_are_searched_at_the_same_time(
    search: RelationshipSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither can end before the other has begun; one after the other would break the barrier."""
    both = Barrier(2)

    def meeting(real: Callable[..., object]) -> Callable[..., object]:
        def begin(*given: object) -> object:
            both.wait(timeout=10)
            return real(*given)

        return begin

    for name in ("search_companies", "search_triplets"):
        monkeypatch.setattr(relationship_search, name, meeting(getattr(relationship_search, name)))
    assert {hit.type for hit in search.search("人工智能竞争对手")} == {"object", "relationship"}


def test_where_no_relation_is_embedded_companies_alone_are_found(
    tmp_path_factory: pytest.TempPathFactory, encoder: Encoder
) -> None:
    folder = tmp_path_factory.mktemp("no-evidence")
    companies = [company("a", "电池公司"), company("b", "银行")]
    data = write_data(folder / "data", companies=companies, relations=[relation("a", "competitor", "b", "")])
    settings = settings_for(data, folder / "kb")
    found = RelationshipSearch(build_and_open(settings, encoder), lambda: encoder, settings).search("电池")
    assert [(hit.type, hit.id) for hit in found] == [("object", "a"), ("object", "b")]
