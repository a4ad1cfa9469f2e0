"""Names like what somebody typed: which names are worth comparing, without going through all of them."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.names.name_table import NameTable, Numbers

BEGIN, END = 2, 3  # code points that no name holds
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
            asked = np.unique(adjacent_pairs(text))
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


def adjacent_pairs(text: str) -> NDArray[np.uint64]:
    """Adjacent characters of ``text`` between its begin and end marks, two code points in one number."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    marked = np.concatenate([np.array([BEGIN], np.uint64), points, np.array([END], np.uint64)])
    return np.asarray((marked[:-1] << np.uint64(32)) | marked[1:], dtype=np.uint64)
