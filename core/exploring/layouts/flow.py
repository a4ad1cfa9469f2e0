"""From left to right: who supplies stands left of who is supplied."""

from __future__ import annotations

from core.exploring.layouts.layers import below, blocks, levels, ordered
from core.exploring.layouts.to_place import Places, ToPlace

GROUP = "supply"
_IN_A_COLUMN = 12
_ROW, _COLUMN, _BETWEEN = 40.0, 130.0, 190.0  # pixels, at least


def flow(given: ToPlace) -> Places:
    """A column for each step of the supply chain around what is asked about; what takes no part stands below."""
    level_of = levels(given, GROUP)
    row = max(_ROW, given.apart)
    column, between = max(_COLUMN, given.apart), max(_BETWEEN, given.apart)
    found = blocks(ordered(given, level_of), _IN_A_COLUMN, row, column, between)
    return with_the_rest(given, found, (column, row))


def with_the_rest(given: ToPlace, found: Places, step: tuple[float, float]) -> Places:
    """``found`` with its middle at x = 0, and below it in rows what it has no place for."""
    right = max((x for x, _ in found.values()), default=0.0)
    left = min((x for x, _ in found.values()), default=0.0)
    places = {each: (x - (left + right) / 2, y) for each, (x, y) in found.items()}
    rest = [spot.id for spot in given.spots if spot.id not in places]
    top = max((y for _, y in places.values()), default=0.0) + (2 * step[1] if places else 0.0)
    return places | below(rest, right - left, top, step)
