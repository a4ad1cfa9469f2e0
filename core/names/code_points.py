"""Many texts at once as arrays of code points, for compiled code: folded as ``fold_characters`` folds them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.names.normalise import fold_characters

_ALL = 0x110000
_BATCH_CHARACTERS = 1 << 20
_AT_ONCE = max(1, min(2, (os.cpu_count() or 1) // 2))  # each time: two scans of a build run beside one another
Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class CodePoints:
    """Text k is ``folded[starts[k]:starts[k + 1]]``; shapes (characters,) and (texts + 1,)."""

    folded: NDArray[np.uint32]
    starts: NDArray[np.int64]


class _Characters:
    """What every character is folded to, looked up once for each that occurs."""

    def __init__(self) -> None:
        self._folded = np.zeros(_ALL, dtype=np.uint32)
        self._known = np.zeros(_ALL, dtype=bool)

    def folded(self, points: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Folded code points, of the shape of ``points``. Thread-safe."""
        occurring = np.zeros(_ALL, dtype=bool)
        occurring[points] = True
        for point in np.flatnonzero(occurring & ~self._known).tolist():
            self._folded[point] = ord(fold_characters(chr(point)))
            self._known[point] = True  # last: another thread finds it whole or not at all
        return self._folded[points]


_characters = cache(_Characters)


def raw_code_points(texts: Sequence[str]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """The characters of all ``texts`` in one array, and where each begins, shape (texts + 1,)."""
    points = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    starts = np.zeros(len(texts) + 1, dtype=np.int64)
    np.cumsum([len(text) for text in texts], out=starts[1:])
    return points, starts


def code_points(texts: Sequence[str]) -> CodePoints:
    """All ``texts``, folded."""
    points, starts = raw_code_points(texts)
    return CodePoints(_characters().folded(points), starts)


def in_batches(work: Callable[[slice], Result], texts: Sequence[str]) -> list[Result]:
    """What ``work`` makes of each of the ``batches`` of ``texts``, in order; two at a time where there are processors
    for it: compiled code and numpy run without the interpreter lock."""
    with ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="texts") as pool:
        return list(pool.map(work, batches(texts)))


def batches(texts: Sequence[str]) -> Iterator[slice]:
    """Consecutive parts of ``texts`` of about a million characters each, so that memory stays bounded."""
    start, characters = 0, 0
    for place, text in enumerate(texts):
        characters += len(text)
        if characters >= _BATCH_CHARACTERS:
            yield slice(start, place + 1)
            start, characters = place + 1, 0
    if start < len(texts):
        yield slice(start, len(texts))
