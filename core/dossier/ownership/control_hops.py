"""Who controls each of some companies, or what each controls, as questions ask for it: with the relations of every
chain of control."""

from __future__ import annotations

import numpy as np

from core.dossier.ownership.control import ControlChain, ControlLinks
from core.dossier.ownership.holdings import Holdings, Stakes, holdings_of
from core.questions.execution.held_shares import ControlWay
from core.questions.execution.hops import Hops
from core.retrieval.base import Base
from core.storage.relation_graph import IntArray

_Controlling = tuple[int, int, int]
"""A place in the nodes asked from, whoever is reached, and a relation of the chain."""
_MOST_TREES = 1_000
"""Of more companies the links of all entities are worked out at once."""


def control_hops(base: Base, day: int, nodes: IntArray, way: ControlWay) -> Hops:
    """From each of ``nodes`` to whoever controls it as of a ``day`` of eight digits, once for each relation on the way
    down from there. ``ultimate``: only to those whom nobody is recorded to control; ``below``: to what it controls."""
    recorded = base.once(holdings_of)
    inside = nodes[nodes < recorded.nodes]
    if not len(inside):
        return Hops()
    if way == "below":
        held = _stakes_above(recorded, _below(recorded, inside, day), day)
        return _hops(_turned(_found(held, held.nodes, way), held.nodes, inside))
    return _hops(_found(_stakes_above(recorded, inside, day), inside, way))


def _found(stakes: Stakes, nodes: IntArray, way: ControlWay) -> list[_Controlling]:
    """The place of each company in ``nodes``, a node that controls it, and a relation of the chain."""
    links = ControlLinks(stakes)
    found: list[_Controlling] = []
    for start, company in enumerate(np.searchsorted(stakes.nodes, nodes).tolist()):
        for chain in links.controllers(company):
            if way != "ultimate" or not links.of(chain.controller):
                found += [(start, int(stakes.nodes[chain.controller]), row) for row in _rows(stakes, chain)]
    return found


def _turned(found: list[_Controlling], companies: IntArray, nodes: IntArray) -> list[_Controlling]:
    """The same from those of ``nodes`` that control somebody to the ``companies`` that they control."""
    place = {node: start for start, node in enumerate(nodes.tolist())}
    return sorted((place[end], int(companies[start]), row) for start, end, row in found if end in place)


def _hops(found: list[_Controlling]) -> Hops:
    starts, ends, rows = np.array(found, dtype=np.int64).reshape(-1, 3).T
    return Hops(starts, ends, rows, np.full(len(rows), -1))


def _below(recorded: Holdings, nodes: IntArray, day: int) -> IntArray:
    """Some nodes and all that they hold, directly or not."""
    if len(nodes) > _MOST_TREES:
        return np.arange(recorded.nodes)
    return np.unique(np.concatenate([recorded.held_by(node, day).nodes for node in nodes.tolist()]))


def _stakes_above(recorded: Holdings, nodes: IntArray, day: int) -> Stakes:
    """Every stake in ``nodes`` and in whoever is above them."""
    if len(nodes) > _MOST_TREES:
        above = np.arange(recorded.nodes)
    else:
        above = np.unique(np.concatenate([recorded.owners_of(node, day).nodes for node in nodes.tolist()]))
    return recorded.stakes_in(above, day, int(nodes[0]))


def _rows(stakes: Stakes, chain: ControlChain) -> list[int]:
    """The relation that counts of each stake of a chain, those of the controller first."""
    rows = []
    for owner, held in zip(chain.path, chain.path[1:], strict=False):
        first, end = np.searchsorted(stakes.held, (held, held + 1)).tolist()
        for stake in (first + np.flatnonzero(stakes.owner[first:end] == owner)).tolist():
            rows.append(int(stakes.rows_of(stake)[-1]))
    return rows
