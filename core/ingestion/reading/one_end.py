"""In one sentence a company is acquired, owned or given up by one: of several readings the surest is kept."""

from __future__ import annotations

from collections.abc import Iterable

from core.ingestion.reading.proposals import Proposal

_ONE_SOURCE = frozenset(("acquired", "divested"))
_ONE_TARGET = frozenset(("subsidiary_of",))
_NEARLY = 0.9
"""Of the confidence of the surest one: who is as sure may be named beside it (A and B bought C)."""


def with_one_end(proposals: Iterable[Proposal]) -> list[Proposal]:
    """The proposals in their order, without weaker ones for the same end, and without the weaker of two directions."""
    given = list(proposals)
    best: dict[tuple[object, ...], float] = {}
    for each in given:
        for slot in _slots(each):
            best[slot] = max(best.get(slot, 0.0), each.confidence)
    return [each for each in given if all(_stands(each, slot, best[slot]) for slot in _slots(each))]


def _slots(proposal: Proposal) -> Iterable[tuple[object, ...]]:
    ends = proposal.source.name, proposal.target.name
    yield "pair", proposal.relation_type, *sorted(ends)
    if proposal.relation_type in _ONE_SOURCE:
        yield "target", proposal.relation_type, ends[1], proposal.quote_start
    if proposal.relation_type in _ONE_TARGET:
        yield "source", proposal.relation_type, ends[0], proposal.quote_start


def _stands(proposal: Proposal, slot: tuple[object, ...], best: float) -> bool:
    return proposal.confidence >= (best if slot[0] == "pair" else _NEARLY * best)
