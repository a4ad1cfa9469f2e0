"""The queue of relations that were read from texts: what is proposed, what was decided, and what takes effect when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from core.curation.open_or_build import Started, rebuild
from core.domain.read_relations import (
    DecidedBy,
    ReadRelation,
    StatedRelation,
    TextEnd,
    TextReview,
    Verdict,
    relation_id,
)
from core.domain.records import Passage, Relation
from core.domain.stored_fields import now_in_seconds
from core.errors import RefusedError
from core.ingestion.progress import ProgressListener
from core.ingestion.reading.kept_proposals import KeptProposals
from core.ingestion.reading.known_names import KnownNames
from core.ingestion.records.sources import source_ids
from core.messages import Language
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase
from core.workspace.text_reviews import (
    ReadingRule,
    TextReviewStore,
    reading_rules,
    reading_thresholds,
    save_reading_rules,
)

_OWNERSHIP = frozenset(("subsidiary_of", "acquired", "shareholder_of"))
"""Types that cannot hold both ways at once."""

GroupState = Literal["new", "recorded", "against"]


class ProposalUnknownError(RefusedError):
    """Nothing that was read from a text has this id, or its text is gone."""


class EndsAlikeError(RefusedError):
    """Both ends of a relation would be the same company."""


@dataclass(frozen=True)
class Proposed:
    """What was read of a passage and waits for a decision; ``stated``: what it would record. ``source``: the imported
    source of the passage, empty for the data folder."""

    read: ReadRelation
    stated: StatedRelation
    source: str = ""

    @property
    def group(self) -> tuple[str, str, str]:
        """The same for all that say the same of the same two."""
        return self.stated.terms.relation_type, self.stated.source.key, self.stated.target.key

    def fits(self, relation_type: str = "", words: str = "", *, known_only: bool = False) -> bool:
        """Whether it is of this type, holds these words and, where that is asked, has known ends; "" fits all."""
        is_type = relation_type in ("", self.read.terms.relation_type)
        return is_type and (self.is_known or not known_only) and self.read.holds(words)

    @property
    def is_known(self) -> bool:
        """Whether both ends are known entities."""
        return bool(self.stated.source.id and self.stated.target.id)


@dataclass(frozen=True)
class Group:
    """Proposals that say the same of the same two, the surest first. ``recorded``: relations that say so already;
    ``against``: what is recorded of the two and does not go with it."""

    proposals: tuple[Proposed, ...]
    recorded: tuple[Relation, ...] = ()
    against: tuple[Relation, ...] = ()

    @property
    def first(self) -> Proposed:
        """The surest."""
        return self.proposals[0]

    @property
    def state(self) -> GroupState:
        """Whether what is recorded of the two is silent, says the same, or does not go with it."""
        return "against" if self.against else "recorded" if self.recorded else "new"


@dataclass(frozen=True)
class Queue:
    """Everything that was read and is not decided, and what is decided and takes effect by a build only."""

    open: tuple[Proposed, ...]
    waiting: tuple[TextReview, ...] = ()
    reviews: tuple[TextReview, ...] = field(default=(), repr=False)


def queue(base: Base) -> Queue:
    """The open proposals, surest first, and the decisions; a proposal whose passage is gone is left out.

    Raises ProposalsUnavailableError and WorkspaceUnavailableError.
    """
    folder, known = base.settings.knowledge_base_folder, base.knowledge_base
    reviews = TextReviewStore(folder).all()
    decided = {each.read.id for each in reviews if each.verdict != "withdrawn"}
    least = reading_thresholds(folder)
    names = KnownNames(known)
    sources = _sources_of_passages(base)
    ends: dict[str, TextEnd] = {}
    found = [
        Proposed(each, _as_read(each, names, ends), sources.get(each.passage_id, ""))
        for each in KeptProposals(folder).all()
        if each.id not in decided
        and each.confidence >= least.get(f"{each.language} {each.terms.relation_type}", 0.0)
        and each.terms.relation_type in base.ontology
        and known.has_passage(each.passage_id)
    ]
    apart = (each for each in found if each.stated.source.key != each.stated.target.key)
    ordered = sorted(apart, key=lambda each: (-each.read.confidence, each.read.passage_id, each.read.id))
    return Queue(tuple(ordered), tuple(each for each in reviews if _waits(each, known)), reviews)


def _sources_of_passages(base: Base) -> dict[str, str]:
    folder = base.settings.knowledge_base_folder
    sources = base.knowledge_base.manifest.sources
    return {passage: source for source in sources for passage in source_ids(folder, source).passages}


def _as_read(read: ReadRelation, names: KnownNames, known: dict[str, TextEnd]) -> StatedRelation:
    for name in (read.source_name, read.target_name):
        if name not in known:
            known[name] = TextEnd(name=name, id=names.mention(name, 0, len(name)).entity_id or "")
    return StatedRelation(source=known[read.source_name], target=known[read.target_name], terms=read.terms)


def grouped(proposals: Iterable[Proposed], base: Base) -> list[Group]:
    """By the same two and type, the surest group first, each compared with what is recorded of the two."""
    together: dict[tuple[str, str, str], list[Proposed]] = {}
    for each in sorted(proposals, key=lambda each: -each.read.confidence):
        together.setdefault(each.group, []).append(each)
    return [_compared(Group(tuple(same)), base) for same in together.values()]


def sure_of(groups: Iterable[Group], least: float) -> list[Proposed]:
    """What may be accepted without looking at each: between known companies, stated as it is now, with at least this
    confidence, and contradicting no record."""
    return [
        each
        for group in groups
        if not group.against
        for each in group.proposals
        if each.is_known and each.read.confidence >= least and each.read.terms.status in ("", "current")
    ]


def _compared(group: Group, base: Base) -> Group:
    """The group with the relations that are recorded between its ends."""
    stated, known = group.first.stated, base.knowledge_base
    source, target = stated.source.id, stated.target.id
    if not (source in known.node_of and target in known.node_of):
        return group
    rows, others = known.relations_of(known.node_of[source])
    between = [known.relation(row) for row in rows[others == known.node_of[target]].tolist()]
    kind = base.ontology[stated.terms.relation_type]
    same = [each for each in between if each.type == kind.id and (kind.symmetric or each.source == source)]
    turned = [each for each in between if each.type == kind.id and not kind.symmetric and each.source == target]
    against = [each for each in same if _contradicts(each, stated)] + (turned if kind.id in _OWNERSHIP else [])
    recorded = [each for each in same if each not in against]
    return replace(group, recorded=tuple(recorded), against=tuple(against))


def _contradicts(recorded: Relation, stated: StatedRelation) -> bool:
    """Whether one says that it holds and the other that it does not, or their shares exclude each other."""
    over = {"ended", "denied"}
    if (recorded.status in over) != (stated.terms.status in over):
        return True
    return _is_below(stated.terms.share_high, recorded.share_low) or _is_below(
        recorded.share_high, stated.terms.share_low
    )


def _is_below(high: float | None, low: float | None) -> bool:
    return high is not None and low is not None and high < low


def in_words(stated: StatedRelation, base: Base, language: Language) -> str:
    """The relation as a sentence, its ends called as the knowledge base does."""
    known = base.knowledge_base
    source, target = (
        known.entity(end.id).name(language) if end.id in known.node_of else end.name
        for end in (stated.source, stated.target)
    )
    return base.ontology[stated.terms.relation_type].sentence.text(language).format(source=source, target=target)


def _waits(review: TextReview, known: KnowledgeBase) -> bool:
    """Whether it takes effect by the next build."""
    recorded = relation_id(review.read.id)
    if review.verdict == "accepted":
        if not known.has_passage(review.read.passage_id):
            return False
        passage: Passage = known.passage(review.read.passage_id)
        return review.read.quote in passage.text and not known.has_relation(recorded)
    return review.verdict == "withdrawn" and known.has_relation(recorded)


def found_in(waiting: Queue, ids: Iterable[str]) -> list[Proposed]:
    """The proposals with these ids. Raises ProposalUnknownError."""
    there = {each.read.id: each for each in waiting.open}
    missing = [each for each in ids if each not in there]
    if missing:
        raise ProposalUnknownError(proposal=", ".join(missing)[:200])
    return [there[each] for each in ids]


def decided(
    proposals: Iterable[Proposed],
    verdict: Verdict,
    *,
    by: DecidedBy = "person",
) -> list[TextReview]:
    """Decisions with this verdict, dated now. Raises EndsAlikeError for an accepted one with the same company twice."""
    now, made = now_in_seconds(), []
    for each in proposals:
        stated = each.stated
        if verdict == "accepted" and stated.source.key == stated.target.key:
            raise EndsAlikeError(company=stated.source.name)
        made.append(TextReview(read=each.read, stated=stated, verdict=verdict, decided_by=by, decided_at=now))
    return made


def keep(reviews: Sequence[TextReview], settings: Settings) -> None:
    """Keep decisions; what is accepted takes effect when ``apply_reviews`` is called. Raises
    WorkspaceUnavailableError."""
    TextReviewStore(settings.knowledge_base_folder).keep(reviews)


def take_back(ids: Sequence[str], base: Base) -> None:
    """Take decisions back: the proposals are open again, and relations that were recorded go with the next build.

    Raises ProposalUnknownError for what nothing was decided of, and WorkspaceUnavailableError.
    """
    store = TextReviewStore(base.settings.knowledge_base_folder)
    decided_on = {each.read.id: each for each in store.all() if each.verdict != "withdrawn"}
    missing = [each for each in ids if each not in decided_on]
    if missing:
        raise ProposalUnknownError(proposal=", ".join(missing)[:200])
    served = [each for each in ids if base.knowledge_base.has_relation(relation_id(each))]
    withdrawn = [decided_on[each].model_copy(update={"verdict": "withdrawn"}) for each in served]
    if withdrawn:
        store.keep(withdrawn)
    store.forget([each for each in ids if each not in served])


def decisions(waiting: Queue, words: str = "") -> list[TextReview]:
    """The decisions, newest first; with ``words`` those that hold them in a name or the quote."""
    return [each for each in waiting.reviews if each.verdict != "withdrawn" and each.read.holds(words)][::-1]


def end_rule(rule: ReadingRule, base: Base) -> None:
    """Delete a rule; what it decided stays, and can be taken back one by one."""
    folder = base.settings.knowledge_base_folder
    save_reading_rules(folder, [each for each in reading_rules(folder) if each != rule])


def always(rule: ReadingRule, base: Base) -> list[TextReview]:
    """Keep a rule for a source and a relation type, and apply it to the open proposals; returns the decisions."""
    folder = base.settings.knowledge_base_folder
    others = [
        each for each in reading_rules(folder) if (each.source, each.relation_type) != (rule.source, rule.relation_type)
    ]
    save_reading_rules(folder, (*others, rule))
    return decide_by_rules(base)


def decide_by_rules(base: Base) -> list[TextReview]:
    """Apply the rules of sources and the setting that admits unasked to open proposals; returns the decisions.

    To be called when texts were read. Raises what ``queue`` does.
    """
    settings, waiting = base.settings, queue(base).open
    rules = {(each.source, each.relation_type): each.verdict for each in reading_rules(settings.knowledge_base_folder)}
    made: list[TextReview] = []
    left: list[Proposed] = []
    for each in waiting:
        verdict = rules.get((each.source, each.read.terms.relation_type))
        if verdict is None:
            left.append(each)
        else:
            made += decided([each], verdict, by="rule")
    if settings.reading_admit_from is not None:
        made += decided(sure_of(grouped(left, base), settings.reading_admit_from), "accepted", by="threshold")
    if made:
        keep(made, settings)
    return made


def apply_reviews(
    base: Base, settings: Settings, ontology: Ontology, listener: ProgressListener | None = None
) -> Started | None:
    """Build and publish a version with what was accepted and without what was taken back; None where nothing waits.

    What was decided stays decided if the build fails. Raises what ``rebuild`` does.
    """
    if not queue(base).waiting:
        return None
    return rebuild(settings, ontology, listener, because="texts_reviewed")
