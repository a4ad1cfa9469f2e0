"""What a knowledge base holds: entities, typed relations, passages, mentions, cross-links."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError

from core.domain.partial_dates import FIRST_YEAR, LAST_YEAR, PartialDate, is_after, is_to_come
from core.domain.text import CHINESE_CHARACTER, clean_text
from core.messages import Language

MentionRole = Literal["PRIMARY", "SECONDARY", "PERIPHERAL"]
LinkType = Literal["EXPLAINS", "SEMANTICALLY_SIMILAR"]
MAX_IDENTIFIER = 200  # characters
MAX_ATTRIBUTE_NAME, MAX_ATTRIBUTE = 100, 1_000  # characters of its name and of its value
AGREED_END = "agreed_end"
"""The attribute of a relation that ended before the day until which it was agreed."""
RESERVED = frozenset(
    (
        *("__proto__", "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString"),
        *("toString", "valueOf", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"),
    )
)
"""Properties of every JavaScript object. The library that draws graphs keeps nodes in objects by id, so that such an id
overwrites the property."""


def _not_reserved(identifier: str) -> str:
    if identifier in RESERVED:
        raise PydanticCustomError("reserved_id", "is reserved")
    return identifier


Identifier = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_IDENTIFIER),
    AfterValidator(_not_reserved),
]
EntityTypeId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,63}$")]
RelationIdentifier = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000)]
SMALLEST_WEIGHT = 1e-6  # what single precision keeps apart from zero with room to spare
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
RelationStatus = Literal["", "current", "ended", "planned", "denied", "reported"]
"""What is known of a relation's state; empty where nothing is said."""
Percent = Annotated[float, Field(ge=0.0, le=100.0, allow_inf_nan=False)]
Currency = Annotated[str, StringConstraints(to_upper=True, pattern=r"^(?:[A-Za-z]{3})?$")]
"""The three letters of ISO 4217; empty where it is not known."""
_TYPED = re.compile(r"[a-z][a-z0-9 _-]*:\S.*")

_IN_BOTH_LANGUAGES = re.compile(
    rf"(?P<zh>[^A-Za-z]*{CHINESE_CHARACTER.pattern}[^A-Za-z]*) (?P<en>(?:(?!{CHINESE_CHARACTER.pattern}).)+)"
)


def in_both_languages(text: str) -> dict[str, str] | None:
    """A text in Chinese and English beside each other, such as 宁德 Ningde, by language; None of others."""
    both = _IN_BOTH_LANGUAGES.fullmatch(text)
    return None if both is None else both.groupdict()


def _typed_identifier(text: str) -> str:
    if not _TYPED.fullmatch(text):
        raise PydanticCustomError("no_identifier", "must be a kind and a value, such as lei:529900T8BM49AURSDO55")
    return text


TypedIdentifier = Annotated[str, StringConstraints(max_length=MAX_IDENTIFIER), AfterValidator(_typed_identifier)]
"""The kind of an identifier and its value: ``lei:…``, ``isin:…``, ``cik:…``; a number in a register with its
jurisdiction: ``register:gb/01234567``."""


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

    Nothing is read from it but how large a company is (core/ingestion/mapping/company_sizes.py).
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
    row says beside these fields. ``place``: where it has its seat, in words; ``lat`` and ``lon`` in degrees, both or
    neither.
    """

    id: Identifier
    type: EntityTypeId
    name_zh: Name
    name_en: Name
    aliases: tuple[Name, ...] = ()
    tickers: tuple[Name, ...] = ()
    identifiers: tuple[TypedIdentifier, ...] = ()
    country: str = ""
    place: str = Field("", max_length=300)
    lat: float | None = Field(None, ge=-90.0, le=90.0, allow_inf_nan=False)
    lon: float | None = Field(None, ge=-180.0, le=180.0, allow_inf_nan=False, validate_default=True)
    industry: str = ""
    founded: int | None = Field(None, ge=FIRST_YEAR, le=LAST_YEAR)
    description_zh: str = Field("", max_length=4000)
    description_en: str = Field("", max_length=4000)
    origin: str = ""
    attributes: Attributes = ()

    @field_validator("lon")
    @classmethod
    def _whole_place(cls, lon: float | None, info: ValidationInfo) -> float | None:
        if "lat" in info.data and (lon is None) != (info.data["lat"] is None):
            raise PydanticCustomError("half_coordinates", "lat and lon stand together")
        return lon

    @property
    def typed_identifiers(self) -> tuple[tuple[str, str], ...]:
        """Kind and value of each identifier."""
        pairs = (each.partition(":") for each in self.identifiers)
        return tuple((kind, value) for kind, _, value in pairs)

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

    def seat(self, language: Language) -> str:
        """The place in ``language`` where the data has it in both, such as 宁德 Ningde; else as it is."""
        both = in_both_languages(self.place)
        return both[language] if both else self.place


class Relation(Record):
    """A typed, directed edge. Several relations between one pair stay apart.

    ``weight`` and ``confidence`` are in [1e-6, 1]; the graph walks over weight × confidence. ``year`` is that of
    ``start``; where only a year is known, that of the beginning. ``as_of``: when what is said was so. ``share_low`` and
    ``share_high``: percent of votes or capital, at least and at most. ``source_id``: the FactSource that says it.
    """

    id: RelationIdentifier
    source: Identifier
    target: Identifier
    type: Identifier
    weight: float = Field(1.0, ge=SMALLEST_WEIGHT, le=1.0, allow_inf_nan=False)
    confidence: float = Field(1.0, ge=SMALLEST_WEIGHT, le=1.0, allow_inf_nan=False)
    year: int | None = Field(None, ge=FIRST_YEAR, le=LAST_YEAR)
    start: PartialDate = ""
    end: PartialDate = ""
    as_of: PartialDate = ""
    status: RelationStatus = ""
    share_low: Percent | None = None
    share_high: Percent | None = None
    amount: float | None = Field(None, ge=0.0, allow_inf_nan=False)
    currency: Currency = ""
    source_id: str = Field("", max_length=MAX_IDENTIFIER)
    evidence_zh: str = Field("", max_length=2000)
    evidence_en: str = Field("", max_length=2000)
    passage_id: str = ""
    origin: str = ""
    attributes: Attributes = ()

    @field_validator("start")
    @classmethod
    def _of_its_year(cls, start: str, info: ValidationInfo) -> str:
        year = info.data.get("year")
        if start and year is not None and year != int(start[:4]):
            raise PydanticCustomError("other_year", "must lie in the year")
        return start

    @field_validator("end")
    @classmethod
    def _not_before_its_start(cls, end: str, info: ValidationInfo) -> str:
        start = info.data.get("start") or str(info.data.get("year") or "")
        if is_after(start, end):
            raise PydanticCustomError("ends_before_start", "must not lie before the start")
        return end

    @field_validator("share_high")
    @classmethod
    def _not_below_the_least(cls, high: float | None, info: ValidationInfo) -> float | None:
        low = info.data.get("share_low")
        if high is not None and low is not None and high < low:
            raise PydanticCustomError("share_order", "must not be less than share_low")
        return high

    @property
    def known_end(self) -> str:
        """The end; not one that is still to come of what has ended: that was only agreed."""
        return "" if self.status == "ended" and is_to_come(self.end) else self.end

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
