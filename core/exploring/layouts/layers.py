"""Layers along one kind of relation: who gives stands before who takes, and what takes no part stands below."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Mapping, Sequence
from math import ceil
from statistics import fmean

from core.exploring.layouts.to_place import Spot, ToPlace

_SWEEPS = 4


def levels(given: ToPlace, group: str) -> dict[str, int]:
    """Id → level of what hangs together with the roots by relations of ``group``: the roots at 0, who gives to a node
    one before it, who takes one after. Without roots the first node with such a relation stands for them."""
    beside: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for tie in given.ties:
        if tie.group == group and tie.first != tie.second:
            beside[tie.first].append((tie.second, 1))
            beside[tie.second].append((tie.first, -1))
    starts = [spot.id for spot in given.spots if spot.root] or [spot.id for spot in given.spots if spot.id in beside][
        :1
    ]
    found = dict.fromkeys(starts, 0)
    waiting = deque(starts)
    while waiting:
        here = waiting.popleft()
        for other, step in beside[here]:
            if other not in found:
                found[other] = found[here] + step
                waiting.append(other)
    return found


def ordered(given: ToPlace, level_of: Mapping[str, int]) -> list[list[str]]:
    """The nodes of each level, the first level first, so ordered that few lines cross: ranks first, then each node
    beside the middle of its neighbours (Sugiyama, Tagawa and Toda, 1981)."""
    by_level: dict[int, list[Spot]] = defaultdict(list)
    for spot in given.spots:
        if spot.id in level_of:
            by_level[level_of[spot.id]].append(spot)
    rows = [
        [spot.id for spot in sorted(by_level[level], key=lambda spot: (not spot.rank, spot.rank))]
        for level in sorted(by_level)
    ]
    beside: dict[str, list[str]] = defaultdict(list)
    for tie in given.ties:
        if tie.first in level_of and tie.second in level_of and level_of[tie.first] != level_of[tie.second]:
            beside[tie.first].append(tie.second)
            beside[tie.second].append(tie.first)
    for _ in range(_SWEEPS):
        at = {each: place / len(row) for row in rows for place, each in enumerate(row)}
        for row in rows:
            row.sort(key=lambda each: fmean([at[other] for other in beside[each]] or [at[each]]))
            at |= {each: place / len(row) for place, each in enumerate(row)}
    roots = {spot.id for spot in given.spots if spot.root}
    return [_with_roots_in_the_middle(row, roots) for row in rows]


def _with_roots_in_the_middle(row: Sequence[str], roots: Collection[str]) -> list[str]:
    others = [each for each in row if each not in roots]
    middle = len(others) // 2
    return [*others[:middle], *(each for each in row if each in roots), *others[middle:]]


def blocks(
    rows: Sequence[Sequence[str]], most: int, across: float, along: float, between: float
) -> dict[str, tuple[float, float]]:
    """Id → (along the levels, across them). A level of more than ``most`` nodes is broken into lines ``along`` apart;
    ``between`` is free from one level to the next, ``across`` apart are the nodes of a line."""
    places, start = {}, 0.0
    for row in rows:
        lines = ceil(len(row) / most)
        for place, each in enumerate(row):
            line, position = place % lines, place // lines
            of_line = ceil((len(row) - line) / lines)
            places[each] = (start + line * along, across * (position - (of_line - 1) / 2))
        start += (lines - 1) * along + between
    return places


def below(ids: Sequence[str], width: float, top: float, step: tuple[float, float]) -> dict[str, tuple[float, float]]:
    """Rows of what is left, at most ``width`` wide, from ``top`` downwards; ``step``: to the right and down."""
    columns = max(1, int(width / step[0]) + 1, min(len(ids), 6))
    return {
        each: ((place % columns - (min(columns, len(ids)) - 1) / 2) * step[0], top + place // columns * step[1])
        for place, each in enumerate(ids)
    }
