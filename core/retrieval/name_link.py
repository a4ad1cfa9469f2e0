"""What linking a name came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.domain.results import NameChoice
from core.names.name_finder import NameMatch


@dataclass(frozen=True)
class Link:
    """What was meant. ``entity_ids`` are the query's companies, or its bridges where it names no company.

    ``topic``: nothing is named, but the texts know what the question is about. ``name``: the words of a question that
    ``choices`` are for, or that name nobody here; empty for the question as a whole. ``otherwise_written``: where names
    of ``entity_ids`` stand that are written in another way: Valeo for Valéo.
    """

    outcome: Literal["linked", "topic", "unknown", "ambiguous"]
    entity_ids: tuple[str, ...] = ()
    choices: tuple[NameChoice, ...] = ()
    name: str = ""
    otherwise_written: tuple[NameMatch, ...] = ()
