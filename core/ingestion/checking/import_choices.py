"""What a person says of an import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.ingestion.mapping.relation_labels import MappedLabel


@dataclass(frozen=True)
class Choices:
    """What a person says of an import: the meaning of labels and types that are not known.

    ``create_missing``: ends of relations that are not there are made. ``update_known``: rows without an id are about
    the only known entity that has their identifier or name. ``meant``: names of the data, as ends of relations and of
    rows without an id, and the ids of the entities that they mean. ``same_ids``: whether an id of another source that
    is that of a known company means this one although the row shares nothing with it; None: the rows of its table tell.
    """

    labels: Mapping[str, MappedLabel] = field(default_factory=dict)
    entity_types: Mapping[str, str] = field(default_factory=dict)
    create_missing: bool = True
    update_known: bool = True
    meant: Mapping[str, str] = field(default_factory=dict)
    same_ids: bool | None = None
