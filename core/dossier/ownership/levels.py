"""Which owners or holdings of a company are drawn, level by level: what is opened, and where a circle ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.dossier.ownership.holdings import Stakes


@dataclass(frozen=True)
class LevelBox:
    """A node of a tree on one level, the root on level 0; nodes are places in ``stakes.nodes``.

    ``again``: it stands on a nearer level too, where it can be opened; here it ends. ``shown`` of its ``stakes``, those
    in or of it that lead away from the root, have a line.
    """

    level: int
    node: int
    again: bool
    stakes: int
    shown: int


@dataclass(frozen=True)
class LevelLine:
    """A stake between ``near`` on ``level`` and ``far`` on the next one. ``circular``: part of a circle of holdings."""

    level: int
    near: int
    far: int
    stake: int
    circular: bool


@dataclass(frozen=True)
class Levels:
    """Boxes in the order of their levels, each node once on a level, the largest stakes first."""

    boxes: tuple[LevelBox, ...]
    lines: tuple[LevelLine, ...]


def levels(stakes: Stakes, opened: Mapping[int, int], *, upwards: bool) -> Levels:
    """The levels of a tree of owners (``upwards``) or of holdings. ``opened``: node → how many of its stakes at most.

    Every node is opened once, on the level nearest to the root, so that circles end.
    """
    from core.dossier.ownership.circular import circle_of_each

    near, far = (stakes.held, stakes.owner) if upwards else (stakes.owner, stakes.held)
    order = np.lexsort((far, -stakes.low, -stakes.high, near))
    firsts = np.searchsorted(near[order], np.arange(len(stakes.nodes) + 1))
    circle = circle_of_each(stakes)
    boxes: list[LevelBox] = []
    lines: list[LevelLine] = []
    nearer: set[int] = set()
    current, level = [stakes.root], 0
    while current:
        following: dict[int, None] = {}
        for node in current:
            again = node in nearer
            leading = order[firsts[node] : firsts[node + 1]]
            followed = leading[: 0 if again else opened.get(node, 0)].tolist()
            boxes.append(LevelBox(level, node, again, len(leading), len(followed)))
            for stake in followed:
                other = int(far[stake])
                following[other] = None
                lines.append(LevelLine(level, node, other, stake, bool(circle[node] == circle[other])))
        nearer.update(current)
        current, level = list(following), level + 1
    return Levels(tuple(boxes), tuple(lines))
