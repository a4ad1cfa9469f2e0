"""The ontology: which types of entities and relations there are, which way relations point, how much they say."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache, cached_property
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from core.errors import GuanxiError
from core.ontology.types import Bilingual, CueWords, EntityType, RelationEnd, RelationFamily, RelationType
from core.runtime.package_files import parse_yaml, read_package_yaml

__all__ = [
    "COMPANY",
    "FALLBACK_TYPE",
    "Bilingual",
    "CueWords",
    "EntityType",
    "Ontology",
    "RelationEnd",
    "RelationFamily",
    "RelationType",
    "default_ontology",
    "parse_ontology",
    "read_types",
]
FALLBACK_TYPE = "related"
COMPANY = "company"
_NOT_STORED = {"words", "holding", "display_group", "colour", "dash"}
AnyType = TypeVar("AnyType", bound=BaseModel)


class OntologyInvalidError(GuanxiError):
    """The ontology file breaks its own rules."""


class Ontology:
    """All types by id, in file order; an unknown relation type reads as ``related``, an unknown entity type as a
    company."""

    def __init__(self, types: dict[str, RelationType], entity_types: dict[str, EntityType] | None = None) -> None:
        self.types = types
        self.entity_types = entity_types or default_entity_types()
        self._check()

    def _check(self) -> None:
        if FALLBACK_TYPE not in self.types:
            raise OntologyInvalidError(detail=f"'{FALLBACK_TYPE}' is missing")
        for kind in self.types.values():
            for field, named in (("shared", kind.shared), ("reverse_of", kind.reverse_of)):
                if named and named not in self.types:
                    raise OntologyInvalidError(detail=f"{kind.id}: {field} '{named}'")
            for end, named in (("source", kind.source), ("target", kind.target)):
                if named not in self.entity_types:
                    raise OntologyInvalidError(detail=f"{kind.id}: {end} '{named}'")

    def __contains__(self, type_id: str) -> bool:
        return type_id in self.types

    def __getitem__(self, type_id: str) -> RelationType:
        return self.types.get(type_id, self.types[FALLBACK_TYPE])

    def entity_type(self, type_id: str) -> EntityType:
        """What is said of an entity type."""
        return self.entity_types.get(type_id, self.entity_types[COMPANY])

    def is_bridge(self, type_id: str) -> bool:
        """Whether entities of this type only make others similar; the rest is what the program calls companies."""
        return self.entity_type(type_id).bridge

    def found_at(self, type_id: str, end: RelationEnd) -> str:
        """The entity type of what a relation leads to from the end where what is asked about stands."""
        kind = self[type_id]
        return kind.source if end == "backward" else kind.target

    def joins_companies(self, type_id: str) -> bool:
        """Whether such relations lead from companies to companies."""
        return not any(map(self.is_bridge, (self[type_id].source, self[type_id].target)))

    @property
    def codes(self) -> dict[str, int]:
        """Relation type id → small integer used in the graph arrays (position in the file)."""
        return {type_id: code for code, type_id in enumerate(self.types)}

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of all but the words of questions, what means holding and how types are drawn, of which no version
        holds anything: a knowledge base built with another one is built anew."""
        digest = hashlib.sha256()
        for kind in (*self.entity_types.values(), *self.types.values()):
            digest.update(kind.model_dump_json(exclude=_NOT_STORED).encode() + b"\n")
        return digest.hexdigest()


def parse_ontology(text: str) -> Ontology:
    """Read YAML text of the form of relations.yaml. Raises OntologyInvalidError naming what is wrong."""
    try:
        return Ontology(read_types(RelationType, parse_yaml(text)))
    except (yaml.YAMLError, ValueError, TypeError, AttributeError) as error:
        raise OntologyInvalidError(detail=str(error)) from error


def read_types(type_class: type[AnyType], document: Mapping[str, Mapping[str, object]]) -> dict[str, AnyType]:
    """Id → type. Raises ValueError, TypeError or AttributeError for a document of another form."""
    return {key: _read_type(type_class, key, fields) for key, fields in document.items()}


def _read_type(type_class: type[AnyType], key: str, fields: Mapping[str, object]) -> AnyType:
    if not isinstance(fields, Mapping):
        raise TypeError(f"{key}: a mapping of fields is expected")
    if "id" in fields:
        raise ValueError(f"{key}: the key is the id; remove the field 'id'")
    try:
        return type_class.model_validate({"id": key, **fields})
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in (key, *fault["loc"]))
        raise ValueError(f"{where}: {fault['msg']}") from error


@cache
def default_entity_types() -> dict[str, EntityType]:
    """The entity types that ship with the program."""
    return read_types(EntityType, read_package_yaml(__package__, "entities.yaml"))


@cache
def default_ontology() -> Ontology:
    """The ontology that ships with the program."""
    words = read_package_yaml(__package__, "question_words.yaml")
    types = read_package_yaml(__package__, "relations.yaml")
    return Ontology(read_types(RelationType, {key: {**types[key], "words": words.get(key, {})} for key in types}))
