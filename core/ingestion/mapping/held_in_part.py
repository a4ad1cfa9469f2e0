"""Rows that say that somebody owns a company of which it has half or less: a holding, not a subsidiary."""

from __future__ import annotations

from collections.abc import Mapping

from core.ingestion.cells.column_words import words
from core.ingestion.mapping.relation_labels import MappedLabel, folded_label
from core.ontology import Ontology

_HALF = 50.0
HOLDERS = "shareholder_of"


def held_in_part(label: str, mapped: MappedLabel, facts: Mapping[str, object], ontology: Ontology) -> MappedLabel:
    """The type of a row: of OWNS with a stake of 12 % that of shareholders. What is called a subsidiary is one whatever
    its share, and so is what is owned without one. ``facts``: what the row says, with the share as a number."""
    holding = ontology[mapped.type].holding
    if not is_in_part(facts) or holding is None or not holding.control or folded_label(label) not in _owning():
        return mapped
    if HOLDERS not in ontology:
        return mapped
    held = ontology[HOLDERS].holding
    return MappedLabel(HOLDERS, mapped.reversed != (held is not None and held.owner != holding.owner))


def is_in_part(facts: Mapping[str, object]) -> bool:
    """Whether a row says of how much it is, and that is half or less."""
    share = facts.get("share_high")
    return isinstance(share, int | float) and share <= _HALF


def _owning() -> frozenset[str]:
    return frozenset(map(folded_label, words()["owning"]))
