"""What a knowledge base holds: entities, typed relations, passages, mentions, cross-links."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, field_validator

from core.domain.text import clean_text
from core.messages import Language

MentionRole = Literal["PRIMARY", "SECONDARY", "PERIPHERAL"]
LinkType = Literal["EXPLAINS", "SEMANTICALLY_SIMILAR"]
MAX_IDENTIFIER = 200  # characters
MAX_ATTRIBUTE_NAME, MAX_ATTRIBUTE = 100, 1_000  # characters of its name and of its value
Identifier = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_IDENTIFIER)]
EntityTypeId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,63}$")]
RelationIdentifier = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000)]
SMALLEST_WEIGHT = 1e-6  # what single precision keeps apart from zero with room to spare
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]


class Record(BaseModel):
    """Base of all stored nouns: frozen, unknown fields refused, control characters removed from texts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def _clean(cls, value: object) -> object:
        if isinstance(value, (tuple, list)):
            return tuple(clean_text(part) if isinstance(part, str) else part for part in value)
        return clean_text(value) if isinstance(value, str) else value


class Attribute(NamedTuple):
    """What the data says under a name of its own: kept and shown. A pair: there may be millions.

    Nothing is read from it but how large a company is (core/ingestion/company_sizes.py).
    """

    name: Annotated[str, BeforeValidator(clean_text), StringConstraints(min_length=1, max_length=MAX_ATTRIBUTE_NAME)]
    value: Annotated[str, BeforeValidator(clean_text), StringConstraints(min_length=1, max_length=MAX_ATTRIBUTE)]


def one_of_each(attributes: Iterable[Attribute]) -> tuple[Attribute, ...]:
    """In the order of their names; of several of one name the first."""
    by_name: dict[str, Attribute] = {}
    for each in attributes:
        by_name.setdefault(each.name, each)
    return tuple(by_name[name] for name in sorted(by_name))


Attributes = Annotated[tuple[Attribute, ...], AfterValidator(one_of_each)]


class Entity(Record):
    """A company, or a bridge (product, industry, person, place…) that makes companies similar: the ontology says which
    its type is.

    ``id`` is the user's own opaque string. ``origin`` says which file and row it came from. ``attributes``: what its
    row says beside these fields.
    """

    id: Identifier
    type: EntityTypeId
    name_zh: Name
    name_en: Name
    aliases: tuple[Name, ...] = ()
    tickers: tuple[Name, ...] = ()
    country: str = ""
    industry: str = ""
    founded: int | None = Field(None, ge=1000, le=2100)
    description_zh: str = Field("", max_length=4000)
    description_en: str = Field("", max_length=4000)
    origin: str = ""
    attributes: Attributes = ()

    def name(self, language: Language) -> str:
        """The name to show first in ``language``."""
        return self.name_zh if language == "zh" else self.name_en

    def other_name(self, language: Language) -> str:
        """The name in the other language, or nothing when both are the same."""
        other = self.name_en if language == "zh" else self.name_zh
        return "" if other == self.name(language) else other

    def description(self, language: Language) -> str:
        """The description in ``language``, else in the other one."""
        first, second = self.description_zh, self.description_en
        return (first or second) if language == "zh" else (second or first)


class Relation(Record):
    """A typed, directed edge. Several relations between one pair stay apart.

    ``weight`` and ``confidence`` are in [1e-6, 1]; the graph walks over weight × confidence.
    """

    id: RelationIdentifier
    source: Identifier
    target: Identifier
    type: Identifier
    weight: float = Field(1.0, ge=SMALLEST_WEIGHT, le=1.0, allow_inf_nan=False)
    confidence: float = Field(1.0, ge=SMALLEST_WEIGHT, le=1.0, allow_inf_nan=False)
    year: int | None = Field(None, ge=1000, le=2100)
    evidence_zh: str = Field("", max_length=2000)
    evidence_en: str = Field("", max_length=2000)
    passage_id: str = ""
    origin: str = ""
    attributes: Attributes = ()

    def evidence(self, language: Language) -> str:
        """The evidence sentence in ``language``, else in the other one."""
        first, second = self.evidence_zh, self.evidence_en
        return (first or second) if language == "zh" else (second or first)


class Passage(Record):
    """A piece of text that can be cited. Offsets count characters within its document.

    ``path``: of the file that it stands in, as who brought it says. ``program_language``: in which it is written, if it
    is code; ``language`` is then that of its words.
    """

    id: Identifier
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20_000)]
    title: str = Field("", max_length=500)
    document_id: str = ""
    start: int = Field(0, ge=0, lt=2**63)
    end: int = Field(0, ge=0, lt=2**63)
    source_kind: str = "note"
    language: Language
    date: str = ""
    publisher: str = ""
    url: str = ""
    origin: str = ""
    path: str = ""
    program_language: str = ""

    def is_in(self, languages: Iterable[str]) -> bool:
        """Whether it is in one of these languages, of people or of programs; upper and lower case are the same."""
        return not {self.language, self.program_language.lower()}.isdisjoint(each.lower() for each in languages)


Identified = Entity | Relation | Passage


class Mention(Record):
    """An entity named in a passage. ``weight`` is the mean of the three kept scores, each in [0, 1]."""

    passage_id: Identifier
    entity_id: Identifier
    role: MentionRole
    role_score: float = Field(ge=0.0, le=1.0)
    similarity_score: float = Field(ge=0.0, le=1.0)
    position_score: float = Field(ge=0.0, le=1.0)

    @property
    def weight(self) -> float:
        """Mean of the role, similarity and position scores."""
        return (self.role_score + self.similarity_score + self.position_score) / 3.0


class CrossLink(Record):
    """Two passages that are about the same thing: EXPLAINS between source kinds, SEMANTICALLY_SIMILAR within one.

    ``confidence`` = similarity + the three boosts, capped at 1; the boosts are kept so that a page can say why.
    """

    from_passage_id: Identifier
    to_passage_id: Identifier
    type: LinkType = "EXPLAINS"
    similarity: float = Field(ge=0.0, le=1.0)
    name_boost: float = Field(0.0, ge=0.0, le=0.15)
    date_boost: float = Field(0.0, ge=0.0, le=0.10)
    author_boost: float = Field(0.0, ge=0.0, le=0.10)

    @property
    def confidence(self) -> float:
        """Similarity plus boosts, at most 1."""
        return min(1.0, self.similarity + self.name_boost + self.date_boost + self.author_boost)
