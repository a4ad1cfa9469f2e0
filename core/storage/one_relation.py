"""Whether a row that states an end tells of the same time as one that only says since when: two files about one."""

from __future__ import annotations

from core.domain.goods_columns import names_goods
from core.domain.partial_dates import is_after
from core.domain.records import Relation

_WHOLE_DAY = len("2021-03-01")


def is_closed_by(relation: Relation, other: Relation, spoken: str) -> bool:
    """Whether ``other``, of one type between the same two, says until when a ``relation`` that began at one time with
    it was so. ``spoken``: as of which day the relation is told, "" where none is.

    One that is told as of a later day, or as current, is not; nor is one of which the two say something else: goods in
    a column, a share, a sentence. Goods of the one of which the other says nothing are something else, unless both
    began on the same day; remarks and reasons are not.
    """
    if relation.end or relation.status not in ("", "reported") or is_after(spoken, other.end):
        return False
    if not _began_together(_began(relation), _began(other), other.end):
        return False
    own, same_day = dict(relation.attributes), len(relation.start) == _WHOLE_DAY and relation.start == other.start
    if any(
        own[name] != value if name in own else names_goods(name) and not same_day for name, value in other.attributes
    ):
        return False
    return not any(
        all(said) and said[0] != said[1]
        for said in (
            (_share(relation), _share(other)),
            (relation.evidence_zh, other.evidence_zh),
            (relation.evidence_en, other.evidence_en),
        )
    )


def _began(relation: Relation) -> str:
    return relation.start or str(relation.year or "")


def _began_together(own: str, other: str, end: str) -> bool:
    """By the parts of the dates that both have; what has an end alone is of the time that began before it.

    ``own`` is known: an end is looked for only where a relation says when it began.
    """
    shared = min(len(own), len(other))
    return own[:shared] == other[:shared] and not is_after(own, end)


def _share(relation: Relation) -> tuple[float | None, float | None] | None:
    bounds = relation.share_low, relation.share_high
    return None if bounds == (None, None) else bounds
