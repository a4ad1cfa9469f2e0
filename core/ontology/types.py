"""What an ontology says of one entity type and of one relation type."""

from __future__ import annotations

from string import Formatter
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from core.domain.records import EntityTypeId, Percent
from core.domain.requests import RelevanceLevel
from core.messages import Language
from core.ontology.hues import HUES, DisplayGroup

RelationFamily = Literal["HIERARCHICAL", "TEMPORAL", "SPATIAL", "CAUSALITY", "ATTRIBUTION"]
RelationEnd = Literal["forward", "backward", "either"]
SubjectEnd = Literal["source", "target", "either"]
CueEnd = Literal["forward", "backward", "either", "both"]
Shape = Literal["dot", "square", "triangle", "star", "diamond", "hexagon", "triangleDown"]
Cue = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
_ENDS = {"source", "target"}


class Bilingual(BaseModel):
    """One text in both languages; a plain text stands for both."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    zh: str = Field(min_length=1, max_length=500)
    en: str = Field(min_length=1, max_length=500)

    @model_validator(mode="before")
    @classmethod
    def _one_for_both(cls, value: object) -> object:
        return {"zh": value, "en": value} if isinstance(value, str) else value

    def text(self, language: Language) -> str:
        """The text in ``language``."""
        return self.zh if language == "zh" else self.en


class CueWords(BaseModel):
    """Words of a question that ask for a relation type."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    zh: tuple[Cue, ...] = ()
    en: tuple[Cue, ...] = ()


class QuestionWords(BaseModel):
    """What people call a relation in questions; question_words.yaml explains the fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    nouns: dict[RelationEnd, CueWords] = Field(default_factory=dict)
    verbs: dict[SubjectEnd, CueWords] = Field(default_factory=dict)


class EntityType(BaseModel):
    """One entity type; the fields are explained at the top of entities.yaml."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: EntityTypeId
    label: Bilingual
    bridge: bool = False
    described_by: bool = False
    shape: Shape = "dot"
    words: tuple[Cue, ...] = ()


class Holding(BaseModel):
    """Of a relation type that means holding: which end owns the other, the percent from–to where no share is recorded,
    and whether it means control whatever the share."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    owner: Literal["source", "target"]
    share: tuple[Percent, Percent] = (0.0, 100.0)
    control: bool = False


class RelationType(BaseModel):
    """One relation type; the fields are explained at the top of relations.yaml."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: EntityTypeId
    label: Bilingual
    inverse: Bilingual
    other_end: dict[Literal["forward", "backward"], Bilingual]
    sentence: Bilingual
    symmetric: bool
    family: RelationFamily
    tier: RelevanceLevel
    shared: str | None = None
    reverse_of: str | None = None
    holding: Holding | None = None
    source: str = "company"
    target: str = "company"
    data_labels: dict[Literal["forward", "backward"], tuple[Cue, ...]] = Field(default_factory=dict)
    cues: dict[CueEnd, CueWords] = Field(default_factory=dict)
    words: QuestionWords = QuestionWords()
    display_group: DisplayGroup | None = None
    colour: str = Field(pattern=r"^#[0-9A-F]{6}$")
    dash: tuple[Annotated[int, Field(ge=1, le=100)], ...] = Field((), max_length=8)

    @model_validator(mode="before")
    @classmethod
    def _coloured_as_its_group(cls, fields: dict[str, object]) -> dict[str, object]:
        hue = next((hue for group, hue in HUES.items() if group == fields.get("display_group")), None)
        return {"colour": hue.light, **fields} if hue else fields

    @model_validator(mode="after")
    def _whole(self) -> RelationType:
        if set(self.other_end) != {"forward", "backward"}:
            raise ValueError(f"{self.id}: other_end needs forward and backward")
        for sentence in (self.sentence.zh, self.sentence.en):
            if {name for _, name, _, _ in Formatter().parse(sentence) if name is not None} != _ENDS:
                raise ValueError(f"{self.id}: sentence '{sentence}' needs {{source}} and {{target}}, and nothing else")
        return self

    @property
    def colour_on_dark(self) -> str:
        """Its colour on dark ground: that of its group, unless it has one of its own."""
        hue = HUES[self.display_group] if self.display_group else None
        return hue.dark if hue and self.colour == hue.light else self.colour

    @property
    def happens_once(self) -> bool:
        """Whether such relations are events, which do not end."""
        return self.family == "TEMPORAL"

    def reads(self, language: Language, *, forward: bool) -> str:
        """How the relation reads when walked along (``forward``) or against its direction."""
        return (self.label if forward else self.inverse).text(language)

    def other_end_is(self, language: Language, *, forward: bool) -> str:
        """What the other company is, seen from the source (``forward``) or from the target."""
        return self.other_end["forward" if forward else "backward"].text(language)
