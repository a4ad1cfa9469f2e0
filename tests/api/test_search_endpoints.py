"""Search, names, entities and what the service says of itself, over HTTP."""

from __future__ import annotations

import pytest

from core.dossier.profile import entity_profile
from core.statistics import statistics
from tests.api.conftest import RunningApi


@pytest.mark.parametrize(
    ("name", "outcome", "first"),
    [
        ("宁德时代", "found", "catl"),
        ("300750.SZ", "found", "catl"),
        ("宁德", "found", "catl"),
        ("CATL", "found", "catl"),
    ],
)
def test_names_are_linked_to_companies(api: RunningApi, name: str, outcome: str, first: str) -> None:
    found = api.client.get("/api/v1/companies", params={"q": name}).json()
    assert (found["outcome"], found["companies"][0]["company_id"]) == (outcome, first)


def test_a_company_is_told_as_it_is_recorded(api: RunningApi) -> None:
    pipeline = api.shared.pipeline
    assert pipeline is not None
    profile = entity_profile(pipeline.base.knowledge_base, pipeline.base.ontology, "catl")
    assert api.client.get("/api/v1/companies/catl").json() == profile.model_dump(mode="json")
    assert api.client.get("/api/graph/entities/catl").json() == profile.model_dump(mode="json")


def test_what_is_no_company_is_an_entity(api: RunningApi) -> None:
    assert api.client.get("/api/v1/companies/product-ev-battery").status_code == 404
    assert api.client.get("/api/graph/entities/product-ev-battery").json()["is_company"] is False
    unknown = api.client.get("/api/graph/entities/nobody")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "entity_unknown")


def test_statistics_are_those_of_the_page(api: RunningApi) -> None:
    pipeline = api.shared.pipeline
    assert pipeline is not None
    expected = statistics(pipeline.base.knowledge_base, pipeline.base.ontology).model_dump(mode="json")
    assert api.client.get("/api/graph/statistics").json() == expected


def test_search_returns_chunks_entities_relations_and_links(api: RunningApi) -> None:
    response = api.client.post("/api/search", json={"query": "solid-state battery", "limit": 5})
    found = response.json()
    assert response.status_code == 200, response.text
    assert len(found["chunks"]) == 5
    assert {"chunk_id", "content", "source_kind", "similarity_score", "metadata"} <= set(found["chunks"][0])
    assert {"id", "entity_type", "name", "file"} <= set(found["related_entities"][0])
    assert {"type", "triplet_text", "score", "source", "target"} <= set(found["relationships"][0])
    assert set(found["stats"]) == {"vector_results", "graph_results", "cross_links", "search_time_ms"}
    assert found["stats"]["cross_links"] == len(found["cross_source_links"])


def test_search_filters_kinds_and_languages(api: RunningApi) -> None:
    asked = {"query": "半导体设备", "filters": {"source_types": ["timeline", "*note"], "languages": ["zh"]}}
    chunks = api.client.post("/api/search", json=asked).json()["chunks"]
    assert chunks
    assert all(each["source_kind"] == "timeline" or each["source_kind"].endswith("note") for each in chunks)
    assert {each["metadata"]["language"] for each in chunks} == {"zh"}


def test_links_to_other_sources_can_be_left_out(api: RunningApi) -> None:
    base = api.shared.pipeline.base.knowledge_base
    linked = base.passage(next(iter(base.links())).from_passage_id)
    asked = {"query": linked.text[:500], "limit": 20}
    with_links = api.client.post("/api/search", json=asked).json()
    without = api.client.post("/api/search", json={**asked, "include_cross_source": False}).json()
    assert with_links["cross_source_links"]
    assert without["cross_source_links"] == []
    assert {"from_chunk_id", "to_chunk_id", "relationship_type", "confidence"} <= set(
        with_links["cross_source_links"][0]
    )


def test_more_hops_than_configured_are_refused(api: RunningApi) -> None:
    response = api.client.post("/api/search", json={"query": "battery", "graph_hops": 3})
    assert (response.status_code, response.json()["errors"][0]["field"]) == (422, "graph_hops")


def test_health_needs_no_key(api: RunningApi) -> None:
    bare = {"X-API-Key": ""}
    assert api.client.get("/health/live", headers=bare).json() == {"status": "alive"}
    ready = api.client.get("/health/ready", headers=bare)
    assert (ready.status_code, ready.json()["status"]) == (200, "ready")


def test_metrics_count_requests_stages_and_the_cache(api: RunningApi) -> None:
    for _ in range(2):
        assert api.client.post("/api/v1/relationships", json={"company": "nvidia"}).status_code == 200
    text = api.client.get("/metrics").text
    assert 'guanxi_requests_total{endpoint="/api/v1/relationships",status="200"}' in text
    assert 'guanxi_stage_seconds_count{stage="retrieve"}' in text
    assert 'guanxi_cache_requests_total{outcome="hit"}' in text
    assert "guanxi_queue" in text


def test_the_description_is_offline_and_lists_everything(api: RunningApi) -> None:
    page = api.client.get("/api/docs", headers={"X-API-Key": ""})
    assert page.status_code == 200
    assert "//cdn" not in page.text
    assert api.client.get("/api/static/swagger-ui-bundle.js").status_code == 200
    document = api.client.get("/api/openapi.json").json()
    assert {
        "/api/v1/relationships",
        "/api/v1/recommendations",
        "/api/v1/answers",
        "/api/v1/companies",
        "/api/v1/companies/{company_id}",
        "/api/search",
        "/api/graph/entities/{entity_id}",
        "/api/graph/statistics",
        "/health/live",
        "/health/ready",
    } <= set(document["paths"])
    assert document["components"]["schemas"]["Problem"]
