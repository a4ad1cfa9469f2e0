"""What a layout takes and gives. The same input always has the same places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Places = dict[str, tuple[float, float]]
"""Id → x to the right, y downwards, in pixels at full size."""
GAP = 8.0
"""Pixels that stay free between two nodes."""


@dataclass(frozen=True)
class Spot:
    """A node. ``root``: what is asked about. ``rank``: its place among those that answer; 0 where it has none.
    ``strength``: of its tie to the roots, larger is closer. ``radius`` in pixels."""

    id: str
    radius: float = 13.0
    root: bool = False
    rank: int = 0
    strength: float = 0.0


@dataclass(frozen=True)
class Tie:
    """A relation of a ``group`` (supply, ownership …): ``first`` gives to, or owns, ``second``."""

    first: str
    second: str
    group: str = ""


@dataclass(frozen=True)
class ToPlace:
    """Nodes, strongest first, their relations, and where they have their seats: id → latitude and longitude."""

    spots: tuple[Spot, ...]
    ties: tuple[Tie, ...] = ()
    seats: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def apart(self) -> float:
        """From centre to centre of two nodes that may stand side by side."""
        return 2 * max((spot.radius for spot in self.spots), default=0.0) + GAP


Layout = Callable[[ToPlace], Places]
"""Places for all spots, or for those alone that it has a place for. No two nodes overlap."""
