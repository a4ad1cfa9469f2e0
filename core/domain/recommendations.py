"""Relations that are recommended to an analyst, each to a company that was retrieved."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, field_validator

from core.domain.model_use import StageReport
from core.domain.results import NameChoice, Outcome, Source
from core.domain.text import clean_text
from core.messages import Language


class RecommendationRequest(BaseModel):
    """For a company (id, name, alias or ticker), for a pasted text, or both.

    ``limit``: relations recommended at most; ``top_k``: companies that are candidates. ``only_new``: companies with a
    recorded relation to one asked about are no candidates.
    """

    model_config = ConfigDict(frozen=True)

    company: str = ""
    text: str = ""
    limit: int = Field(10, ge=1, le=50)
    top_k: int = Field(20, ge=1, le=100)
    only_new: bool = True
    language: Language = "en"

    @field_validator("company", "text")
    @classmethod
    def _clean(cls, value: str) -> str:
        return clean_text(value)


class Recommendation(BaseModel):
    """One relation: ``relation_type`` of the ontology, from the company asked about where ``forward``.

    ``source_id``: the company asked about that the relation is of; None where nothing known is asked about.
    ``sentence`` states the relation with both ends, ``reason`` says in the rules' words why; both may be empty.
    ``relevance`` is in [0.30, 1] with two decimals. ``recorded``: the knowledge base holds this very relation already.
    The aliases are the names in the HTTP API, which a document fixes.
    """

    model_config = ConfigDict(frozen=True)

    source_id: str | None = Field(serialization_alias="source_entry_id")
    target_id: str = Field(serialization_alias="target_entry_id")
    name_zh: str
    name_en: str
    description: str
    relation_type: str
    forward: bool
    relevance: float = Field(ge=0.30, le=1.0, serialization_alias="score")
    recorded: bool
    sentence: str = ""
    reason: str = ""
    sources: tuple[Source, ...] = ()


class RecordedRelation(BaseModel):
    """A relation on record between two companies that a text names, as a sentence, with its source."""

    model_config = ConfigDict(frozen=True)

    source_id: str
    target_id: str
    relation_type: str
    sentence: str
    source: Source


class Recommendations(BaseModel):
    """What is recommended, most relevant first, who judged, and what was dropped of a model's answer, by reason.

    ``named``: the companies that the text names; ``recorded``: what is on record between two of them.
    ``outcome``: what became of the search for candidates. ``explanation`` says why nothing is recommended; ``choices``
    are the companies that an unknown or ambiguous name may mean.
    """

    model_config = ConfigDict(frozen=True)

    outcome: Outcome = "found"
    source_id: str | None = None
    items: tuple[Recommendation, ...] = ()
    named: tuple[NameChoice, ...] = ()
    recorded: tuple[RecordedRelation, ...] = ()
    candidates: int = 0
    stage: StageReport = StageReport(stage="recommendation", judge="rules")
    explanation: str = ""
    choices: tuple[NameChoice, ...] = ()
    warnings: tuple[str, ...] = ()
    milliseconds: float = 0.0
