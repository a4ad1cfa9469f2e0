"""Changes of the data that take longer than a request: begun, looked at, kept for a while after their end."""

from __future__ import annotations

import logging
import uuid
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Lock
from typing import Any, Literal, Self

from pydantic import Field, JsonValue

from app.api.problems import messages_of
from app.api.refusals import ChangeRunningError, JobUnknownError
from app.runtime.services import Services
from core.curation.open_or_build import Started
from core.domain.results import Result
from core.errors import GuanxiError, RefusedError
from core.ingestion.progress import ProgressListener
from core.ingestion.records.problems import RowProblem
from core.messages import LANGUAGES

_log = logging.getLogger("guanxi")
_KEPT = 200
_COME_BACK = 5  # seconds


class RefusedChunk(Result):
    """A chunk, or what it is about, that did not get in. ``place``: its place in the request, from 1."""

    place: int
    field: str
    reason_zh: str
    reason_en: str

    @classmethod
    def of(cls, problem: RowProblem) -> Self:
        """As a client is told."""
        said = {f"reason_{language}": problem.message(language) for language in LANGUAGES}
        return cls(place=problem.line, field=problem.field, **said)


class JobState(Result):
    """How far a change is. ``source_id`` is what to delete to undo it; ``build_id`` the version that serves since."""

    job_id: str
    kind: str = Field(description="`chunks`, `link`, or the name of an operation.")
    status: Literal["running", "succeeded", "failed"]
    fraction: float = Field(ge=0.0, le=1.0)
    begun_at: str
    ended_at: str = ""
    source_id: str = ""
    build_id: str = ""
    passages: int = Field(0, description="Passages that came in.")
    entities: int = Field(0, description="Entities that came in.")
    links: int = Field(0, description="Links between sources that the whole knowledge base holds at the end.")
    refused: tuple[RefusedChunk, ...] = ()
    result: dict[str, JsonValue] | None = Field(None, description="What the operation gave.")
    code: str = Field("", description="What went wrong; nothing was changed then.")
    message_zh: str = ""
    message_en: str = ""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Job:
    """One change. What it finds out on its way is added by whoever does it."""

    def __init__(self, kind: str) -> None:
        self._state = JobState(job_id=uuid.uuid4().hex, kind=kind, status="running", fraction=0.0, begun_at=_now())

    def add(self, **found: Any) -> None:
        """Fields of its state."""
        self._state = self._state.model_copy(update=found)

    def end(self, error: GuanxiError | None) -> None:
        """It is over; nothing was changed if there is an error."""
        over: dict[str, Any] = {"status": "succeeded", "fraction": 1.0, "ended_at": _now()}
        if error is not None:
            said = messages_of(error, otherwise="api.job_failed")
            if not isinstance(error, RefusedError):  # a client is not told the cause
                _log.error("job %s failed: %s: %s", self._state.job_id, error.code, error)
            over |= {"status": "failed", "source_id": "", "build_id": "", "code": error.code}
            over |= {"message_zh": said.zh, "message_en": said.en}
        self.add(**over)

    def state(self, fraction: float = 0.0) -> JobState:
        """What a client is told; ``fraction``: how much of the change that runs is done."""
        state = self._state
        return state if state.ended_at else state.model_copy(update={"fraction": fraction})


class Jobs:
    """Those of this process, the last 200. Thread-safe."""

    def __init__(self, shared: Services) -> None:
        self._shared = shared
        self._lock = Lock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def begin(self, job: Job, work: Callable[[Job, ProgressListener], Started]) -> JobState:
        """Have ``work`` done in the background. Raises ChangeRunningError while something else is being changed."""

        def done(listener: ProgressListener) -> Started:
            started = work(job, listener)
            manifest = started.knowledge_base.manifest
            job.add(build_id=manifest.build_id, links=manifest.counts.links)
            return started

        if not self._shared.change(done, job.end):
            raise ChangeRunningError(seconds=_COME_BACK)
        state = job.state()
        with self._lock:
            self._jobs[state.job_id] = job
            while len(self._jobs) > _KEPT:
                self._jobs.popitem(last=False)
        return state

    def state(self, job_id: str) -> JobState:
        """Raises JobUnknownError."""
        with self._lock:
            job = self._jobs.get(job_id)
        if job is None:
            raise JobUnknownError(job=job_id[:64])
        progress = self._shared.progress
        return job.state(progress.fraction if progress else 0.0)
