"""All that linking needs to know of the names of a set of entities, made once when they are stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.name_finder import FoldedNames, folded_names, searchable_tickers
from core.domain.name_table import NameTable, Numbers, name_table
from core.domain.nearest_names import NearestNames, nearest_names
from core.domain.normalised_names import NormalisedNames
from core.domain.records import Entity


@dataclass(frozen=True, eq=False)
class Namesakes:
    """Companies that share a normalised Chinese or English name: ``member[k]`` belongs to ``group[k]``, ascending by
    group; shape (memberships,)."""

    group: Numbers
    member: Numbers

    def of(self, number: int) -> list[int]:
        """Companies in any group of company ``number``, itself included."""
        groups = self.group[self.member == number]
        starts, ends = np.searchsorted(self.group, groups), np.searchsorted(self.group, groups, side="right")
        together = [self.member[start:end] for start, end in zip(starts, ends, strict=True)]
        found: list[int] = np.unique(np.concatenate(together)).tolist() if together else []
        return found


@dataclass(frozen=True, eq=False)
class EntityNames:
    """``folded``: every name of every entity, for running text. ``companies``: normalised names of companies, for a
    company field, with ``nearest`` for what is misspelt. Bearers are numbers in the order of the entities."""

    folded: FoldedNames
    companies: NameTable
    nearest: NearestNames
    namesakes: Namesakes


def entity_names(
    entities: Sequence[Entity], is_company: NDArray[np.bool_], normalised: NormalisedNames | None = None
) -> EntityNames:
    """Tabulate and index the names of ``entities``; ``is_company`` has shape (entities,).

    ``normalised`` holds the normalised form of every name of a company afterwards.
    """
    normalised = NormalisedNames() if normalised is None else normalised
    borne: dict[str, dict[int, None]] = {}
    shown: dict[str, dict[int, None]] = {}
    for number, entity in enumerate(entities):
        if is_company[number]:
            for name in (entity.name_zh, entity.name_en, *entity.aliases, *searchable_tickers(entity)):
                borne.setdefault(normalised[name], {})[number] = None
            for name in (entity.name_zh, entity.name_en):
                shown.setdefault(normalised[name], {})[number] = None
    companies = name_table(borne)
    return EntityNames(folded_names(entities), companies, nearest_names(companies), _namesakes(shown))


def _namesakes(shown: dict[str, dict[int, None]]) -> Namesakes:
    groups = [list(members) for name, members in shown.items() if name and len(members) > 1]
    sizes = [len(members) for members in groups]
    return Namesakes(
        np.repeat(np.arange(len(groups), dtype=np.int32), sizes),
        np.array([number for members in groups for number in members], dtype=np.int32),
    )
