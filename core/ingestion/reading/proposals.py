"""What the stages of reading hand to one another, and the protocol of readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from core.messages import Language

ReadStatus = Literal["current", "ended", "planned", "denied", "reported"]


@dataclass(frozen=True, slots=True)
class TextSpan:
    """``text[start:end]``, in characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NameMention:
    """A name as it stands in a text at ``start``–``end``; ``entity_id`` of the company that alone bears it, else None.

    ``entity_type``: of the ontology; a name that is not known is taken for a company unless its shape says otherwise.
    """

    start: int
    end: int
    name: str
    entity_id: str | None = None
    entity_type: str = "company"


@dataclass(frozen=True, slots=True)
class CandidatePair:
    """Two mentions that one quote names: ``first`` stands before ``second`` in the text. ``sentence``: what is between
    the beginning of the first one's sentence and the end of the second one's. ``mentions``: all those in it, in order;
    ``words``: the tokens of the sentence."""

    text: str
    language: Language
    sentence: TextSpan
    first: NameMention
    second: NameMention
    mentions: tuple[NameMention, ...]
    words: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign of a text, folded, at ``start``–``end``."""

    folded: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Vote:
    """What one reader takes a pair to state: ``forward`` if the first mention is the relation's source; ``confidence``
    in (0, 1]."""

    reader: str
    relation_type: str
    forward: bool
    confidence: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """A relation read out of a text, which nobody has accepted yet.

    ``quote`` is ``text[quote_start:quote_end]``. ``start`` and ``end``: dates of any precision, empty where none is
    stated. ``share``: percent from–to. ``amount`` in ``currency`` (ISO 4217). ``votes``: of every reader that agrees.
    """

    source: NameMention
    relation_type: str
    target: NameMention
    quote: str
    quote_start: int
    quote_end: int
    status: ReadStatus
    confidence: float
    votes: tuple[Vote, ...]
    start: str = ""
    end: str = ""
    share: tuple[float, float] | None = None
    amount: float | None = None
    currency: str = ""

    @property
    def readers(self) -> tuple[str, ...]:
        """Who read it, in the order of the readers."""
        return tuple(dict.fromkeys(vote.reader for vote in self.votes))


class RelationReader(Protocol):
    """Reads what pairs of mentions state: patterns, a classifier, a language model."""

    name: str

    def read(self, pairs: Sequence[CandidatePair]) -> list[tuple[Vote, ...]]:
        """The votes on each pair, in the order of ``pairs``; none where it states nothing that this reader knows."""
        ...
