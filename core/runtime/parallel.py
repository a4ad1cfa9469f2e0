"""Steps of a build that run beside the others: compiled code, numpy and LanceDB do not hold the interpreter lock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any


@contextmanager
def in_parallel() -> Iterator[Callable[..., Future[Any]]]:
    """What is yielded takes a function and its arguments; they begin one after the other in two more threads.

    At the end all of them have ended, and what the first one raised that failed is raised. If the block itself raises,
    those that have not begun never do.
    """
    steps: list[Future[Any]] = []
    with ThreadPoolExecutor(2, thread_name_prefix="build") as pool:

        def run(work: Callable[..., Any], *arguments: Any) -> Future[Any]:
            steps.append(pool.submit(work, *arguments))
            return steps[-1]

        try:
            yield run
            for step in steps:
                step.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
