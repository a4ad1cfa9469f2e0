"""Goods in a question that no field tells apart, so that all are listed, and that is told.

比亚迪的电池卖给谁, "Who buys BYD's batteries?": which of its goods a customer buys stands only in the words of records.
比亚迪生产哪些汽车, "What chips does NVIDIA make?": products are recorded by name, not by kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.domain.plan import Companies, Count, Entities, Plan, Related, nodes_of
from core.questions.execution.outermost import outermost
from core.questions.parsing.chart import Token

_SUPPLIES = "supplies"
_ASKING = frozenset(("company", "how_many"))  # what, which, 哪些


def goods_sold(tokens: Sequence[Token], plan: Plan) -> list[tuple[int, int]]:
    """Where goods stand that a plan for the customers of one company does not use."""
    return [span for span, _ in _unused(tokens, plan)] if _of_one_company(plan, _SUPPLIES) else []


def goods_made(tokens: Sequence[Token], plan: Plan, makes: str | None) -> list[tuple[int, int]]:
    """Positions of the kinds of goods in a question whose plan lists all products of one company.

    ``makes``: the id of the relation type from companies to products.
    """
    if not makes or not isinstance(plan.answer, Companies) or not _of_one_company(plan, makes):
        return []
    asked_for = {
        (each.start, each.end)
        for before, each in pairwise((None, *tokens))
        if each and (before is None or _ASKING & set(before.readings))
    }
    return [span for span, _ in _unused(tokens, plan) if span in asked_for]


def _of_one_company(plan: Plan, relation_type: str) -> str:
    """The company whose customers, or products, are asked for; empty where it is not one."""
    asked = outermost(plan.answer.set) if isinstance(plan.answer, Companies | Count) else None
    if not isinstance(asked, Related) or (asked.type, asked.end) != (relation_type, "forward"):
        return ""
    ids = asked.of.ids if isinstance(asked.of, Entities) else ()
    return ids[0] if len(ids) == 1 else ""


def _unused(tokens: Sequence[Token], plan: Plan) -> Iterator[tuple[tuple[int, int], list[str]]]:
    """Classes of goods that no part of a plan is about, with their ids."""
    used = {
        str(each) for _, node in nodes_of(plan) for each in (*getattr(node, "ids", ()), *getattr(node, "values", ()))
    }
    for token in tokens:
        ids = [each for named in token.readings.get("class", ()) for each in named.ids]
        if ids and not used.intersection(ids):
            yield (token.start, token.end), ids
