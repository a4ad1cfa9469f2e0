"""From the first end on the left to the last on the right, step by step as a path is told."""

from __future__ import annotations

from core.exploring.layouts.flow import with_the_rest
from core.exploring.layouts.layers import blocks, levels, ordered
from core.exploring.layouts.to_place import Places, ToPlace

GROUP = "step"
"""Of the ties from each entity of a path to the next."""
_IN_A_COLUMN = 8
_ROW, _COLUMN, _BETWEEN = 70.0, 130.0, 170.0  # pixels, at least


def along_paths(given: ToPlace) -> Places:
    """A column for each step from the root; of several paths the steps stand below one another."""
    level_of = levels(given, GROUP)
    row, column = max(_ROW, given.apart), max(_COLUMN, given.apart)
    found = blocks(ordered(given, level_of), _IN_A_COLUMN, row, column, max(_BETWEEN, given.apart))
    return with_the_rest(given, found, (column, row))
