"""Relations that were read from texts: read them, list what waits, decide."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated

from pydantic import Field

from core.curation.review_lessons import Precision, by_reader, by_type, precision_by
from core.curation.review_queue import (
    EndsAlikeError,
    ProposalUnknownError,
    Proposed,
    apply_reviews,
    decide_by_rules,
    decided,
    decisions,
    found_in,
    grouped,
    keep,
    queue,
    sure_of,
    take_back,
)
from core.curation.text_reading import read_texts as read
from core.curation.text_reading import texts_to_read
from core.domain.model_use import ModelUse
from core.domain.read_relations import TextEnd, TextReview
from core.domain.records import RelationStatus
from core.domain.strict_fields import Number, Switch, Whole
from core.ingestion.reading.kept_proposals import ProposalsUnavailableError
from core.ontology import Ontology
from core.operations.context import Context
from core.operations.fields import Clean
from core.operations.operation import NO_FIELDS, Input, Nothing, Output, invalid, operation, shown_as
from core.operations.proposal_groups import ProposalGroup
from core.operations.relationships import NAME_ERRORS
from core.reasoning.llm.endpoint import ModelUnavailableError
from core.workspace.text_reviews import ReadingRule, reading_rules

_IDS = Annotated[tuple[Annotated[str, Field(max_length=40)], ...], Field(max_length=1_000)]


class TextsReadAnswer(Output):
    """How many passages were read just now, how many relations they propose, and how many decisions rules made.
    ``model_use``: what a language model took, where one reads as well; ``unusable``: answers of it that were no use."""

    passages: int
    proposals: int
    decided_by_rules: int
    model_use: ModelUse | None = None
    unusable: int = 0


class ProposalsRequest(Input):
    """Which of what waits is listed."""

    words: Annotated[str, Field(max_length=200, description="Only with these words in a name or the quote."), Clean] = (
        ""
    )
    relation_type: str = Field("", max_length=200, description="Only this type.")
    min_confidence: Annotated[Number, Field(ge=0.0, le=1.0)] = Field(0.0, description="Only from this confidence on.")
    known_only: Switch = Field(default=False, description="Only where both ends are known companies.")
    decided: Switch = Field(default=False, description="Also what is decided with these words, the newest first.")
    max_results: Whole = Field(50, ge=1, le=1_000, description="Groups listed at most, and decisions.")


class PrecisionListed(Output):
    """Of ``judged`` proposals of this ``name`` persons accepted ``right`` as they were read."""

    name: str
    judged: int
    right: int


class ProposalsAnswer(Output):
    """``open``: proposals that wait for a decision; ``waiting``: decisions that take effect by the next build;
    ``unread``: passages that nobody has read yet. ``decided``: decisions, where they are asked for; ``rules``: those
    that hold for whole sources."""

    groups: tuple[ProposalGroup, ...]
    open: int
    waiting: int
    unread: int
    precision_by_type: tuple[PrecisionListed, ...]
    precision_by_reader: tuple[PrecisionListed, ...]
    decided: tuple[TextReview, ...] = ()
    rules: tuple[ReadingRule, ...] = ()


_Pair = Annotated[tuple[str, str], Field(description="A proposal by its id, and what it is to say.")]


_STATUS = "A proposal by its id, and whether it is current, ended, planned, denied or reported."
_WithStatus = Annotated[tuple[str, RelationStatus], Field(description=_STATUS)]


class ReviewRequest(Input):
    """Decisions, and whether they take effect at once."""

    accept: _IDS = Field((), description="Ids of proposals that become relations.", json_schema_extra=shown_as("ID"))
    reject: _IDS = Field((), description="Ids of proposals that are wrong.", json_schema_extra=shown_as("ID"))
    undo: _IDS = Field((), description="Ids whose decision is taken back.", json_schema_extra=shown_as("ID"))
    reverse: _IDS = Field((), description="Ids: accepted with their ends exchanged.", json_schema_extra=shown_as("ID"))
    retype: tuple[_Pair, ...] = Field(
        (), description="Id and type: accepted as this type.", json_schema_extra=shown_as("ID TYPE")
    )
    status_is: tuple[_WithStatus, ...] = Field(
        (), description="Id and status: accepted as of this status.", json_schema_extra=shown_as("ID STATUS")
    )
    source_is: tuple[_Pair, ...] = Field(
        (), description="Id and company: accepted from this company.", json_schema_extra=shown_as("ID COMPANY")
    )
    target_is: tuple[_Pair, ...] = Field(
        (), description="Id and company: accepted to this company.", json_schema_extra=shown_as("ID COMPANY")
    )
    accept_from: Annotated[Number, Field(gt=0.0, le=1.0)] | None = Field(
        None,
        description="Accept what waits from this confidence on: between known companies, stated as it is now, and "
        "contradicting no record.",
    )
    apply: Switch = Field(default=True, description="Build a version with what was decided, and serve it.")

    @property
    def corrected(self) -> tuple[str, ...]:
        """Ids of what is accepted with another type, direction or end, each once."""
        told = (*self.reverse, *(each for each, _ in (*self.retype, *self.status_is, *self.source_is, *self.target_is)))
        return tuple(dict.fromkeys(told))


class ReviewAnswer(Output):
    """What was decided. ``waiting``: decisions that take effect by the next build; ``open``: what is left."""

    accepted: int
    rejected: int
    undone: int
    waiting: int
    open: int


@operation(
    title="Read the texts for relations",
    examples=NO_FIELDS,
    errors=(ProposalsUnavailableError, ModelUnavailableError),
    effect="write",
)
def read_texts(context: Context, _: Nothing) -> TextsReadAnswer:
    """Read the passages that were not read yet; the relations that they state become proposals, each with its quote,
    which change nothing until somebody accepts them."""
    found = read(context.base, lambda _done, _total: context.check_cancelled())
    by_rules = decide_by_rules(context.base)
    return TextsReadAnswer(
        passages=found.passages,
        proposals=found.proposals,
        decided_by_rules=len(by_rules),
        model_use=found.use,
        unusable=found.unusable,
    )


@operation(
    title="Relations read from texts that wait for a decision",
    examples={
        "zh": {"words": "宁德时代", "relation_type": "supplies"},
        "en": {"min_confidence": 0.9, "known_only": True},
    },
    errors=(ProposalsUnavailableError,),
)
def list_proposals(context: Context, asked: ProposalsRequest) -> ProposalsAnswer:
    """What texts state and nobody has decided on yet, by the same two and type, each quote with its passage; what is
    recorded of the two already, and what speaks against it."""
    base = context.base
    everything = queue(base)
    wanted = [
        each
        for each in everything.open
        if each.fits(asked.relation_type, asked.words, known_only=asked.known_only)
        and each.read.confidence >= asked.min_confidence
    ]
    groups = grouped(wanted, base)[: asked.max_results]
    return ProposalsAnswer(
        groups=tuple(ProposalGroup.of(each, base) for each in groups),
        open=len(everything.open),
        waiting=len(everything.waiting),
        unread=texts_to_read(base),
        precision_by_type=_precision(precision_by(everything.reviews, by_type)),
        precision_by_reader=_precision(precision_by(everything.reviews, by_reader)),
        decided=tuple(decisions(everything, asked.words)[: asked.max_results]) if asked.decided else (),
        rules=reading_rules(context.settings.knowledge_base_folder),
    )


@operation(
    title="What is decided of relations read from texts",
    examples={
        "zh": {"source_is": [["0123456789abcdef0123", "宁德时代"]], "apply": False},
        "en": {"accept_from": 0.99, "apply": False},
    },
    errors=(*NAME_ERRORS, ProposalUnknownError, EndsAlikeError, ProposalsUnavailableError),
    effect="rebuild",
)
def review_proposals(context: Context, asked: ReviewRequest) -> ReviewAnswer:
    """Accept, reject or correct what was read from texts, or take that back. What is accepted becomes a relation with
    its text as the source, survives rebuilds, and leaves with its document."""
    base, settings = context.base, context.settings
    everything = queue(base)
    _require_types(asked, base.ontology)
    corrected = found_in(everything, asked.corrected)
    accepted = {each.read.id: each for each in found_in(everything, asked.accept)}
    if asked.accept_from is not None:
        accepted |= {each.read.id: each for each in sure_of(grouped(everything.open, base), asked.accept_from)}
    accepted = {key: each for key, each in accepted.items() if key not in asked.corrected}
    rejected = found_in(everything, asked.reject)
    decide = partial(decided, by=context.decided_by)
    reviews = [
        *decide(accepted.values(), "accepted"),
        *decide([_corrected(each, asked, context) for each in corrected], "accepted"),
        *decide(rejected, "rejected"),
    ]
    if asked.undo:
        take_back(asked.undo, base)
    if reviews:
        keep(reviews, settings)
    if asked.apply:
        context.published = apply_reviews(base, settings, context.ontology, context.progress)
    left = queue(base)
    return ReviewAnswer(
        accepted=len(accepted) + len(corrected),
        rejected=len(rejected),
        undone=len(asked.undo),
        waiting=0 if context.published else len(left.waiting),
        open=len(left.open),
    )


def _require_types(asked: ReviewRequest, ontology: Ontology) -> None:
    for _, given in asked.retype:
        if given not in ontology.types:
            reason = f"{given!r} is no relation type; there are: {', '.join(ontology.types)}"
            raise invalid(review_proposals.name, [("retype", reason)])


def _corrected(proposed: Proposed, asked: ReviewRequest, context: Context) -> Proposed:
    """What it is to say. Raises one of ``NAME_ERRORS`` for an end that nobody is called."""
    key, stated = proposed.read.id, proposed.stated
    if key in asked.reverse:
        stated = stated.model_copy(update={"source": stated.target, "target": stated.source})
    for field, told in (("source", asked.source_is), ("target", asked.target_is)):
        for company in (company for each, company in told if each == key):
            known = context.base.knowledge_base.entity(context.company(company))
            stated = stated.model_copy(update={field: TextEnd(name=known.name_en, id=known.id)})
    terms = {"relation_type": dict(asked.retype).get(key), "status": dict(asked.status_is).get(key)}
    changed = {name: value for name, value in terms.items() if value is not None}
    stated = stated.model_copy(update={"terms": stated.terms.model_copy(update=changed)})
    return replace(proposed, stated=stated)


def _precision(found: dict[str, Precision]) -> tuple[PrecisionListed, ...]:
    return tuple(PrecisionListed(name=name, judged=each.judged, right=each.right) for name, each in found.items())
