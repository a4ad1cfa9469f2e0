"""Relations of which an amount of money is recorded, as sets of a plan ask for them."""

from __future__ import annotations

import numpy as np

from core.domain.plan import Money
from core.domain.records import Relation
from core.questions.execution.comparing import COMPARE
from core.questions.execution.hops import Hops
from core.storage.knowledge_base import KnowledgeBase

_AS_GOOD_AS_EQUAL = 0.01
"""How far an amount may be from one that is said to be it, as a part of it: 26.2 billion are written 26.196."""


def with_money(hops: Hops, money: Money, base: KnowledgeBase) -> Hops:
    """Those of whose relations an amount is recorded that fits; nothing is concluded from relations without one."""
    fits = [row >= 0 and _fits(money, base.relation(row)) for row in hops.rows.tolist()]
    return hops.chosen(np.flatnonzero(fits))


def _fits(money: Money, relation: Relation) -> bool:
    if relation.amount is None or (money.currency and relation.currency != money.currency):
        return False
    if money.operator == "=":
        return abs(relation.amount - money.amount) <= _AS_GOOD_AS_EQUAL * money.amount
    return bool(COMPARE[money.operator](relation.amount, money.amount))
