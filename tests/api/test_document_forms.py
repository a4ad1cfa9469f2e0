"""Requests are accepted and answers named as the documents print them that the product grew from.

The forms themselves (names of fields, example values) stand here, so that they are tested everywhere; where the
documents are beside the project, what they print is taken from them and held against the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.curation.open_or_build import rebuild
from core.domain.relation_influence import RelationInfluence
from core.ontology import default_ontology
from core.settings import Settings
from tests.api.conftest import RunningApi, running_api
from tests.api.test_ingestion import WRITER, bring, searched
from tests.support import ROOT, document_example, settings_for

DOCUMENTS = ROOT.parent / "shared" / "seeds"
SEARCH = {
    "query": "authentication flow",
    "limit": 10,
    "graph_hops": 2,
    "include_cross_source": True,
    "filters": {"source_types": ["code", "document"], "languages": ["python", "typescript"]},
}
SEARCH_ANSWER = {
    "chunks": ["chunk_id", "content", "source_kind", "similarity_score", "metadata.path", "metadata.language"],
    "related_entities": ["id", "entity_type", "name", "file"],
    "cross_source_links": ["from_chunk_id", "to_chunk_id", "relationship_type", "confidence"],
    "stats": ["vector_results", "graph_results", "cross_links", "search_time_ms"],
}
CHUNKS = {
    "chunks": [
        {
            "id": "chunk-uuid",
            "content": "def authenticate()...",
            "embedding": [0.1, 0.2],
            "source_kind": "code",
            "source_type": "github",
            "source_id": "repo/file.py:10",
            "metadata": {
                "path": "src/auth.py",
                "language": "python",
                "entity_name": "authenticate",
                "entity_type": "function",
            },
        }
    ],
    "extract_entities": True,
    "create_cross_links": True,
}
RELATIONSHIPS = ("query", "company", "max_results", "min_relevance")
RELATIONSHIPS_ANSWER = {
    "related_companies": [
        "company_name",
        "description",
        "similarity_score",
        "relevance_level",
        "relationship_type",
        "sources.type",
        "sources.content",
        "sources.score",
    ],
    "intent": [],
    "query_company": [],
    "processing_time_ms": [],
}
INFLUENCE = {
    "entity_entity": {"HIERARCHICAL": 0.2, "TEMPORAL": 0.1, "SPATIAL": 0.1, "CAUSALITY": 0.3, "ATTRIBUTION": 0.3},
    "entity_passage": {"PRIMARY": 0.6, "SECONDARY": 0.3, "PERIPHERAL": 0.1},
}


def printed(number: int, begins: str) -> Any:
    """The JSON object that a document prints after the line that ``begins`` so; what it leaves out stays out."""
    files = list(DOCUMENTS.glob(f"{number}-*.txt"))
    if not files:
        pytest.skip("the documents are not beside the project; the forms kept here are tested all the same")
    text = files[0].read_text(encoding="utf-8")
    rest = re.sub(r",\s*\.\.\.(?=\s*\])", "", text[text.index(begins) :])
    return json.JSONDecoder().raw_decode(rest, rest.index("{"))[0]


def fields(found: Any, below: str = "") -> set[str]:
    """Names of all fields, those of lists as of one of their items."""
    if isinstance(found, list):
        return set().union(*(fields(each, below) for each in found)) if found else set()
    if not isinstance(found, dict):
        return {below} if below else set()
    return set().union(*(fields(value, f"{below}.{name}".strip(".")) for name, value in found.items()))


def promised(form: dict[str, list[str]]) -> set[str]:
    return {f"{name}.{part}" for name, parts in form.items() for part in parts} | {
        name for name, parts in form.items() if not parts
    }


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder: Path = tmp_path_factory.mktemp("forms")
    settings = settings_for(
        document_example(folder / "data"), folder / "kb", link_pairs="*:code", link_min_similarity=0
    )
    rebuild(settings, default_ontology())
    return settings


@pytest.fixture(scope="module")
def api(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApi]:
    """A small knowledge base with the chunk of the document in it, and a text that explains it."""
    with running_api(settings, tmp_path_factory.mktemp("log") / "log") as running:
        (chunk,) = CHUNKS["chunks"]  # type: ignore[misc]
        code = {name: value for name, value in chunk.items() if name != "embedding"}  # type: ignore[attr-defined]
        guide = {
            "id": "guide",
            "content": "公司A calls authenticate in its authentication flow.",
            "source_kind": "document",
        }
        state = bring(running, code, guide)
        assert (state["status"], state["passages"]) == ("succeeded", 2)
        assert [each["field"] for each in state["refused"]] == ["type"]  # the ontology has no functions, and says so
        yield running


def test_the_documents_print_these_forms() -> None:
    assert printed(5, "### POST /api/search") == SEARCH
    assert printed(5, "### POST /api/graph/chunks") == CHUNKS
    answer = printed(5, "**Response:**")
    assert fields(answer) == promised(SEARCH_ANSWER)
    assert tuple(printed(1, "Request:\n{")) == RELATIONSHIPS
    assert fields(printed(1, "Response:\n{")) == promised(RELATIONSHIPS_ANSWER)
    assert printed(4, "**Example Output:**") == INFLUENCE


def test_the_search_is_accepted_as_printed_and_finds_code(api: RunningApi) -> None:
    answer = api.client.post("/api/search", json=SEARCH)
    assert answer.status_code == 200, answer.text
    (found,) = answer.json()["chunks"]
    assert found["chunk_id"] == "chunk-uuid"
    assert (found["metadata"]["path"], found["metadata"]["language"]) == ("src/auth.py", "python")
    unfiltered = searched(api, SEARCH["query"])  # type: ignore[arg-type]
    assert fields(unfiltered) >= promised(SEARCH_ANSWER)


@pytest.mark.parametrize(
    ("languages", "found"),
    [
        (["python"], {"chunk-uuid"}),
        (["PYTHON"], {"chunk-uuid"}),
        (["typescript"], set()),
        (["Klingon"], set()),
        (["python", "zh", "en"], {"chunk-uuid", "guide"}),
    ],
)
def test_any_language_may_be_asked_for(languages: list[str], found: set[str], api: RunningApi) -> None:
    chunks = searched(api, "authentication flow", filters={"languages": languages})["chunks"]
    assert {each["chunk_id"] for each in chunks} >= found
    assert found or chunks == []


@pytest.mark.parametrize("languages", [[""], ["x" * 101], ["en"] * 21, [7], "python"])
def test_what_is_no_list_of_languages_is_refused(languages: object, api: RunningApi) -> None:
    asked = {"query": "x", "filters": {"languages": languages}}
    assert api.client.post("/api/search", json=asked).status_code == 422


def test_chunks_are_accepted_as_printed_but_for_the_length_of_the_vector(api: RunningApi) -> None:
    answer = api.client.post("/api/graph/chunks", json=CHUNKS, headers=WRITER)
    assert (answer.status_code, answer.json()["code"]) == (409, "embeddings_differ")  # two numbers of many


def test_relationships_are_accepted_as_printed(api: RunningApi) -> None:
    asked = dict(zip(RELATIONSHIPS, ("Who competes with 公司A?", "公司A", 10, "low"), strict=True))
    answer = api.client.post("/api/v1/relationships", json=asked)
    assert answer.status_code == 200, answer.text
    assert fields(answer.json()) >= promised(RELATIONSHIPS_ANSWER)


def test_influence_is_accepted_as_printed_and_takes_effect(api: RunningApi) -> None:
    def order(influence: object) -> list[float]:
        asked = {"company": "公司A", "mode": "weighted", "influence": influence}
        answer = api.client.post("/api/v1/relationships", json=asked)
        assert answer.status_code == 200, answer.text
        return [each["similarity_score"] for each in answer.json()["related_companies"]]

    order(INFLUENCE)
    assert order({"entity_entity": {"CAUSALITY": 1.0}}) == order({"families": {"causality": 1.0}})
    assert order({"entity_entity": {"CAUSALITY": 1.0}}) != order(RelationInfluence().model_dump())
    for unknown in ({"a": 1}, {"entity_entity": {"foo": 1}}, {"families": {"gossip": 1}}):
        refused = api.client.post("/api/v1/relationships", json={"company": "公司A", "influence": unknown})
        assert (refused.status_code, refused.json()["code"]) == (422, "fields_invalid")
