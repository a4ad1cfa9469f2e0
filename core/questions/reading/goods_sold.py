"""比亚迪的电池卖给谁, "Who buys BYD's batteries?": of a company that mainly makes something else it is not recorded
which of its goods a customer buys, so that all its customers are listed, and that is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.domain.plan import Companies, Count, Entities, Plan, Related, nodes_of
from core.questions.execution.outermost import outermost
from core.questions.parsing.chart import Token

_SUPPLIES = "supplies"


def goods_sold(
    tokens: Sequence[Token], plan: Plan, mainly_makes: Callable[[str, Sequence[str]], bool]
) -> list[tuple[int, int]]:
    """Where goods stand that a plan for the customers of one company does not use.

    ``mainly_makes``: whether a company mainly makes goods, of which the ids are given.
    """
    asked = outermost(plan.answer.set) if isinstance(plan.answer, Companies | Count) else None
    if not isinstance(asked, Related) or (asked.type, asked.end) != (_SUPPLIES, "forward"):
        return []
    sellers = asked.of.ids if isinstance(asked.of, Entities) else ()
    if len(sellers) != 1:
        return []
    used = {
        str(each) for _, node in nodes_of(plan) for each in (*getattr(node, "ids", ()), *getattr(node, "values", ()))
    }
    goods = []
    for token in tokens:
        ids = [each for named in token.readings.get("class", ()) for each in named.ids]
        if ids and not used.intersection(ids) and not mainly_makes(sellers[0], ids):
            goods.append((token.start, token.end))
    return goods
