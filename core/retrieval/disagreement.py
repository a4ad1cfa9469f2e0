"""Rows that say something else of the same relation than others do, and which of them is the newest."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from core.domain.partial_dates import is_after
from core.domain.records import Relation
from core.ontology import Ontology
from core.storage.knowledge_base import KnowledgeBase

Bounds = tuple[float, float]


def disagreements(knowledge_base: KnowledgeBase, ontology: Ontology, rows: Iterable[int]) -> dict[int, bool]:
    """Of some relations those of which another row, of one type between the same two, says another share, another date
    or another status; True for the newest, which counts. Where several are equally new, none is."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for row in dict.fromkeys(rows):
        relation = knowledge_base.relation(row)
        ends = [relation.source, relation.target]
        ends = sorted(ends) if ontology[relation.type].symmetric else ends
        groups.setdefault((relation.type, *ends), []).append(row)
    found: dict[int, bool] = {}
    for group in groups.values():
        said = {row: knowledge_base.relation(row) for row in group}
        differing = {row for pair in combinations(group, 2) if _differ(*(said[each] for each in pair)) for row in pair}
        when = {row: dated(knowledge_base, said[row]) for row in differing}
        newest = max(when.values(), default="")
        alone = sum(each == newest for each in when.values()) == 1
        found |= {row: alone and when[row] == newest for row in differing}
    return found


def dated(knowledge_base: KnowledgeBase, relation: Relation) -> str:
    """As of when a row speaks: its own day, else that of its source, else when the relation began."""
    return spoken_of(knowledge_base, relation) or relation.start or str(relation.year or "")


def spoken_of(knowledge_base: KnowledgeBase, relation: Relation) -> str:
    """The day that a row speaks of, or that of its source; empty where neither is known."""
    return relation.as_of or knowledge_base.day_of_source(relation)


def _differ(first: Relation, second: Relation) -> bool:
    if _are_two_spells(first, second) or _are_two_spells(second, first):
        return False
    shares = _share(first), _share(second)
    another_share = None not in shares and shares[0] != shares[1]
    another_date = any(
        is_after(getattr(first, name), getattr(second, name)) or is_after(getattr(second, name), getattr(first, name))
        for name in ("start", "end")
    )
    statuses = {first.status, second.status} - {""}
    return another_share or another_date or len(statuses) > 1 or _one_ended(first, second)


def _one_ended(first: Relation, second: Relation) -> bool:
    """Whether only one says that it has ended, and the other that it is so."""
    ended = [bool(each.end) or each.status == "ended" for each in (first, second)]
    return ended[0] != ended[1] and "current" in (first.status, second.status)


def _are_two_spells(first: Relation, second: Relation) -> bool:
    """Whether one was over before the other began."""
    began = second.start or str(second.year or "")
    return bool(first.end and began) and not is_after(first.end, began)


def _share(relation: Relation) -> Bounds | None:
    low, high = relation.share_low, relation.share_high
    if low is None and high is None:
        return None
    return (low if low is not None else 0.0, high if high is not None else 100.0)
