"""Who is asked about, and so is no answer: by the form of a plan alone."""

from __future__ import annotations

from core.domain.plan import And, Controlled, Controllers, Entities, Filter, Like, Minus, Or, Related, SetPlan, Top


def roots(plan: SetPlan) -> frozenset[str]:
    """The entities that a chain starts from: whoever is related to a set is none of its roots."""
    match plan:
        case Entities(ids=ids):
            return frozenset(ids)
        case And(args=args) | Or(args=args):
            return frozenset[str]().union(*map(roots, args))
        case (
            Related(of=inner)
            | Like(of=inner)
            | Controllers(of=inner)
            | Controlled(of=inner)
            | Minus(arg=inner)
            | Filter(arg=inner)
            | Top(arg=inner)
        ):
            return roots(inner)
    return frozenset()


def left_out(plan: And | Minus) -> frozenset[str]:
    """Whom a set of several excludes: the roots of all relations it is made of, but who is itself offered as a
    candidate."""
    return _asked_about(plan) - _candidates(plan)


def _asked_about(plan: SetPlan) -> frozenset[str]:
    match plan:
        case Related(of=inner) | Like(of=inner) | Controllers(of=inner) | Controlled(of=inner):
            return roots(inner)
        case And(args=args) | Or(args=args):
            return frozenset[str]().union(*map(_asked_about, args))
        case Minus(arg=inner, without=without):
            return frozenset[str]().union(_asked_about(inner), *map(_asked_about, without))
        case Filter(arg=inner) | Top(arg=inner):
            return _asked_about(inner)
    return frozenset()


def _candidates(plan: SetPlan) -> frozenset[str]:
    match plan:
        case Entities(ids=ids):
            return frozenset(ids)
        case And(args=args) | Or(args=args):
            return frozenset[str]().union(*map(_candidates, args))
        case Minus(arg=inner) | Filter(arg=inner) | Top(arg=inner):
            return _candidates(inner)
    return frozenset()
