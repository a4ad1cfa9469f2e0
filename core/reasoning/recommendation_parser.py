"""From the answer of a model that recommends relations to recommendations that are safe to show.

A model invents companies, repeats itself and writes numbers that are none. What passes here names a candidate the
model was given, once, with a known relation type and a relevance from 0.30 to 1; all else is dropped and counted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from core.reasoning.json_answer import AnswerFault, JsonAnswerError, json_value

LEAST_RELEVANCE = 0.30


class DropReason(StrEnum):
    """Why an item is no recommendation; the first reason that applies, in this order, counts."""

    MALFORMED = "malformed"  # no object
    UNKNOWN_ID = "unknown_id"
    SELF = "self"
    UNKNOWN_TYPE = "unknown_type"
    NO_RELEVANCE = "no_relevance"  # missing, no number, or not finite
    WEAK = "weak"
    DUPLICATE = "duplicate"
    OVER_LIMIT = "over_limit"


@dataclass(frozen=True)
class RecommendedRelation:
    """``relevance`` is from 0.30 to 1 with at most two decimals. ``source_id`` is None where nothing known is asked
    about, and where it is not said which of several companies the relation is of."""

    source_id: str | None
    target_id: str
    relation_type: str
    relevance: float


@dataclass(frozen=True)
class ParsedRecommendations:
    """Recommendations, most relevant first, and how many items of the answer were dropped for which reason.

    ``dropped`` holds only reasons that occurred. With a ``failure`` the answer had no list of items at all.
    """

    items: tuple[RecommendedRelation, ...] = ()
    dropped: Mapping[DropReason, int] = field(default_factory=dict)
    failure: AnswerFault | Literal["wrong_shape"] | None = None


def parse_recommendations(
    text: str, *, candidates: Collection[str], sources: Sequence[str], relation_types: Collection[str], limit: int
) -> ParsedRecommendations:
    """What of ``{"relations": [{"targetEntryId": …, "relationType": …, "relevance": …}]}`` can be trusted.

    ``sources``: the ids asked about. Where there are several, an item says as ``sourceEntryId`` of which one it is; one
    that does not say is of none of them.

    Ids and types are compared exactly after trimming blanks. A relevance outside [0, 1] is clamped and below 0.30
    dropped, then rounded to two decimals; of several items about one target the most relevant stays. Every item of
    the list is either in ``items`` or counted once in ``dropped``.

    No text makes it raise. Raises ValueError for a negative ``limit``.
    """
    if limit < 0:
        raise ValueError(f"limit must not be negative, not {limit}")
    try:
        answer = json_value(text)
    except JsonAnswerError as error:
        return ParsedRecommendations(failure=error.fault)
    listed = answer.get("relations") if isinstance(answer, dict) else None
    if not isinstance(listed, list):
        return ParsedRecommendations(failure="wrong_shape")
    allowed = _Whitelist(frozenset(candidates), tuple(sources), frozenset(relation_types))
    return _selected([_checked(item, allowed) for item in listed], limit)


@dataclass(frozen=True)
class _Whitelist:
    """What an item may name."""

    targets: frozenset[str]
    sources: tuple[str, ...]
    relation_types: frozenset[str]

    def source(self, item: Mapping[object, object]) -> str | DropReason | None:
        """The only source, or of several the one that the item names; None if it names none."""
        if len(self.sources) < 2:
            return self.sources[0] if self.sources else None
        if "sourceEntryId" not in item:
            return None
        named = _trimmed(item["sourceEntryId"])
        return named if named in self.sources else DropReason.UNKNOWN_ID


def _checked(item: object, allowed: _Whitelist) -> RecommendedRelation | DropReason:
    """One item as a recommendation, or the first reason against it."""
    if not isinstance(item, dict):
        return DropReason.MALFORMED
    target_id = _trimmed(item.get("targetEntryId"))
    source_id = allowed.source(item)
    if target_id is None or target_id not in allowed.targets or isinstance(source_id, DropReason):
        return DropReason.UNKNOWN_ID
    if target_id == source_id:
        return DropReason.SELF
    relation_type = _trimmed(item.get("relationType"))
    if relation_type is None or relation_type not in allowed.relation_types:
        return DropReason.UNKNOWN_TYPE
    relevance = _relevance(item.get("relevance"))
    if isinstance(relevance, DropReason):
        return relevance
    return RecommendedRelation(source_id, target_id, relation_type, relevance)


def _trimmed(value: object) -> str | None:
    """A string without the blanks around it; None, which is never allowed, for anything else."""
    return value.strip() if isinstance(value, str) else None


def _relevance(value: object) -> float | DropReason:
    """The relevance to show, or the reason against it. True and False are numbers to Python, not to a model."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return DropReason.NO_RELEVANCE
    try:
        number = float(value)
    except OverflowError:  # an integer beyond the largest float
        return DropReason.NO_RELEVANCE
    if not math.isfinite(number):
        return DropReason.NO_RELEVANCE
    return DropReason.WEAK if number < LEAST_RELEVANCE else round(min(number, 1.0), 2)


def _selected(outcomes: Sequence[RecommendedRelation | DropReason], limit: int) -> ParsedRecommendations:
    """The best ``limit`` recommendations, one for each target, and the count of everything else."""
    dropped = Counter(outcome for outcome in outcomes if isinstance(outcome, DropReason))
    sound = [outcome for outcome in outcomes if isinstance(outcome, RecommendedRelation)]
    distinct = _best_of_each_target(sound)
    ranked = sorted(distinct, key=lambda relation: -relation.relevance)
    dropped[DropReason.DUPLICATE] = len(sound) - len(distinct)
    dropped[DropReason.OVER_LIMIT] = len(ranked[limit:])
    return ParsedRecommendations(tuple(ranked[:limit]), dict(+dropped))


def _best_of_each_target(relations: Sequence[RecommendedRelation]) -> list[RecommendedRelation]:
    """For each target its most relevant item, the first of equals, in the order the model gave them."""
    best: dict[str, RecommendedRelation] = {}
    for relation in relations:
        rival = best.get(relation.target_id)
        if rival is None or relation.relevance > rival.relevance:
            best.pop(relation.target_id, None)  # the item that stays also keeps its own place
            best[relation.target_id] = relation
    return list(best.values())
