"""What an import takes in, and what a person may still say of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.domain.records import Entity
from core.ingestion.checking.entity_rows import RowFits
from core.ingestion.checking.own_ids import IdClash
from core.ingestion.records.csv_files import DataSet
from core.ingestion.records.problems import RowProblem


@dataclass(frozen=True)
class ValidatedRecords:
    """What gets in, and what a person could still map, with how often it stands there; ``told_labels`` are those whose
    meaning a person has said. ``repairs``: rows that got in with a change. ``fits``: rows without an id that are about
    an entity which was known before. ``unclear``: names of rows that may be about any of several, with their ids.
    ``created``: ends of relations that were not there. ``clashes``: rows with the id of a known company with which they
    share nothing. ``called``: by id, the first name that a relation has for a known end, and where."""

    data: DataSet
    unknown_labels: Mapping[str, int]
    unknown_types: Mapping[str, int]
    told_labels: Mapping[str, int] = field(default_factory=dict)
    repairs: tuple[RowProblem, ...] = ()
    fits: tuple[RowFits, ...] = ()
    created: tuple[Entity, ...] = ()
    unclear: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    clashes: tuple[IdClash, ...] = ()
    called: Mapping[str, tuple[str, str]] = field(default_factory=dict)
