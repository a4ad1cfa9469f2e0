"""Companies that may be one: proposals with their reasons, what was decided of them, and how that is taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.curation.open_or_build import Started, rebuild
from core.entity_resolution.candidates import Seen, same_company_candidates
from core.entity_resolution.evidence import Candidate, Reason
from core.entity_resolution.groups import Groups
from core.errors import RefusedError
from core.ingestion.building.build import SourceChange
from core.ingestion.progress import ProgressListener
from core.messages import Language, translate
from core.ontology import Ontology
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase
from core.workspace.verdicts import (
    CompanyUnknownError,
    OneCompanyAlreadyError,
    Said,
    Verdict,
    add_verdicts,
    collect_verdict,
    collected_verdicts,
    drop_collected,
    load_verdicts,
    said,
    verdict,
)

DEFAULT_MIN_SCORE = 0.5
"""The published operating point: docs/benchmarks.md."""

_VALUE_IN_TEXT = frozenset({"same_ticker", "same_country", "same_founded", "shared_neighbours"})


class CompaniesToldApartError(RefusedError):
    """A merge would make one company of two that were said to be different."""


class VerdictWaitingError(RefusedError):
    """Something is said of two companies of which something else waits to be applied."""


class OneThroughOthersError(RefusedError):
    """Two companies are to be told apart that merges with others make one."""


class MergeUnknownError(RefusedError):
    """A merge is to be undone that was never made."""


@dataclass(frozen=True)
class Merge:
    """``other`` is the same company as ``kept``. ``decided``: a person said so. ``by_rule``: a rule may have done it;
    where neither holds, what was decided was taken back since. ``served``: the version that serves has them as one.
    ``name_zh`` and ``name_en``: of the other, empty if it is not there."""

    kept: str
    other: str
    decided: bool
    served: bool
    by_rule: bool = False
    name_zh: str = ""
    name_en: str = ""


def candidates_of(
    knowledge_base: KnowledgeBase, min_score: float = DEFAULT_MIN_SCORE, seen: Seen | None = None
) -> tuple[Candidate, ...]:
    """All pairs of companies of a version that score at least ``min_score``, whatever was decided of them."""
    base, graph = knowledge_base, knowledge_base.graph
    ids = base.entity_ids
    ends = (ids.at(rows[: graph.relations]) for rows in (graph.source, graph.target))
    companies = (base.entity_at(node) for node in base.company_nodes.tolist())
    return same_company_candidates(companies, zip(*ends, strict=True), min_score=min_score, seen=seen)


def proposals(candidates: Iterable[Candidate], settings: Settings) -> tuple[Candidate, ...]:
    """Those on which nothing was said. Raises WorkspaceUnavailableError."""
    decided = _said(settings)
    same = Groups(decided.same)
    return tuple(
        each
        for each in candidates
        if each.second not in same.of(each.first) and frozenset((each.first, each.second)) not in decided.different
    )


def merges(knowledge_base: KnowledgeBase, settings: Settings) -> tuple[Merge, ...]:
    """What was decided to be one, and what a rule made one. Raises WorkspaceUnavailableError."""
    served = {company.id: company for company in knowledge_base.merged}
    found = []
    same = _said(settings).same
    for kept, other in same:
        company = served.get(other) or served.get(kept)
        names = (company.name_zh, company.name_en) if company is not None else ("", "")
        found.append(Merge(kept, other, decided=True, served=company is not None, name_zh=names[0], name_en=names[1]))
    groups = Groups(same)
    taken_back = {fact.pair for fact in load_verdicts(settings.knowledge_base_folder)}
    found += [
        Merge(
            company.into,
            company.id,
            decided=False,
            served=True,
            by_rule=frozenset((company.into, company.id)) not in taken_back,
            name_zh=company.name_zh,
            name_en=company.name_en,
        )
        for company in knowledge_base.merged
        if company.into not in groups.of(company.id)
    ]
    return tuple(found)


def told_apart(settings: Settings) -> tuple[tuple[str, str], ...]:
    """Pairs that were said to be different, in the order of their ids. Raises WorkspaceUnavailableError."""
    return tuple(sorted((min(pair), max(pair)) for pair in _said(settings).different))


def order_to_keep(knowledge_base: KnowledgeBase, first: str, second: str) -> tuple[str, str]:
    """(kept, other): the one of which more is recorded is kept, of equals the first."""
    recorded = [float(knowledge_base.prominence[knowledge_base.node_of[each]]) for each in (first, second)]
    return (second, first) if recorded[1] > recorded[0] else (first, second)


def check_decisions(knowledge_base: KnowledgeBase, settings: Settings, decisions: Sequence[Verdict]) -> None:
    """Raises CompanyUnknownError, OneCompanyAlreadyError, OneThroughOthersError or CompaniesToldApartError for what
    cannot be decided."""
    facts = list(load_verdicts(settings.knowledge_base_folder))
    for decision in decisions:
        for company in sorted(decision.pair) if decision.saying != "withdrawn" else ():
            node = knowledge_base.node_of.get(company)
            if node is None or not knowledge_base.is_company[node]:
                raise CompanyUnknownError(company=company)
        decided = said(facts)
        if decision.saying == "different":
            others = (pair for pair in decided.same if frozenset(pair) != decision.pair)
            if decision.other in Groups(others).of(decision.kept):
                raise OneThroughOthersError(first=decision.kept, second=decision.other)
        if decision.saying == "same":
            groups = Groups(decided.same)
            if decision.other in groups.of(decision.kept):
                raise OneCompanyAlreadyError(first=decision.kept, second=decision.other)
            apart = groups.contradicted(decision.kept, decision.other, decided.different)
            if apart is not None:
                raise CompaniesToldApartError(first=min(apart), second=max(apart))
        facts.append(decision)


def changes_what_is_one(decisions: Sequence[Verdict], knowledge_base: KnowledgeBase, settings: Settings) -> bool:
    """Whether ``decisions`` take effect by a build only. Raises WorkspaceUnavailableError."""
    before = _said(settings)
    after = said((*load_verdicts(settings.knowledge_base_folder), *decisions))
    by_rule = settings.merge_same_company_from is not None or bool(knowledge_base.merged)
    return before.same != after.same or (by_rule and before.different != after.different)


def decide(
    decisions: Sequence[Verdict],
    knowledge_base: KnowledgeBase,
    settings: Settings,
    ontology: Ontology,
    listener: ProgressListener | None = None,
) -> Started | None:
    """Keep ``decisions``, with one rebuild for all if they change what is one company; None if they do not.

    If the build fails nothing is kept. Raises what ``check_decisions`` and ``build_knowledge_base`` do.
    """
    check_decisions(knowledge_base, settings, decisions)
    if not changes_what_is_one(decisions, knowledge_base, settings):
        add_verdicts(settings.knowledge_base_folder, decisions)
        return None
    return rebuild(settings, ontology, listener, because="same_companies", change=SourceChange(deciding=(*decisions,)))


def collected(settings: Settings) -> tuple[Verdict, ...]:
    """The decisions that wait for ``apply_collected``. Raises WorkspaceUnavailableError."""
    return collected_verdicts(settings.knowledge_base_folder)


def collect(decision: Verdict, knowledge_base: KnowledgeBase, settings: Settings, ontology: Ontology) -> None:
    """Keep a decision at once if it changes nothing that is served; else it waits, so that all that wait make one
    rebuild, whoever said them.

    Raises VerdictWaitingError, what ``check_decisions`` does, together with what waits, and WorkspaceUnavailableError.
    """
    waiting = collected(settings)
    if any(decision.pair == each.pair for each in waiting):
        raise VerdictWaitingError(first=decision.kept, second=decision.other)
    check_decisions(knowledge_base, settings, [*waiting, decision])
    if changes_what_is_one([decision], knowledge_base, settings):
        collect_verdict(settings.knowledge_base_folder, decision)
    else:
        decide([decision], knowledge_base, settings, ontology)


def apply_collected(
    knowledge_base: KnowledgeBase, settings: Settings, ontology: Ontology, listener: ProgressListener | None = None
) -> Started | None:
    """``decide`` what waits; it waits on if that fails."""
    waiting = collected(settings)
    started = decide(waiting, knowledge_base, settings, ontology, listener)
    drop_collected(settings.knowledge_base_folder, waiting)
    return started


def discard_collected(settings: Settings) -> None:
    """Forget what waits. Raises WorkspaceUnavailableError."""
    drop_collected(settings.knowledge_base_folder, collected(settings))


def undoing(company: str, knowledge_base: KnowledgeBase, settings: Settings) -> tuple[Verdict, ...]:
    """The decisions that take back what was said of ``company``: that it goes into another one or else that others go
    into it or else that it is different from others. What a rule merged is said to be different.

    Raises MergeUnknownError if nothing was said of it.
    """
    made = merges(knowledge_base, settings)
    found = [each for each in made if each.other == company] or [each for each in made if each.kept == company]
    if found:
        return tuple(undo(each) for each in found)
    apart = [pair for pair in told_apart(settings) if company in pair]
    if not apart:
        raise MergeUnknownError(company=company)
    return tuple(verdict(*pair, "withdrawn") for pair in apart)


def undo(merge: Merge) -> Verdict:
    """The decision that takes back a merge."""
    return verdict(merge.kept, merge.other, "withdrawn" if merge.decided else "different")


def reason_text(reason: Reason, language: Language) -> str:
    """A reason in words."""
    said_of_both = translate(f"same.reason.{reason.code}", language, first=reason.first)
    values = dict.fromkeys(filter(None, (reason.first, reason.second)))
    if reason.code in _VALUE_IN_TEXT or not values:
        return said_of_both
    return translate("same.reason.of", language, reason=said_of_both, values=" / ".join(values))


def _said(settings: Settings) -> Said:
    return said(load_verdicts(settings.knowledge_base_folder))
