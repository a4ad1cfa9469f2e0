"""Sums over all walks of a sparse matrix, exactly: a linear system instead of a series."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.lapack import dgetrf, dtrtri
from scipy.sparse import coo_array, csc_array, csr_array, eye_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import bicgstab, splu

from core.storage.relation_graph import FloatArray, IntArray

_FACTORED = 300
"""A loop of more nodes is solved by steps instead of by sparse factors, which would be nearly full."""
_FIRST_TERMS, _MOST_STEPS = 25, 500
_EXACT = 1e-8
_DENSE = 4_000
"""Up to so many nodes of a loop it is exactly known how often walks come back."""
_ENDLESS = 1e9
"""Walks that come back so often on average do not end, as far as double precision tells."""


def walk_sums(steps: csr_array, start: FloatArray) -> FloatArray:
    """``start`` × (steps⁰ + steps¹ + steps² + …), shape (n,); infinite wherever the series does not end.

    ``steps``, shape (n, n), and ``start`` have no negative entries.
    """
    label = components(steps)
    order = np.argsort(label, kind="stable")  # the components come sinks first: triangular where there is no loop
    sums = np.zeros(steps.shape[0])
    solved = _solved(steps[order][:, order], start[order])
    if solved is not None:
        sums[order] = solved
        return sums
    reached = _reached(steps, start > 0.0)
    endless = _reached(steps, _in_endless_loops(steps, label) & reached)
    kept = np.flatnonzero(reached & ~endless)
    sums[endless] = np.inf
    ends = _solved(steps[kept][:, kept], start[kept])
    sums[kept] = np.inf if ends is None else ends  # every loop ends by itself, but not as far as numbers tell
    return sums


def returns(steps: csr_array) -> tuple[FloatArray, FloatArray]:
    """How often a walk is expected back, with the time it begins, at least and at most: the diagonal of (1 - steps)⁻¹,
    each of shape (n,); infinite in loops that do not end. Only loops matter, so each is solved by itself.

    Exact, so that both are the same, but in loops of more than ``_DENSE`` nodes: there a walk is back at most as often
    as it comes there from all nodes together.
    """
    label = components(steps)
    least, most = np.ones(steps.shape[0]), np.ones(steps.shape[0])
    for nodes in loops_of(steps, label):
        block = steps[nodes][:, nodes]
        visits = _solved(block, np.ones(len(nodes)))
        if visits is None:
            least[nodes] = most[nodes] = np.inf
        elif len(nodes) > _DENSE:
            most[nodes] = visits
        else:
            least[nodes] = most[nodes] = _diagonal(block)
    return least, most


def components(steps: csr_array) -> IntArray:
    """The strongly connected component of each node, shape (n,)."""
    found: IntArray = connected_components(steps, directed=True, connection="strong")[1]
    return found


def loops_of(steps: csr_array, label: IntArray) -> list[IntArray]:
    """The nodes of each component that holds a loop, one node with an edge to itself among them."""
    sizes = np.bincount(label, minlength=1)
    looped = sizes > 1
    own = np.flatnonzero(steps.diagonal() > 0.0)
    looped[label[own]] = True
    inside = np.flatnonzero(looped[label])
    order = inside[np.argsort(label[inside], kind="stable")]
    cuts = np.flatnonzero(np.diff(label[order])) + 1
    return np.split(order, cuts) if len(order) else []


def _in_endless_loops(steps: csr_array, label: IntArray) -> NDArray[np.bool_]:
    endless = np.zeros(steps.shape[0], dtype=bool)
    for nodes in loops_of(steps, label):
        endless[nodes] = _solved(steps[nodes][:, nodes], np.ones(len(nodes))) is None
    return endless


def _solved(steps: csr_array, start: FloatArray) -> FloatArray | None:
    """``start`` × (1 - steps)⁻¹, or None where the walks do not end: 1 - steps is then no M-matrix, and the expected
    lengths of walks from each node are not all positive."""
    if not steps.shape[0]:
        return np.empty(0)
    start = np.asarray(start, dtype=np.float64)
    large = np.bincount(components(steps)).max() > _FACTORED
    solved = _iterated(steps, start) if large else _factored(steps, start)
    if solved is None and large and not _grows(steps):
        solved = _factored(steps, start)
    if solved is None:
        return None
    sums, lengths = solved
    return np.maximum(sums, 0.0) if np.all(lengths >= 1.0 - 1e-9) and lengths.max() < _ENDLESS else None


def _factored(steps: csr_array, start: FloatArray) -> tuple[FloatArray, FloatArray] | None:
    """The sums and the expected lengths of walks from each node; None where they have no end at all."""
    try:
        factors = splu(
            csc_array(eye_array(steps.shape[0], format="csc") - steps),
            permc_spec="NATURAL" if _is_lower(steps) else "COLAMD",
            diag_pivot_thresh=0.0,
        )
    except RuntimeError:  # exactly singular
        return None
    return factors.solve(start, trans="T"), factors.solve(np.ones(len(start)))


def _iterated(steps: csr_array, start: FloatArray) -> tuple[FloatArray, FloatArray] | None:
    """The same where the factors of a large loop would be nearly full; None where the steps do not lead there: what is
    left over, times the longest walk, bounds the error."""
    lengths, left = _nearest(steps, np.ones(len(start)))
    sums, also_left = _nearest(csr_array(steps.T), start)
    error = (left.max() + also_left.sum() / (np.abs(sums).max() or 1.0)) * np.abs(lengths).max()
    return (sums, lengths) if error < _EXACT else None


def _nearest(steps: csr_array, wanted: FloatArray) -> tuple[FloatArray, FloatArray]:
    """A solution of (1 - steps) x = ``wanted``, and what it leaves over. The first terms of the series come first: from
    a single entry the solver does not get away."""
    system = csr_array(eye_array(steps.shape[0], format="csr") - steps)
    found = wanted
    for _ in range(_FIRST_TERMS):
        found = wanted + steps @ found
    for _ in range(2):
        found = found + bicgstab(system, wanted - system @ found, rtol=1e-12, maxiter=_MOST_STEPS)[0]
    return found, np.abs(wanted - system @ found)


def _grows(steps: csr_array) -> bool:
    """Whether something that a step does not make less is found, so that walks do not end (Collatz and Wielandt)."""
    some = np.ones(steps.shape[0])
    for _ in range(_MOST_STEPS):
        some = steps @ some + some
        some /= some.max()
    for _ in range(_MOST_STEPS):
        less = steps @ some < some * (1.0 - 1.0 / _ENDLESS)
        some[less] = 0.0
        if not less.any():
            break
    return bool(some.any()) and not less.any()


def _is_lower(steps: csr_array) -> bool:
    entries = coo_array(steps)
    return bool(np.all(entries.coords[0] > entries.coords[1]))


def _diagonal(block: csr_array) -> FloatArray:
    """The diagonal of (1 - block)⁻¹ of a loop that ends: that of the inverses of its triangular factors."""
    count = block.shape[0]
    factors, swapped, _ = dgetrf(np.eye(count) - block.toarray())
    rows = np.arange(count)
    for place, other in enumerate(swapped.tolist()):
        rows[[place, other]] = rows[[other, place]]
    upper = np.triu(dtrtri(factors)[0])
    lower = np.tril(dtrtri(factors, lower=1, unitdiag=1)[0], -1) + np.eye(count)
    diagonal: FloatArray = np.einsum("ij,ji->i", upper, lower[:, np.argsort(rows)])
    return diagonal


def _reached(steps: csr_array, begins: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The nodes that walks from some nodes come to, those themselves among them."""
    seen = begins.copy()
    frontier = np.flatnonzero(begins)
    while len(frontier):
        ends = np.unique(steps[frontier].indices)
        frontier = ends[~seen[ends]]
        seen[frontier] = True
    return seen
