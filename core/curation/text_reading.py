"""Read the passages of an open knowledge base: what they state becomes proposals, which wait for a person."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from dataclasses import replace

from core.domain.model_use import together
from core.ingestion.reading.kept_proposals import KeptProposals
from core.ingestion.reading.known_names import KnownNames
from core.ingestion.reading.model_reader import ModelReader
from core.ingestion.reading.passage_reader import Progress, TextsRead, read_passages, readable, unread_passages
from core.ingestion.reading.shipped_readers import operating_point, shipped_digest, text_reader
from core.ingestion.reading.text_reader import between_companies
from core.ingestion.reading_progress import no_progress
from core.reasoning.llm.configured_model import configured_model
from core.retrieval.base import Base
from core.workspace.text_reviews import reading_thresholds, save_reading_thresholds


def texts_to_read(base: Base) -> int:
    """How many passages nobody has read yet, or not as they are read now. Raises ProposalsUnavailableError."""
    return len(unread_passages(_passages(base), _kept(base), reader_digest(base)))


def read_texts(base: Base, progress: Progress = no_progress, only: Collection[str] | None = None) -> TextsRead:
    """Read the passages that are not read yet, or ``only`` these of them, and keep what they state.

    What ``progress`` raises ends it; what was read by then is kept, and the next call goes on from there. Raises
    ProposalsUnavailableError, WorkspaceUnavailableError, and what a language model that reads as well raises where its
    endpoint does not answer.
    """
    thresholds = reading_thresholds(base.settings.knowledge_base_folder)
    by_model = _model_reader(base)
    further = () if by_model is None else (by_model,)
    reader = text_reader(base.ontology, KnownNames(base.knowledge_base), thresholds, further)
    read = read_passages(_passages(base), reader, reader_digest(base), _kept(base), progress, only)
    return read if by_model is None else replace(read, use=together(by_model.uses), unusable=by_model.unusable)


def _model_reader(base: Base) -> ModelReader | None:
    """None unless a model is configured and the settings let it read texts."""
    settings = base.settings
    model = configured_model(settings) if settings.llm_reads_texts else None
    if model is None:
        return None
    types = between_companies(base.ontology)
    return ModelReader(model, base.ontology, types, temperature=settings.llm_temperature_extraction)


def _passages(base: Base) -> dict[str, str]:
    return readable(base.knowledge_base.table("passages").columns(("id", "text")))


def _kept(base: Base) -> KeptProposals:
    return KeptProposals(base.settings.knowledge_base_folder)


def reader_digest(base: Base) -> str:
    """Changes with whatever texts are read by, but for the names that are known: those of today are looked up when
    proposals are shown."""
    thresholds = reading_thresholds(base.settings.knowledge_base_folder)
    settings = base.settings
    model = settings.llm_model if settings.llm_reads_texts and settings.llm_base_url else ""
    told = json.dumps([shipped_digest(), base.ontology.fingerprint, sorted(thresholds.items()), model])
    return hashlib.blake2b(told.encode(), digest_size=16).hexdigest()


def thresholds_in_force(base: Base) -> dict[str, float]:
    """Language and type → the confidence from which it is proposed: as learnt, or as a person confirmed."""
    return {**operating_point().least, **reading_thresholds(base.settings.knowledge_base_folder)}


def confirm_threshold(base: Base, key: str, threshold: float) -> None:
    """Propose this language and type, as in ``en acquired``, from another confidence on; texts are to be read again
    where that is lower. Raises WorkspaceUnavailableError."""
    folder = base.settings.knowledge_base_folder
    save_reading_thresholds(folder, {**reading_thresholds(folder), key: threshold})
