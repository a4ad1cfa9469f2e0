"""The ontology: what each relation type is called, which way it points, and how much it says."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from core.domain.requests import RelevanceLevel
from core.errors import OntologyInvalidError
from core.messages import Language

RelationFamily = Literal["HIERARCHICAL", "TEMPORAL", "SPATIAL", "CAUSALITY", "ATTRIBUTION"]
RelationEnd = Literal["forward", "backward", "either"]
FALLBACK_TYPE = "related"
Cue = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Bilingual(BaseModel):
    """One text in both languages."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    zh: str = Field(min_length=1)
    en: str = Field(min_length=1)

    def text(self, language: Language) -> str:
        """The text in ``language``."""
        return self.zh if language == "zh" else self.en


class CueWords(BaseModel):
    """Words of a question that ask for a relation type."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    zh: tuple[Cue, ...] = ()
    en: tuple[Cue, ...] = ()


class RelationType(BaseModel):
    """One relation type; the fields are explained at the top of relations.yaml."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    label: Bilingual
    inverse: Bilingual
    other_end: dict[Literal["forward", "backward"], Bilingual]
    sentence: Bilingual
    symmetric: bool
    family: RelationFamily
    tier: RelevanceLevel
    shared: str | None = None
    reverse_of: str | None = None
    data_labels: dict[Literal["forward", "backward"], tuple[Cue, ...]] = Field(default_factory=dict)
    cues: dict[RelationEnd, CueWords] = Field(default_factory=dict)
    colour: str = Field(pattern=r"^#[0-9A-F]{6}$")
    dash: tuple[int, ...] = ()

    def reads(self, language: Language, *, forward: bool) -> str:
        """How the relation reads when walked along (``forward``) or against its direction."""
        return (self.label if forward else self.inverse).text(language)

    def other_end_is(self, language: Language, *, forward: bool) -> str:
        """What the other company is, seen from the source (``forward``) or from the target."""
        return self.other_end["forward" if forward else "backward"].text(language)


class Ontology:
    """All relation types by id, in file order; an unknown id reads as ``related``."""

    def __init__(self, types: dict[str, RelationType]) -> None:
        self.types = types
        self._check()

    def _check(self) -> None:
        if FALLBACK_TYPE not in self.types:
            raise OntologyInvalidError(detail=f"'{FALLBACK_TYPE}' is missing")
        for relation_type in self.types.values():
            if relation_type.shared and relation_type.shared not in self.types:
                raise OntologyInvalidError(detail=f"{relation_type.id}: shared '{relation_type.shared}'")
            if relation_type.reverse_of and relation_type.reverse_of not in self.types:
                raise OntologyInvalidError(detail=f"{relation_type.id}: reverse_of '{relation_type.reverse_of}'")
            if set(relation_type.other_end) != {"forward", "backward"}:
                raise OntologyInvalidError(detail=f"{relation_type.id}: other_end")
            for sentence in (relation_type.sentence.zh, relation_type.sentence.en):
                if not ("{source}" in sentence and "{target}" in sentence):
                    raise OntologyInvalidError(detail=f"{relation_type.id}: sentence '{sentence}'")

    def __contains__(self, type_id: str) -> bool:
        return type_id in self.types

    def __getitem__(self, type_id: str) -> RelationType:
        return self.types.get(type_id, self.types[FALLBACK_TYPE])

    @property
    def codes(self) -> dict[str, int]:
        """Relation type id → small integer used in the graph arrays (position in the file)."""
        return {type_id: code for code, type_id in enumerate(self.types)}


def parse_ontology(text: str) -> Ontology:
    """Read YAML text of the form of relations.yaml. Raises OntologyInvalidError naming what is wrong."""
    try:
        document = yaml.safe_load(text)
        types = {key: RelationType.model_validate(_with_id(key, value)) for key, value in document.items()}
    except (yaml.YAMLError, ValueError, TypeError, AttributeError) as error:
        raise OntologyInvalidError(detail=str(error)) from error
    return Ontology(types)


def _with_id(key: str, fields: dict[str, object]) -> dict[str, object]:
    complete = {"id": key, **fields}
    if "id" in fields:
        raise ValueError(f"{key}: the key is the id; remove the field 'id'")
    return complete


@cache
def default_ontology() -> Ontology:
    """The ontology that ships with the program."""
    return parse_ontology(files(__package__).joinpath("relations.yaml").read_text(encoding="utf-8"))
