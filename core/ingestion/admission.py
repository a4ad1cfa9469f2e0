"""Records-to-be → a data set: names completed, labels mapped, ends found, everything through the gate."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import compress
from typing import get_args

from core.domain.names import fold_characters
from core.domain.records import MAX_ATTRIBUTE, MAX_ATTRIBUTE_NAME, Attribute, Entity, Passage, Relation
from core.domain.text import clean_text, holds_invisible
from core.ingestion.completion import both_names, in_its_language, told_language
from core.ingestion.csv_files import DataSet
from core.ingestion.drafts import Draft
from core.ingestion.gate import not_reserved, numbered, relation_fault, said_once, unique, validated
from core.ingestion.optional_values import date_in, share_in, source_kind_in, year_in
from core.ingestion.problems import RowProblem
from core.ingestion.reading_progress import RowCount, RowsTold, untold
from core.ingestion.relation_labels import MappedLabel, RelationLabels
from core.messages import Language
from core.ontology import COMPANY, Ontology


@dataclass(frozen=True)
class Choices:
    """What a person says of an import: the meaning of labels and types that are not known, what to do with ends that
    are not there."""

    labels: Mapping[str, MappedLabel] = field(default_factory=dict)
    entity_types: Mapping[str, str] = field(default_factory=dict)
    create_missing: bool = False


@dataclass(frozen=True)
class Admitted:
    """What gets in, and what a person could still map, with how often it stands there; ``told_labels`` are those whose
    meaning a person has said. ``repairs``: rows that got in with a change."""

    data: DataSet
    unknown_labels: Mapping[str, int]
    unknown_types: Mapping[str, int]
    told_labels: Mapping[str, int] = field(default_factory=dict)
    repairs: tuple[RowProblem, ...] = ()


def admit(
    drafts: Iterable[Draft],
    ontology: Ontology,
    choices: Choices,
    known: Sequence[Entity] = (),
    merged: Mapping[str, str] | None = None,
    told: RowsTold = untold,
) -> Admitted:
    """Everything that is valid; ``told`` hears how many drafts were looked at.

    ``known`` entities are there already: relations may end at them, by id or by name, and by the id of a company that
    was ``merged`` into one of them, which is kept: the merge may be undone.
    """
    items = list(drafts)
    admission = _Admission(ontology, choices, known, RowCount(len(items), told))
    admission.know_merged(merged or {})
    entities = admission.entities(draft for draft in items if draft.kind == "entity")
    relations = admission.relations(draft for draft in items if draft.kind == "relation")
    passages = admission.passages(draft for draft in items if draft.kind == "passage")
    data = DataSet(
        (*entities, *admission.created.values()), tuple(relations), tuple(passages), tuple(admission.problems)
    )
    refused = {(problem.file, problem.line) for problem in admission.problems}
    repairs = tuple(each for each in admission.repairs if (each.file, each.line) not in refused)
    return Admitted(
        data, dict(admission.unknown_labels), dict(admission.unknown_types), dict(admission.told_labels), repairs
    )


class _Admission:
    def __init__(self, ontology: Ontology, choices: Choices, known: Sequence[Entity], looked_at: RowCount) -> None:
        self._ontology = ontology
        self._choices = choices
        self._looked_at = looked_at
        self._labels = RelationLabels(ontology)
        self._words = _entity_words(ontology)
        self._type_of: dict[str, str] = {}
        self._by_name: dict[str, set[str]] = {}
        self._coming: set[str] = set()
        self.created: dict[str, Entity] = {}
        self.problems: list[RowProblem] = []
        self.repairs: list[RowProblem] = []
        self.unknown_labels: Counter[str] = Counter()
        self.told_labels: Counter[str] = Counter()
        self.unknown_types: Counter[str] = Counter()
        for entity in known:
            self._know(entity)

    def _know(self, entity: Entity) -> None:
        self._type_of[entity.id] = entity.type
        for name in {entity.name_zh, entity.name_en, *entity.aliases, *entity.tickers}:
            self._by_name.setdefault(fold_characters(name), set()).add(entity.id)

    def know_merged(self, merged: Mapping[str, str]) -> None:
        """Ids that are no more and still name an entity."""
        self._type_of.update({old: self._type_of[kept] for old, kept in merged.items()})

    def _repaired(self, draft: Draft, field_name: str, how: str, detail: str = "") -> None:
        self.repairs.append(RowProblem(draft.file, draft.line, field_name, how, detail[:80], repaired=True))

    def _values(self, draft: Draft) -> dict[str, object]:
        """Its values without characters that nobody sees; attributes as records have them."""
        self._looked_at.one_more()
        values = dict(draft.values)
        if draft.attributes:
            values["attributes"] = self._attributes(draft)
        for name, value in draft.values.items():
            if isinstance(value, str):
                values[name] = clean_text(value)
                if holds_invisible(value):
                    self._repaired(draft, name, "was_cleaned")
        return values

    def _attributes(self, draft: Draft) -> tuple[Attribute, ...]:
        found = []
        for given_name, given in draft.attributes:
            name, value = clean_text(given_name)[:MAX_ATTRIBUTE_NAME], clean_text(given)
            if len(value) > MAX_ATTRIBUTE:
                self._repaired(draft, name, "was_shortened", str(MAX_ATTRIBUTE))
            if name and value:
                found.append(Attribute(name, value[:MAX_ATTRIBUTE]))
        return tuple(found)

    def _optional(self, draft: Draft, name: str, values: Mapping[str, object]) -> str:
        """A year, a day or a share as the gate wants it; empty where the cell holds none: that costs the cell, not the
        row."""
        given = str(values.get(name, ""))
        found = _OPTIONAL.get(name, year_in)(given) if given else ""
        if given and not found:
            self._repaired(draft, name, "was_left_out", given)
        elif name in ("founded", "year") and found != given:
            self._repaired(draft, name, "was_cut", found)
        elif name == "date" and found != given:
            self._repaired(draft, name, "was_dated", found)
        return found

    def entities(self, drafts: Iterable[Draft]) -> list[Entity]:
        """Those that are valid, the first of every id."""
        found = [(draft, entity) for draft in drafts if (entity := self._entity(draft)) is not None]
        kept = unique((entity for _, entity in found), self.problems, (_named_by(draft) for draft, _ in found))
        for entity in kept:
            self._know(entity)
        self._coming = {entity.id for entity in kept}
        return kept

    def _entity(self, draft: Draft) -> Entity | None:
        values = self._values(draft)
        kind = self._entity_type(str(values.get("type") or COMPANY))
        if kind is None:
            self.problems.append(
                RowProblem(draft.file, draft.line, "type", "unknown_entity_type", str(values["type"])[:80])
            )
            return None
        code = _first(values.get("tickers"))
        name_zh, name_en = both_names(values, otherwise=code or values.get("id") or "")
        aliases = (*_several(values.get("aliases")), *_several(values.get("former_names")))
        completed = {
            **values, "type": kind, "id": values.get("id") or code or name_en, "name_zh": name_zh, "name_en": name_en,
            "aliases": tuple(dict.fromkeys(aliases)), "founded": self._optional(draft, "founded", values),
            **in_its_language("description", values),
        }  # fmt: skip
        entity = validated(Entity, draft.file, draft.line, completed, self.problems)
        before = self._type_of.get(entity.id, kind) if entity is not None else kind
        if values.get("type") and before != kind:
            self._repaired(draft, "type", "type_stays", before)
        return entity

    def _entity_type(self, given: str) -> str | None:
        found = self._choices.entity_types.get(given) or self._words.get(fold_characters(given))
        if found is None:
            self.unknown_types[given] += 1
        return found

    def relations(self, drafts: Iterable[Draft]) -> list[Relation]:
        """Those whose label is known and whose ends are there, each once; of an id that repeats, later ones get
        numbers."""
        valid = [(draft, each) for draft in drafts if (each := self._relation(draft)) is not None]
        found = list(compress(valid, said_once([each for _, each in valid], self.problems)))
        kept = numbered(each for _, each in found)
        for (draft, before), after in zip(found, kept, strict=True):
            if after is not before and draft.values.get("id"):
                self._repaired(draft, "id", "was_numbered", after.id)
        return kept

    def _relation(self, draft: Draft) -> Relation | None:
        values = self._values(draft)
        label = str(values.get("label") or "")
        if not label:
            self.problems.append(RowProblem(draft.file, draft.line, "label", "missing"))
            return None
        told = self._choices.labels.get(label)
        if told is not None:
            self.told_labels[label] += 1
        mapped = told or self._labels.find(label)
        if mapped is None:
            self.unknown_labels[label] += 1
            self.problems.append(RowProblem(draft.file, draft.line, "label", "unknown_label", label[:80]))
            return None
        made: dict[str, Entity] = {}
        ends = self._ends(draft, values, mapped, made)
        if ends is None:
            self._forget(made)
            return None
        source, target = ends
        completed = {
            **values, "type": mapped.type, "source": source, "target": target,
            "id": values.get("id") or f"{source}--{mapped.type}--{target}",
            **{name: self._optional(draft, name, values) for name in ("year", "weight", "confidence")},
            **in_its_language("evidence", values),
        }  # fmt: skip
        relation = validated(Relation, draft.file, draft.line, completed, self.problems)
        fault = relation_fault(relation, set(ends), self._ontology) if relation is not None else None
        if fault is not None:
            self.problems.append(RowProblem(draft.file, draft.line, *fault))
        if relation is None or fault is not None:
            self._forget(made)
            return None
        for field_name, entity in made.items():
            self.created[entity.id] = entity
            self._repaired(draft, field_name, "was_created", entity.id)
        return relation

    def _forget(self, made: Mapping[str, Entity]) -> None:
        """Ends that were made for a relation that is refused."""
        for entity in made.values():
            del self._type_of[entity.id]
            self._by_name[fold_characters(entity.name_en)].discard(entity.id)

    def _ends(
        self, draft: Draft, values: Mapping[str, object], mapped: MappedLabel, made: dict[str, Entity]
    ) -> tuple[str, str] | None:
        """Source and target as the ontology has them; of a bridge the company is the source, whatever the data says.

        ``made`` gets the ends that were not there, by field.
        """
        kinds = [COMPANY, self._ontology[mapped.type].target]
        found = []
        for field_name, kind in zip(("source", "target"), kinds[::-1] if mapped.reversed else kinds, strict=True):
            end = self._end(draft, field_name, str(values.get(field_name) or ""), kind, made)
            if end is None:
                return None
            found.append(end)
        source, target = found[::-1] if mapped.reversed else found
        bridges = [self._ontology.is_bridge(kind) for kind in (kinds[1], self._type_of[source], self._type_of[target])]
        if bridges == [True, True, False]:
            source, target = target, source
        return source, target

    def _end(self, draft: Draft, field_name: str, given: str, kind: str, made: dict[str, Entity]) -> str | None:
        """The id that is meant; of several that bear the name the one that comes with the relation."""
        if given in self._type_of:
            return given
        bearers = self._by_name.get(fold_characters(given), set())
        for meant in (bearers, bearers & self._coming):
            if len(meant) == 1:
                return next(iter(meant))
        if bearers or not given or not self._choices.create_missing:
            reason = "ambiguous_entity" if bearers else "unknown_entity" if given else "missing"
            self.problems.append(RowProblem(draft.file, draft.line, field_name, reason, given[:80]))
            return None
        values = {"id": given, "type": kind, "name_zh": given, "name_en": given}
        entity = validated(Entity, draft.file, draft.line, values, self.problems)
        if entity is None:
            return None
        made[field_name] = entity
        self._know(entity)
        return entity.id

    def passages(self, drafts: Iterable[Draft]) -> list[Passage]:
        """Those that are valid, the first of every id."""
        found: list[Passage] = []
        own_ids: set[str] = set()
        for draft in drafts:
            values = self._values(draft)
            text = str(values.get("text") or "")
            told = values.get("language")
            known = told in get_args(Language)
            if told and not known:
                self._repaired(draft, "language", "was_guessed", str(told))
            completed = {
                **values,
                "id": values.get("id") or _called_by_its_text(values),
                "language": told if known else told_language(text),
                "date": self._optional(draft, "date", values),
                "source_kind": source_kind_in(str(values.get("source_kind") or "")),
            }
            passage = validated(Passage, draft.file, draft.line, completed, self.problems)
            if passage is not None:
                found.append(passage)
                if values.get("id"):
                    own_ids.add(passage.id)
        kept = list(not_reserved(found, self.problems))
        return unique(kept, self.problems, ("id" if each.id in own_ids else "text" for each in kept))


_OPTIONAL: Mapping[str, Callable[[str], str]] = {"weight": share_in, "confidence": share_in, "date": date_in}


def _named_by(draft: Draft) -> str:
    """The field that an entity has its id from."""
    names = ("id", "tickers", "name_en", "name", "name_zh")
    return next((name for name in names if draft.values.get(name)), "id")


def _called_by_its_text(values: Mapping[str, object]) -> str:
    """The id of a passage that has none: the same wherever and whenever it is read, and another for any other text."""
    said = [str(values.get(name) or "") for name in ("document_id", "url", "title", "text")]
    return f"text:{blake2b(json.dumps(said).encode(), digest_size=16).hexdigest()}"


def _entity_words(ontology: Ontology) -> dict[str, str]:
    """What data may call an entity type → its id; of two types that claim a word, the first has it."""
    words: dict[str, str] = {}
    for kind in ontology.entity_types.values():
        for word in (kind.id, kind.label.zh, kind.label.en, *kind.words):
            words.setdefault(fold_characters(word), kind.id)
    return words


def _several(values: object) -> tuple[object, ...]:
    return values if isinstance(values, tuple) else (values,) if values else ()


def _first(values: object) -> object:
    return values[0] if isinstance(values, tuple) and values else None
