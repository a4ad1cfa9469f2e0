"""Names like what somebody typed: which names are worth comparing, without going through all of them."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.name_table import NameTable, Numbers

_WORD = re.compile(r"\S+")
_BEGIN, _END = 2, 3  # code points that no name holds
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
    words = [(name[found.start() :], place, found.start()) for place, name in enumerate(names)
             for found in _WORD.finditer(name)]  # fmt: skip
    words.sort()
    pairs, owner = _distinct_pairs(table)
    order = np.lexsort((owner, pairs))
    distinct, start = np.unique(pairs[order], return_index=True)
    return NearestNames(
        word_name=np.array([place for _, place, _ in words], dtype=np.int32),
        word_start=np.array([start for _, _, start in words], dtype=np.uint16),
        pair=distinct,
        pair_start=np.append(start, len(pairs)).astype(np.int32),
        pair_name=owner[order].astype(np.int32),
        pairs=np.bincount(owner, minlength=len(names)).astype(np.uint16),
        length=np.array([len(name) for name in names], dtype=np.uint16),
    )


def _pairs(text: str) -> NDArray[np.uint64]:
    """Adjacent characters of ``text`` between its begin and end marks, two code points in one number."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    marked = np.concatenate([np.array([_BEGIN], np.uint64), points, np.array([_END], np.uint64)])
    return np.asarray((marked[:-1] << np.uint64(32)) | marked[1:], dtype=np.uint64)


def _distinct_pairs(table: NameTable) -> tuple[NDArray[np.uint64], Numbers]:
    """Every different pair of every name, and the place of that name; two arrays of equal length."""
    pairs = _pairs(f"{chr(_END)}{chr(_BEGIN)}".join(table.names))
    lengths = [len(name) + 2 for name in table.names]  # one pair more leads from every name to the next
    owner = np.repeat(np.arange(len(lengths)), lengths)[: len(pairs)]
    inside = np.flatnonzero(pairs[: len(owner)] != np.uint64(_END << 32 | _BEGIN))
    pairs, owner = pairs[inside], owner[inside]
    order = np.lexsort((pairs, owner))
    pairs, owner = pairs[order], owner[order]
    new = np.ones(len(pairs), dtype=bool)
    new[1:] = (pairs[1:] != pairs[:-1]) | (owner[1:] != owner[:-1])
    return pairs[new], owner[new]
