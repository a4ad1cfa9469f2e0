"""Places of the boxes of an ownership tree: levels as rows, each box near the middle of what it is connected to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

WIDTH, HEIGHT = 140.0, 48.0
"""Of a box, in pixels."""
ACROSS, DOWN = 14.0, 58.0
"""Free space between two boxes of a row, and between two rows."""


def tree_layout(level_of: Mapping[str, int], near: Mapping[str, Sequence[str]]) -> dict[str, tuple[float, float]]:
    """Centres of boxes in pixels, the only box of level 0 at (0, 0), negative levels above it.

    ``near``: of every other box those that it is connected to on the level next to it towards 0. Boxes keep their order
    where it does not matter. No two boxes overlap; of the places that allow it these are the nearest to the middles of
    what each box is connected to, by least squares.
    """
    rows: dict[int, list[str]] = {}
    for box, level in level_of.items():
        rows.setdefault(level, []).append(box)
    places: dict[str, tuple[float, float]] = {}
    for level in sorted(rows, key=abs):
        wanted = {
            box: sum(places[each][0] for each in near[box]) / len(near[box]) if level else 0.0 for box in rows[level]
        }
        row = sorted(rows[level], key=wanted.__getitem__)
        for box, x in zip(row, _apart([wanted[box] for box in row]), strict=True):
            places[box] = (x, level * (HEIGHT + DOWN))
    return places


def _apart(wanted: Sequence[float]) -> list[float]:
    """Ascending places at least one step apart, nearest to ``wanted``: pool adjacent violators."""
    step = WIDTH + ACROSS
    blocks: list[tuple[float, int]] = []  # mean and number of neighbours that stand exactly a step apart
    for place, x in enumerate(wanted):
        mean, count = x - place * step, 1
        while blocks and blocks[-1][0] >= mean:
            before, others = blocks.pop()
            mean, count = (mean * count + before * others) / (count + others), count + others
        blocks.append((mean, count))
    means = [mean for mean, count in blocks for _ in range(count)]
    return [mean + place * step for place, mean in enumerate(means)]
