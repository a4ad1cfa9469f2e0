"""The linking job: passages of one source kind linked to those of another, by rules that a person can change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from core.curation.open_or_build import Started, rebuild
from core.domain.linking import LinkingRules, matches
from core.ingestion.building.build import SourceChange
from core.ingestion.progress import ProgressListener
from core.ingestion.records.profiles import PROFILE
from core.ontology import Ontology
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase
from core.workspace.linking_rules import SourceKindUnknownError


@dataclass(frozen=True)
class LinkCount:
    """How many links lead from one source kind to another, and their mean confidence in [0, 1]."""

    from_kind: str
    to_kind: str
    type: str
    links: int
    mean_confidence: float


def link_passages(
    rules: LinkingRules | None, settings: Settings, ontology: Ontology, listener: ProgressListener | None = None
) -> Started:
    """Link by ``rules`` from now on (None: by the settings), sources that were left for later as well, and publish a
    version with the links.

    Done again it makes the same links. Raises what ``rebuild`` does; the rules from before then hold as before.
    """
    change = SourceChange(link_all=True, linking=rules)
    return rebuild(settings, ontology, listener, because="linked", change=change)


def require_kinds(pairs: Iterable[str], knowledge_base: KnowledgeBase) -> None:
    """Raises SourceKindUnknownError for an end of a pair that is no kind of a passage, unless it is a pattern with
    ``*``, which may mean kinds that are still to come."""
    known = source_kinds(knowledge_base)
    for end in (end for pair in pairs for end in pair.split(":")):
        if "*" not in end and not any(matches(kind, frozenset((end,))) for kind in known):
            raise SourceKindUnknownError(kind=end[:80], known=", ".join(known) or "–")


def link_counts(knowledge_base: KnowledgeBase) -> list[LinkCount]:
    """Links by the kinds that they lead from and to, most first."""
    found: dict[tuple[str, str, str], list[float]] = {}
    for link in knowledge_base.links():
        first, second = (knowledge_base.passage(end) for end in (link.from_passage_id, link.to_passage_id))
        found.setdefault((first.source_kind, second.source_kind, link.type), []).append(link.confidence)
    counts = [LinkCount(*kinds, len(found[kinds]), fmean(found[kinds])) for kinds in found]
    return sorted(counts, key=lambda each: -each.links)


def source_kinds(knowledge_base: KnowledgeBase) -> list[str]:
    """The kinds of the passages that can be linked: all but the descriptions of companies."""
    column = knowledge_base.table("passages").distinct("source_kind", where=f"id NOT LIKE '{PROFILE}:%'")
    return sorted(column)
