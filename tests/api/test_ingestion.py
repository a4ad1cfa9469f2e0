"""Bringing chunks over HTTP: what comes in, what is refused, who may, and that nothing is half done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.curation.open_or_build import rebuild
from core.ingestion.building.build import BuildFailedError
from core.ontology import default_ontology
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.api.conftest import CURATE_KEY, INGEST_KEY, KEPT, RunningApi, running_api
from tests.support import document_example, settings_for

WRITER = {"X-API-Key": INGEST_KEY}
CURATOR = {"X-API-Key": CURATE_KEY}
NOTE = {
    "id": "note-1",
    "content": "公司A与公司B讨论固态电池的长期供货。",
    "source_kind": "note",
    "source_type": "wiki",
    "source_id": "page-7",
    "metadata": {"title": "会议记录", "author": "Lin", "date": "2026-03-02"},
}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    settings = settings_for(document_example(tmp_path / "data"), tmp_path / "kb", link_pairs="note:filing")
    rebuild(settings, default_ontology())
    return settings


@pytest.fixture
def api(settings: Settings, tmp_path: Path) -> Iterator[RunningApi]:
    with running_api(settings, tmp_path / "log") as running:
        yield running


def bring(api: RunningApi, *chunks: dict, **options: object) -> dict:
    """Send chunks and wait for the end of the job."""
    answer = api.client.post("/api/graph/chunks", json={"chunks": chunks, **options}, headers=WRITER)
    assert answer.status_code == 202, answer.text
    return ended(api, answer.headers["location"])


def ended(api: RunningApi, location: str) -> dict:
    for _ in range(600):
        state = api.client.get(location, headers=WRITER).json()
        if state["status"] != "running":
            return state
        time.sleep(0.1)
    raise AssertionError("the job does not end")


def searched(api: RunningApi, query: str, **asked: object) -> dict:
    return api.client.post("/api/search", json={"query": query, "limit": 50, **asked}).json()


def statistics(api: RunningApi) -> dict:
    return api.client.get("/api/graph/statistics").json()


def test_a_chunk_is_searched_and_cited_and_names_companies(api: RunningApi) -> None:
    state = bring(api, NOTE, name="meeting notes")
    assert (state["status"], state["kind"], state["passages"], state["refused"]) == ("succeeded", "chunks", 1, [])
    assert state["fraction"] == 1.0
    assert state["ended_at"] > state["begun_at"]
    assert state["build_id"] == api.client.get("/health/ready").json()["build_id"]
    found = searched(api, "固态电池长期供货")["chunks"][0]
    assert (found["chunk_id"], found["content"], found["source_kind"]) == ("note-1", NOTE["content"], "note")
    assert found["metadata"]["title"] == "会议记录"
    assert found["metadata"]["document_id"] == "page-7"
    assert found["metadata"]["publisher"] == "Lin"
    named = api.client.get("/api/v1/companies", params={"q": "公司A"}).json()["companies"][0]["company_id"]
    told = api.client.get(f"/api/v1/companies/{named}", params={"passages": 100}).json()
    assert "note-1" in [each["passage"]["id"] for each in told["passages"]]


@pytest.mark.thorough
def test_a_chunk_that_comes_again_is_updated_and_stays_one(api: RunningApi) -> None:
    bring(api, NOTE)
    bring(api, {**NOTE, "content": "公司A取消了固态电池的供货。"})
    found = [each["content"] for each in searched(api, "固态电池")["chunks"] if each["chunk_id"] == "note-1"]
    assert found == ["公司A取消了固态电池的供货。"]


@pytest.mark.thorough
def test_what_a_chunk_is_about_becomes_an_entity_once(api: RunningApi) -> None:
    about = {"entity_name": "钠离子技术", "entity_type": "product", "path": "notes/na.md"}
    first = {"id": "n1", "content": "成本更低。", "metadata": about}
    second = {"id": "n2", "content": "低温性能更好。", "metadata": about}
    state = bring(api, first, second)
    assert (state["passages"], state["entities"]) == (2, 1)
    entity = api.client.get("/api/graph/entities/notes/na.md%23钠离子技术").json()
    assert {each["passage"]["id"] for each in entity["passages"]} == {"n1", "n2"}
    assert {each["role"] for each in entity["passages"]} == {"PRIMARY"}
    again = bring(api, {**first, "id": "n3"})
    assert again["entities"] == 0


@pytest.mark.thorough
def test_entities_are_left_alone_where_that_is_asked_for(api: RunningApi) -> None:
    about = {"entity_name": "钠离子技术", "entity_type": "product"}
    state = bring(api, {"id": "n1", "content": "成本更低。", "metadata": about}, extract_entities=False)
    assert (state["status"], state["passages"], state["entities"]) == ("succeeded", 1, 0)
    assert api.client.get("/api/graph/entities/钠离子技术").status_code == 404


@pytest.mark.thorough
def test_a_type_that_the_ontology_lacks_is_said_and_the_text_comes_in(api: RunningApi) -> None:
    about = {"entity_name": "authenticate", "entity_type": "function"}
    state = bring(api, {"id": "n1", "content": "def authenticate(): ...", "metadata": about})
    assert (state["status"], state["passages"], state["entities"]) == ("succeeded", 1, 0)
    assert [(each["place"], each["field"]) for each in state["refused"]] == [(1, "type")]
    assert "function" in state["refused"][0]["reason_zh"]
    assert "function" in state["refused"][0]["reason_en"]


@pytest.mark.thorough
def test_of_chunks_that_are_all_refused_nothing_is_changed(api: RunningApi) -> None:
    before = statistics(api), api.client.get("/health/ready").json()["build_id"]
    state = bring(api, {"id": "profile:zh:x", "content": "an id that belongs to descriptions"})
    assert (state["status"], state["code"], state["source_id"]) == ("failed", "nothing_admitted", "")
    assert [(each["place"], each["field"]) for each in state["refused"]] == [(1, "id")]
    assert state["message_zh"] != state["message_en"]
    assert (statistics(api), api.client.get("/health/ready").json()["build_id"]) == before


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize("fault", [{"content": ""}, {"id": ""}, {"source_kind": ""}])
def test_a_chunk_without_the_form_refuses_the_request_and_is_named_by_its_index(
    api: RunningApi, fault: dict[str, str]
) -> None:
    before = statistics(api)
    chunks = [NOTE, {**NOTE, "id": "note-2"}, {**NOTE, "id": "note-3", **fault}]
    refused = api.client.post("/api/graph/chunks", json={"chunks": chunks}, headers=WRITER)
    assert (refused.status_code, refused.json()["code"]) == (422, "fields_invalid")
    field = f"chunks.2.{next(iter(fault))}"
    assert [each["field"] for each in refused.json()["errors"]] == [field]
    assert all(field in said for said in refused.json()["messages"].values())
    assert statistics(api) == before


def test_embeddings_that_are_given_are_used(api: RunningApi, encoder: Encoder) -> None:
    """A vector of another text: found by that one's meaning, although no word of it stands there."""
    meaning = encoder.encode(["solid-state battery supply"])[0] * 3.0
    state = bring(api, {"id": "n1", "content": "qwerty", "embedding": meaning.tolist()})
    assert state["status"] == "succeeded"
    found = {each["chunk_id"]: each for each in searched(api, "solid-state battery supply")["chunks"]}
    assert found["n1"]["similarity_score"] == pytest.approx(1.0, abs=1e-3)


