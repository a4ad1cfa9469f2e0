"""Rings around what is asked about: who answers on the inner ones by rank, the others outside, the closest first."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from core.exploring.layouts.to_place import Places, Spot, ToPlace

_BETWEEN = 100.0  # pixels from ring to ring, at least
_FIRST = 180.0  # radius of the inner ring, at least
_ROW = 42.0  # pixels from row to row on one side of a ring, at least: room for a name


def rings(given: ToPlace) -> Places:
    """Rank 1 at the top right and on clockwise, in rows of equal height on both sides, so that names do not meet."""
    roots = [spot for spot in given.spots if spot.root]
    others = [spot for spot in given.spots if not spot.root]
    ranked = sorted((spot for spot in others if spot.rank), key=lambda spot: spot.rank)
    rest = sorted((spot for spot in others if not spot.rank), key=lambda spot: -spot.strength)
    places, radius = _middle(roots, given.apart)
    between = max(_BETWEEN, given.apart)
    radius = max(_FIRST, radius + between)
    for group in (ranked, rest):
        waiting: Sequence[Spot] = group
        while waiting:
            most = max(2, 2 * int(2 * radius / max(_ROW, given.apart)))
            places |= _ring([spot.id for spot in waiting[:most]], radius)
            waiting, radius = waiting[most:], radius + between
    return places


def _ring(ids: Sequence[str], radius: float) -> Places:
    """Down on the right side, up on the left; each side in rows of equal height."""
    right = ceil(len(ids) / 2)
    places = {}
    for side, members in ((1, ids[:right]), (-1, ids[right:][::-1])):
        for row, each in enumerate(members):
            y = radius * (2 * (row + 0.5) / len(members) - 1)
            places[each] = (side * sqrt(radius * radius - y * y), y)
    return places


def _middle(roots: Sequence[Spot], apart: float) -> tuple[Places, float]:
    """The roots in the middle, side by side, and how far they reach."""
    half = (len(roots) - 1) / 2
    places = {root.id: ((place - half) * 2 * apart, 0.0) for place, root in enumerate(roots)}
    return places, half * 2 * apart
