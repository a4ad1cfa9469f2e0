"""A plan → the members of its set, each with the recorded relations that make it one, computed on the graph arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.domain.plan import Filter, Minus, SetPlan, Top
from core.ontology import Ontology
from core.questions.found import Found, places_in, rows_together
from core.questions.hops import Relations
from core.questions.sets import Sets
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a set. ``rows``: the relations that satisfied the parts of the plan, the strongest first, at most 10
    of each part. ``by_reverse_only``: only a relation that says about the same, or more, than the type asked for makes
    it one. ``figure``: of a Top, the count, the value or the year it was chosen by."""

    entity_id: str
    node: int
    rows: tuple[int, ...] = ()
    by_reverse_only: bool = False
    figure: float | None = None


@dataclass(frozen=True)
class Executed:
    """``members``: the best first. ``strict``: how many of them are members by the types asked for alone."""

    members: tuple[Member, ...]
    strict: int


class Executor:
    """Executes sets of plans on a knowledge base as it is on the day ``today``, a number such as 20261125."""

    def __init__(self, knowledge_base: KnowledgeBase, ontology: Ontology, today: int) -> None:
        self._base = knowledge_base
        self._ontology = ontology
        self._relations = Relations(knowledge_base, ontology, today)

    def members(self, plan: SetPlan, *, strict: bool = False) -> Executed:
        """Whoever satisfies every part. ``strict``: by the types asked for alone, as counts are.

        Raises EntityUnknownError for an id that is not in the knowledge base.
        """
        run = Sets(self._base, self._ontology, self._relations)
        every = run.found(plan, strict=strict)
        asked = run.found(plan, strict=True).nodes if run.widened else every.nodes
        return self._executed(plan, every, asked)

    def _executed(self, plan: SetPlan, every: Found, asked: IntArray) -> Executed:
        ids = self._base.entity_ids.at(every.nodes)
        figures = [None if np.isnan(figure) else figure for figure in every.figure.tolist()]
        only = places_in(asked, every.nodes) < 0
        rows = self._rows(every)
        order = np.lexsort((np.array(ids), -self._base.prominence[every.nodes], -every.strength, _rank(plan, every)))
        nodes, flags = every.nodes.tolist(), only.tolist()
        return Executed(
            tuple(Member(ids[at], nodes[at], rows.get(nodes[at], ()), flags[at], figures[at]) for at in order.tolist()),
            len(nodes) - int(only.sum()),
        )

    def _rows(self, every: Found) -> dict[int, tuple[int, ...]]:
        parts = [part.of(every.nodes) for part in every.parts]
        rows = rows_together(parts).sorted(self._base.graph.weight)
        nodes, firsts = np.unique(rows.nodes, return_index=True)
        listed = np.split(rows.rows, firsts[1:])
        return {node: tuple(each.tolist()) for node, each in zip(nodes.tolist(), listed, strict=False)}


def _rank(plan: SetPlan, every: Found) -> FloatArray:
    """What comes before the strength of relations: the figure that a Top chose by, the first of them first."""
    match plan:
        case Filter(arg=inner) | Minus(arg=inner):
            return _rank(inner, every)
        case Top(which=which):
            return every.figure if which == "least" else -every.figure
    return np.zeros(len(every.nodes))