@pytest.mark.thorough
def test_what_is_no_vector_is_refused(api: RunningApi) -> None:
    asked = {"chunks": [{**NOTE, "embedding": [True] * 512}]}
    refused = api.client.post("/api/graph/chunks", json=asked, headers=WRITER)
    assert (refused.status_code, refused.json()["code"]) == (422, "fields_invalid")
    assert refused.json()["errors"][0]["field"] == "chunks.0.embedding.0"


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize(
    "asked",
    [
        {"chunks": [{**NOTE, "embedding": [0.1, 0.2]}]},
        {"chunks": [{**NOTE, "embedding": [0.0] * 512}]},
        {"chunks": [NOTE], "embedding_model": "some-other-model"},
    ],
)
def test_vectors_of_another_model_are_refused(api: RunningApi, asked: dict) -> None:
    refused = api.client.post("/api/graph/chunks", json=asked, headers=WRITER)
    assert (refused.status_code, refused.json()["code"]) == (409, "embeddings_differ")
    assert "512" in refused.json()["detail"]


@pytest.mark.thorough
def test_links_are_made_at_once_or_when_they_are_asked_for(api: RunningApi) -> None:
    filing = {**NOTE, "id": "filing-1", "source_kind": "filing"}
    assert bring(api, filing, NOTE)["links"] == 1
    later = bring(api, {**NOTE, "id": "note-2", "content": f"{NOTE['content']}。"}, create_cross_links=False)
    assert later["links"] == 1
    third = bring(api, {"id": "note-3", "content": "something else"})
    assert third["links"] == 1  # another import does not link what was to wait
    asked = api.client.post("/api/graph/link", headers=WRITER)
    assert asked.status_code == 202
    linked = ended(api, asked.headers["location"])
    assert (linked["status"], linked["kind"], linked["links"]) == ("succeeded", "link", 2)
    found = searched(api, "固态电池的长期供货")["cross_source_links"]
    assert {(each["from_chunk_id"], each["to_chunk_id"]) for each in found} == {
        ("note-1", "filing-1"),
        ("note-2", "filing-1"),
    }
    again = api.client.post("/api/graph/link", headers=WRITER)
    assert ended(api, again.headers["location"])["links"] == 2


