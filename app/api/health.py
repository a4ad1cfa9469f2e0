"""Whether the process lives, whether it can answer, and what it counted."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from app.api.api_context import as_json
from app.api.problems import Messages
from app.api.serving_here import ServingHere
from app.runtime.services import Services
from core.domain.results import Result
from core.messages import LANGUAGES, Language, translate
from core.workspace.mending import put_back_there, set_aside_there

router = APIRouter(tags=["health"])


class Alive(Result):
    """The process answers."""

    status: Literal["alive"] = "alive"


class Readiness(Result):
    """``starting``: opened, built or warmed up, ``fraction`` of it done. ``failed``: ``code`` says why. ``stale``: an
    older version serves, because the data files cannot be read or built, or the newest version cannot be opened or
    fetched; ``attention`` says which.

    Only who shows a key is told the version that serves (``build_id``) and what wants ``attention``.
    """

    status: Literal["ready", "stale", "starting", "failed"]
    build_id: str = ""
    fraction: float = 0.0
    code: str = ""
    message_zh: str = ""
    message_en: str = ""
    attention: tuple[Messages, ...] = ()


@router.get("/health/live", summary="The process lives")
async def live() -> Alive:
    """Needs no key."""
    return Alive()


@router.get("/health/ready", response_model=Readiness, responses={503: {"model": Readiness}}, summary="It can answer")
async def ready(request: Request, serving: ServingHere) -> Response:
    """Needs no key. 200 once questions can be answered, 503 before."""
    shared = serving.shared
    known = request.scope["state"].get("caller") is not None
    if known and shared.pipeline is not None:
        await serving.newest()  # which version serves is told
    if shared.pipeline is not None and shared.warm:
        build = shared.pipeline.base.knowledge_base.manifest.build_id
        status: Literal["stale", "ready"] = "stale" if shared.stale_because else "ready"
        if not known:
            return as_json(Readiness(status=status, fraction=1.0))
        return as_json(Readiness(status=status, build_id=build, fraction=1.0, attention=_attention(shared)))
    if shared.error is not None:
        said: dict[Language, str] = {kept: translate("api.unavailable", kept) for kept in ("zh", "en")}
        found = Readiness(status="failed", code=shared.error.code, message_zh=said["zh"], message_en=said["en"])
        return as_json(found, 503)
    progress = shared.progress
    return as_json(Readiness(status="starting", fraction=progress.fraction if progress else 0.0), 503)


def _attention(shared: Services) -> tuple[Messages, ...]:
    fault = shared.api.keys.fault if shared.api is not None else None
    folder = shared.settings.knowledge_base_folder
    files = {"set_aside": set_aside_there(folder), "put_back": put_back_there(folder)}
    said = [
        Messages(**{each: translate(f"api.workspace.{kind}", each, files=", ".join(names)) for each in LANGUAGES})
        for kind, names in files.items()
        if names
    ]
    if shared.stale_because is not None:
        reasons = {each: shared.stale_because.message(each) for each in LANGUAGES}
        stale = {each: translate(shared.stale_message, each, reason=reason) for each, reason in reasons.items()}
        said.insert(0, Messages(**stale))
    if fault is not None:
        told = {each: translate("api.keys_file", each, detail=fault.detail(each)) for each in LANGUAGES}
        said.insert(0, Messages(**told))
    return tuple(said)


@router.get("/metrics", include_in_schema=False)
async def metrics(serving: ServingHere) -> Response:
    """For Prometheus."""
    return Response(generate_latest(serving.metrics.registry), media_type=CONTENT_TYPE_LATEST)
