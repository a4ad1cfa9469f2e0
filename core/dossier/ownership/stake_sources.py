"""The relations behind direct stakes, and stakes that there are no more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from core.domain.fact_sources import FactSource
from core.domain.partial_dates import PartialDate
from core.domain.results import Result
from core.dossier.ownership.holdings import Holdings, Stakes, holdings_of
from core.dossier.ownership.words import Bounds
from core.retrieval.base import Base
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

_MOST_FORMER = 200


class StakeSource(Result):
    """A relation that says of a direct stake, which may disagree with others; ``counts``: its figure is the one shown,
    or one of several equally new ones that are shown together."""

    owner: str
    held: str
    share: Bounds | None
    start: PartialDate
    end: PartialDate
    as_of: PartialDate
    status: str
    relation_id: str
    origin: str
    counts: bool
    source: FactSource | None


def agreed(sources: Sequence[StakeSource], field: Literal["start", "end", "as_of"]) -> PartialDate:
    """A date of a figure: what all relations that state it say; nothing where they differ, as a date of one is none of
    another."""
    said: set[PartialDate] = {getattr(each, field) for each in sources}
    return said.pop() if len(said) == 1 else ""


def stake_sources(base: KnowledgeBase, direct: Iterable[tuple[Stakes, int]]) -> tuple[StakeSource, ...]:
    """The relations behind direct stakes, given by their places in a tree, of each stake the one that counts first."""
    found = []
    for stakes, stake in direct:
        ends = int(stakes.nodes[stakes.owner[stake]]), int(stakes.nodes[stakes.held[stake]])
        rows = stakes.rows_of(stake)
        counted = _counted(base, rows)
        found += [_source(base, row, *ends, counts=row in counted) for row in reversed(rows.tolist())]
    return tuple(found)


def _counted(base: KnowledgeBase, rows: IntArray) -> list[int]:
    """Of the relations of a stake those whose figure is shown: the last, and others that state a share as newly."""
    facts = base.relation_facts.at(rows)
    date, stated = np.where(facts.as_of > 0, facts.as_of, facts.start), ~np.isnan(facts.share_low)
    together = stated & stated[-1] & (date == date[-1])
    together[-1] = True
    counted: list[int] = rows[together].tolist()
    return counted


def former_stakes(base: Base, entity_id: str, day: int) -> tuple[StakeSource, ...]:
    """Direct stakes in an entity and of it that have ended by a ``day`` of eight digits and are held no more, the last
    to end first; none of them counts. At most ``_MOST_FORMER``."""
    recorded, known = base.once(holdings_of), base.knowledge_base
    node = known.node_of[entity_id]
    found = [_source(known, *each, counts=False) for each in _ended(recorded, node, day)]
    return tuple(sorted(found, key=lambda each: (each.end, each.start, each.relation_id), reverse=True)[:_MOST_FORMER])


def _ended(recorded: Holdings, node: int, day: int) -> list[tuple[int, int, int]]:
    """Row, owner and what was held of each holding that has ended, of pairs between which none is in force."""
    places = np.union1d(
        recorded.by_held[recorded.held_first[node] : recorded.held_first[node + 1]],
        recorded.by_owner[recorded.owner_first[node] : recorded.owner_first[node + 1]],
    )
    in_force, over = recorded.in_force(day), recorded.over(day)
    pairs = [(int(recorded.owner[place]), int(recorded.held[place])) for place in places.tolist()]
    now = {pair for pair, place in zip(pairs, places.tolist(), strict=True) if in_force[place]}
    return [
        (int(recorded.row[place]), *pair)
        for pair, place in zip(pairs, places.tolist(), strict=True)
        if over[place] and pair not in now
    ]


def _source(base: KnowledgeBase, row: int, owner: int, held: int, *, counts: bool) -> StakeSource:
    relation = base.relation(row)
    low, high = relation.share_low, relation.share_high
    stated = low is not None or high is not None
    return StakeSource(
        owner=base.entity_ids[owner],
        held=base.entity_ids[held],
        share=(low or 0.0, 100.0 if high is None else high) if stated else None,
        start=relation.start,
        end=relation.end,
        as_of=relation.as_of,
        status=relation.status,
        relation_id=relation.id,
        origin=relation.origin,
        counts=counts,
        source=base.fact_source(relation.source_id) if relation.source_id else None,
    )
