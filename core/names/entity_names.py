"""All that linking needs to know of the names of a set of entities, made once when they are stored."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.names.name_finder import FoldedNames
from core.names.name_table import NameTable, Numbers
from core.names.nearest_names import NearestNames


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
