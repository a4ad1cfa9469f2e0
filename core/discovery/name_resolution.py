"""Whether what was asked about is in the graph; if not, one refusal for every front door, with what may be meant."""

from __future__ import annotations

from collections.abc import Sequence

from core.discovery.understood import QUOTED_CHARACTERS
from core.domain.results import NameChoice, Outcome
from core.errors import GuanxiError, RefusedError
from core.retrieval.linking import NameIndex


class CompanyNameUnknownError(RefusedError):
    """No company bears this name; ``choices`` lists the nearest ones with their ids, ``meant`` holds them."""

    meant: tuple[NameChoice, ...] = ()


class CompanyNameUnlikeAnyError(RefusedError):
    """No company bears this name, nor one like it."""


class CompanyNameAmbiguousError(RefusedError):
    """Several companies bear this name; ``choices`` lists them with their ids, ``meant`` holds them."""

    meant: tuple[NameChoice, ...] = ()


class QueryEmptyError(RefusedError):
    """Neither a company nor a question was given."""


class QueryTooLongError(RefusedError):
    """The question or the company is longer than the limit."""


class SearchFailedError(GuanxiError):
    """What is stored could not be searched."""


def require_asked(longest: int, *texts: str) -> None:
    """Raises QueryEmptyError where no text says anything, QueryTooLongError for one of more characters than
    ``longest``."""
    if not any(texts):
        raise QueryEmptyError
    if max(map(len, texts)) > longest:
        raise QueryTooLongError(limit=longest)


def require_linked(outcome: Outcome, name: str, choices: Sequence[NameChoice], explanation: str = "") -> None:
    """Raises what ``refused_name`` gives for a name, or a question, that means no company or several, and
    SearchFailedError with its ``explanation``."""
    if outcome == "search_failed":
        raise SearchFailedError(detail=explanation)
    if outcome in ("unknown_company", "ambiguous_company"):
        raise refused_name(name, choices, ambiguous=outcome == "ambiguous_company")


def linked_entity(names: NameIndex, name: str) -> str:
    """The id of the one entity that a name means. Raises what ``refused_name`` gives for any other."""
    link = names.link_name(name)
    if len(link.entity_ids) != 1:
        raise refused_name(name, link.choices, ambiguous=link.outcome == "ambiguous")
    return link.entity_ids[0]


def refused_name(name: str, choices: Sequence[NameChoice] = (), *, ambiguous: bool = False) -> GuanxiError:
    """CompanyNameAmbiguousError, or CompanyNameUnknownError, or CompanyNameUnlikeAnyError where there is no choice."""
    quoted = name[:QUOTED_CHARACTERS]
    listed = "; ".join(f"{each.company_id} ({each.name_zh} / {each.name_en})" for each in choices)
    if ambiguous:
        several = CompanyNameAmbiguousError(name=quoted, choices=listed)
        several.meant = tuple(choices)
        return several
    if choices:
        unknown = CompanyNameUnknownError(name=quoted, choices=listed)
        unknown.meant = tuple(choices)
        return unknown
    return CompanyNameUnlikeAnyError(name=quoted)
