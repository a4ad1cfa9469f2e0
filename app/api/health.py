"""Whether the process lives, whether it can answer, and what it counted."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from app.api.fields import ApiAnswer
from app.api.serving import ServingHere, as_json
from core.messages import Language, translate

router = APIRouter(tags=["health"])


class Alive(ApiAnswer):
    """The process answers."""

    status: Literal["alive"] = "alive"


class Readiness(ApiAnswer):
    """``starting``: opened, built or warmed up, ``fraction`` of it done. ``failed``: ``code`` says why. ``stale``: an
    older version serves because the newest shared one cannot be brought here."""

    status: Literal["ready", "stale", "starting", "failed"]
    build_id: str = ""
    fraction: float = 0.0
    code: str = ""
    message_zh: str = ""
    message_en: str = ""


@router.get("/health/live", summary="The process lives")
async def live() -> Alive:
    """Needs no key."""
    return Alive()


@router.get("/health/ready", response_model=Readiness, responses={503: {"model": Readiness}}, summary="It can answer")
async def ready(serving: ServingHere) -> Response:
    """Needs no key. 200 once questions can be answered, 503 before."""
    shared = serving.shared
    if shared.pipeline is not None and shared.warm:
        build = shared.pipeline.knowledge_base.manifest.build_id
        return as_json(Readiness(status="stale" if shared.stale_because else "ready", build_id=build, fraction=1.0))
    if shared.error is not None:
        said: dict[Language, str] = {kept: translate("api.unavailable", kept) for kept in ("zh", "en")}
        found = Readiness(
            status="failed", code=shared.error.code, message_zh=said["zh"], message_en=said["en"]
        )  # fmt: skip
        return as_json(found, 503)
    progress = shared.progress
    return as_json(Readiness(status="starting", fraction=progress.fraction if progress else 0.0), 503)


@router.get("/metrics", include_in_schema=False)
async def metrics(serving: ServingHere) -> Response:
    """For Prometheus."""
    return Response(generate_latest(serving.metrics.registry), media_type=CONTENT_TYPE_LATEST)
