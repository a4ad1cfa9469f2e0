"""What decisions on relations read from texts teach: how often each type and reader was right, and from which
confidence on a type is to be proposed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from core.domain.read_relations import TextReview

WANTED = 0.82
"""Of what is proposed this share is to be right: the precision for which the shipped thresholds were learnt."""
LEAST_JUDGED = 10
"""Fewer decisions on a type teach nothing."""
JUST_ABOVE = 0.001
"""A threshold so much above a confidence leaves it out, also one of 1."""
_OFTEN_RIGHT, _LOWER = 0.95, 0.05
_DIFFERS = 0.005


@dataclass(frozen=True)
class Precision:
    """Of ``judged`` proposals ``right`` were accepted as they were read."""

    judged: int
    right: int

    @property
    def share(self) -> float:
        """In [0, 1]."""
        return self.right / self.judged


@dataclass(frozen=True)
class Lesson:
    """A threshold that decisions speak for. ``key``: language and type, as in ``en acquired``; ``before``: None where
    none was set. ``kept``: of those judged that reach ``threshold``; ``dropped``: of the others."""

    key: str
    before: float | None
    threshold: float
    kept: Precision
    dropped: Precision


def precision_by(reviews: Iterable[TextReview], key: Callable[[TextReview], str]) -> dict[str, Precision]:
    """By ``key``, of what persons decided one by one; a corrected one was not right as it was read."""
    found: dict[str, list[bool]] = defaultdict(list)
    for each in _by_persons(reviews):
        found[key(each)].append(_is_right(each))
    return {name: Precision(len(right), sum(right)) for name, right in sorted(found.items())}


def by_type(review: TextReview) -> str:
    """The type that was read."""
    return review.read.terms.relation_type


def by_reader(review: TextReview) -> str:
    """Who read it."""
    return "+".join(review.read.readers)


def by_key(review: TextReview) -> str:
    """Language and type, as thresholds are named."""
    return f"{review.read.language} {review.read.terms.relation_type}"


def lessons(reviews: Iterable[TextReview], thresholds: Mapping[str, float]) -> tuple[Lesson, ...]:
    """The thresholds that decisions speak for and that differ from those in force, by key.

    It is the lowest confidence from which on the share that is right reaches WANTED, of at least LEAST_JUDGED; where
    none reaches it, above all that was judged. Where nearly all was right, it goes down a little, so that more of the
    type is proposed.
    """
    judged: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for each in _by_persons(reviews):
        judged[by_key(each)].append((each.read.confidence, _is_right(each)))
    found = []
    for key, decisions in sorted(judged.items()):
        if len(decisions) < LEAST_JUDGED:
            continue
        before = thresholds.get(key)
        threshold = _threshold(sorted(decisions, reverse=True), before)
        if threshold is not None and (before is None or abs(threshold - before) > _DIFFERS):
            kept = [right for confidence, right in decisions if confidence >= threshold]
            dropped = [right for confidence, right in decisions if confidence < threshold]
            found.append(Lesson(key, before, threshold, *(Precision(len(each), sum(each)) for each in (kept, dropped))))
    return tuple(found)


def _threshold(decisions: list[tuple[float, bool]], before: float | None) -> float | None:
    """``decisions``: confidence and whether it was right, the surest first; None: it stays as it is."""
    lowest = decisions[-1][0]
    if sum(right for _, right in decisions) >= _OFTEN_RIGHT * len(decisions):
        return round(max(0.0, (lowest if before is None else before) - _LOWER), 3)
    best, right_so_far = None, 0
    for number, (confidence, right) in enumerate(decisions, start=1):
        right_so_far += right
        last_of_equals = number == len(decisions) or decisions[number][0] < confidence
        if last_of_equals and right_so_far >= WANTED * number:
            best = confidence
    if best is None:
        return round(decisions[0][0] + JUST_ABOVE, 3)
    return None if best == lowest else best


def _by_persons(reviews: Iterable[TextReview]) -> Iterable[TextReview]:
    return (each for each in reviews if each.decided_by == "person" and each.verdict != "withdrawn")


def _is_right(review: TextReview) -> bool:
    return review.verdict == "accepted" and not review.corrected
