"""How far the files of an import are read, and their records checked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import TypeVar

from core.ingestion.recent_rate import RecentRate

_TOLD_OF = 1_000  # rows
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
RowsTold = Callable[[int, int], None]
"""Is told how many rows of how many are done."""


def untold(_done: int, _total: int) -> None:
    """For whom nobody waits."""


def told_to(listener: ReadingListener | None, file: str = "", clock: Callable[[], float] = time.monotonic) -> RowsTold:
    """What tells ``listener`` of the rows of a file."""
    if listener is None:
        return untold
    rate = RecentRate()

    def tell(done: int, total: int) -> None:
        rate.note(clock(), done)
        listener(ReadingProgress(file, done, total, rate.per_second, rate.seconds_for(total - done)))

    return tell


class RowCount:
    """Counts rows; ``told`` hears of every thousandth."""

    def __init__(self, total: int, told: RowsTold) -> None:
        self._done, self._total, self._told = 0, total, told

    def one_more(self) -> None:
        """A row is done."""
        self._done += 1
        if self._done % _TOLD_OF == 0:
            self._told(self._done, self._total)


def counted(items: Iterable[Item], total: int, told: RowsTold) -> Iterator[Item]:
    """The same items, counted a thousand at a time, which costs next to nothing."""
    return chain.from_iterable(_thousands(iter(items), total, told))


def _thousands(items: Iterator[Item], total: int, told: RowsTold) -> Iterator[tuple[Item, ...]]:
    done = 0
    while some := tuple(islice(items, _TOLD_OF)):
        yield some
        done += len(some)
        if len(some) == _TOLD_OF:
            told(done, total)
