"""Both ends of a relation: known entities, by id, name or identifier, or new ones where nothing fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.domain.records import MAX_IDENTIFIER, Entity
from core.ingestion.drafts import Draft
from core.ingestion.gate import validated
from core.ingestion.known_entities import KnownEntities
from core.ingestion.own_ids import is_running_number, qualified_id
from core.ingestion.problems import RowProblem
from core.ingestion.relation_labels import MappedLabel
from core.ontology import COMPANY, Ontology


@dataclass(frozen=True)
class Ends:
    """Ids of source and target; ``made``: those that were not there, by field; ``called``: by id, the names that the
    row has for known ones, which it does not give by an id, a ticker or an identifier."""

    source: str
    target: str
    made: Mapping[str, Entity]
    called: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class EndFinder:
    """Finds the ends that rows name. ``chosen``: names of the data and the ids of entities that a person says they
    mean. Unless ``create_missing``, an end that is not there costs the row. ``moved``: ids of the data and what they
    became, since another source has given them; ``again``: names of sources that come again, whose ids may have."""

    known: KnownEntities
    ontology: Ontology
    chosen: Mapping[str, str]
    create_missing: bool
    moved: Mapping[str, str] = field(default_factory=dict)
    again: Sequence[str] = ()

    def find(
        self,
        draft: Draft,
        values: Mapping[str, object],
        mapped: MappedLabel,
        problems: list[RowProblem],
        own: str = "",
    ) -> Ends | None:
        """Source and target as the ontology has them; of a bridge the company is the source, whatever the data says.
        ``own``: the id of the source, where it is known. None, and why among the ``problems``, if one is not there."""
        kinds = [self.ontology[mapped.type].source, self.ontology[mapped.type].target]
        made: dict[str, Entity] = {}
        called: dict[str, str] = {}
        found = []
        for field_name, kind in zip(("source", "target"), kinds[::-1] if mapped.reversed else kinds, strict=True):
            if field_name == "source" and own:
                found.append(own)
                continue
            given = str(values.get(field_name) or "")
            end = self._end(draft, field_name, given, kind, made, problems)
            if end is None:
                self.forget(made)
                return None
            found.append(end)
            if self._is_called(given, end):
                called[end] = given[:MAX_IDENTIFIER]
        source, target = found[::-1] if mapped.reversed else found
        types = (kinds[1], self.known.type_of(source), self.known.type_of(target))
        if [self.ontology.is_bridge(kind) for kind in types] == [True, True, False]:
            source, target = target, source
        return Ends(source, target, made, called)

    def names_one(self, given: str) -> bool:
        """Whether an end that is given so is an entity that is there, or may be one of several that bear the name."""
        return self._own_id(given) is not None or given in self.chosen or bool(self.known.at_end(given, COMPANY))

    def _is_called(self, given: str, end: str) -> bool:
        """Whether a row gives an end by a name, and nothing else of the import describes it."""
        if not self.known.was_known(end) or self.known.is_coming(end) or self._own_id(given) is not None:
            return False
        return given in self.chosen or self.known.is_called(end, given)

    def forget(self, made: Mapping[str, Entity]) -> None:
        """Ends that were made for a relation that is refused."""
        for entity in made.values():
            self.known.forget(entity)

    def _own_id(self, given: str) -> str | None:
        """The entity of this id; where the import has a numbering of its own, the one that has the number there."""
        if given in self.moved:
            return self.moved[given]
        if self.known.is_coming(given):
            return given
        numbered = (qualified_id(given, source) for source in self.again)
        found = next((each for each in numbered if each in self.known), None)
        if found is not None:
            return found
        of_another = self.moved and is_running_number(given)
        return given if given in self.known and not of_another else None

    def _end(
        self, draft: Draft, field_name: str, given: str, kind: str, made: dict[str, Entity], problems: list[RowProblem]
    ) -> str | None:
        own = self._own_id(given)
        if own is not None:
            return own
        if self.chosen.get(given, "") in self.known:
            return self.chosen[given]
        meant = self.known.at_end(given, kind)
        if len(meant) == 1:
            return next(iter(meant))
        if meant or not given or not self.create_missing or given in self.known:
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
