"""Both ends of a relation: known entities, by id, name or identifier, or new ones where nothing fits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.domain.records import Entity
from core.ingestion.drafts import Draft
from core.ingestion.gate import validated
from core.ingestion.known_entities import KnownEntities
from core.ingestion.problems import RowProblem
from core.ingestion.relation_labels import MappedLabel
from core.ontology import COMPANY, Ontology


@dataclass(frozen=True)
class Ends:
    """Ids of source and target; ``made``: those that were not there, by field."""

    source: str
    target: str
    made: Mapping[str, Entity]


@dataclass(frozen=True)
class EndFinder:
    """Finds the ends that rows name. ``chosen``: names of the data and the ids of entities that a person says they
    mean. Unless ``create_missing``, an end that is not there costs the row."""

    known: KnownEntities
    ontology: Ontology
    chosen: Mapping[str, str]
    create_missing: bool

    def find(
        self, draft: Draft, values: Mapping[str, object], mapped: MappedLabel, problems: list[RowProblem]
    ) -> Ends | None:
        """Source and target as the ontology has them; of a bridge the company is the source, whatever the data says.
        None, and why among the ``problems``, if one is not there."""
        kinds = [COMPANY, self.ontology[mapped.type].target]
        made: dict[str, Entity] = {}
        found = []
        for field_name, kind in zip(("source", "target"), kinds[::-1] if mapped.reversed else kinds, strict=True):
            end = self._end(draft, field_name, str(values.get(field_name) or ""), kind, made, problems)
            if end is None:
                self.forget(made)
                return None
            found.append(end)
        source, target = found[::-1] if mapped.reversed else found
        types = (kinds[1], self.known.type_of(source), self.known.type_of(target))
        if [self.ontology.is_bridge(kind) for kind in types] == [True, True, False]:
            source, target = target, source
        return Ends(source, target, made)

    def forget(self, made: Mapping[str, Entity]) -> None:
        """Ends that were made for a relation that is refused."""
        for entity in made.values():
            self.known.forget(entity)

    def _end(
        self, draft: Draft, field_name: str, given: str, kind: str, made: dict[str, Entity], problems: list[RowProblem]
    ) -> str | None:
        if given in self.known:
            return given
        if self.chosen.get(given, "") in self.known:
            return self.chosen[given]
        meant = self.known.at_end(given, kind)
        if len(meant) == 1:
            return next(iter(meant))
        if meant or not given or not self.create_missing:
            reason = "ambiguous_entity" if meant else "unknown_entity" if given else "missing"
            problems.append(RowProblem(draft.file, draft.line, field_name, reason, given[:80]))
            return None
        values = {"id": given, "type": kind, "name_zh": given, "name_en": given}
        entity = validated(Entity, draft.file, draft.line, values, problems)
        if entity is None:
            return None
        made[field_name] = entity
        self.known.created(entity)
        return entity.id