def test_operations_that_build_anew_are_jobs_that_tell_what_they_gave(api: RunningApi) -> None:
    def done(path: str, **asked: object) -> dict:
        begun = api.client.post(f"/api/v1/{path}", json=asked, headers=WRITER if path == "link-passages" else CURATOR)
        assert begun.status_code == 202, begun.text
        return ended(api, begun.headers["location"])

    source = bring(api, {**NOTE, "id": "short-lived"})["source_id"]
    before = api.client.get("/api/graph/versions").json()["versions"]
    linked = done("link-passages", pairs=["note:filing"], min_similarity=0.5)
    assert (linked["status"], linked["kind"], linked["result"]["rules"]["min_similarity"]) == (
        "succeeded",
        "link_passages",
        0.5,
    )
    assert done("delete-data", source=source, preview=True)["result"]["goes"][source]["passages"] == 1
    assert source in [each["id"] for each in api.client.get("/api/graph/sources").json()["sources"]]
    assert done("delete-data", source=source)["status"] == "succeeded"
    assert source not in [each["id"] for each in api.client.get("/api/graph/sources").json()["sources"]]
    serving = next(each["build_id"] for each in before if each["serving"])
    restored = done("restore-version", build_id=serving)
    assert (restored["status"], restored["build_id"]) == ("succeeded", serving)
    assert done("restore-version", build_id="never")["code"] == "version_unknown"
    assert done("link-passages", default=True)["status"] == "succeeded"


@pytest.mark.thorough
def test_what_a_build_published_serves_without_being_opened_again(
    api: RunningApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = api.shared.opened
    counted = before.statistics
    assert api.shared.opened.statistics is counted  # once for all who ask
    monkeypatch.setattr("app.runtime.services.open_or_build", lambda *_: pytest.fail("it was opened again"))
    begun = api.client.post("/api/v1/build-knowledge-base", json={}, headers=CURATOR)
    built = ended(api, begun.headers["location"])
    assert (built["status"], built["kind"]) == ("succeeded", "build_knowledge_base")
    serving = api.client.get("/api/graph/statistics").json()["build_id"]
    assert built["build_id"] == built["result"]["manifest"]["build_id"] == serving != counted.build_id
    assert api.shared.opened is not before


def test_one_change_at_a_time(api: RunningApi) -> None:
    first = api.client.post("/api/graph/chunks", json={"chunks": [NOTE]}, headers=WRITER)
    second = api.client.post("/api/graph/link", headers=WRITER)
    assert (second.status_code, second.json()["code"]) == (409, "change_running")
    assert int(second.headers["retry-after"]) > 0
    assert ended(api, first.headers["location"])["status"] == "succeeded"


@pytest.mark.thorough
def test_a_change_that_fails_is_told_without_paths_and_leaves_everything(
    api: RunningApi, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise BuildFailedError(detail=f"No space left on device: {settings.knowledge_base_folder}")

    before = statistics(api)
    monkeypatch.setattr("core.curation.open_or_build.build_knowledge_base", full)
    state = bring(api, NOTE)
    assert (state["status"], state["code"]) == ("failed", "build_failed")
    assert str(settings.knowledge_base_folder) not in str(state)
    assert statistics(api) == before
    monkeypatch.undo()
    assert bring(api, NOTE)["status"] == "succeeded"


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/api/graph/chunks"), ("POST", "/api/graph/link"), ("GET", "/api/graph/jobs/some")],
)
def test_a_key_that_may_only_read_changes_nothing(api: RunningApi, method: str, path: str) -> None:
    before = api.client.get("/health/ready").json()["build_id"]
    refused = api.client.request(method, path, json={"chunks": [NOTE]})
    assert (refused.status_code, refused.json()["code"]) == (403, "ingest_off")
    assert api.client.get("/health/ready").json()["build_id"] == before


def test_without_an_ingest_key_no_operation_changes_data(settings: Settings, tmp_path: Path) -> None:
    """Every operation of the description that is no GET is called as a stranger, as a reader, and where no key is."""
    folder = settings.knowledge_base_folder
    before = sorted((file, file.stat().st_mtime_ns) for file in folder.rglob("*"))
    for keys in (KEPT.line, ""):
        with running_api(settings, tmp_path / "log", api_keys=keys, api_open=not keys) as api:
            for path, methods in api.client.get("/api/openapi.json").json()["paths"].items():
                for method in methods:
                    body = {"chunks": [NOTE], "query": "公司A", "company": "公司A"}
                    known = api.client.request(
                        method, path.format(company_id="a", entity_id="a", job_id="a"), json=body
                    )
                    if "/chunks" in path or "/link" in path or "/jobs" in path:
                        assert known.status_code == 403, path
            time.sleep(0.3)
            assert not api.shared.changing
    assert sorted((file, file.stat().st_mtime_ns) for file in folder.rglob("*")) == before


@pytest.mark.thorough
def test_a_job_that_nobody_knows_is_404(api: RunningApi) -> None:
    unknown = api.client.get("/api/graph/jobs/0123", headers=WRITER)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "job_unknown")
