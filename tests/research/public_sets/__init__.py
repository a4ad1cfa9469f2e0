"""Public data sets as records and labelled questions, so that retrieval can be measured on data nobody here wrote.

Each reader returns a ``PublicSet``: the same records every other source of data ends in, and the questions. Rows that
a task hides are never among the records.
"""

from __future__ import annotations

from pathlib import Path

from core.errors import DataUnreadableError
from tests.research.public_sets import global_equities, hipporag_slices, relation_evidence, zh_chain
from tests.research.public_sets.reading import PublicSet

READERS = {
    "zh_chain": zh_chain.read,
    "global_equities": global_equities.read,
    "relation_evidence": relation_evidence.read,
    "hipporag_slices": hipporag_slices.read,
}


def read_public_set(folder: Path, name: str) -> PublicSet:
    """The set ``name`` below ``folder``. Raises DataUnreadableError if it is unknown or a file cannot be read."""
    if name not in READERS:
        raise DataUnreadableError(file=name, detail=f"known sets: {', '.join(READERS)}")
    try:
        return READERS[name](folder / name)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:  # whatever is not as expected
        raise DataUnreadableError(file=name, detail=str(error)[:300]) from error
