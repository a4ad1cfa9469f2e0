"""How far the files of an import are read, and their records checked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import TypeVar

from core.ingestion.recent_rate import RecentRate

_STEP = 1_000  # rows
Item = TypeVar("Item")


@dataclass(frozen=True)
class ReadingProgress:
    """``done`` of ``total`` rows (of a PDF pages) of ``file`` are read; where it names none, of all that was read are
    checked. ``rows_per_second`` lately, and ``seconds_left`` at that rate; None until there is something to go by."""

    file: str
    done: int
    total: int
    rows_per_second: float | None
    seconds_left: float | None


ReadingListener = Callable[[ReadingProgress], None]
RowProgress = Callable[[int, int], None]
"""Called with how many rows of how many are done."""


def no_progress(_done: int, _total: int) -> None:
    """For whom nobody waits."""


def told_to(
    listener: ReadingListener | None, file: str = "", clock: Callable[[], float] = time.monotonic
) -> RowProgress:
    """What tells ``listener`` of the rows of a file."""
    if listener is None:
        return no_progress
    rate = RecentRate()

    def tell(done: int, total: int) -> None:
        rate.note(clock(), done)
        listener(ReadingProgress(file, done, total, rate.per_second, rate.seconds_for(total - done)))

    return tell


class RowCount:
    """Counts rows; ``progress`` hears of every thousandth."""

    def __init__(self, total: int, progress: RowProgress) -> None:
        self._done, self._total, self._progress = 0, total, progress

    def one_more(self) -> None:
        """A row is done."""
        self._done += 1
        if self._done % _STEP == 0:
            self._progress(self._done, self._total)


def counted(items: Iterable[Item], total: int, progress: RowProgress) -> Iterator[Item]:
    """The same items, counted a thousand at a time, which costs next to nothing."""
    return chain.from_iterable(_thousands(iter(items), total, progress))


def _thousands(items: Iterator[Item], total: int, progress: RowProgress) -> Iterator[tuple[Item, ...]]:
    done = 0
    while some := tuple(islice(items, _STEP)):
        yield some
        done += len(some)
        if len(some) == _STEP:
            progress(done, total)
