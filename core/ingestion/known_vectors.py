"""Vectors that need not be computed again: of texts that the serving version holds, and of a build that was killed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from core.domain.name_table import Numbers
from core.errors import GuanxiError
from core.storage.embeddings import Encoder, Vectors
from core.storage.mapped_files import map_array
from core.storage.publishing import current_version
from core.storage.row_keys import NO_TEXT, RowKeys, single_keys
from core.storage.stored_vectors import StoredVectors

_BLOCK = 4096  # vectors read at a time: 8 MB at 512 dimensions
LOG = "embedding.log"
"""Below the knowledge base folder: the texts that a build has embedded so far, each as its key and its vector."""


class KnownVectors:
    """Vectors by text. What is computed is written down at once, so that a killed build goes on where it was."""

    def __init__(self, folder: Path, encoder: Encoder) -> None:
        self._encoder = encoder
        self._width = 16 + 4 * encoder.dimension  # bytes of an entry
        self._log = folder / f"{encoder.name.replace('/', '-')}.{LOG}"
        self._written: dict[bytes, int] = {}
        self._file: BinaryIO = self._open()
        self._stored: list[tuple[dict[bytes, int], StoredVectors]] = _of_current(folder, encoder)

    def _open(self) -> BinaryIO:
        """The log, cut after its last whole entry."""
        file = self._log.open("a+b")
        size = file.seek(0, 2) // self._width * self._width
        file.truncate(size)
        for position in range(0, size, self._width):
            file.seek(position)
            self._written[file.read(16)] = position
        return file

    def of(self, texts: RowKeys) -> tuple[Vectors, NDArray[np.bool_]]:
        """Vectors of texts by their ``text_keys``, shape (texts, dimension), and of which none is known (all zeros).

        An empty text has no vector to be known.
        """
        vectors = np.zeros((len(texts), self._encoder.dimension), dtype=np.float32)
        unknown = np.any(texts != NO_TEXT, axis=1)
        said = np.flatnonzero(unknown).tolist()
        keys = dict(zip(said, single_keys(texts[unknown]), strict=True))
        for rows, stored in self._stored:
            places = [place for place in said if unknown[place] and keys[place] in rows]
            for start in range(0, len(places), _BLOCK):
                some = places[start : start + _BLOCK]
                vectors[some] = stored.of([rows[keys[place]] for place in some])
                unknown[some] = ~np.any(vectors[some], axis=1)
        for place in np.flatnonzero(unknown).tolist():
            position = self._written.get(keys[place])
            if position is not None:
                self._file.seek(position + 16)
                vectors[place] = np.frombuffer(self._file.read(self._width - 16), dtype=np.float32)
                unknown[place] = False
        return vectors, unknown

    def keep(self, texts: Sequence[bytes], vectors: Vectors) -> None:
        """Write down the vectors of texts by their ``single_keys``."""
        position = self._file.seek(0, 2)
        entries = zip(texts, np.ascontiguousarray(vectors, dtype=np.float32), strict=True)
        self._file.write(b"".join(key + vector.tobytes() for key, vector in entries))
        self._file.flush()
        self._written.update((key, position + number * self._width) for number, key in enumerate(texts))

    def is_written(self, key: bytes) -> bool:
        """Whether the log holds the text of this key."""
        return key in self._written

    def close(self, *, published: bool) -> None:
        """End of a build. What a published version holds need not be kept beside it."""
        self._file.close()
        if published:
            self._log.unlink(missing_ok=True)


def _of_current(folder: Path, encoder: Encoder) -> list[tuple[dict[bytes, int], StoredVectors]]:
    """Per table of the serving version: row by key of its text, and its vectors; none of another model's."""
    try:
        version = current_version(folder)
        manifest = json.loads((version / "manifest.json").read_text(encoding="utf-8"))
        if manifest.get("embedding_model") != encoder.name:  # read leniently: vectors outlive a change of the schema
            return []
        stored = {table: StoredVectors(version / "vectors" / table) for table in ("entities", "relations", "passages")}
        return [
            (_rows_by_key(version / "text_keys" / f"{table}.npy", vectors.rows), vectors)
            for table, vectors in stored.items()
        ]
    except (GuanxiError, OSError, ValueError, AttributeError):
        return []  # nothing to take from: everything is computed


def _rows_by_key(file: Path, rows: Numbers) -> dict[bytes, int]:
    """Of the ``rows`` that have a vector: of most relations there is none."""
    return dict(zip(single_keys(map_array(file)[rows]), rows.tolist(), strict=True))
