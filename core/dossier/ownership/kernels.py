"""Compiled walk over holdings."""
# mypy: disable-error-code="no-untyped-def"
# numba infers the types of the arguments

from __future__ import annotations

from core.runtime.compiling import compiled


@compiled
def gather_tree(first, order, others, in_force, seen, nodes, found):
    """Follow holdings from ``nodes[0]``: those of node n are ``order[first[n]:first[n + 1]]`` and lead to ``others``.

    Writes what is reached into ``nodes`` and ``seen``, shape (nodes,), and the holdings followed into ``found``, shape
    (holdings,); returns how many of both.
    """
    seen[nodes[0]] = True
    reached, kept, place = 1, 0, 0
    while place < reached:
        node = nodes[place]
        place += 1
        for at in range(first[node], first[node + 1]):
            holding = order[at]
            if not in_force[holding]:
                continue
            found[kept] = holding
            kept += 1
            other = others[holding]
            if not seen[other]:
                seen[other] = True
                nodes[reached] = other
                reached += 1
    return reached, kept
