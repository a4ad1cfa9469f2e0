"""What the page System says of each part: state, facts, and a next step wherever it is not well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.runtime.api_status import ApiStatus, CacheFigures
from app.system.full_height_table import table_height
from app.system.parts import (
    Part,
    api_part,
    disk_part,
    embedding_part,
    knowledge_base_part,
    language_model_part,
    reranker_part,
)
from app.system.wording import amount, milliseconds
from core.discovery.pipeline import DiscoveryPipeline
from core.errors import KnowledgeBaseCorruptError
from core.ingestion.building.build import BuildFailedError
from core.messages import LANGUAGES, Language, translate
from core.monitoring.api_keys import ApiKeys, new_key
from core.reasoning.llm.endpoint import ModelRefusedError
from core.retrieval.base import Base
from core.retrieval.cross_encoder import RerankerUnavailableError
from core.settings import Settings
from core.storage import disk_room
from core.storage.embedding_errors import EmbeddingModelUnavailableError

NEVER_WELL = ("attention", "failed")


@dataclass
class Process:
    """Services as they may stand; only a fault cannot be had from real parts at will."""

    settings: Settings
    pipeline: Any = None
    error: Any = None
    problems: tuple[Any, ...] = ()
    rebuilt_because: str = ""
    stale_because: Any = None
    stale_message: str = "starting.stale"
    changing: bool = False
    change_error: Any = None
    warm: bool = True
    api: Any = None


@pytest.fixture
def process(document_pipeline: DiscoveryPipeline, document_settings: Settings) -> Process:
    return Process(document_settings, document_pipeline)


def said(part: Part) -> str:
    return " | ".join((*part.facts, part.next_step))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_knowledge_base_that_serves(process: Process, language: Language) -> None:
    part = knowledge_base_part(process, language)  # type: ignore[arg-type]
    manifest = process.pipeline.base.knowledge_base.manifest
    assert (part.state, part.next_step) == ("working", "")
    counts = translate(
        "system.base.counts",
        language,
        **{kind: f"{count:,}" for kind, count in manifest.counts.model_dump().items()},
    )
    for fact in (manifest.build_id, counts, str(process.settings.data_folder)):
        assert fact in said(part)


CHANGES: list[tuple[dict[str, Any], str, str]] = [
    ({"pipeline": None}, "busy", "opened or built"),
    ({"pipeline": None, "error": KnowledgeBaseCorruptError(folder="f", detail="d")}, "failed", "the button below"),
    ({"changing": True}, "busy", "Data is being changed"),
    ({"stale_because": BuildFailedError(detail="no room")}, "attention", "the page Data"),
    ({"change_error": BuildFailedError(detail="no room")}, "attention", "no room"),
    ({"rebuilt_because": "data_changed"}, "working", "the data files had changed"),
    ({"rebuilt_because": "knowledge_base_missing"}, "working", "for the first time"),
    ({"problems": (1, 2)}, "working", "2 rows were refused"),
]


@pytest.mark.parametrize(("change", "state", "words"), CHANGES)
def test_what_is_said_of_a_knowledge_base(process: Process, change: dict[str, Any], state: str, words: str) -> None:
    for name, value in change.items():
        setattr(process, name, value)
    part = knowledge_base_part(process, "en")  # type: ignore[arg-type]
    assert part.state == state
    assert words in said(part)
    assert bool(part.next_step) == (state in NEVER_WELL)


def encoder_state(loaded: int | None, fault: Any = None) -> Any:
    manifest = SimpleNamespace(embedding_dimension=512)
    return SimpleNamespace(
        base=SimpleNamespace(knowledge_base=SimpleNamespace(manifest=manifest)),
        encoder_loaded=SimpleNamespace(dimension=loaded) if loaded else None,
        encoder_fault=fault,
    )


@pytest.mark.parametrize(
    ("pipeline", "warm", "state", "words"),
    [
        (None, False, "untested", "use-multilingual"),
        (encoder_state(None), False, "busy", "Being loaded"),
        (encoder_state(None), True, "off", "first question loads it"),
        (encoder_state(512), True, "working", "matches"),
        (encoder_state(384), True, "failed", "python -m core build"),
        (encoder_state(None, EmbeddingModelUnavailableError(model="m", detail="gone")), True, "failed", "gone"),
    ],
)
def test_what_is_said_of_the_embedding_model(pipeline: Any, warm: bool, state: str, words: str) -> None:
    part = embedding_part(Process(Settings(), pipeline, warm=warm), "en")  # type: ignore[arg-type]
    assert part.state == state
    assert words in said(part)
    assert bool(part.next_step) == (state in NEVER_WELL)


def test_the_first_question_loads_the_model(document_settings: Settings, document_pipeline: DiscoveryPipeline) -> None:
    pipeline = DiscoveryPipeline(
        Base.over(document_pipeline.base.knowledge_base, document_pipeline.base.ontology, document_settings)
    )
    process = Process(document_settings, pipeline)
    assert embedding_part(process, "en").state == "off"  # type: ignore[arg-type]
    pipeline.warm_up()
    assert embedding_part(process, "en").state == "working"  # type: ignore[arg-type]


def reranker_state(state: str, fault: Any = None) -> Any:
    return SimpleNamespace(reranker_state=state, reranker_fault=fault)


@pytest.mark.parametrize(
    ("model", "pipeline", "state", "words"),
    [
        ("", reranker_state("off"), "off", "None configured"),
        ("m", None, "busy", "being loaded"),
        ("m", reranker_state("loading"), "busy", "m is being loaded"),
        ("m", reranker_state("on"), "working", "first 20 companies"),
        ("m", reranker_state("failed", RerankerUnavailableError(model="m", detail="gone")), "failed", "gone"),
    ],
)
def test_what_is_said_of_the_reranker(model: str, pipeline: Any, state: str, words: str) -> None:
    part = reranker_part(Process(Settings(reranker_model=model), pipeline), "en")  # type: ignore[arg-type]
    assert part.state == state
    assert words in said(part)
    assert bool(part.next_step) == (state in NEVER_WELL)


@pytest.mark.parametrize(
    ("url", "model", "asked", "state"),
    [
        ("", "", {}, "off"),
        ("http://h/v1", "", {}, "attention"),
        ("", "m", {}, "attention"),
        ("http://h/v1", "m", {}, "untested"),
        ("http://h/v1", "m", {"testing": True}, "busy"),
        ("http://h/v1", "m", {"answered": True}, "working"),
        ("http://h/v1", "m", {"fault": ModelRefusedError(detail="HTTP 401")}, "failed"),
    ],
)
def test_what_is_said_of_the_language_model(url: str, model: str, asked: dict[str, Any], state: str) -> None:
    asked = {"answered": False, "fault": None, "testing": False, **asked}
    settings = Settings(llm_base_url=url, llm_model=model, llm_api_key="sk-topsecret")  # type: ignore[arg-type]
    part = language_model_part(settings, asked["answered"], asked["fault"], asked["testing"], "en")
    assert part.state == state
    assert bool(part.next_step) == (state in NEVER_WELL)
    assert "sk-topsecret" not in said(part)
    assert ("A key is set" in said(part)) == bool(url and model)
    if asked["fault"] is not None:
        assert "HTTP 401" in said(part)


@dataclass
class Limit:
    counted_in: str = "memory"


@dataclass
class Keys:
    kept: tuple[Any, ...] = ()
    in_force: Callable[[], tuple[Any, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self.in_force = lambda: self.kept


def standing(*, keys: int = 0, open_here: bool = False, counted_in: str = "memory") -> ApiStatus:
    made = [new_key(f"key{number}", may_ingest=number == 1)[1].line for number in range(keys)]
    settings = Settings(api_keys=";".join(made))
    return ApiStatus(ApiKeys(settings), Limit(counted_in), open_here=open_here, answers=CacheFigures)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("api", "state", "words"),
    [
        (None, "off", "Not served by this process"),
        (standing(), "off", "python -m core api-key"),
        (standing(open_here=True), "working", "open to this machine alone"),
        (standing(keys=2), "working", "key0, key1 (may bring data)"),
        (standing(keys=1, counted_in="redis"), "working", "counted together in Redis"),
        (standing(keys=1, counted_in="redis_away"), "attention", "see that the Redis"),
    ],
)
def test_what_is_said_of_the_api(api: ApiStatus | None, state: str, words: str) -> None:
    part = api_part(api, Settings(), "en")
    assert part.state == state
    assert words in said(part)


@pytest.mark.parametrize(("written", "words"), [("# nobody", "holds none"), ("no key", "line 1")])
def test_a_file_of_keys_that_opens_to_nobody_is_said(written: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text("", encoding="utf-8")
    keys = ApiKeys(Settings(api_keys_file=file))
    file.write_text(written, encoding="utf-8")
    limit = Limit("memory")
    part = api_part(ApiStatus(keys, limit, open_here=True, answers=CacheFigures), Settings(), "en")  # type: ignore[arg-type]
    assert part.state == "attention"
    assert words in said(part)
    assert "open to this machine" not in said(part)


def test_what_is_said_of_the_disk(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    part = disk_part(process, "en")  # type: ignore[arg-type]
    assert "The version that serves takes" in said(part)
    monkeypatch.setattr(disk_room, "_LEAST", 10**18)
    part = disk_part(process, "en")  # type: ignore[arg-type]
    assert (part.state, bool(part.next_step)) == ("attention", True)


def test_a_disk_that_cannot_be_asked_is_said(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(disk_room.shutil, "disk_usage", refuse)
    process.pipeline = None
    assert disk_part(process, "zh").state == "failed"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("size", "shown"),
    [(0, "0 B"), (999, "999 B"), (1500, "1.5 KB"), (123_456_789, "123 MB"), (5 * 10**15, "5000 TB")],
)
def test_bytes_are_written_in_a_fitting_unit(size: int, shown: str) -> None:
    assert amount(size) == shown


@given(st.floats(0.001, 1e6))
def test_milliseconds_keep_what_counts(value: float) -> None:
    assert abs(float(milliseconds(value).replace(",", "")) - value) <= max(0.5, 0.06 * value)


def test_tables_are_as_high_as_their_rows_up_to_a_limit() -> None:
    assert table_height(3) == table_height(100, 3) < table_height(4)
