"""Integrated shares: what an owner holds of a company over all chains, loops through the owner itself left out.

y_ij = a_ij + Σ_{k≠i} y_ik a_kj, with the direct shares a: S. Baldone, F. Brioschi and S. Paleari, "Ownership measures
among firms connected by cross-shareholdings and a further analogy with input-output theory", 4th JAFEE conference,
1997. Shares are fractions of 1; bounds of direct shares give bounds, as y grows with every a.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array

from core.dossier.ownership.holdings import Stakes
from core.dossier.ownership.walk_sums import returns, walk_sums
from core.storage.relation_graph import FloatArray

_Solve = Callable[[csr_array, int], tuple[FloatArray, FloatArray]]
_MOST_ALONE = 200
"""Owners in loops that hold more than everything, each of which is a system of its own."""


def shares_in(stakes: Stakes) -> tuple[FloatArray, FloatArray]:
    """Least and most integrated share of every node in the root, of stakes that are the root's tree of owners.

    One system for all owners. Where recorded shares of a loop add up to everything or more, so that the sum over walks
    has no end, the share is at most 1 and is given as 1, unless the loop ends without the owner.
    """
    return _bounded(stakes, _column)


def shares_of(stakes: Stakes) -> tuple[FloatArray, FloatArray]:
    """The same of the root in every node, of stakes that are the root's tree of holdings."""
    return _bounded(stakes, lambda direct, root: (np.minimum(_row(direct, root), 1.0),) * 2)


def _bounded(stakes: Stakes, solve: _Solve) -> tuple[FloatArray, FloatArray]:
    least, most = solve(_matrix(stakes, stakes.low), stakes.root)
    if not np.array_equal(stakes.low, stakes.high):
        most = solve(_matrix(stakes, stakes.high), stakes.root)[1]
    return least, np.maximum(least, most)


def _matrix(stakes: Stakes, share: FloatArray) -> csr_array:
    """Direct shares, from owners to what they hold; nothing where the share may be nothing."""
    some = np.flatnonzero(share > 0.0)
    count = len(stakes.nodes)
    return csr_array((share[some], (stakes.owner[some], stakes.held[some])), shape=(count, count))


def _column(direct: csr_array, root: int) -> tuple[FloatArray, FloatArray]:
    """Of every node in ``root``, at least and at most. All walks from i to the root are those that come back to i,
    times those that leave i for good: the latter are the integrated share."""
    start = np.zeros(direct.shape[0])
    start[root] = 1.0
    walks = walk_sums(csr_array(direct.T), start)
    back = returns(direct)
    ends = np.isfinite(walks)
    endless = np.flatnonzero(~ends)
    alone = endless[~np.isfinite(back[0][endless])]
    found = np.ones(len(walks))
    if len(alone) <= _MOST_ALONE:
        for owner in alone.tolist():
            found[owner] = _row(direct, owner)[root]
    least, most = (np.where(ends, np.where(ends, walks, 0.0) / often, found) for often in reversed(back))
    least[root] = most[root] = 0.0
    return np.minimum(least, 1.0), np.minimum(most, 1.0)


def _row(direct: csr_array, root: int) -> FloatArray:
    """Of ``root`` in every node: walks that never come back to it."""
    start = direct[[root]].toarray()[0]
    start[root] = 0.0
    stays = np.ones(direct.shape[0])
    stays[root] = 0.0
    others = csr_array(direct.multiply(stays[:, None]).multiply(stays[None, :]))
    others.eliminate_zeros()
    return walk_sums(others, start)
