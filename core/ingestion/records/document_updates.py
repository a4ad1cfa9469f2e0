"""A document that comes again stands for what it said before: passages of its old text are not left beside the new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.domain.records import Passage
from core.ingestion.formats.documents import passage_id_at


def whole_documents(files: Sequence[str], passages: Iterable[Passage]) -> frozenset[str]:
    """Those of the ``files`` of a source that are texts cut into ``passages``: of these it holds all that they say."""
    cut = (each for each in passages if each.end and each.id == passage_id_at(each.document_id, each.start))
    return frozenset(each.document_id for each in cut).intersection(files)


def outdated_passages(sources: Sequence[tuple[Sequence[str], Sequence[Passage]]]) -> set[str]:
    """Ids of the passages of documents of which a later source holds the whole text, and which that text no longer has.

    ``sources``: files and passages of each, in the order of their import.
    """
    outdated: set[str] = set()
    renewed: set[str] = set()
    current: set[str] = set()
    for files, passages in reversed(sources):
        outdated.update(each.id for each in passages if each.document_id in renewed and each.id not in current)
        whole = whole_documents(files, passages) - renewed
        current.update(each.id for each in passages if each.document_id in whole)
        renewed |= whole
    return outdated
