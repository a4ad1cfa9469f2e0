"""Read the passages of an open knowledge base: what they state becomes proposals, which wait for a person."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection

from core.ingestion.reading.kept_proposals import KeptProposals
from core.ingestion.reading.known_names import KnownNames
from core.ingestion.reading.passage_reader import Progress, TextsRead, read_passages, readable, unread_passages
from core.ingestion.reading.shipped_readers import operating_point, shipped_digest, text_reader
from core.ingestion.reading_progress import no_progress
from core.retrieval.base import Base
from core.workspace.text_reviews import reading_thresholds, save_reading_thresholds


def texts_to_read(base: Base) -> int:
    """How many passages nobody has read yet, or not as they are read now. Raises ProposalsUnavailableError."""
    return len(unread_passages(_passages(base), _kept(base), _digest(base)))


def read_texts(base: Base, progress: Progress = no_progress, only: Collection[str] | None = None) -> TextsRead:
    """Read the passages that are not read yet, or ``only`` these of them, and keep what they state.

    What ``progress`` raises ends it; what was read by then is kept, and the next call goes on from there. Raises
    ProposalsUnavailableError and WorkspaceUnavailableError.
    """
    thresholds = reading_thresholds(base.settings.knowledge_base_folder)
    reader = text_reader(base.ontology, KnownNames(base.knowledge_base), thresholds)
    return read_passages(_passages(base), reader, _digest(base), _kept(base), progress, only)


def _passages(base: Base) -> dict[str, str]:
    return readable(base.knowledge_base.table("passages").columns(("id", "text")))


def _kept(base: Base) -> KeptProposals:
    return KeptProposals(base.settings.knowledge_base_folder)


def _digest(base: Base) -> str:
    """Changes with whatever texts are read by, but for the names that are known: those of today are looked up when
    proposals are shown."""
    thresholds = reading_thresholds(base.settings.knowledge_base_folder)
    told = json.dumps([shipped_digest(), base.ontology.fingerprint, sorted(thresholds.items())])
    return hashlib.blake2b(told.encode(), digest_size=16).hexdigest()


def thresholds_in_force(base: Base) -> dict[str, float]:
    """Language and type → the confidence from which it is proposed: as learnt, or as a person confirmed."""
    return {**operating_point().least, **reading_thresholds(base.settings.knowledge_base_folder)}


def confirm_threshold(base: Base, key: str, threshold: float) -> None:
    """Propose this language and type, as in ``en acquired``, from another confidence on; texts are to be read again
    where that is lower. Raises WorkspaceUnavailableError."""
    folder = base.settings.knowledge_base_folder
    save_reading_thresholds(folder, {**reading_thresholds(folder), key: threshold})
