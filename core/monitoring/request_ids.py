"""Whose request is being worked on: an id that follows the work through threads, into times and log lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from typing import ParamSpec, TypeVar
from uuid import uuid4

Parameters = ParamSpec("Parameters")
Value = TypeVar("Value")
NOBODY = ""
_CURRENT: ContextVar[str] = ContextVar("request_id", default=NOBODY)


def new_request_id() -> str:
    """Twelve random hexadecimal digits: short enough to be read out on the telephone."""
    return uuid4().hex[:12]


def current_request_id() -> str:
    """The id of the request that this code works for; NOBODY where it works for none."""
    return _CURRENT.get()


def begin_request(request_id: str) -> None:
    """From here on, and until another begins, this thread or task works for ``request_id``."""
    _CURRENT.set(request_id)


@contextmanager
def working_for(request_id: str) -> Iterator[None]:
    """What happens inside is done for ``request_id``."""
    token = _CURRENT.set(request_id)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def carried(work: Callable[Parameters, Value]) -> Callable[Parameters, Value]:
    """``work``, to be called once in another thread, which then works for the request of this one."""
    context = copy_context()

    def carry(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Value:
        return context.run(work, *args, **kwargs)

    return carry


class CarryingExecutor(ThreadPoolExecutor):
    """Threads that work for the request of whoever gives them something to do."""

    def submit(
        self, work: Callable[Parameters, Value], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Value]:
        """As the executor does."""
        return super().submit(carried(work), *args, **kwargs)
