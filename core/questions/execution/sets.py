"""The sets of a plan, computed on the graph arrays.

Lists also take relations that say about the same as the type asked for. By the types asked for alone go: whatever
stands below ``without``, every Top with all that it chooses from, and everything in a strict execution.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

import numpy as np

from core.domain.plan import (
    All,
    And,
    Controlled,
    Controllers,
    CountOf,
    DateOf,
    Entities,
    Filter,
    Like,
    Minus,
    Or,
    Related,
    RelationEnd,
    SetPlan,
    Top,
    When,
)
from core.errors import EntityUnknownError
from core.ontology import COMPANY, Ontology
from core.questions.execution.acquisitions import Acquisitions
from core.questions.execution.choosing import chosen
from core.questions.execution.columns import columns_of
from core.questions.execution.deal_amounts import with_money
from core.questions.execution.filtering import passing
from core.questions.execution.found import ROWS_OF_A_PART, Found, Rows, found, joined, of_ordered, places_in
from core.questions.execution.held_shares import Control, ControlWay, holding_ways, with_share
from core.questions.execution.hops import Hops, Relations, together
from core.questions.execution.outermost import outermost, with_outermost
from core.questions.execution.roots import left_out, roots
from core.reasoning.asked_relation import SAYS_MORE
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray

Ways = tuple[tuple[str, RelationEnd], ...]
_ALIKE: Ways = (("competitor", "either"), ("similar_product", "either"))
_OPPOSITE: dict[RelationEnd, RelationEnd] = {"forward": "backward", "backward": "forward", "either": "either"}


class Sets:
    """The sets of one plan, each computed once. ``widened``: whether anything but the types asked for counted."""

    def __init__(
        self, base: KnowledgeBase, ontology: Ontology, relations: Relations, control: Control | None = None
    ) -> None:
        self._control = control
        self._base = base
        self._ontology = ontology
        self._relations = relations
        self._known: dict[tuple[SetPlan, bool], Found] = {}
        self.widened = False

    def found(self, plan: SetPlan, *, strict: bool) -> Found:
        """The members of a set."""
        key = plan, strict
        if key not in self._known:
            self._known[key] = self._compute(plan, strict)
        return self._known[key]

    def _compute(self, plan: SetPlan, strict: bool) -> Found:
        match plan:
            case Entities(ids=ids):
                return found(self._nodes(ids))
            case All(type=kind):
                flags = (
                    self._base.is_company
                    if kind == COMPANY
                    else columns_of(self._base).of_entities.types.any_of((kind,))
                )
                return of_ordered(np.flatnonzero(flags & ~self._relations.founded_later))
            case Related() | Like():
                return self._related(plan, strict)
            case And() | Or() | Minus():
                return self._combined(plan, strict)
            case Controllers() | Controlled():
                return self._in_control(plan, strict)
        return self._narrowed(plan, strict)

    def _in_control(self, plan: Controllers | Controlled, strict: bool) -> Found:
        start = self.found(plan.of, strict=strict)
        way: ControlWay = "below" if isinstance(plan, Controlled) else "ultimate" if plan.ultimate else "above"
        return self._reached(start, self._control(start.nodes, way) if self._control else Hops(), roots(plan.of))

    def _related(self, plan: Related | Like, strict: bool) -> Found:
        start = self.found(plan.of, strict=strict)
        if isinstance(plan, Related):
            ways = self._ways(plan.type, plan.end, strict)
            ways, when = holding_ways(self._ontology, plan) if plan.share else ways, plan.when
        else:
            ways, when = tuple(way for way in _ALIKE if way[0] in self._ontology), None
        if isinstance(plan, Related) and plan.ended:
            hops = self._no_more(start, plan, ways)
        else:
            hops = together(self._relations.hops(start.nodes, kind, end, when) for kind, end in ways)
        if isinstance(plan, Related) and plan.share is not None:
            every = hops if plan.ended else together((hops, self._acquired(start, plan)))
            hops = with_share(every, plan.share, self._base, self._relations.day)
        if isinstance(plan, Related) and plan.money is not None:
            hops = with_money(hops, plan.money, self._base)
        return self._reached(start, hops, roots(plan.of))

    def _acquired(self, start: Found, plan: Related) -> Hops:
        """What was acquired, or who acquired it: an acquisition may be all that states the share."""
        return Acquisitions(self._base, self._ontology, self._relations).held(start.nodes, plan)

    def _no_more(self, start: Found, plan: Related, ways: Ways) -> Hops:
        """What has ended, but for pairs of which a relation that answers now, of any type that does, is recorded."""
        if self._relations.is_event(plan.type):
            return together(self._relations.hops(start.nodes, kind, end, plan.when) for kind, end in ways)
        ended = together(self._relations.ended(start.nodes, kind, end, plan.when) for kind, end in ways)
        every = self._ways(plan.type, plan.end, strict=False)
        now = together(self._relations.hops(start.nodes, kind, end) for kind, end in every)
        pairs, still = (each.starts * self._base.graph.entities + each.ends for each in (ended, now))
        return ended.chosen(~np.isin(pairs, still))

    def _combined(self, plan: And | Or | Minus, strict: bool) -> Found:
        if isinstance(plan, Minus):
            others = [self.found(arg, strict=True).nodes for arg in plan.without]
            nodes = np.unique(np.concatenate([*others, self._excluded(left_out(plan))]))
            return self.found(plan.arg, strict=strict).without(nodes)
        sets = [self.found(arg, strict=strict) for arg in plan.args]
        if isinstance(plan, Or):
            return joined(sets, np.concatenate([each.nodes for each in sets]))
        in_all = reduce(np.intersect1d, [each.nodes for each in sets])
        return joined(sets, in_all).without(self._excluded(left_out(plan)))

    def _narrowed(self, plan: Filter | Top, strict: bool) -> Found:
        if isinstance(plan, Filter):
            members = self.found(plan.arg, strict=strict)
            return members.kept(passing(plan, self._base, self._relations)[members.nodes])
        among = self.found(_whenever(plan.arg) if isinstance(plan.by, DateOf) else plan.arg, strict=True)
        within = plan.by.within if isinstance(plan.by, CountOf) else None
        counted = None if within is None else self.found(within, strict=True)
        return chosen(plan, among, self._base, self._relations, counted)

    def _ways(self, kind: str, end: RelationEnd, strict: bool) -> Ways:
        """The recorded relations that make a company a member: those asked for, those that say about the same the other
        way round, and those that say more."""
        if strict:
            return ((kind, end),)
        # who depends on a company is supplied by it; whom it supplies need not depend on it
        reverse = [each.id for each in self._ontology.types.values() if each.reverse_of == kind]
        more = [each for each in SAYS_MORE.get(kind, ()) if each in self._ontology]
        also: Ways = (*((each, _OPPOSITE[end]) for each in reverse), *((each, end) for each in more))
        self.widened |= bool(also)
        return ((kind, end), *also)

    def _reached(self, start: Found, hops: Hops, excluded: Iterable[str]) -> Found:
        """Whom the hops lead to, but who is asked about."""
        hops = hops.chosen(~np.isin(hops.ends, self._excluded(excluded)))
        recorded, led = hops.rows >= 0, hops.leads >= 0
        weight = np.ones(len(hops.rows))  # what a column says is certain
        weight[recorded] = self._base.graph.weight[hops.rows[recorded]]
        members = found(hops.ends)
        np.maximum.at(members.strength, places_in(members.nodes, hops.ends), weight)
        outer = Rows(hops.ends[recorded], hops.rows[recorded])
        own = [outer.strongest(self._base.graph.weight)]
        own += [Rows(hops.ends[led], hops.leads[led]).strongest(self._base.graph.weight)] if led.any() else []
        parts = (*own, *self._handed_on(start, hops, weight))
        return Found(members.nodes, members.strength, members.figure, outer, parts)

    def _handed_on(self, start: Found, hops: Hops, weight: FloatArray) -> Iterable[Rows]:
        """What makes those members of the inner set that a member is most strongly reached from."""
        if not start.parts:
            return
        order = np.lexsort((hops.starts, -weight, hops.ends))
        ends = hops.ends[order]
        order = order[np.arange(len(ends)) - np.searchsorted(ends, ends) < ROWS_OF_A_PART]
        for part in start.parts:
            yield part.handed_on(hops.ends[order], start.nodes[hops.starts[order]]).strongest(self._base.graph.weight)

    def _nodes(self, ids: Iterable[str]) -> IntArray:
        nodes = []
        for each in ids:
            node = self._base.node_of.get(each)
            if node is None:
                raise EntityUnknownError(entity=each)
            nodes.append(node)
        return np.array(nodes, dtype=np.int64)

    def _excluded(self, ids: Iterable[str]) -> IntArray:
        """The nodes of entities and of their namesakes, which stand in the same line, ascending."""
        nodes = self._nodes(ids).tolist()
        same = [name for node in nodes for name in self._base.namesakes(self._base.entity_ids[node])]
        return np.unique(np.array([*nodes, *self._nodes(same)], dtype=np.int64))


def _whenever(asked: SetPlan) -> SetPlan:
    """The same of relations that have ended, too: who was first, or last, to begin did so all the same."""
    about = outermost(asked)
    if about is None or about.when is not None or about.ended:
        return asked
    return with_outermost(asked, about.model_copy(update={"when": When()}))
