"""Deals that are no acquisition of a company: a minority stake or a joint venture, as their type says, or else half of
the company or less."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from core.ingestion.cells.column_words import folded_name
from core.ingestion.mapping.held_in_part import HOLDERS, is_in_part
from core.ingestion.mapping.relation_labels import MappedLabel
from core.ontology import Ontology
from core.runtime.package_files import read_package_yaml

_DEAL, _VENTURE = "acquired", "joint_venture"


def kind_of_deal(
    mapped: MappedLabel, attributes: Iterable[tuple[str, str]], facts: Mapping[str, object], ontology: Ontology
) -> tuple[MappedLabel, tuple[str, str]]:
    """What a deal is, and what of its row told that it is no acquisition: the column and the cell, or the share; two ""
    of any other row. ``facts``: what the row says, with the share as a number."""
    if mapped.type != _DEAL:
        return mapped, ("", "")
    columns = ((column, cell, relation_of_deal(cell)) for column, cell in attributes if _is_of_kinds(column))
    column, cell, told = next((each for each in columns if each[2]), ("", "", ""))
    if not told and is_in_part(facts):
        column, told = "share", HOLDERS
        cell = "–".join(dict.fromkeys(f"{facts[bound]:g}" for bound in ("share_low", "share_high")))
    if told in ("", _DEAL) or told not in ontology:
        return mapped, ("", "")
    return MappedLabel(told, mapped.reversed and not ontology[told].symmetric), (column, cell)


def relation_of_deal(cell: str) -> str:
    """The relation type that a kind of deals is; "" where the cell does not tell, as Share purchase does not, nor Stake
    acquisition."""
    said = folded_name(cell)
    if _says("minority", said):
        return HOLDERS
    stake, whole = _says("stake", said), _says("whole", said)
    if _says(_VENTURE, said) and not whole:
        return _VENTURE
    if _says("control", said):
        return _DEAL
    return "" if stake == whole else HOLDERS if stake else _DEAL


def _is_of_kinds(column: str) -> bool:
    return folded_name(column) in _folded("columns")


def _says(kind: str, said: str) -> bool:
    return said in _short(kind) or any(word in said for word in _folded(kind))


@cache
def _words() -> Mapping[str, Any]:
    shipped: Mapping[str, Any] = read_package_yaml("core.ingestion.mapping", "deal_kinds.yaml")
    return shipped


@cache
def _folded(key: str) -> frozenset[str]:
    return frozenset(map(folded_name, _words()[key]))


@cache
def _short(kind: str) -> frozenset[str]:
    return frozenset(map(folded_name, _words()["short"].get(kind, ())))
