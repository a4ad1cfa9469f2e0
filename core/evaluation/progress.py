"""How far an experiment has come: a bar on a terminal, a line every ten per cent anywhere else."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from tqdm import tqdm

_UNIT = " questions"
_PARTS = 10


@contextmanager
def question_progress(total: int, stream: TextIO) -> Iterator[Callable[[], object]]:
    """Show questions done, their rate and the time left on ``stream``; the yielded function counts one question."""
    if stream.isatty():
        with tqdm(total=total, file=stream, unit=_UNIT, dynamic_ncols=True) as bar:
            yield bar.update
    else:
        yield _Lines(total, stream).advance


class _Lines:
    """Prints a line whenever another tenth of the questions is done."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total = total
        self._stream = stream
        self._done = 0
        self._start = time.perf_counter()

    def advance(self) -> None:
        """Count one question."""
        before, self._done = self._done, self._done + 1
        if _PARTS * self._done // self._total > _PARTS * before // self._total:
            seconds = time.perf_counter() - self._start
            line = tqdm.format_meter(self._done, self._total, seconds, unit=_UNIT, ncols=0)
            print(line, file=self._stream, flush=True)
