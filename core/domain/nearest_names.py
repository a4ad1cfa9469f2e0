"""Names like what somebody typed: which names are worth comparing, without going through all of them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.domain.name_table import NameTable, Numbers

_WORD = re.compile(r"\S+")
_BEGIN, _END = 2, 3  # code points that no name holds
Number = TypeVar("Number", bound=np.generic)
_AFTER_SPACE = "!"  # the next code point: no normalised name holds it


@dataclass(frozen=True, eq=False)
class NearestNames:
    """Two indexes over a table of normalised names.

    Words: entry e is the word of name ``word_name[e]`` at character ``word_start[e]``; entries ascend by the rest of
    the name from there. Pairs of adjacent characters (ends included): pair ``pair[p]`` occurs in the names
    ``pair_name[pair_start[p]:pair_start[p + 1]]``; name k has ``pairs[k]`` different ones and ``length[k]`` characters.
    """

    word_name: Numbers
    word_start: Numbers
    pair: NDArray[np.uint64]
    pair_start: Numbers
    pair_name: Numbers
    pairs: Numbers
    length: Numbers

    def containing(self, text: str, table: NameTable) -> list[int]:
        """Places of the names that begin with ``text`` or contain it as whole words, ascending."""

        def rest(entry: int) -> str:
            return table.names[int(self.word_name[entry])][int(self.word_start[entry]) :]

        entries = range(len(self.word_name))
        first = bisect_left(entries, text, key=rest)
        beyond = bisect_left(entries, text + _AFTER_SPACE, key=rest)
        return sorted({*self.word_name[first:beyond].tolist(), *table.beginning_with(text)})

    def alike(self, text: str, *, longest: int, limit: int) -> list[int]:
        """Places of at most ``limit`` names of 2 to ``longest`` characters that share most pairs of adjacent
        characters with ``text``, ascending; all names where they are no more than that.

        Ranked by shared / min(own, text's) + shared / (own + text's): the overlap coefficient, so that a name inside
        a long question counts, with half the Dice coefficient, so that of those contained the longer comes first.
        """
        eligible = (self.length > 1) & (self.length <= longest)
        if len(self.length) > limit:
            asked = np.unique(_pairs(text))
            shared = np.zeros(len(self.length))
            for pair in asked:
                place = int(np.searchsorted(self.pair, pair))
                if place < len(self.pair) and self.pair[place] == pair:
                    shared[self.pair_name[self.pair_start[place] : self.pair_start[place + 1]]] += 1
            score = shared / np.minimum(self.pairs, len(asked)) + shared / (self.pairs + len(asked))
            eligible &= shared > 0
            if eligible.sum() > limit:
                score = np.where(eligible, score, -1.0)
                eligible &= score >= np.partition(score, -limit)[-limit]
        found: list[int] = np.flatnonzero(eligible)[:limit].tolist()
        return found


def nearest_names(table: NameTable) -> NearestNames:
    """Index the names of ``table``."""
    names = table.names
    words = [(place, found.start()) for place, name in enumerate(names) for found in _WORD.finditer(name)]
    rests = [names[place][start:] for place, start in words]
    order = sorted(range(len(words)), key=rests.__getitem__)  # stable: equal ones by name
    word_name, word_start = np.array(words, dtype=np.int32).reshape(len(words), 2)[order].T
    pair, borne = _distinct_pairs(names)
    number, owner = np.divmod(borne, max(1, len(names)))
    return NearestNames(
        word_name=word_name,
        word_start=word_start.astype(np.uint16),
        pair=pair,
        pair_start=np.searchsorted(number, np.arange(len(pair) + 1)).astype(np.int32),
        pair_name=owner.astype(np.int32),
        pairs=np.bincount(owner, minlength=len(names)).astype(np.uint16),
        length=np.array([len(name) for name in names], dtype=np.uint16),
    )


def _pairs(text: str) -> NDArray[np.uint64]:
    """Adjacent characters of ``text`` between its begin and end marks, two code points in one number."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    marked = np.concatenate([np.array([_BEGIN], np.uint64), points, np.array([_END], np.uint64)])
    return np.asarray((marked[:-1] << np.uint64(32)) | marked[1:], dtype=np.uint64)


def _distinct_pairs(names: Sequence[str]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Every pair that occurs, ascending; and of every different pair of every name its number among these × the number
    of names + the place of that name, ascending: one number each is sorted far sooner than two."""
    pairs = _pairs(f"{chr(_END)}{chr(_BEGIN)}".join(names))
    lengths = [len(name) + 2 for name in names]  # one pair more leads from every name to the next
    owner = np.repeat(np.arange(len(lengths)), lengths)[: len(pairs)]
    inside = np.flatnonzero(pairs[: len(owner)] != np.uint64(_END << 32 | _BEGIN))
    pairs, owner = pairs[inside], owner[inside]
    distinct = _each_once(pairs)
    return distinct, _each_once(np.searchsorted(distinct, pairs) * len(names) + owner)


def _each_once(numbers: NDArray[Number]) -> NDArray[Number]:
    """Different numbers, ascending: many times as fast as numpy.unique, which hashes, where most are different."""
    ascending = np.sort(numbers)
    new = np.ones(len(ascending), dtype=bool)
    new[1:] = ascending[1:] != ascending[:-1]
    return ascending[new]
