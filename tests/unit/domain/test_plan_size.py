"""Plans that are too large to be answered are refused when they are read."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from core.domain.plan import MOST_DEEP, MOST_NODES, Companies, Entities, Or, Plan, Related, SetPlan

APPLE = Entities(ids=("apple",))


def either(parts: int, each: SetPlan = APPLE) -> Or:
    return Or(args=(each,) * parts)


def test_a_plan_of_too_many_sets_is_refused() -> None:
    widest = either(3, either(10))
    assert Plan(answer=Companies(set=widest)).answer == Companies(set=widest)
    with pytest.raises(ValidationError, match=f"a plan may have {MOST_NODES} nodes"):
        Plan(answer=Companies(set=either(4, either(10))))


def test_a_plan_of_too_many_levels_is_refused() -> None:
    nested: SetPlan = APPLE
    for _ in range(MOST_DEEP - 1):
        nested = Related(type="supplies", end="backward", of=nested)
    assert Plan(answer=Companies(set=nested))
    with pytest.raises(ValidationError, match=f"a plan may be {MOST_DEEP} levels deep"):
        Plan(answer=Companies(set=Related(type="supplies", end="backward", of=nested)))
