"""From top to bottom: who owns stands above what is owned."""

from __future__ import annotations

from core.exploring.layouts.flow import with_the_rest
from core.exploring.layouts.layers import blocks, levels, ordered
from core.exploring.layouts.to_place import Places, ToPlace

GROUP = "ownership"
_IN_A_ROW = 7
_COLUMN, _ROW, _BETWEEN = 110.0, 46.0, 120.0  # pixels, at least


def tree(given: ToPlace) -> Places:
    """A level for each step of ownership above and below what is asked about; what takes no part stands below."""
    level_of = levels(given, GROUP)
    column, row = max(_COLUMN, given.apart), max(_ROW, given.apart)
    found = blocks(ordered(given, level_of), _IN_A_ROW, column, row, max(_BETWEEN, given.apart))
    return with_the_rest(given, {each: (across, along) for each, (along, across) in found.items()}, (column, row))
