"""What the routes share: the pipeline that serves, the answers that are kept, the threads that work."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from fastapi.responses import Response
from pydantic import BaseModel

from app.api.metrics import CacheCollector, Metrics
from app.api.work import StillWanted, Workshop
from app.services import Services
from core.errors import NotReadyError
from core.pipeline import DiscoveryPipeline
from core.result_cache import ResultCache
from core.settings import Settings

Answered = TypeVar("Answered", bound=BaseModel)


@dataclass
class Serving:
    """One for a process."""

    shared: Services
    settings: Settings
    metrics: Metrics = field(default_factory=Metrics)

    def __post_init__(self) -> None:
        self.cache: ResultCache[BaseModel] = ResultCache(
            self.settings.api_cache_answers, self.settings.api_cache_seconds
        )
        self.metrics.registry.register(CacheCollector(self.cache.figures))
        self.workshop = Workshop(self.settings, self.metrics)

    def pipeline(self) -> DiscoveryPipeline:
        """The one that serves now. Raises NotReadyError, or what keeps the knowledge base from being opened."""
        pipeline = self.shared.pipeline
        if pipeline is None:
            raise self.shared.error or NotReadyError()
        self.shared.look_for_newer()
        return pipeline

    async def answer(
        self,
        request: Request,
        asked: BaseModel,
        work: Callable[[DiscoveryPipeline, StillWanted], tuple[Answered, bool]],
    ) -> Response:
        """The answer as JSON, kept or computed. ``work`` says whether its answer may be kept; one that has a field
        ``processing_time_ms`` says what this request took."""
        begun = time.perf_counter()
        pipeline = self.pipeline()
        version = pipeline.knowledge_base.manifest.build_id
        key = f"{request.scope['route'].path} {asked.model_dump_json()}"
        found, was_there = await self.workshop.compute(
            self.cache, version, key, lambda still_wanted: work(pipeline, still_wanted)
        )
        request.state.cached = was_there
        if "processing_time_ms" in type(found).model_fields:
            found = found.model_copy(update={"processing_time_ms": round(1000.0 * (time.perf_counter() - begun))})
        return as_json(found)


def as_json(found: BaseModel, status: int = 200) -> Response:
    """A model as it is: it is valid already, and need not be validated again."""
    return Response(found.model_dump_json(), status_code=status, media_type="application/json")


def _serving(request: Request) -> Serving:
    serving: Serving = request.app.state.serving
    return serving


ServingHere = Annotated[Serving, Depends(_serving)]
