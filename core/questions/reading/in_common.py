"""Whether two sets have a member in common, by which one of several readings of a question is chosen."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from core.domain.partial_dates import today
from core.domain.plan import And, SetPlan
from core.questions.execution.executor import Executor
from core.questions.phrases.fitting import names_them
from core.retrieval.base import Base

_REMEMBERED = 2_000


def in_common_of(base: Base) -> Callable[[SetPlan, SetPlan], bool]:
    """Tells whether anybody is recorded to be a member of two sets today."""

    @lru_cache(maxsize=_REMEMBERED)
    def known(one: SetPlan, other: SetPlan, day: int) -> bool:
        executor = Executor(base.knowledge_base, base.ontology, day)
        return bool(executor.members(And(args=(one, other))).members)

    def have_in_common(one: SetPlan, other: SetPlan) -> bool:
        return not names_them(one) and not names_them(other) and known(one, other, today())

    return have_in_common
