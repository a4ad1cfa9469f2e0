"""A plan → the members of its set, each with the recorded relations that make it one, computed on the graph arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import overload

import numpy as np
from numpy.typing import NDArray

from core.domain.plan import Filter, Minus, SetPlan, Top
from core.ontology import Ontology
from core.questions.execution.columns import columns_of
from core.questions.execution.found import Found, Rows, places_in, rows_together
from core.questions.execution.held_shares import Control
from core.questions.execution.hops import Relations
from core.questions.execution.sets import Sets
from core.storage.knowledge_base import KnowledgeBase
from core.storage.mapped_files import TextColumn
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


class Members(Sequence[Member]):
    """The members of a set, the best first, each made when it is asked for: there may be a hundred thousand."""

    def __init__(self, ids: TextColumn, found: Found, only_reverse: NDArray[np.bool_], rows: Rows) -> None:
        self._ids = ids
        self._found = found
        self._only_reverse = only_reverse
        self._rows = rows  # sorted by node

    def __len__(self) -> int:
        return len(self._found.nodes)

    @overload
    def __getitem__(self, place: int) -> Member: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Member, ...]: ...
    def __getitem__(self, place: int | slice) -> Member | tuple[Member, ...]:
        if isinstance(place, slice):
            return tuple(self[each] for each in range(len(self))[place])
        node, figure = int(self._found.nodes[place]), float(self._found.figure[place])
        first, end = (int(np.searchsorted(self._rows.nodes, node, side=side)) for side in ("left", "right"))
        return Member(
            entity_id=self._ids[node],
            node=node,
            rows=tuple(self._rows.rows[first:end].tolist()),
            by_reverse_only=bool(self._only_reverse[place]),
            figure=None if isnan(figure) else figure,
        )

    def __iter__(self) -> Iterator[Member]:
        """As by place, with the arrays read as a whole: a search in them for each member takes far longer."""
        nodes, rows = self._found.nodes, self._rows.rows
        firsts, ends = (np.searchsorted(self._rows.nodes, nodes, side=side).tolist() for side in ("left", "right"))
        only_reverse, figures = self._only_reverse.tolist(), self._found.figure.tolist()
        for place, (entity_id, node) in enumerate(zip(self.ids, nodes.tolist(), strict=True)):
            figure = figures[place]
            yield Member(
                entity_id=entity_id,
                node=node,
                rows=tuple(rows[firsts[place] : ends[place]].tolist()),
                by_reverse_only=only_reverse[place],
                figure=None if isnan(figure) else figure,
            )

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Their ids, in the same order."""
        return tuple(self._ids.at(self._found.nodes))


@dataclass(frozen=True, eq=False)
class Executed:
    """``members``: the best first. ``strict``: how many of them are members by the types asked for alone."""

    members: Members
    strict: int


class Executor:
    """Executes sets of plans on a knowledge base as it is on a ``day``, a number such as 20261125. ``control`` tells
    who controls whom; without it nobody is known to."""

    def __init__(
        self, knowledge_base: KnowledgeBase, ontology: Ontology, day: int, control: Control | None = None
    ) -> None:
        self._control = control
        self._base = knowledge_base
        self._ontology = ontology
        self._relations = Relations(knowledge_base, ontology, day)

    def members(self, plan: SetPlan, *, strict: bool = False) -> Executed:
        """Whoever satisfies every part. ``strict``: by the types asked for alone, as counts are.

        Raises EntityUnknownError for an id that is not in the knowledge base.
        """
        run = Sets(self._base, self._ontology, self._relations, self._control)
        every = run.found(plan, strict=strict)
        asked = run.found(plan, strict=True).nodes if run.widened else every.nodes
        return self._executed(plan, every, asked)

    def _executed(self, plan: SetPlan, every: Found, asked: IntArray) -> Executed:
        by_id = columns_of(self._base).of_entities.id_rank[every.nodes]
        order = np.lexsort((by_id, -self._base.prominence[every.nodes], -every.strength, _rank(plan, every)))
        rows = rows_together(part.of(every.nodes) for part in every.parts).sorted(self._base.graph.weight)
        ordered = Found(every.nodes[order], every.strength[order], every.figure[order])
        only_reverse = places_in(asked, ordered.nodes) < 0
        members = Members(self._base.entity_ids, ordered, only_reverse, rows)
        return Executed(members, len(members) - int(only_reverse.sum()))


def _rank(plan: SetPlan, every: Found) -> FloatArray:
    """What comes before the strength of relations: the figure that a Top chose by, the first of them first."""
    match plan:
        case Filter(arg=inner) | Minus(arg=inner):
            return _rank(inner, every)
        case Top(which=which):
            return every.figure if which == "least" else -every.figure
    return np.zeros(len(every.nodes))
