"""What an import states in its texts is read as soon as the import is served."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable

from core.curation.open_or_build import Started
from core.curation.review_queue import apply_reviews, decide_by_rules
from core.curation.text_reading import read_texts
from core.domain.records import Passage
from core.errors import ChangeCancelledError, GuanxiError
from core.ingestion.progress import BuildProgress, ProgressListener
from core.ingestion.reading.kept_proposals import KeptProposals
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings

_log = logging.getLogger(__name__)


def read_coming(
    started: Started,
    passages: Collection[str],
    settings: Settings,
    ontology: Ontology,
    listener: ProgressListener | None = None,
) -> Started:
    """Propose what these passages state, decide what rules and settings decide, and serve that.

    The import is served whatever becomes of this: where it is cancelled or fails, passages count as not read, which
    the page Review and ``read-texts`` say and make up for.
    """
    if not passages:
        return started
    base = Base.over(started.knowledge_base, ontology, settings)
    try:
        return _read(base, settings, ontology, listener, passages) or started
    except ChangeCancelledError:
        _log.info("reading the texts of an import was cancelled")
    except GuanxiError as error:
        _log.warning("the texts of an import were not read: %s", error.message("en"))
    return started


def read_everything(
    base: Base, settings: Settings, ontology: Ontology, listener: ProgressListener | None = None
) -> Started:
    """Read all passages that are not read yet. Raises what reading raises, and what the ``listener`` does: what was
    read by then stays."""
    return _read(base, settings, ontology, listener) or Started(base.knowledge_base)


def _read(
    base: Base,
    settings: Settings,
    ontology: Ontology,
    listener: ProgressListener | None,
    only: Collection[str] | None = None,
) -> Started | None:
    """The version that is built where a rule or the settings accept something of it."""

    def told(done: int, total: int) -> None:
        if listener is not None:
            listener(BuildProgress("texts", done, total, done / max(total, 1), None))

    read_texts(base, told, only)
    return apply_reviews(base, settings, ontology, listener) if decide_by_rules(base) else None


def proposed_of(passages: Iterable[Passage], settings: Settings) -> int:
    """How many relations are proposed of these passages."""
    ids = {each.id for each in passages}
    return sum(each.passage_id in ids for each in KeptProposals(settings.knowledge_base_folder).all()) if ids else 0
