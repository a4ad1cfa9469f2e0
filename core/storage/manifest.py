"""What a published version says about itself."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

SCHEMA_VERSION = 5


class Counts(BaseModel):
    """Rows of each table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    entities: int = Field(ge=0)
    companies: int = Field(ge=0)
    relations: int = Field(ge=0)
    passages: int = Field(ge=0)
    mentions: int = Field(ge=0)
    links: int = Field(ge=0)
    skipped_rows: int = Field(0, ge=0)


class Manifest(BaseModel):
    """``manifest.json`` of one version; written last, so its presence means the version is whole.

    ``edge_types`` names the codes of the graph's type array: relation types first, then mention roles.
    ``company_types``: the entity types that are no bridges.
    ``data_fingerprint`` tells whether the data files have changed since; ``sources`` are the ids of the imported
    sources that are in it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: int
    build_id: str
    created_at: str
    embedding_model: str
    embedding_dimension: int = Field(ge=1)
    edge_types: tuple[str, ...]
    company_types: tuple[str, ...] = ("company",)
    data_fingerprint: str
    sources: tuple[str, ...] = ()
    counts: Counts
