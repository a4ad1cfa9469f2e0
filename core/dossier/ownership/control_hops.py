"""Who controls each of some companies, as questions ask for it: with the relations of every chain of control."""

from __future__ import annotations

import numpy as np

from core.dossier.ownership.control import ControlChain, ControlLinks
from core.dossier.ownership.holdings import Holdings, Stakes, holdings_of
from core.questions.hops import Hops
from core.retrieval.base import Base
from core.storage.relation_graph import IntArray

_MOST_TREES = 1_000
"""Of more companies the links of all entities are worked out at once."""


def control_hops(base: Base, day: int, nodes: IntArray, ultimate: bool) -> Hops:
    """From each of ``nodes`` to whoever controls it as of a ``day`` of eight digits, once for each relation on the way
    down from there. ``ultimate``: only to those whom nobody is recorded to control."""
    recorded = base.once(holdings_of)
    inside = nodes[nodes < recorded.nodes]
    if not len(inside):
        return Hops()
    stakes = _stakes_above(recorded, inside, day)
    links = ControlLinks(stakes)
    found: list[tuple[int, int, int]] = []
    for start, company in enumerate(np.searchsorted(stakes.nodes, inside).tolist()):
        for chain in links.controllers(company):
            if not ultimate or not links.of(chain.controller):
                found += [(start, int(stakes.nodes[chain.controller]), row) for row in _rows(stakes, chain)]
    starts, ends, rows = np.array(found, dtype=np.int64).reshape(-1, 3).T
    return Hops(starts, ends, rows, np.full(len(rows), -1))


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
