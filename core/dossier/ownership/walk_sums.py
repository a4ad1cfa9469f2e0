"""Sums over all walks of a sparse matrix, exactly: a linear system instead of a series."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csc_array, csr_array, eye_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import splu

from core.storage.relation_graph import FloatArray, IntArray

_DENSE = 800
"""Up to so many nodes of a loop are solved as a dense system."""
_AT_ONCE = 256
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


def returns(steps: csr_array) -> FloatArray:
    """How often a walk is expected back, with the time it begins: the diagonal of (1 - steps)⁻¹, shape (n,); infinite
    in loops that do not end. Only loops matter, so each is solved by itself."""
    label = components(steps)
    found = np.ones(steps.shape[0])
    for nodes in loops_of(steps, label):
        block = steps[nodes][:, nodes]
        inverse = _diagonal(block)
        found[nodes] = np.inf if inverse is None else inverse
    return found


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
    try:
        factors = splu(
            csc_array(eye_array(steps.shape[0], format="csc") - steps),
            permc_spec="NATURAL" if _is_lower(steps) else "COLAMD",
            diag_pivot_thresh=0.0,
        )
    except RuntimeError:  # exactly singular
        return None
    lengths = factors.solve(np.ones(steps.shape[0]))
    if not (np.all(lengths >= 1.0 - 1e-9) and lengths.max() < _ENDLESS):
        return None
    sums: FloatArray = factors.solve(np.asarray(start, dtype=np.float64), trans="T")
    return np.maximum(sums, 0.0)


def _is_lower(steps: csr_array) -> bool:
    entries = coo_array(steps)
    return bool(np.all(entries.coords[0] > entries.coords[1]))


def _diagonal(block: csr_array) -> FloatArray | None:
    """The diagonal of (1 - block)⁻¹; None where the loop does not end."""
    count = block.shape[0]
    if _solved(block, np.ones(count)) is None:
        return None
    if count <= _DENSE:
        return np.diag(np.linalg.inv(np.eye(count) - block.toarray())).copy()
    factors = splu(csc_array(eye_array(count, format="csc") - block), diag_pivot_thresh=0.0)
    found = np.empty(count)
    for first in range(0, count, _AT_ONCE):
        places = np.arange(first, min(count, first + _AT_ONCE))
        ones = np.zeros((count, len(places)))
        ones[places, places - first] = 1.0
        found[places] = factors.solve(ones)[places, places - first]
    return found


def _reached(steps: csr_array, begins: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The nodes that walks from some nodes come to, those themselves among them."""
    seen = begins.copy()
    frontier = np.flatnonzero(begins)
    while len(frontier):
        ends = np.unique(steps[frontier].indices)
        frontier = ends[~seen[ends]]
        seen[frontier] = True
    return seen
