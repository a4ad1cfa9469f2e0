"""What texts state beside an answer and nobody has accepted: shown apart, and only to who asks for it."""

from __future__ import annotations

from core.curation.review_queue import Group, grouped, queue
from core.domain.results import Discovery
from core.retrieval.base import Base

MOST = 20


def unreviewed_beside(found: Discovery, base: Base, limit: int = MOST) -> tuple[Group, ...]:
    """New relations that texts state of the companies asked about or, where none is, of those that answer; of the type
    asked for, the surest first. They count for nothing in the answer.

    Raises ProposalsUnavailableError and WorkspaceUnavailableError.
    """
    about = set(found.query_companies) or set(found.answer.company_ids)
    kind = found.asked_relation
    beside = [
        each
        for each in queue(base).open
        if about & {each.stated.source.id, each.stated.target.id} and kind in (None, each.stated.terms.relation_type)
    ]
    return tuple(each for each in grouped(beside, base) if each.state != "recorded")[:limit]
