"""What the routes share: the pipeline that serves, the answers that are kept, the threads that work."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

from anyio import to_thread
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from app.api.jobs import Job, Jobs, JobState
from app.api.metrics import CacheCollector, Metrics
from app.api.refusals import CurateOffError, IngestOffError, NotReadyError
from app.api.result_cache import ResultCache
from app.api.work_queue import CancellationCheck, WorkQueue
from app.runtime.services import Services
from core.operations.context import Context, Opened
from core.operations.operation import Given, Operation, Taken
from core.settings import Settings
from core.workspace.tuned_settings import TunedSettings

_HUNG_UP = 499  # nobody reads it; the log does


@dataclass
class ApiContext:
    """One for a process."""

    shared: Services
    settings: Settings
    metrics: Metrics = field(default_factory=Metrics)

    def __post_init__(self) -> None:
        self.cache: ResultCache[BaseModel] = ResultCache(
            self.settings.api_cache_answers, self.settings.api_cache_seconds
        )
        self.metrics.registry.register(CacheCollector(self.cache.figures))
        self.work_queue = WorkQueue(self.settings, self.metrics)
        self.jobs = Jobs(self.shared)

    def opened(self) -> Opened:
        """What operations work with, of the version that is published now, which is opened here if that was just done.

        Raises NotReadyError, or what keeps the knowledge base from being opened.
        """
        self.shared.look_for_newer()
        if self.shared.pipeline is None:
            raise self.shared.error.with_traceback(None) if self.shared.error else NotReadyError()
        return self.shared.opened

    async def newest(self) -> Opened:
        """The same where other requests must not wait for the opening."""
        return await to_thread.run_sync(self.opened) if self.shared.published_anew else self.opened()

    async def answer(self, request: Request, operation: Operation[Taken, Any], asked: Taken) -> Response:
        """What an operation gives, as JSON, kept or computed; its field ``processing_time_ms``, if any, says what this
        request took."""
        begun = time.perf_counter()
        opened = await self.newest()
        base = opened.base
        version = f"{base.knowledge_base.manifest.build_id} {TunedSettings.of(base.settings).model_dump_json()}"
        key = f"{operation.name} {asked.model_dump_json(exclude_unset=True)}"

        def work(check_cancelled: CancellationCheck) -> tuple[BaseModel, bool]:
            context = Context(opened, check_cancelled)
            return self.run(operation, context, asked), context.complete

        answering: asyncio.Future[tuple[BaseModel, bool]] = asyncio.ensure_future(
            self.work_queue.compute(self.cache, version, key, work)
        )
        if not await _there_until(request, answering):
            request.state.problem = "hung_up"
            return Response(status_code=_HUNG_UP)
        found, request.state.cached = answering.result()
        if "processing_time_ms" in type(found).model_fields:
            found = found.model_copy(update={"processing_time_ms": round(1000.0 * (time.perf_counter() - begun))})
        return as_json(found)

    async def begin(self, operation: Operation[Taken, Any], asked: Taken, kind: str = "") -> Response:
        """A job that does an operation which builds anew, and then serves what that published."""
        await self.newest()
        job = Job(kind or operation.name)
        work = self.shared.work_of(
            operation, asked, lambda found: job.add(result=found.model_dump(mode="json", by_alias=True))
        )
        return accepted(self.jobs.begin(job, lambda _, listener: work(listener)))

    def run(self, operation: Operation[Taken, Given], context: Context, asked: Taken) -> Given:
        """What an operation gives; its stages are counted."""
        found = operation.answer(context, asked)
        self.metrics.answered(context.timings, context.reports)
        return found


async def _there_until(request: Request, answering: asyncio.Future[tuple[BaseModel, bool]]) -> bool:
    """Whether the client is still there when the answer is; without it, the answer is not wanted any more."""

    async def hung_up() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    leaving = asyncio.ensure_future(hung_up())
    try:
        both: set[asyncio.Future[Any]] = {leaving, answering}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        return answering.done()
    finally:
        leaving.cancel()
        if not answering.done():
            answering.cancel()


def as_json(found: BaseModel, status: int = 200) -> Response:
    """A model as it is: it is valid already, and need not be validated again."""
    return Response(found.model_dump_json(by_alias=True), status_code=status, media_type="application/json")


def accepted(state: JobState) -> Response:
    """A job that was begun, and where to look at it."""
    answer = as_json(state, 202)
    answer.headers["Location"] = f"/api/graph/jobs/{state.job_id}"
    return answer


def require_ingest(request: Request) -> None:
    """Raises IngestOffError for a key that may not bring data."""
    if not request.scope["state"]["caller"].may_ingest:
        raise IngestOffError


def require_curate(request: Request) -> None:
    """Raises CurateOffError for a key that may not delete, restore or decide."""
    if not request.scope["state"]["caller"].may_curate:
        raise CurateOffError


def require_change(request: Request) -> None:
    """Raises IngestOffError for a key that may begin no job: neither bring data nor delete or restore."""
    if not request.scope["state"]["caller"].may_curate:
        require_ingest(request)
