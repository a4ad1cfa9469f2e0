"""Rows that say that somebody owns a company of which it has half or less: a holding, not a subsidiary."""

from __future__ import annotations

from collections.abc import Mapping

from core.ingestion.column_words import words
from core.ingestion.relation_labels import MappedLabel, folded_label
from core.ontology import Ontology

_HALF, _HOLDERS = 50.0, "shareholder_of"


def held_in_part(label: str, mapped: MappedLabel, facts: Mapping[str, object], ontology: Ontology) -> MappedLabel:
    """The type of a row: of OWNS with a stake of 12 % that of shareholders. What is called a subsidiary is one whatever
    its share, and so is what is owned without one. ``facts``: what the row says, with the share as a number."""
    share, holding = facts.get("share_high"), ontology[mapped.type].holding
    in_part = isinstance(share, int | float) and share <= _HALF
    if not in_part or holding is None or not holding.control or folded_label(label) not in _owning():
        return mapped
    if _HOLDERS not in ontology:
        return mapped
    held = ontology[_HOLDERS].holding
    return MappedLabel(_HOLDERS, mapped.reversed != (held is not None and held.owner != holding.owner))


def _owning() -> frozenset[str]:
    return frozenset(map(folded_label, words()["owning"]))
