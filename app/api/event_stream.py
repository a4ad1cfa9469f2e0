"""An answer told while it is being made, as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence

from fastapi import Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel

from app.api.api_context import ApiContext
from app.api.problems import problem_response
from app.api.work_queue import NotWantedError
from core.discovery.chain import AnswerListener
from core.domain.results import RelatedCompany, StageTiming
from core.messages import guess_language
from core.operations.context import Context
from core.operations.operation import Given, Operation, Taken

MEDIA_TYPE = "text/event-stream"


def wants_events(request: Request) -> bool:
    """Whether the client asks for events before JSON."""
    return request.headers.get("accept", "").split(",")[0].split(";")[0].strip().lower() == MEDIA_TYPE


class _Told(AnswerListener):
    """Hands on what an answering thread says to the loop that sends it."""

    def __init__(self, say: Callable[[str, str], object], shown: Callable[[RelatedCompany], BaseModel]) -> None:
        self._say = say
        self._shown = shown
        self.gone = False

    def stage(self, timing: StageTiming) -> None:
        self._say("stage", timing.model_dump_json())

    def companies(self, companies: Sequence[RelatedCompany]) -> None:
        for company in companies:
            self._say("company", self._shown(company).model_dump_json(by_alias=True))

    def check_cancelled(self) -> None:
        if self.gone:
            raise NotWantedError


async def streamed(
    request: Request,
    serving: ApiContext,
    operation: Operation[Taken, Given],
    asked: Taken,
    shown: Callable[[RelatedCompany], BaseModel],
) -> Response:
    """Events of an operation, which runs in a thread, with companies as ``shown``; then its answer, or its problem.

    What refuses the request before work begins is raised.
    """
    loop = asyncio.get_running_loop()
    events: asyncio.Queue[tuple[str, str] | None] = asyncio.Queue()
    listener = _Told(lambda name, data: loop.call_soon_threadsafe(events.put_nowait, (name, data)), shown)
    opened = await serving.newest()  # not ready: said by status, before a stream is begun
    context = Context(opened, listener.check_cancelled, listener)
    answering = asyncio.ensure_future(serving.work_queue.run(lambda: serving.run(operation, context, asked)))
    await asyncio.sleep(0)
    if answering.done():
        answering.result()
    answering.add_done_callback(lambda _: events.put_nowait(None))

    async def told() -> AsyncIterator[bytes]:
        try:
            while (event := await events.get()) is not None:
                yield _event(*event)
            yield _event(*_end(request, answering))
        finally:
            listener.gone = True

    return StreamingResponse(told(), media_type=MEDIA_TYPE)


def _end(request: Request, answering: asyncio.Future[Given]) -> tuple[str, str]:
    error = answering.exception()
    if error is None:
        return "answer", answering.result().model_dump_json(by_alias=True)
    assert isinstance(error, Exception)
    request.state.problem = type(error).__name__
    language = guess_language(request.headers.get("accept-language"))
    problem = problem_response(error, request_id=request.state.request_id, language=language)
    return "problem", bytes(problem.body).decode()


def _event(name: str, data: str) -> bytes:
    """JSON has no line breaks of its own, so that one line holds it."""
    return f"event: {name}\ndata: {data}\n\n".encode()
