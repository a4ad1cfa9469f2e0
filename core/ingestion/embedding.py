"""Texts of every table of a version and their vectors, each text embedded once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.ingestion.csv_files import DataSet
from core.ingestion.embedded_texts import entity_text, passage_text, triplet_text
from core.ingestion.known_vectors import KnownVectors
from core.ingestion.profiles import Profiles, bridge_names
from core.ingestion.progress import ProgressReporter, Stage
from core.ontology import Ontology
from core.storage.embeddings import Encoder, Vectors
from core.storage.row_keys import RowKeys, single_keys, text_keys


@dataclass(frozen=True)
class Embedding:
    """Turns texts into vectors, ``batch_size`` of them at a time, and reports how far it is."""

    encoder: Encoder
    known: KnownVectors
    progress: ProgressReporter
    batch_size: int

    def embed(self, stage: Stage, texts: Sequence[str], keys: RowKeys) -> Vectors:
        """Vectors of ``texts``, of which ``keys`` are the ``text_keys``, shape (len(texts), dimension); an empty text
        gets a zero vector (stored as null)."""
        vectors, unknown = self.known.of(keys)
        rows = np.flatnonzero(unknown).tolist()
        for start in range(0, len(rows), self.batch_size):
            self.progress.report(stage, len(texts) - len(rows) + start, len(texts))
            batch = rows[start : start + self.batch_size]
            vectors[batch] = self.encoder.encode([texts[row] for row in batch])
            self.known.keep(single_keys(keys[batch]), vectors[batch])
        self.progress.report(stage, len(texts), len(texts))
        self.progress.finish(len(texts))
        return vectors


def row_texts(data: DataSet, described: Profiles, ontology: Ontology) -> dict[Stage, list[str]]:
    """The text of every row of every table; behind the passages of ``data`` come those of ``described``."""
    entities = {entity.id: entity for entity in data.entities}
    bridges = bridge_names(data.relations, entities, ontology)
    return {
        "entities": [entity_text(entity, bridges.get(entity.id, ())) for entity in data.entities],
        "relations": [triplet_text(relation, entities, ontology) for relation in data.relations],
        "passages": [passage_text(passage) for passage in (*data.passages, *described.passages)],
    }


@dataclass(frozen=True)
class EmbeddedTexts:
    """By table: the key of every row's text, and its vector."""

    keys: dict[Stage, RowKeys]
    vectors: dict[Stage, Vectors]


def embedded_texts(texts: dict[Stage, list[str]], owners: Sequence[int], embedding: Embedding) -> EmbeddedTexts:
    """Embed ``texts``; the last passages describe the entities ``owners`` (rows), and have the vectors of those."""
    keys = {stage: text_keys(of_stage) for stage, of_stage in texts.items()}
    own = {**texts, "passages": texts["passages"][: len(texts["passages"]) - len(owners)]}
    vectors = {stage: embedding.embed(stage, asked, keys[stage][: len(asked)]) for stage, asked in own.items()}
    vectors["passages"] = _with_own(vectors["passages"], vectors["entities"], owners)
    return EmbeddedTexts(keys, vectors)


def _with_own(passages: Vectors, entities: Vectors, owners: Sequence[int]) -> Vectors:
    """``passages``, then the rows ``owners`` of ``entities``: copied once, for they are a hundred megabytes."""
    both = np.empty((len(passages) + len(owners), entities.shape[1]), dtype=np.float32)
    both[: len(passages)] = passages
    np.take(entities, owners, axis=0, out=both[len(passages) :], mode="clip")  # "raise" copies once more
    return both
