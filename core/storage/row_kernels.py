"""Compiled passes over the vectors of a table, row by row."""
# mypy: disable-error-code="no-untyped-def"
# numba infers the types of the arguments

from __future__ import annotations

import numpy as np

from core.runtime.compiling import compiled


@compiled
def mark_embedded(vectors, embedded):
    """Write into ``embedded``, shape (rows,), which rows are not all zeros; reading stops at the first other number."""
    for row in range(len(vectors)):
        embedded[row] = False
        for place in range(vectors.shape[1]):
            if vectors[row, place] != 0:
                embedded[row] = True
                break


@compiled
def add_hashes(words, rows, multipliers, keys):
    """Add to the keys of ``rows`` two multilinear hashes of their words: the sums, modulo 2⁶⁴, of word × multiplier.

    ``words`` has shape (all rows, words of a row), ``multipliers`` (words of a row, 2) and ``keys`` (all rows, 2).
    """
    for row in rows:
        first, second = np.uint64(0), np.uint64(0)
        for place in range(words.shape[1]):
            word = np.uint64(words[row, place])
            first += word * multipliers[place, 0]
            second += word * multipliers[place, 1]
        keys[row, 0] += first
        keys[row, 1] += second
