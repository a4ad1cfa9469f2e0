"""Keys of 128 bits that tell embedded texts apart, and the rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.storage.embeddings import Vectors

RowKeys = NDArray[np.uint64]
"""Shape (rows, 2)."""
_EMPTY = blake2b(digest_size=16).digest()
NO_TEXT = np.frombuffer(_EMPTY, dtype=np.uint64)
"""The key of an empty text, shape (2,)."""
_HASH_SEED = 20  # any, always the same


def text_keys(texts: Sequence[str]) -> RowKeys:
    """128-bit BLAKE2b digests, shape (len(texts), 2): no two texts of any base share one."""
    digests = [
        blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest() if text else _EMPTY for text in texts
    ]
    return np.frombuffer(b"".join(digests), dtype=np.uint64).reshape(len(texts), 2)


def row_keys(records: RowKeys, texts: RowKeys, vectors: Vectors) -> RowKeys:
    """128 bits that tell rows apart, shape (rows, 2): of the digests of their records and texts, and of their vectors.

    Of a row that has no vector the digest of its record alone, if its text has none either: it is what it is embedded
    as. Of the others two multilinear hashes of their 32-bit words (Lemire and Kaser 2014): two different rows share
    both with a probability of 2⁻⁶⁶ at most, and a hundred thousand rows of 512 dimensions take a fifth of a second.
    """
    from core.storage.row_kernels import add_hashes  # loads the compiler

    keys = np.array(records)
    more = np.flatnonzero(embedded_rows(vectors) | np.any(texts != NO_TEXT, axis=1))
    multipliers = np.random.PCG64(_HASH_SEED).random_raw((8 + vectors.shape[1], 2))
    digests = np.concatenate([records, texts], axis=1)
    keys[more] = 0
    add_hashes(digests.view(np.uint32), more, multipliers[:8], keys)
    add_hashes(np.ascontiguousarray(vectors, dtype=np.float32).view(np.uint32), more, multipliers[8:], keys)
    return keys


def embedded_rows(vectors: Vectors) -> NDArray[np.bool_]:
    """Which rows of ``vectors`` are vectors, shape (len(vectors),): a row that has none is all zeros."""
    from core.storage.row_kernels import mark_embedded  # loads the compiler

    embedded = np.empty(len(vectors), dtype=bool)
    mark_embedded(vectors, embedded)
    return embedded


def single_keys(keys: RowKeys) -> list[bytes]:
    """Keys of 128 bits, shape (rows, 2), as one value each."""
    whole = keys.tobytes()
    return [whole[place : place + 16] for place in range(0, len(whole), 16)]


class KeyedRows:
    """Row numbers by keys of 128 bits, found by bisection: a dictionary of as many takes five times as long."""

    def __init__(self, keys: RowKeys, rows: NDArray[np.integer[Any]]) -> None:
        order = np.argsort(keys[:, 0], kind="stable")
        self._keys = keys[order]
        self._first = np.ascontiguousarray(self._keys[:, 0])
        self._rows = rows[order]

    def of(self, keys: RowKeys) -> NDArray[np.int64]:
        """The row of each of ``keys``, shape (len(keys),); of equal ones the first, -1 for a key that is not there.

        Of two different keys that share their first 64 bits, which never happens by chance, only one is found.
        """
        if not len(self._rows):
            return np.full(len(keys), -1, dtype=np.int64)
        places = np.minimum(np.searchsorted(self._first, keys[:, 0]), len(self._rows) - 1)
        return np.where((self._keys[places] == keys).all(axis=1), self._rows[places], -1).astype(np.int64)
