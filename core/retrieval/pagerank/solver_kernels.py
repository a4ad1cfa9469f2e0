"""Compiled conjugate gradient for the linear system of Personalized PageRank. Rows are ranks of WalkArrays.

All vectors are in single precision and hold values divided by the weighted degree; sums over rows are in double.
"""
# mypy: disable-error-code="no-untyped-def,assignment"
# numba infers the types of the arguments

from __future__ import annotations

import numpy as np

from core.runtime.compiling import compiled, inlined

_ONE = np.uint64(1)


@compiled
def weighted_degrees(type_strength, influence):
    """Per row, the summed weight of its edges under ``influence``: ``type_strength @ influence``."""
    nodes, types = type_strength.shape
    degree = np.empty(nodes, np.float32)
    for row in range(nodes):
        total = np.float32(0)
        for kind in range(types):
            total += type_strength[row, kind] * influence[kind]
        degree[row] = total
    return degree


@compiled
def under_influence(weight, edge_type, influence):
    """Weight × influence of every entry."""
    product = np.empty(len(weight), np.float32)
    for entry in range(len(weight)):
        product[entry] = weight[entry] * influence[np.uint64(edge_type[entry])]
    return product


@inlined
def _arriving(first, last, neighbour, weight, values):
    """Sum over entries ``first``…``last - 1`` of weight × the neighbour's value."""
    total = np.float32(0)
    for entry in range(first, last):
        total += weight[entry] * values[np.uint64(neighbour[entry])]
    return total


@compiled
def _first_residual(graph, degree, scale, seed_rows, seed_shares, restart, residual):
    """Forward substitution of the restart vector: fills ``residual``; its energy and the change it stands for."""
    indptr, upper, neighbour, weight = graph
    for place in range(len(seed_rows)):
        row = np.uint64(seed_rows[place])
        if degree[row] > 0:
            residual[row] = np.float32(restart * seed_shares[place]) / degree[row]
    energy, change = 0.0, 0.0
    for row in range(np.uint64(len(degree))):
        arriving = _arriving(indptr[row], upper[row], neighbour, weight, residual)
        residual[row] += scale[row] * arriving
        energy += np.float64(degree[row] * residual[row]) * residual[row]
        change += degree[row] * residual[row]
    return energy, change


@compiled
def _substitute_backward(graph, scale, right, solved):
    """Solve (D + Lᵀ)·solved = D·right, last row first."""
    indptr, upper, neighbour, weight = graph
    rows = np.uint64(len(scale))
    for step in range(rows):
        row = rows - _ONE - step
        arriving = _arriving(upper[row], indptr[row + _ONE], neighbour, weight, solved)
        solved[row] = right[row] + scale[row] * arriving


@compiled
def _substitute_forward(graph, degree, scale, direction, backward, forward):
    """Solve (D + L)·forward = D·(direction - backward); returns direction · D · (backward + forward)."""
    indptr, upper, neighbour, weight = graph
    curvature = 0.0
    for row in range(np.uint64(len(scale))):
        arriving = _arriving(indptr[row], upper[row], neighbour, weight, forward)
        forward[row] = direction[row] - backward[row] + scale[row] * arriving
        curvature += degree[row] * direction[row] * (backward[row] + forward[row])
    return curvature


@compiled
def _advance(length, degree, direction, backward, forward, solution, residual):
    """Go ``length`` along ``direction``; the new residual's energy and the change it stands for."""
    energy, change = 0.0, 0.0
    for row in range(np.uint64(len(degree))):
        solution[row] += length * direction[row]
        residual[row] -= length * (backward[row] + forward[row])
        energy += np.float64(degree[row] * residual[row]) * residual[row]  # squares can be too small for float32
        change += degree[row] * abs(residual[row])
    return energy, change


@compiled
def conjugate_gradient(graph, degree, seed_rows, seed_shares, damping, tolerance, max_iterations):
    """Probabilities (not yet scaled to sum 1), iterations, and the sum of the last change (see below).

    ``graph`` is (indptr, upper, neighbour, weight), the weights under the influence asked for. Solves
    (D - d·A)·z = (1 - d)·s, probabilities D·z, with A the weighted adjacency, D its degrees, d the damping and s the
    seeds' shares: symmetric positive definite, because the walk is undirected. With -d·A = L + Lᵀ (L the lower part),
    conjugate gradient (Hestenes and Stiefel 1952) runs on the system preconditioned from both sides by the factors
    of (D + L)·D⁻¹·(D + Lᵀ), as Eisenstat (1981) arranged it: one backward and one forward substitution, together
    as much work as one product with A, and half the iterations of preconditioning by D alone. The preconditioned
    residual is what one more Gauss–Seidel sweep would change in the probabilities; the iteration stops when that
    sums to ``tolerance`` at most, or after ``max_iterations``.
    """
    rows = len(degree)
    residual, direction = np.zeros(rows, np.float32), np.zeros(rows, np.float32)
    solution, scale = np.zeros(rows, np.float32), np.zeros(rows, np.float32)
    backward, forward = np.zeros(rows, np.float32), np.zeros(rows, np.float32)
    for row in range(rows):
        if degree[row] > 0:
            scale[row] = np.float32(damping) / degree[row]
    restart = 1.0 - damping
    energy, change = _first_residual(graph, degree, scale, seed_rows, seed_shares, restart, residual)
    turn, iterations = np.float32(0), 0
    while change > tolerance and iterations < max_iterations:
        for row in range(rows):
            direction[row] = residual[row] + turn * direction[row]
        _substitute_backward(graph, scale, direction, backward)
        curvature = _substitute_forward(graph, degree, scale, direction, backward, forward)
        previous = energy
        length = np.float32(energy / curvature)
        energy, change = _advance(length, degree, direction, backward, forward, solution, residual)
        turn = np.float32(energy / previous)
        iterations += 1
    _substitute_backward(graph, scale, solution, backward)
    probability = np.zeros(rows, np.float32)
    for row in range(rows):
        probability[row] = max(backward[row] * degree[row], np.float32(0))
    for place in range(len(seed_rows)):
        if degree[seed_rows[place]] <= 0:  # a seed without usable edges: scaling to 1 adds what keeps returning to it
            probability[seed_rows[place]] = restart * seed_shares[place]
    return probability, iterations, change
