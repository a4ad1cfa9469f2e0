"""Relations read from texts: as the words have them, and as a person takes them over."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from core.domain.partial_dates import PartialDate
from core.domain.records import Currency, Identifier, Name, Percent, RelationStatus
from core.domain.stored_fields import UtcSeconds, Writable
from core.messages import Language

MAX_QUOTE = 1_000  # characters
FROM_TEXT = "text--"
"""How ids of relations begin that were read from a text and accepted."""
Verdict = Literal["accepted", "rejected", "withdrawn"]
"""Withdrawn: accepted before and taken back; the relation goes with the next build, and the proposal waits again."""
DecidedBy = Literal["person", "rule", "threshold", "program"]
"""A person, what a person said once for a whole source, the confidence that the settings ask for, or a program that a
person let decide: a client of MCP."""
_Quote = Annotated[Writable, Field(min_length=1, max_length=MAX_QUOTE)]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TextEnd(_Frozen):
    """One end of a relation: the name in the text and the id of the entity it means, empty for one that is new."""

    name: Name
    id: Annotated[str, Field(max_length=200)] = ""

    @property
    def key(self) -> str:
        """The id, or the name of a new one."""
        return self.id or self.name


class RelationTerms(_Frozen):
    """What a relation says beside its ends. Dates of any precision; shares in percent; the currency by ISO 4217."""

    relation_type: Identifier
    status: RelationStatus = ""
    start: PartialDate = ""
    end: PartialDate = ""
    share_low: Percent | None = None
    share_high: Percent | None = None
    amount: float | None = Field(None, ge=0.0, allow_inf_nan=False)
    currency: Currency = ""


class ReadRelation(_Frozen):
    """What readers take a passage to state. ``quote`` is ``text[quote_start:quote_end]`` of the passage and holds both
    names; ``readers``: who read it, ``confidence`` in (0, 1]."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{20}$")]
    passage_id: Identifier
    language: Language
    source_name: Name
    target_name: Name
    terms: RelationTerms
    quote: _Quote
    quote_start: int = Field(ge=0)
    quote_end: int = Field(ge=0)
    confidence: float = Field(gt=0.0, le=1.0)
    readers: tuple[str, ...]

    def holds(self, words: str) -> bool:
        """Whether a name or the quote holds these words, whatever their case."""
        return words.casefold() in " ".join((self.source_name, self.target_name, self.quote)).casefold()


class StatedRelation(_Frozen):
    """What is recorded of a relation that was read: ends, type and terms, as read or as a person corrected them."""

    source: TextEnd
    target: TextEnd
    terms: RelationTerms


class TextReview(_Frozen):
    """What was decided of a relation that was read; ``stated`` is what it says then. ``decided_at``: UTC."""

    read: ReadRelation
    stated: StatedRelation
    verdict: Verdict
    decided_by: DecidedBy
    decided_at: UtcSeconds

    @property
    def corrected(self) -> bool:
        """Whether it states something else than was read: type, status, direction or an end."""
        names = (self.stated.source.name, self.stated.target.name)
        as_read = (self.read.source_name, self.read.target_name)
        return self.stated.terms != self.read.terms or names != as_read


def read_id(passage_id: str, quote: str, source_name: str, relation_type: str, target_name: str) -> str:
    """The id of what was read: the same whenever the same words of the same passage are read the same way."""
    said = "\0".join((passage_id, quote, source_name, relation_type, target_name))
    return hashlib.blake2b(said.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


def relation_id(read_as: str) -> str:
    """The id of the relation that an accepted proposal becomes."""
    return FROM_TEXT + read_as
