"""The outermost relation of a set, and the set with another one in its place."""

from __future__ import annotations

from core.domain.plan import Filter, Minus, Related, SetPlan


def outermost(asked: SetPlan) -> Related | None:
    """The relation that makes somebody a member, whatever narrows the set besides; None where there is none, or where
    several do."""
    match asked:
        case Related():
            return asked
        case Filter(arg=arg) | Minus(arg=arg):
            return outermost(arg)
    return None


def with_outermost(asked: SetPlan, other: SetPlan) -> SetPlan:
    """The set with its outermost relation changed."""
    match asked:
        case Filter(arg=arg) | Minus(arg=arg):
            return asked.model_copy(update={"arg": with_outermost(arg, other)})
    return other
