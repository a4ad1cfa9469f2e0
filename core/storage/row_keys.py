"""Keys of 128 bits that tell embedded texts apart, and the rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from core.storage.embeddings import Vectors

RowKeys = NDArray[np.uint64]
"""Shape (rows, 2)."""
_EMPTY = blake2b(digest_size=16).digest()
NO_TEXT = np.frombuffer(_EMPTY, dtype=np.uint64)
"""The key of an empty text, shape (2,)."""
_HASH_SEED = 20  # any, always the same
_HASHED_AT_ONCE = 2048  # rows: 8 MB


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
    embedded = np.any(vectors, axis=1)
    keys = np.array(records)
    more = np.flatnonzero(embedded | np.any(texts != NO_TEXT, axis=1))
    multiplier = np.random.PCG64(_HASH_SEED).random_raw((8 + vectors.shape[1], 2))
    for start in range(0, len(more), _HASHED_AT_ONCE):
        rows = more[start : start + _HASHED_AT_ONCE]
        parts = (records[rows], texts[rows], np.asarray(vectors[rows], dtype=np.float32))
        words = np.concatenate([np.ascontiguousarray(part).view(np.uint32) for part in parts], axis=1)
        keys[rows] = words.astype(np.uint64) @ multiplier
    return keys


def single_keys(keys: RowKeys) -> list[bytes]:
    """Keys of 128 bits, shape (rows, 2), as one value each."""
    whole = keys.tobytes()
    return [whole[place : place + 16] for place in range(0, len(whole), 16)]
