"""Relations between two sets, of the members of either: joint ventures between carmakers and battery makers."""

from __future__ import annotations

from typing import NamedTuple

from core.domain.plan import All, Filter, Or, Related, SetPlan


class TwoSides(NamedTuple):
    """A relation, and the sets between whose members it is."""

    relation: Related
    one: SetPlan
    other: SetPlan


def two_sides(asked: SetPlan) -> TwoSides | None:
    """What a set says in two halves, each of those of one set who have the relation with the other; None of any
    other set."""
    if not isinstance(asked, Or) or len(asked.args) != 2:
        return None
    (first, one), (second, other) = map(_half, asked.args)
    if first is None or second is None or (first.of, second.of) != (other, one):
        return None
    alike = first.model_copy(update={"of": second.of}) == second and first.end == "either"
    return TwoSides(first, one, other) if alike and one != other else None


def _half(asked: SetPlan) -> tuple[Related | None, SetPlan]:
    """The relation under filters, and what these filter of all companies."""
    if isinstance(asked, Filter):
        relation, members = _half(asked.arg)
        return relation, asked.model_copy(update={"arg": members})
    return (asked, All()) if isinstance(asked, Related) else (None, All())
