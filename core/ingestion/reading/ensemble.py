"""The votes of all readers on a pair → what is proposed, if anything."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from core.ingestion.reading.proposals import Vote

_AGREED = 0.5  # of what is missing to certainty, where a second reader says the same
_ALONE = 0.75  # patterns alone are heard from here on


class Decision(NamedTuple):
    """What the readers take a pair to state; ``votes``: of those who agree."""

    relation_type: str
    forward: bool
    confidence: float
    votes: tuple[Vote, ...]


def decided(
    votes: Sequence[Vote], known_to: Mapping[str, Collection[str]], symmetric: Collection[str]
) -> Decision | None:
    """The surest statement. ``known_to``: reader → the types it was taught; on these it is heard before readers that
    were taught none, which only confirm it, and its silence counts."""
    best: Decision | None = None
    for vote in votes:
        same = tuple(each for each in votes if _agrees(each, vote, symmetric))
        taught = {reader for reader, types in known_to.items() if vote.relation_type in types}
        if taught and not taught & {each.reader for each in same}:
            continue
        lead = max((each for each in same if each.reader in taught), key=lambda each: each.confidence, default=vote)
        if not taught and lead.confidence < _ALONE:
            continue
        confidence = lead.confidence
        if len({each.reader for each in same}) > 1:
            confidence += (1.0 - confidence) * _AGREED * min(each.confidence for each in same)
        if best is None or confidence > best.confidence:
            forward = True if vote.relation_type in symmetric else vote.forward
            best = Decision(vote.relation_type, forward, min(1.0, confidence), same)
    return best


def _agrees(one: Vote, other: Vote, symmetric: Collection[str]) -> bool:
    return one.relation_type == other.relation_type and (one.forward == other.forward or one.relation_type in symmetric)
