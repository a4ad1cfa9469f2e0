"""What an answer is made of. Nothing is cited here that was not retrieved."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from core.domain.arms import Arm
from core.domain.fact_sources import FactSource
from core.domain.fusion_choice import FusionChoice
from core.domain.model_use import Judge, StageReport
from core.domain.plan import Plan
from core.domain.records import RelationStatus
from core.domain.requests import RelevanceLevel

RerankerState = Literal["off", "loading", "on", "failed"]
AnswerOutcome = Literal["answered", "empty", "unknown_name", "ambiguous_name", "partly_understood", "open"]
AnswerKind = Literal["companies", "count", "value", "yes_no", "path", "comparison", "fact", "none"]
Outcome = Literal["found", "nothing_related", "search_failed", "unknown_company", "ambiguous_company"]
Tense = Literal["now", "past", "later", "planned", "denied", "reported"]
"""Whether a relation is so on a day, has ended, has not begun, or is only planned, denied or reported by others."""
RESTART = "restart"


class Result(BaseModel):
    """Base of all results: frozen."""

    model_config = ConfigDict(frozen=True)


class SourceKind(StrEnum):
    """What a citation points at."""

    RELATION = "relation"
    PASSAGE = "passage"
    PROFILE = "profile"


class RecordedFacts(Result):
    """What one row says of a relation beside its ends, and the document that says so; empty where nothing is said.

    ``disagrees``: another row says something else of the same relation; ``headline``: this one is newer, and counts.
    """

    start: str = ""
    end: str = ""
    as_of: str = ""
    status: RelationStatus = ""
    share_low: float | None = None
    share_high: float | None = None
    stated_by: FactSource | None = None
    disagrees: bool = False
    headline: bool = False


class Source(Result):
    """One citation: the exact text as stored, where it came from, and its own score in [0, 1]. Of a relation without
    evidence the text is the relation in words.

    ``type`` says which search reached it: ``graph`` (walk over relations) or ``vector`` (similarity). Where a model has
    read it, either ``quality`` in [0, 1] says how far it helps to answer the question, and ``quality_reason`` why, or
    it is ``set_aside``. A passage cut out of a document says where it stands there: characters ``start`` to ``end``.
    ``recorded``: of a relation, what else its row says. The HTTP API calls the text ``content``, as its document prints
    it.
    """

    id: str
    kind: SourceKind
    type: Literal["graph", "vector"]
    text: str = Field(serialization_alias="content")
    title: str = ""
    source_kind: str = ""
    date: str = ""
    origin: str = ""
    document_id: str = ""
    start: int = 0
    end: int = 0
    score: float = Field(ge=0.0, le=1.0)
    quality: float | None = Field(None, ge=0.0, le=1.0)
    quality_reason: str = ""
    set_aside: bool = False
    recorded: RecordedFacts | None = None

    @property
    def key(self) -> str:
        """What tells it from every other source of an answer."""
        return f"{self.kind}:{self.id}"


class ScorePart(Result):
    """One arm's share of a similarity: contribution = weight × normalised."""

    arm: Arm
    raw: float
    normalised: float = Field(ge=0.0, le=1.0)
    weight: float = Field(ge=0.0, le=1.0)
    rank: int | None = None
    contribution: float = Field(ge=0.0, le=1.0)


class PathStep(Result):
    """One edge of a path, walked from ``from_id`` to ``to_id``; ``forward`` if that is the edge's direction.

    ``tense``: whether the relation is so, has ended, or had not begun, on the day that is asked of."""

    from_id: str
    to_id: str
    relation_id: str
    relation_type: str
    forward: bool
    tense: Tense = "now"


class GraphPath(Result):
    """A walk from a query company to a result; ``strength`` is the probability of taking exactly it."""

    steps: tuple[PathStep, ...]
    strength: float = Field(ge=0.0, le=1.0)

    @property
    def is_in_force(self) -> bool:
        """Whether all of its relations are so on the day that is asked of."""
        return all(step.tense == "now" for step in self.steps)


class RelationShare(Result):
    """Part of a company's graph score that arrives over edges of one type.

    ``type`` is a relation type, a mention role, or RESTART for walks that begin at the company itself.
    """

    type: str
    share: float = Field(ge=0.0, le=1.0)


class Judgement(Result):
    """A relevance level with the relation type and the one-sentence reason behind it.

    ``tense``: that of the relation on the day that is asked of. Of a model's
    judgement, ``description`` says what the company does, and ``citations`` are the keys of its sources.
    """

    level: RelevanceLevel
    relation_type: str
    forward: bool = True
    tense: Tense = "now"
    reason: str
    judge: Judge = "rules"
    description: str = ""
    citations: tuple[str, ...] = ()


