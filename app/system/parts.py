"""How each part of the process is, in words: state, facts, and one next step where it is not well."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.runtime.api_status import ApiStatus
from app.runtime.services import Services
from app.system.wording import amount
from app.widgets.clock import clock
from core.errors import ChangeCancelledError, GuanxiError
from core.messages import Language, translate
from core.monitoring.api_keys import ApiKey
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.data_folder import noted_data_folder
from core.storage.disk_room import disk_room
from core.workspace.mending import put_back_there, set_aside_there
from core.workspace.workspace import WorkspaceUnavailableError

State = Literal["working", "busy", "off", "untested", "attention", "failed"]
PartName = Literal["knowledge_base", "embedding_model", "reranker", "language_model", "api", "disk"]


@dataclass(frozen=True)
class Part:
    """One part. ``facts`` and ``next_step`` are texts in the language of the page; they may repeat what data says."""

    name: PartName
    state: State
    facts: tuple[str, ...]
    next_step: str = ""


def knowledge_base_part(shared: Services, language: Language) -> Part:
    """Which version serves and why, or why none does."""
    if shared.pipeline is None and shared.error is not None:
        step = translate("system.next.rebuild", language)
        return Part("knowledge_base", "failed", (shared.error.message(language),), step)
    if shared.pipeline is None:
        return Part("knowledge_base", "busy", (translate("system.base.opening", language),))
    facts = _version_facts(shared.pipeline.base, language)
    if shared.problems:
        facts.append(translate("system.base.refused", language, count=len(shared.problems)))
    if shared.rebuilt_because:
        facts.append(translate(f"system.base.rebuilt.{shared.rebuilt_because}", language))
    if shared.changing:
        return Part("knowledge_base", "busy", (*facts, translate("system.base.changing", language)))
    if shared.stale_because is not None:
        facts.append(translate(shared.stale_message, language, reason=shared.stale_because.message(language)))
    failed = shared.change_error is not None and not isinstance(shared.change_error, ChangeCancelledError)
    if shared.change_error is not None and failed:
        facts.append(shared.change_error.message(language))
    if shared.stale_because is not None or failed:
        return Part("knowledge_base", "attention", tuple(facts), translate("system.next.see_data", language))
    return _with_what_was_mended(shared.settings.knowledge_base_folder, facts, language)


def _with_what_was_mended(folder: Path, facts: list[str], language: Language) -> Part:
    """Working, unless something of the workspace was damaged or lost and waits for a person."""
    said = _what_was_mended(folder, language)
    if not said:
        return Part("knowledge_base", "working", tuple(facts))
    steps = " ".join(translate(f"system.next.{kind}", language) for kind in said)
    return Part("knowledge_base", "attention", (*facts, *said.values()), steps)


def _what_was_mended(folder: Path, language: Language) -> dict[str, str]:
    """What is said of the workspace: files ``set_aside`` because of damage, those lost and ``put_back``."""
    found = {"set_aside": set_aside_there(folder), "put_back": put_back_there(folder)}
    return {
        kind: translate(f"system.base.{kind}", language, files=", ".join(files), folder=str(folder))
        for kind, files in found.items()
        if files
    }


def _version_facts(base: Base, language: Language) -> list[str]:
    manifest, settings = base.knowledge_base.manifest, base.settings
    counts = {
        kind: f"{getattr(manifest.counts, kind):,}"
        for kind in ("companies", "relations", "passages", "mentions", "links")
    }
    try:
        folder = str(noted_data_folder(settings.knowledge_base_folder) or settings.data_folder)
    except WorkspaceUnavailableError as error:
        folder = f"? ({error.message(language)})"
    return [
        translate("system.base.counts", language, **counts),
        translate(
            "system.base.version",
            language,
            build_id=manifest.build_id,
            schema=manifest.schema_version,
            time=clock(manifest.created_at),
        ),
        translate("system.base.built_from", language, folder=folder, sources=len(manifest.sources)),
    ]


def embedding_part(shared: Services, language: Language) -> Part:
    """Whether the embedding model is there and fits what serves."""
    model, pipeline = shared.settings.embedding_model, shared.pipeline
    if pipeline is None:
        return Part("embedding_model", "untested", (translate("system.encoder.model_alone", language, model=model),))
    wanted = pipeline.base.knowledge_base.manifest.embedding_dimension
    named = translate("system.encoder.model", language, model=model, dimension=wanted)
    loaded, fault = pipeline.encoder_loaded, pipeline.encoder_fault
    if fault is not None:
        return Part(
            "embedding_model", "failed", (named, fault.message(language)), translate("system.next.encoder", language)
        )
    if loaded is None:
        key = "system.encoder.not_loaded" if shared.warm else "system.encoder.loading"
        return Part("embedding_model", "off" if shared.warm else "busy", (named, translate(key, language)))
    if loaded.dimension != wanted:
        differs = translate("system.encoder.other_dimension", language, dimension=loaded.dimension)
        return Part("embedding_model", "failed", (named, differs), translate("system.next.build_anew", language))
    return Part("embedding_model", "working", (named, translate("system.encoder.loaded", language, dimension=wanted)))


def reranker_part(shared: Services, language: Language) -> Part:
    """Off, being loaded, in use, or why not."""
    settings, pipeline = shared.settings, shared.pipeline
    if not settings.reranker_model:
        return Part("reranker", "off", (translate("system.reranker.none", language),))
    fault = pipeline.reranker_fault if pipeline else None
    if fault is not None:
        return Part("reranker", "failed", (fault.message(language),), translate("system.next.reranker", language))
    if pipeline is None or pipeline.reranker_state == "loading":
        return Part(
            "reranker", "busy", (translate("system.reranker.loading", language, model=settings.reranker_model),)
        )
    said = translate("system.reranker.on", language, model=settings.reranker_model, top=settings.reranker_top_n)
    return Part("reranker", "working", (said,))


def language_model_part(
    settings: Settings, answered: bool, fault: GuanxiError | None, testing: bool, language: Language
) -> Part:
    """``answered``, ``fault``, ``testing``: what came of asking it, if it was asked from this page."""
    named, addressed = bool(settings.llm_model), bool(settings.llm_base_url)
    if not named and not addressed:
        return Part("language_model", "off", (translate("system.model.none", language),))
    if not (named and addressed):
        step = translate("system.next.model_half", language)
        return Part("language_model", "attention", (translate("system.model.half", language),), step)
    key = "system.model.key" if settings.llm_api_key.get_secret_value() else "system.model.no_key"
    facts = (
        translate("system.model.configured", language, model=settings.llm_model, url=settings.llm_base_url),
        translate(key, language),
    )
    if testing:
        return Part("language_model", "busy", facts)
    if fault is not None:
        step = translate("system.next.model_failed", language)
        return Part("language_model", "failed", (*facts, fault.message(language)), step)
    return Part("language_model", "working" if answered else "untested", facts)


def api_part(api: ApiStatus | None, settings: Settings, language: Language) -> Part:
    """Whether programs may ask, and how their requests are counted."""
    if api is None:
        return Part("api", "off", (translate("system.api.none", language),))
    counted = translate(f"system.api.counted_in.{api.limit.counted_in}", language, limit=settings.rate_limit_per_minute)
    keys, fault = api.keys.in_force(), api.keys.fault
    if not api.keys.configured and not api.open_here:
        closed = translate("system.api.closed", language)
        return Part("api", "off", (closed,), translate("system.next.api_closed", language))
    names = ", ".join(_named(key, language) for key in keys)
    who = translate("system.api.keys", language, names=names) if keys else _nobody(api, language)
    if fault is not None:
        said = translate("api.keys_file", language, detail=fault.detail(language))
        return Part("api", "attention", (who, said, counted), translate("system.next.keys_file", language))
    if api.keys.configured and not keys:
        return Part("api", "attention", (who,), translate("system.next.api_closed", language))
    if api.limit.counted_in == "redis_away":
        return Part("api", "attention", (who, counted), translate("system.next.redis", language))
    return Part("api", "working", (who, counted))


def _named(key: ApiKey, language: Language) -> str:
    """The name of a key with what else it may than read."""
    name = translate("system.api.may_ingest", language, name=key.name) if key.may_ingest else key.name
    return translate("system.api.may_curate", language, name=name) if key.may_curate else name


def _nobody(api: ApiStatus, language: Language) -> str:
    return translate("system.api.no_keys" if api.keys.configured else "system.api.open_here", language)


def disk_part(shared: Services, language: Language) -> Part:
    """Whether a further version of the knowledge base can be built."""
    folder = shared.settings.knowledge_base_folder
    version = shared.pipeline.base.knowledge_base.folder if shared.pipeline else None
    try:
        room = disk_room(folder, version)
    except OSError:
        said = translate("system.disk.unknown", language, folder=str(folder))
        return Part("disk", "failed", (said,), translate("system.next.disk_unknown", language))
    facts = [
        translate("system.disk.room", language, free=amount(room.free), total=amount(room.total), folder=str(folder))
    ]
    if version is not None:
        facts.append(translate("system.disk.serving", language, size=amount(room.serving)))
    if not room.enough:
        return Part("disk", "attention", tuple(facts), translate("system.next.disk", language))
    return Part("disk", "working", tuple(facts))
