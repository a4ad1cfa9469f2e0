"""The ownership tree of a company as it is drawn, and the chains by which one owns another."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from pydantic import Field

from core.domain.results import Result
from core.dossier.ownership.chains import chains
from core.dossier.ownership.holdings import Stakes, holdings_of
from core.dossier.ownership.levels import Levels, levels
from core.dossier.ownership.tree_layout import tree_layout
from core.dossier.ownership.words import Bounds, Words, percent
from core.errors import EntityUnknownError
from core.messages import Language
from core.retrieval.base import Base


class Stake(Result):
    """Percent of a direct stake. ``stated``: a share is recorded; if not, ``control`` tells whether control is."""

    share: Bounds
    stated: bool
    control: bool


class TreeBox(Result):
    """A box of the tree at the pixels ``x`` and ``y`` of its centre, the company itself at (0, 0) on level 0; owners
    are on negative levels.

    ``again``: it is on a level nearer to the company too, and ends here. ``stakes`` lead away from the company, of
    which ``shown`` are drawn. A box without a name stands for ``more`` stakes of the entity ``id`` that are not drawn.
    """

    key: str
    level: int
    id: str
    name: str
    again: bool = False
    stakes: int = Field(0, ge=0)
    shown: int = Field(0, ge=0)
    more: int = Field(0, ge=0)
    x: float = 0.0
    y: float = 0.0


class TreeLine(Stake):
    """A stake between two boxes, by their keys. ``circular``: it is part of a circle of holdings."""

    owner: str
    held: str
    circular: bool


class OwnershipTree(Result):
    """What is drawn, from the highest owners down."""

    boxes: tuple[TreeBox, ...]
    lines: tuple[TreeLine, ...]


class ChainLink(Stake):
    """The next one of a chain, and the stake in it."""

    id: str
    name: str


class OwnershipChain(Result):
    """From an owner down; ``share``: the product of the shares, percent at least and at most."""

    links: tuple[ChainLink, ...]
    share: Bounds


class OwnershipChains(Result):
    """Chains without a circle, the largest possible share first; ``complete``: there are no others."""

    chains: tuple[OwnershipChain, ...]
    complete: bool


def ownership_tree(
    base: Base, entity_id: str, day: int, language: Language, *, owners: Mapping[str, int], holdings: Mapping[str, int]
) -> OwnershipTree:
    """Of an entity as of a ``day`` of eight digits. ``owners`` and ``holdings``: ids of what is opened upwards and
    downwards, and how many stakes of each at most. Raises EntityUnknownError."""
    node = _node(base, entity_id)
    recorded, words = base.once(holdings_of), Words(base.knowledge_base, language)
    boxes: dict[str, TreeBox] = {}
    lines: list[TreeLine] = []
    near: dict[str, list[str]] = {}
    for upwards, opened in ((True, owners), (False, holdings)):
        stakes = recorded.owners_of(node, day) if upwards else recorded.held_by(node, day)
        of_places = _places(base, stakes, opened)
        _draw(base, stakes, levels(stakes, of_places, upwards=upwards), words, upwards, boxes, lines, near)
    places = tree_layout({key: box.level for key, box in boxes.items()}, near)
    placed = [box.model_copy(update={"x": places[key][0], "y": places[key][1]}) for key, box in boxes.items()]
    return OwnershipTree(boxes=tuple(sorted(placed, key=lambda box: (box.y, box.x))), lines=tuple(lines))


def ownership_chains(
    base: Base, owner_id: str, held_id: str, day: int, language: Language, *, most: int = 20
) -> OwnershipChains:
    """How ``owner_id`` owns ``held_id`` as of a ``day`` of eight digits. Raises EntityUnknownError."""
    owner, held = _node(base, owner_id), _node(base, held_id)
    words = Words(base.knowledge_base, language)
    stakes = base.once(holdings_of).owners_of(held, day)
    place = int(np.searchsorted(stakes.nodes, owner))
    if owner == held or place == len(stakes.nodes) or stakes.nodes[place] != owner:
        return OwnershipChains(chains=(), complete=True)
    found = chains(stakes, place, most=most)
    return OwnershipChains(
        chains=tuple(
            OwnershipChain(
                links=tuple(
                    ChainLink(**_stake(base, stakes, stake), **_named(stakes, int(stakes.held[stake]), words))
                    for stake in chain.stakes
                ),
                share=percent(chain.low, chain.high),
            )
            for chain in found.found
        ),
        complete=found.complete,
    )


def _node(base: Base, entity_id: str) -> int:
    node = base.knowledge_base.node_of.get(entity_id)
    if node is None:
        raise EntityUnknownError(entity=entity_id)
    return node


def _places(base: Base, stakes: Stakes, opened: Mapping[str, int]) -> dict[int, int]:
    """What is opened by its place in the stakes; what is in no stake is left out."""
    nodes = {node: most for each, most in opened.items() if (node := base.knowledge_base.node_of.get(each)) is not None}
    inside = np.flatnonzero(np.isin(stakes.nodes, list(nodes)))
    return {place: nodes[int(stakes.nodes[place])] for place in inside.tolist()}


def _draw(
    base: Base,
    stakes: Stakes,
    found: Levels,
    words: Words,
    upwards: bool,
    boxes: dict[str, TreeBox],
    lines: list[TreeLine],
    near: dict[str, list[str]],
) -> None:
    """Add the boxes and lines of one direction; boxes of what is not drawn come last, behind what is."""
    sign = -1 if upwards else 1
    rests: list[tuple[TreeBox, str]] = []

    def key(level: int, place: int) -> str:
        return f"{sign * level}:{words.id(int(stakes.nodes[place]))}"

    for box in found.boxes:
        at, named = key(box.level, box.node), _named(stakes, box.node, words)
        if not box.level:
            boxes.setdefault("0", TreeBox(key="0", level=0, **named))
            at = "0"
        else:
            level = sign * box.level
            counts = {"stakes": box.stakes, "shown": box.shown}
            boxes[at] = TreeBox(key=at, level=level, again=box.again, **counts, **named)
        if 0 < box.shown < box.stakes:
            rest = f"{sign * (box.level + 1)}:more:{named['id']}"
            left = box.stakes - box.shown
            rests.append((TreeBox(key=rest, level=sign * (box.level + 1), id=named["id"], name="", more=left), at))
    for line in found.lines:
        inner, outer = key(line.level, line.near) if line.level else "0", key(line.level + 1, line.far)
        near.setdefault(outer, []).append(inner)
        ends = {"owner": outer, "held": inner} if upwards else {"owner": inner, "held": outer}
        lines.append(TreeLine(**ends, circular=line.circular, **_stake(base, stakes, line.stake)))
    for more, at in rests:
        boxes[more.key] = more
        near[more.key] = [at]


def _named(stakes: Stakes, place: int, words: Words) -> dict[str, str]:
    node = int(stakes.nodes[place])
    return {"id": words.id(node), "name": words.name(node)}


def _stake(base: Base, stakes: Stakes, stake: int) -> dict[str, object]:
    """The share, and whether any relation records it."""
    facts = base.knowledge_base.relation_facts.at(stakes.rows_of(stake))
    return {
        "share": percent(stakes.low[stake], stakes.high[stake]),
        "stated": bool((~np.isnan(facts.share_low)).any()),
        "control": bool(stakes.control[stake]),
    }
