"""Vectors that need not be computed again: of texts that the serving version holds, and of a build that was killed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np
import xxhash
from numpy.typing import NDArray

from core.errors import GuanxiError
from core.storage.embeddings import Encoder, Vectors
from core.storage.manifest import is_whole, manifest_fields
from core.storage.mapped_files import map_array
from core.storage.publishing import current_version
from core.storage.row_keys import NO_TEXT, KeyedRows, RowKeys, embedded_rows, single_keys
from core.storage.stored_vectors import StoredVectors

_BLOCK = 4096  # vectors read at a time: 8 MB at 512 dimensions
LOG = "embedding.log"
"""Below the knowledge base folder: the texts that a build has embedded so far, each as its key, its vector, and the
XXH3 of both: an entry that is damaged counts as none."""
_SEAL = 8  # bytes


class KnownVectors:
    """Vectors by text. What is computed is written down at once, so that a killed build goes on where it was."""

    def __init__(self, folder: Path, encoder: Encoder) -> None:
        self._encoder = encoder
        self._width = 16 + 4 * encoder.dimension + _SEAL  # bytes of an entry
        self._log = folder / f"{encoder.name.replace('/', '-')}.{LOG}"
        self._written: dict[bytes, int] = {}
        self._file: BinaryIO = self._open()
        self._stored: list[tuple[KeyedRows, StoredVectors]] = _of_current(folder, encoder)

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
        for keyed, stored in self._stored:
            asked = np.flatnonzero(unknown)
            rows = keyed.of(texts[asked])
            places, rows = asked[rows >= 0], rows[rows >= 0]
            for start in range(0, len(places), _BLOCK):
                some = places[start : start + _BLOCK]
                vectors[some] = stored.of(rows[start : start + _BLOCK])
                unknown[some] = ~embedded_rows(vectors[some])
        left = np.flatnonzero(unknown)
        for place, key in zip(left.tolist(), single_keys(texts[left]), strict=True):
            vector = self._logged(key)
            if vector is not None:
                vectors[place], unknown[place] = vector, False
        return vectors, unknown

    def _logged(self, key: bytes) -> NDArray[np.float32] | None:
        """The vector that the log holds of a text; None where there is none or its entry is damaged."""
        position = self._written.get(key)
        if position is None:
            return None
        self._file.seek(position)
        entry = self._file.read(self._width)
        whole = xxhash.xxh3_64_digest(entry[:-_SEAL]) == entry[-_SEAL:]
        return np.frombuffer(entry[16:-_SEAL], dtype=np.float32) if whole else None

    def keep(self, texts: Sequence[bytes], vectors: Vectors) -> None:
        """Write down the vectors of texts by their ``single_keys``."""
        position = self._file.seek(0, 2)
        entries = zip(texts, np.ascontiguousarray(vectors, dtype=np.float32), strict=True)
        made = (key + vector.tobytes() for key, vector in entries)
        self._file.write(b"".join(entry + xxhash.xxh3_64_digest(entry) for entry in made))
        self._file.flush()
        self._written.update((key, position + number * self._width) for number, key in enumerate(texts))

    def is_written(self, key: bytes) -> bool:
        """Whether the log holds the text of this key."""
        return self._logged(key) is not None

    def close(self, *, published: bool) -> None:
        """End of a build. What a published version holds need not be kept beside it."""
        self._file.close()
        if published:
            self._log.unlink(missing_ok=True)


def _of_current(folder: Path, encoder: Encoder) -> list[tuple[KeyedRows, StoredVectors]]:
    """Per table of the serving version: row by key of its text, and its vectors; none of another model's."""
    try:
        version = current_version(folder)
        manifest = manifest_fields(version)
        if manifest.get("embedding_model") != encoder.name:  # read leniently: vectors outlive a change of the schema
            return []
        if not is_whole(version, "vectors/", "text_keys/"):
            return []  # what is damaged there must not get a new checksum here
        stored = {table: StoredVectors(version / "vectors" / table) for table in ("entities", "relations", "passages")}
        return [
            (KeyedRows(map_array(version / "text_keys" / f"{table}.npy")[vectors.rows], vectors.rows), vectors)
            for table, vectors in stored.items()
        ]  # of the rows that have a vector: of most relations there is none
    except (GuanxiError, OSError, ValueError, AttributeError):
        return []  # nothing to take from: everything is computed
