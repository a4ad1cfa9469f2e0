"""What occurs, each once: of numbers and texts in their hundred thousands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)


def distinct_numbers(numbers: NDArray[Number]) -> NDArray[Number]:
    """Different ``numbers``, ascending: many times as fast as numpy.unique, which hashes, where most are different."""
    ascending = np.sort(numbers)
    new = np.ones(len(ascending), dtype=bool)
    new[1:] = ascending[1:] != ascending[:-1]
    return ascending[new]


def distinct_texts(texts: Sequence[str]) -> tuple[list[str], NDArray[np.int32]]:
    """Different ``texts``, as they first occur, and which of them each one is, shape (len(texts),)."""
    encoded = pa.array(texts, pa.string()).dictionary_encode()
    return encoded.dictionary.to_pylist(), encoded.indices.to_numpy()
