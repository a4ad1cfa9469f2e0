"""Entities and relations as plain rows, for evaluations that are written apart from the arrays of the program."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Thing:
    """An entity as a row of the data."""

    id: str
    type: str = "company"
    country: str = ""
    founded: int = 0
    industry: str = ""
    tickers: tuple[str, ...] = ()
    size: str = ""


@dataclass(frozen=True)
class Edge:
    """A relation as a row of the data; dates are ISO of any precision."""

    source: str
    type: str
    target: str
    start: str = ""
    end: str = ""
    status: str = ""
    weight: float = 1.0
    as_of: str = ""
