"""Changes of the data that take longer than a request: begun, looked at, kept for a while after their end."""

from __future__ import annotations

import uuid
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Lock
from typing import Literal

from pydantic import Field, JsonValue

from app.api.problems import Messages, messages_of
from app.api.refusals import ChangeRunningError, JobUnknownError
from app.runtime.services import Services
from core.curation.open_or_build import Started
from core.domain.results import Result
from core.errors import GuanxiError
from core.ingestion.problems import RowProblem
from core.ingestion.progress import ProgressListener

_KEPT = 200
_COME_BACK = 5  # seconds


class RefusedChunk(Result):
    """A chunk, or what it is about, that did not get in. ``place``: its place in the request, from 1."""

    place: int
    field: str
    reason_zh: str
    reason_en: str


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


@dataclass
class Job:
    """One change. What it finds out on its way is written into it by whoever does it."""

    kind: str
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    begun_at: str = field(default_factory=_now)
    ended_at: str = ""
    error: GuanxiError | None = None
    source_id: str = ""
    build_id: str = ""
    passages: int = 0
    entities: int = 0
    links: int = 0
    refused: tuple[RowProblem, ...] = ()
    result: dict[str, JsonValue] | None = None

    def state(self, fraction: float) -> JobState:
        """What a client is told; ``fraction``: how much of the change that runs is done."""
        said = messages_of(self.error) if self.error else Messages(zh="", en="")
        return JobState(
            job_id=self.id,
            kind=self.kind,
            status="failed" if self.error else "succeeded" if self.ended_at else "running",
            fraction=1.0 if self.ended_at else fraction,
            begun_at=self.begun_at,
            ended_at=self.ended_at,
            source_id=self.source_id,
            build_id=self.build_id,
            passages=self.passages,
            entities=self.entities,
            links=self.links,
            result=self.result,
            code=self.error.code if self.error else "",
            message_zh=said.zh,
            message_en=said.en,
            refused=tuple(
                RefusedChunk(
                    place=each.line, field=each.field, reason_zh=each.message("zh"), reason_en=each.message("en")
                )
                for each in self.refused
            ),
        )


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
            job.build_id = started.knowledge_base.manifest.build_id
            job.links = started.knowledge_base.manifest.counts.links
            return started

        def ended(error: GuanxiError | None) -> None:
            job.error, job.ended_at = error, _now()
            if error is not None:
                job.source_id = job.build_id = ""

        if not self._shared.change(done, ended):
            raise ChangeRunningError(seconds=_COME_BACK)
        with self._lock:
            self._jobs[job.id] = job
            while len(self._jobs) > _KEPT:
                self._jobs.popitem(last=False)
        return job.state(0.0)

    def state(self, job_id: str) -> JobState:
        """Raises JobUnknownError."""
        with self._lock:
            job = self._jobs.get(job_id)
        if job is None:
            raise JobUnknownError(job=job_id[:64])
        progress = self._shared.progress
        return job.state(progress.fraction if progress else 0.0)
