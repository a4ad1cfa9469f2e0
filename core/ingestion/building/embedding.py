"""Texts of every table of a version and their vectors, each text embedded once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.ingestion.building.known_vectors import KnownVectors
from core.ingestion.progress import ProgressReporter, Stage
from core.storage.embeddings import Encoder, Vectors
from core.storage.row_keys import RowKeys, single_keys, text_keys


@dataclass(frozen=True, eq=False)
class LookedUp:
    """Of the texts of a table: ``text_keys``, the vectors that are known, shape (texts, dimension), and of which of
    those that have one of their own none is, shape (len(unknown),)."""

    keys: RowKeys
    vectors: Vectors
    unknown: NDArray[np.bool_]


@dataclass(frozen=True)
class Embedding:
    """Turns texts into vectors, ``batch_size`` of them at a time, and reports how far it is."""

    encoder: Encoder
    known: KnownVectors
    progress: ProgressReporter
    batch_size: int

    def embed(self, stage: Stage, texts: Sequence[str], known: LookedUp) -> Vectors:
        """Vectors of ``texts``, shape (len(texts), dimension), where they are not ``known``; an empty text gets a zero
        vector (stored as null)."""
        vectors, rows, own = known.vectors, np.flatnonzero(known.unknown), len(known.unknown)
        if len(rows):  # another table may have had the same text since
            vectors[rows], unknown = self.known.of(known.keys[rows])
            self.progress.expect_less(sum(len(texts[row]) for row in rows[~unknown].tolist()))
            rows = rows[unknown]
        for start in range(0, len(rows), self.batch_size):
            self.progress.report(stage, own - len(rows) + start, own)
            batch = rows[start : start + self.batch_size]
            batched = [texts[row] for row in batch.tolist()]
            vectors[batch] = self.encoder.encode(batched)
            self.known.keep(single_keys(known.keys[batch]), vectors[batch])
            self.progress.embedded(len(batch), sum(map(len, batched)))
        self.progress.report(stage, own, own)
        return vectors


@dataclass(frozen=True)
class EmbeddedTexts:
    """By table: the key of every row's text, and its vector."""

    keys: dict[Stage, RowKeys]
    vectors: dict[Stage, Vectors]


def looked_up(
    texts: Mapping[Stage, Sequence[str]], owners: Sequence[int], known: KnownVectors
) -> dict[Stage, LookedUp]:
    """What is known of the vectors of ``texts``; the last passages describe the entities ``owners`` (rows), and have
    the vectors of those."""
    keys = {stage: text_keys(of_stage) for stage, of_stage in texts.items()}
    own = len(keys["passages"]) - len(owners)
    entities, relations = (LookedUp(each, *known.of(each)) for each in (keys["entities"], keys["relations"]))
    vectors, unknown = known.of(keys["passages"][:own])
    both = np.empty((len(keys["passages"]), vectors.shape[1]), dtype=np.float32)
    both[:own] = vectors
    np.take(entities.vectors, owners, axis=0, out=both[own:], mode="clip")  # "raise" copies once more
    return {"entities": entities, "relations": relations, "passages": LookedUp(keys["passages"], both, unknown)}


def embedded_texts(
    texts: Mapping[Stage, Sequence[str]], owners: Sequence[int], found: dict[Stage, LookedUp], embedding: Embedding
) -> EmbeddedTexts:
    """Embed what was not ``found`` of ``texts``; ``owners`` as for ``looked_up``."""
    keys = {stage: of_stage.keys for stage, of_stage in found.items()}
    unknown = ((texts[stage], np.flatnonzero(of_stage.unknown).tolist()) for stage, of_stage in found.items())
    embedding.progress.expect(sum(len(of_stage[row]) for of_stage, rows in unknown for row in rows))
    vectors = {stage: embedding.embed(stage, of_stage, found[stage]) for stage, of_stage in texts.items()}
    new = np.flatnonzero(found["entities"].unknown[owners])
    described = vectors["passages"][len(keys["passages"]) - len(owners) :]
    described[new] = vectors["entities"][np.asarray(owners, dtype=np.int64)[new]]
    return EmbeddedTexts(keys, vectors)
