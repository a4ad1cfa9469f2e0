"""The figures of a knowledge base as data: what the command line prints as JSON and the page draws."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from core.storage.manifest import Counts

CountName = Literal[
    "entities_by_type",
    "relations_by_type",
    "relations_by_family",
    "mentions_by_role",
    "passages_by_language",
    "passages_by_source_kind",
    "links_by_type",
]


class Figures(BaseModel):
    """Base of all figures: frozen, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class NamedCount(Figures):
    """How many rows bear ``name``: a type, a language, a source kind in the words of the data."""

    name: str
    count: int = Field(ge=1)


class Tally(Figures):
    """Rows by name, most first (of equal ones by name), 100 names at most; ``others``: rows of all other names."""

    listed: tuple[NamedCount, ...] = ()
    others: int = Field(0, ge=0)


class DegreeBin(Figures):
    """Companies with ``low`` to ``high`` relations, both included."""

    low: int = Field(ge=0)
    high: int = Field(ge=0)
    companies: int = Field(ge=0)

    @property
    def limits(self) -> str:
        """The limits as they are shown: 1, 2–3."""
        return f"{self.low:,}" if self.low == self.high else f"{self.low:,}–{self.high:,}"


class Degrees(Figures):
    """How many relations (not mentions) touch a company; one from a company to itself touches it twice.

    Percentiles are interpolated linearly between neighbouring ranks (Hyndman & Fan 1996, type 7). Bins have powers of
    two as limits: 0, 1, 2–3, 4–7 … up to the one that holds the maximum, empty ones included. All zero, and no bins,
    without companies.
    """

    minimum: int = Field(0, ge=0)
    median: float = Field(0.0, ge=0.0)
    mean: float = Field(0.0, ge=0.0)
    percentile_95: float = Field(0.0, ge=0.0)
    maximum: int = Field(0, ge=0)
    histogram: tuple[DegreeBin, ...] = ()


class Components(Figures):
    """Groups of entities that relations hold together, whatever their direction (weakly connected components).

    ``single``: groups of one entity. ``largest``: entities of the largest group, ``largest_share`` their part of all
    entities in [0, 1]; both 0 without entities.
    """

    number: int = Field(ge=0)
    single: int = Field(ge=0)
    largest: int = Field(ge=0)
    largest_share: float = Field(ge=0.0, le=1.0)


class IsolatedCompanies(Figures):
    """Companies that no relation touches; ``first``: the ids of the first 20, in the order of the table."""

    count: int = Field(ge=0)
    first: tuple[str, ...]


class VectorCoverage(Figures):
    """``share``: ``with_vector`` / ``rows`` in [0, 1], None for a table without rows."""

    rows: int = Field(ge=0)
    with_vector: int = Field(ge=0)
    share: float | None = Field(ge=0.0, le=1.0)


class PassageDates(Figures):
    """The first and the last day that the dates of passages speak of, None if none can be read.

    A year or a month stands for all of its days: passages of 2024 cover 2024-01-01 to 2024-12-31. ``dated``,
    ``undated`` (no date given) and ``unreadable`` (no date of the form YYYY, YYYY-MM or YYYY-MM-DD) add up to all
    passages.
    """

    first: date | None
    last: date | None
    dated: int = Field(ge=0)
    undated: int = Field(ge=0)
    unreadable: int = Field(ge=0)


class RelationYears(Figures):
    """The first and the last year of relations, None if none has one. ``dated`` and ``undated`` add up to all."""

    first: int | None
    last: int | None
    dated: int = Field(ge=0)
    undated: int = Field(ge=0)


class Statistics(Figures):
    """What a published version holds.

    ``density``: share of the pairs of different entities that at least one relation joins, 2m / (n · (n − 1)) for n
    entities and m joined pairs (density of a graph: Wasserman & Faust 1994, chapter 4), in [0, 1]; direction and
    repetition do not count; 0 for fewer than two entities. ``storage_bytes``: the sizes of all files of the version.
    ``sources``: ids of the imported sources in it.
    """

    build_id: str
    created_at: str
    embedding_model: str
    embedding_dimension: int = Field(ge=1)
    sources: tuple[str, ...]
    storage_bytes: int = Field(ge=0)
    counts: Counts
    entities_by_type: Tally
    relations_by_type: Tally
    relations_by_family: Tally
    mentions_by_role: Tally
    passages_by_language: Tally
    passages_by_source_kind: Tally
    links_by_type: Tally
    degrees: Degrees
    isolated: IsolatedCompanies
    components: Components
    density: float = Field(ge=0.0, le=1.0)
    entity_vectors: VectorCoverage
    relation_vectors: VectorCoverage
    passage_vectors: VectorCoverage
    passage_dates: PassageDates
    relation_years: RelationYears
