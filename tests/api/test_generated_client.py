"""A client written from nothing but the OpenAPI document, by a generator, speaks to the API in its own types."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.conftest import KEY, RunningApi

USES_EVERYTHING = """
import sys
from generated import AuthenticatedClient
from generated.api.companies import answers, companies, company, recommendations, relationships
from generated.api.graph import entity, graph_statistics
from generated.api.health import live, ready
from generated.api.ingestion import link
from generated.api.search import search
from generated.models import (
    FactRequest, Problem, RecommendationsRequest, RelationshipsRequest, RelevanceLevel, SearchFilters,
    SearchRequest,
)

url, key = sys.argv[1:]
client = AuthenticatedClient(url, key, prefix="", auth_header_name="X-API-Key", raise_on_unexpected_status=True)

found = relationships.sync(client=client, body=RelationshipsRequest(query="宁德时代的竞争对手有哪些？", max_results=3))
assert found.intent == "relationship_discovery" and found.query_company and len(found.related_companies) == 3
assert all(0 <= each.similarity_score <= 1 and each.sources for each in found.related_companies)
high = RelationshipsRequest(company="CATL", min_relevance=RelevanceLevel.HIGH)
assert {each.relevance_level for each in relationships.sync(client=client, body=high).related_companies} == {"high"}

unknown = relationships.sync(client=client, body=RelationshipsRequest(company="CATT"))
assert isinstance(unknown, Problem) and unknown.code == "company_name_unknown"
assert unknown.choices[0].company_id == "catl" and unknown.messages.zh != unknown.messages.en

named = companies.sync(client=client, q="300750").companies[0]
profile = company.sync(named.company_id, client=client, passages=2)
assert profile.is_company and profile.groups and len(profile.passages) == 2
assert entity.sync("product-ev-battery", client=client).is_company is False
assert graph_statistics.sync(client=client)
english = SearchFilters(languages=["en"])
asked = SearchRequest(query="solid-state battery", limit=5, filters=english)
assert {chunk.metadata.language for chunk in search.sync(client=client, body=asked).chunks} == {"en"}
assert answers.sync(client=client, body=FactRequest(query="Where is CATL based?")).sources
assert recommendations.sync(client=client, body=RecommendationsRequest(company="NVIDIA", limit=3)).items
assert live.sync(client=client).status == "alive" and ready.sync(client=client).status == "ready"
assert link.sync(client=client).code == "ingest_off"
print("all answered")
"""


@pytest.fixture(scope="module")
def generated(api: RunningApi, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the package ``generated``."""
    folder = tmp_path_factory.mktemp("client")
    described = folder / "openapi.json"
    described.write_text(api.client.get("/api/openapi.json").text, encoding="utf-8")
    without_formatting = folder / "config.yaml"  # its formatter would be looked for on PATH, where a venv need not be
    without_formatting.write_text("post_hooks: []", encoding="utf-8")
    command = [
        str(Path(sys.executable).with_name("openapi-python-client")),
        "generate",
        "--path",
        str(described),
        "--output-path",
        str(folder / "generated"),
        "--meta",
        "none",
        "--fail-on-warning",
        "--config",
        str(without_formatting),
    ]
    finished = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return folder


def test_a_generated_client_uses_the_whole_api(api: RunningApi, generated: Path) -> None:
    command = [sys.executable, "-c", USES_EVERYTHING, api.url, KEY]
    finished = subprocess.run(command, cwd=generated, capture_output=True, text=True, check=False)
    assert finished.stdout == "all answered\n", finished.stderr[-3000:]
