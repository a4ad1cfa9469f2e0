"""Rows about entities → entities: whom each means, what it adds to what is known of it, everything through the gate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace

from core.domain.records import Entity
from core.ingestion.cells.cell_names import names_nobody
from core.ingestion.cells.stated_facts import entity_facts_in
from core.ingestion.checking.completion import in_its_language
from core.ingestion.checking.entity_rows import (
    EntityRow,
    Meant,
    RowFits,
    as_update,
    entity_row,
    who_is_meant,
    with_exported_id,
)
from core.ingestion.checking.graph_nodes import nodes_that_are_known, with_record_id
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.known_entities import KnownEntities
from core.ingestion.checking.own_ids import Bringing, IdClash, clashes, own_ids, renamed, share_something
from core.ingestion.checking.replaced_values import replaced_values
from core.ingestion.checking.row_values import RowValues
from core.ingestion.mapping.entity_type_words import entity_type_words
from core.ingestion.mapping.holder_kinds import PERSON
from core.ingestion.mapping.table_mapping import NAMES, RELATION
from core.ingestion.records.merging import together
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord
from core.ingestion.records.record_validation import validated
from core.names.normalise import fold_characters
from core.ontology import COMPANY, Ontology

MAX_NAMES = 500
"""Of one entity: real ones have a hundred at most, and every row that joins takes the time of all."""


class EntityAdmission:
    """What comes in is known from then on; ``moved``: the ids that rows have for themselves and that mean others here;
    ``cells``: the rows that came in, with whom they are about. ``of_relations_too``: by file and line, what rows that
    state relations name at their ends: a company at an end stands in as many of them as it has relations."""

    def __init__(
        self,
        ontology: Ontology,
        choices: Choices,
        known: KnownEntities,
        rows: RowValues,
        bringing: Bringing,
        graphs: Mapping[str, bool],
        of_relations_too: Mapping[tuple[str, int], Set[str]],
    ) -> None:
        self._choices = choices
        self._words = entity_type_words(ontology)
        self._known = known
        self._rows = rows
        self._bringing = bringing
        self._graphs = graphs
        self._of_relations_too = of_relations_too
        self.moved: dict[str, str] = {}
        self.cells: list[tuple[RawRecord, str]] = []
        self.clashes: tuple[IdClash, ...] = ()
        self.fits: list[RowFits] = []
        self.unclear: dict[str, tuple[str, ...]] = {}
        self.unknown_types: Counter[str] = Counter()

    def of(self, raw_records: Iterable[RawRecord]) -> list[Entity]:
        """Those that are valid, in their order: the first of every id, with what rows without an id say of it."""
        rows = [row for raw_record in raw_records if (row := self._row(raw_record)) is not None]
        kept: dict[str, tuple[int, Entity]] = {}
        with_id = [place for place, row in enumerate(rows) if row.own_id]
        moved = self._take_with_ids(rows, with_id, kept)
        others = [place for place, row in enumerate(rows) if not row.own_id or place in moved]
        asked = [
            replace(rows[place], own_id="", called=moved[place]) if place in moved else rows[place] for place in others
        ]
        choices = self._choices
        meant = who_is_meant(asked, self._known, choices.meant, update_known=choices.update_known)
        for place, row, whom in zip(others, asked, meant, strict=True):
            if place not in moved:
                self._take(place, row, whom, kept)
                continue
            found = Meant(moved[place]) if whom.choices else whom
            self._move(rows[place], found.entity_id)
            self._take(place, row, found, kept)
        return [entity for _, entity in sorted(kept.values(), key=lambda each: each[0])]

    def _take_with_ids(
        self, rows: Sequence[EntityRow], places: Sequence[int], kept: dict[str, tuple[int, Entity]]
    ) -> dict[int, str]:
        """Keep what rows with ids say of whom these mean; by their places, the ids of the others, which are of no known
        company unless one fits."""
        found = own_ids([rows[place] for place in places], self._known, self._bringing, self._choices.same_ids)
        self.clashes = clashes([rows[place] for place in places], found)
        nodes = nodes_that_are_known([rows[place] for place in places], found, self._known, self._graphs, self._choices)
        for place, own, node in zip(places, found, nodes, strict=True):
            if node is not None:
                self.moved.setdefault(rows[place].own_id, node.entity_id)
                self._take(place, with_record_id(rows[place]), node, kept)
            elif not own.new:
                if own.entity_id != rows[place].own_id:
                    self.moved.setdefault(rows[place].own_id, own.entity_id)
                self._take(place, rows[place], Meant(own.entity_id), kept)
        return {place: own.entity_id for place, own in zip(places, found, strict=True) if own.new}

    def _move(self, row: EntityRow, entity_id: str) -> None:
        """The row's id is another company's here; ends of relations that name it mean this one."""
        if self.moved.setdefault(row.own_id, entity_id) == entity_id:
            self._rows.repaired(row.raw_record, "id", "id_taken", entity_id)

    def _row(self, raw_record: RawRecord) -> EntityRow | None:
        values = self._rows.of(raw_record)
        kind = self._entity_type(str(values.get("type") or COMPANY))
        if kind is None:
            problem = RowProblem(
                raw_record.file, raw_record.line, "type", "unknown_entity_type", str(values["type"])[:80]
            )
            self._rows.problems.append(problem)
            return None
        row = entity_row(raw_record, self._rows.with_facts(raw_record, values, entity_facts_in(values)), kind)
        row = with_exported_id(row, self._known)
        if not (row.called or row.names):
            self._rows.problems.append(RowProblem(raw_record.file, raw_record.line, "name", "no_name_or_id"))
            return None
        return None if self._is_nobody(row) else row

    def _is_nobody(self, row: EntityRow) -> bool:
        """Whether a row is about a company or person that is not told: TBD, undisclosed, 未披露. It is then refused: as
        one of a relation, where it states one that has that at an end, and else here unless something identifies it."""
        raw_record = row.raw_record
        given = [str(row.values[name]) for name in NAMES if raw_record.values.get(name)]
        if raw_record.exported or row.kind not in (COMPANY, PERSON) or not given or not all(map(names_nobody, given)):
            return False
        if any(name in self._choices.meant or self._known.named(name, row.kind) for name in given):
            return False
        if not self._of_relations_too.get((raw_record.file, raw_record.line), set()).isdisjoint(given):
            return True
        if row.called not in given or row.identity.all_values:
            return False
        self._rows.problems.append(
            RowProblem(raw_record.file, raw_record.line, raw_record.named_by, "names_nobody", given[0][:80])
        )
        return True

    def _take(self, place: int, row: EntityRow, meant: Meant, kept: dict[str, tuple[int, Entity]]) -> None:
        """Keep what a row says of whom it is about, if it is valid."""
        raw_record, values = row.raw_record, row.values
        if meant.choices:
            self.unclear[row.names[0]] = meant.choices
            detail = ", ".join(meant.choices)[:80]
            self._rows.problems.append(
                RowProblem(raw_record.file, raw_record.line, raw_record.named_by, "fits_several", detail)
            )
            return
        completed = {
            **values,
            "type": row.kind,
            "id": meant.entity_id,
            "founded": self._rows.optional(raw_record, "founded", values),
            **in_its_language("description", values),
        }
        entity = validated(Entity, raw_record.file, raw_record.line, completed, self._rows.problems)
        if entity is None:
            return
        if len(entity.aliases) > MAX_NAMES:
            self._rows.problems.append(
                RowProblem(raw_record.file, raw_record.line, "aliases", "too_many_names", f"{MAX_NAMES:,}")
            )
            return
        known = self._known.get(entity.id)
        if known is not None and not row.named:
            entity = entity.model_copy(update={"name_zh": known.name_zh, "name_en": known.name_en})
        before = self._known.before(entity.id)
        if before is not None and meant.by is None and (names := renamed(before, together(before, entity))):
            self._rows.repaired(raw_record, raw_record.named_by, "renamed", names)
        if known is not None and values.get("type") and known.type != row.kind:
            self._rows.repaired(raw_record, "type", "type_stays", known.type)
        if known is not None and meant.by is not None:
            entity = as_update(entity, known, self._known)
        if known is not None and meant.by is not None and self._known.was_known(known.id):
            self.fits.append(RowFits(raw_record.file, raw_record.line, row.names[0], known.id, meant.by))
        if entity.id not in kept:
            kept[entity.id] = place, entity
            self._known.comes(entity)
            self.cells.append((raw_record, entity.id))
            return
        self._take_again(row, entity, kept)

    def _take_again(self, row: EntityRow, entity: Entity, kept: dict[str, tuple[int, Entity]]) -> None:
        """Keep what a row adds to what an earlier one says of the entity. One that adds nothing is a problem, unless it
        states a relation of the entity."""
        raw_record, (first, before) = row.raw_record, kept[entity.id]
        if len(before.aliases) >= MAX_NAMES:
            self._rows.problems.append(
                RowProblem(raw_record.file, raw_record.line, raw_record.named_by, "too_many_names", f"{MAX_NAMES:,}")
            )
            return
        both = together(before, entity)
        adds = both.model_copy(update={"origin": before.origin}) != before
        at_end = (raw_record.file, raw_record.line) in self._of_relations_too
        if at_end and not adds:
            return
        related = at_end or any(name.startswith(RELATION) for name in row.values)
        if not (related and share_something(row, before)) and (row.own_id or not adds):
            self._rows.problems.append(
                RowProblem(raw_record.file, raw_record.line, raw_record.named_by, "duplicate_id", entity.id)
            )
            return
        kept[entity.id] = first, both
        self._known.comes(both)
        self.cells.append((raw_record, entity.id))
        self._rows.repaired(raw_record, raw_record.named_by, "was_joined", entity.id)
        self._rows.repairs += replaced_values(raw_record, before, entity)

    def _entity_type(self, given: str) -> str | None:
        found = self._choices.entity_types.get(given) or self._words.get(fold_characters(given))
        if found is None:
            self.unknown_types[given] += 1
        return found