class RelatedCompany(Result):
    """One line of the answer. ``reranker_score`` stands beside the similarity; None where no reranker read the line.
    ``rules_judgement`` stands beside a model's; None where the rules' is the only one. ``translated`` says the same in
    the other language where both are wanted; where a model gave it, its level may differ and does not count.
    ``answers_question``: its id is among the ``company_ids`` of the answer."""

    company_id: str
    name_zh: str
    name_en: str
    description: str
    similarity: float = Field(ge=0.0, le=1.0)
    reranker_score: float | None = Field(None, ge=0.0, le=1.0)
    rank: int = Field(ge=1)
    answers_question: bool = False
    judgement: Judgement
    rules_judgement: Judgement | None = None
    translated: Judgement | None = None
    parts: tuple[ScorePart, ...]
    paths: tuple[GraphPath, ...] = ()
    graph_shares: tuple[RelationShare, ...] = ()
    sources: tuple[Source, ...] = ()


class NameChoice(Result):
    """A company offered when a name is unknown (nearest names) or ambiguous (all bearers). ``similarity`` of the names;
    0: nothing is alike, but the description of the company mentions the name."""

    company_id: str
    name_zh: str
    name_en: str
    similarity: float = Field(ge=0.0, le=1.0)


class StageTiming(Result):
    """What one stage of the pipeline did."""

    stage: str
    milliseconds: float = Field(ge=0.0)
    size: int = Field(ge=0)


class AnswerSentence(Result):
    """One sentence of an answer; ``source_ids`` are keys of the sources that state it."""

    text: str
    source_ids: tuple[str, ...] = ()


class NearestPlan(Result):
    """A plan that has members, of ``count``: the one asked for without the part ``left_out``, in words."""

    plan: Plan
    understood_as: str
    left_out: str
    count: int = Field(ge=1)


class QuestionAnswer(Result):
    """What can be claimed in answer to a question.

    ``outcome``: ``answered``; ``empty``: all of it was understood, and nothing is recorded, ``nearest`` is then the
    plan with members that asks for least less; ``unknown_name`` and ``ambiguous_name``, with ``choices``;
    ``partly_understood``: the words ``not_understood`` were not used to choose companies, so none is said to answer,
    ``choices`` are then companies whose description mentions the name among them;
    ``open``: it asks for no relation and no value.

    ``company_ids``: every company that is recorded to be what is asked for, best first; of a comparison, those
    compared. ``value``: a number for a count, true or false for yes_no, else what is recorded, in words. ``paths``: how
    two entities are connected. ``plan``: what was understood, ``understood_as`` the same in words, ``understood_by``:
    by the rules or by a language model. ``sources`` state the ``sentences``; a number in brackets in a sentence is a
    place in them, from 1.
    """

    outcome: AnswerOutcome = "open"
    kind: AnswerKind = "none"
    value: bool | int | str | None = None
    company_ids: tuple[str, ...] = ()
    not_understood: tuple[str, ...] = ()
    sentences: tuple[AnswerSentence, ...] = ()
    sources: tuple[Source, ...] = ()
    paths: tuple[GraphPath, ...] = ()
    plan: Plan | None = None
    understood_as: str = ""
    understood_by: Judge = "rules"
    choices: tuple[NameChoice, ...] = ()
    nearest: NearestPlan | None = None


class Discovery(Result):
    """The answer to one question.

    ``outcome`` is ``found``, ``nothing_related`` or ``search_failed`` (with ``explanation``), ``unknown_company`` or
    ``ambiguous_company`` (with ``choices``). ``hidden_by_relevance`` counts results below the asked level.
    ``intent``: what the words of the question ask for; one about a fact is answered with the companies it concerns.
    ``reranker`` says whether a reranker had a say in the order: none configured, still loading, yes, or failed.
    ``answer``: what of it can be claimed; the companies that answer are listed first. ``named``: the words that mean
    nobody here, or several.
    ``fusion``: by what the list was ranked, of adaptive fusion the weighted fusion that it chose for the question;
    asked with it, the question has the same list.
    """

    outcome: Outcome
    named: str = ""
    answer: QuestionAnswer = QuestionAnswer()
    intent: Literal["relationship_discovery", "fact_qa"] = "relationship_discovery"
    query_companies: tuple[str, ...] = ()
    asked_relation: str | None = None
    related_companies: tuple[RelatedCompany, ...] = ()
    candidates: int = 0
    hidden_by_relevance: int = 0
    fusion: FusionChoice = FusionChoice()
    choices: tuple[NameChoice, ...] = ()
    explanation: str = ""
    reranker: RerankerState = "off"
    warnings: tuple[str, ...] = ()
    timings: tuple[StageTiming, ...] = ()
    stages: tuple[StageReport, ...] = ()
    processing_time_ms: float = 0.0
