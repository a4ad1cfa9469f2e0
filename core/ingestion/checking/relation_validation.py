"""Rows and cells that say how two are related → relations: labels mapped, ends found, everything through the gate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import compress

from core.domain.records import Entity, Relation
from core.ingestion.cells.cell_names import may_be_name
from core.ingestion.cells.column_words import folded_name
from core.ingestion.cells.end_fields import ENDS
from core.ingestion.cells.stated_facts import relation_facts_in
from core.ingestion.checking.completion import in_its_language
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.known_entities import KnownEntities
from core.ingestion.checking.listed_ends import with_one_name_each
from core.ingestion.checking.own_ids import Bringing
from core.ingestion.checking.relation_ends import EndFinder
from core.ingestion.checking.row_values import RowValues
from core.ingestion.mapping.deal_kinds import kind_of_deal
from core.ingestion.mapping.held_in_part import held_in_part
from core.ingestion.mapping.offices import folded_office_words, relations_of_office
from core.ingestion.mapping.relation_columns import mapped_by_field, names_in_cells
from core.ingestion.mapping.relation_labels import MappedLabel, RelationLabels
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord
from core.ingestion.records.record_validation import numbered, relation_fault, said_once, validated
from core.ontology import Ontology

_POSITION = "position"
"""The attribute of an office that stood as the label of a relation."""
_END_LOST = frozenset({"ambiguous_entity", "unknown_entity"})


class RelationAdmission:
    """``moved``: whom ids of the rows' own mean here; ``sources``: the ids of documents that relations may refer to."""

    def __init__(
        self,
        ontology: Ontology,
        choices: Choices,
        known: KnownEntities,
        rows: RowValues,
        bringing: Bringing,
        moved: Mapping[str, str],
        sources: Set[str],
    ) -> None:
        self._ontology = ontology
        self._choices = choices
        self._known = known
        self._rows = rows
        self._source_ids = sources
        self._labels = RelationLabels(ontology)
        self._ends = EndFinder(
            known, ontology, choices.meant, choices.create_missing, moved, bringing.again, choices.entity_types
        )
        self.created: dict[str, Entity] = {}
        self.called: dict[str, tuple[str, str]] = {}
        self.lost: list[RowProblem] = []
        self.unknown_labels: Counter[str] = Counter()
        self.told_labels: Counter[str] = Counter()

    def in_cells(self, rows: Iterable[tuple[RawRecord, str]]) -> list[tuple[RawRecord, Relation]]:
        """What cells of rows about a company say of others; a name that makes no relation costs itself, not the row."""
        found: list[tuple[RawRecord, Relation]] = []
        said: set[tuple[str, str, str]] = set()
        for raw_record, entity_id in rows:
            for label, column, name in names_in_cells(raw_record):
                if not (may_be_name(name) or name in self._known):
                    self._rows.repaired(raw_record, column, "no_name", name)
                    continue
                of_cell, relation = self._relation_in_cell(raw_record, (label, column), name, entity_id)
                if relation is not None and (key := (relation.source, relation.type, relation.target)) not in said:
                    said.add(key)  # A supplies B, says the row of A and that of B: once
                    found.append((of_cell, relation))
        return found

    def _relation_in_cell(
        self, raw_record: RawRecord, where: tuple[str, str], name: str, own: str
    ) -> tuple[RawRecord, Relation | None]:
        """``where``: field and column. What is wrong with it is said of that column, as a repair of the row, which
        comes in; but a relation that is lost as its end is ambiguous or not there counts as refused."""
        label, column = where
        values = {"source": own, "label": label, "target": name}
        of_cell = replace(raw_record, kind="relation", values=values, attributes=())
        before = self._rows.problems, self._rows.repairs
        self._rows.problems, self._rows.repairs = [], []
        relation = self._relation(of_cell, own=own)
        told = [
            replace(each, field=column, repaired=each.reason not in _END_LOST)
            for each in (*self._rows.problems, *self._rows.repairs)
        ]
        self._rows.problems, self._rows.repairs = before
        self._rows.repairs += [each for each in told if each.repaired]
        self.lost += [each for each in told if not each.repaired]
        return of_cell, relation

    def of(
        self, raw_records: Iterable[RawRecord], in_cells: Sequence[tuple[RawRecord, Relation]] = ()
    ) -> list[Relation]:
        """Those whose label is known and whose ends are there, each once; of an id that repeats, later ones get
        numbers."""
        apart = with_one_name_each(raw_records, self._ends.names_one, self._ends.names_place, self._rows.repairs)
        valid = [(raw_record, each) for raw_record in apart if (each := self._relation(raw_record)) is not None]
        stated = {(each.source, each.type, each.target) for _, each in valid}
        valid += [each for each in in_cells if (each[1].source, each[1].type, each[1].target) not in stated]
        found = list(compress(valid, said_once([each for _, each in valid], self._rows.problems)))
        kept = numbered(each for _, each in found)
        for (raw_record, before), after in zip(found, kept, strict=True):
            if after is not before and raw_record.values.get("id"):
                self._rows.repaired(raw_record, "id", "was_numbered", after.id)
        return kept

    def _relation(self, raw_record: RawRecord, own: str = "") -> Relation | None:
        """``own``: the id of the company whose row says it in a cell, which is the source."""
        values = dict(raw_record.values) if own else self._rows.of(raw_record)
        label = str(values.get("label") or "")
        if not label:
            self._rows.problems.append(RowProblem(raw_record.file, raw_record.line, "label", "missing"))
            return None
        told = self._choices.labels.get(label)
        if told is not None:
            self.told_labels[label] += 1
        mapped = told or mapped_by_field(label) or self._labels.find(label)
        if mapped is None and (mapped := self._office(label, values)) is not None:
            raw_record = replace(raw_record, attributes=(*raw_record.attributes, (_POSITION, label)))
            values["attributes"] = raw_record.as_attributes()[0]
        if mapped is None:
            self.unknown_labels[label] += 1
            self._rows.problems.append(
                RowProblem(raw_record.file, raw_record.line, "label", "unknown_label", label[:80])
            )
            return None
        facts = relation_facts_in(values, self._source_ids, mapped.type, exported=raw_record.exported)
        mapped = mapped if told or raw_record.exported else self._by_share(raw_record, label, mapped, facts.values)
        values = self._rows.with_facts(raw_record, values, facts)
        ends = self._ends.find(raw_record, values, mapped, self._rows.problems, own)
        if ends is None:
            return None
        completed = {
            **values,
            "type": mapped.type,
            "source": ends.source,
            "target": ends.target,
            "id": values.get("id") or f"{ends.source}--{mapped.type}--{ends.target}",
            **{name: self._rows.optional(raw_record, name, values) for name in ("year", "weight", "confidence")},
            **in_its_language("evidence", values),
        }
        relation = validated(Relation, raw_record.file, raw_record.line, completed, self._rows.problems)
        fault = relation_fault(relation, {ends.source, ends.target}, self._ontology) if relation is not None else None
        if fault is not None:
            self._rows.problems.append(RowProblem(raw_record.file, raw_record.line, *fault))
        if relation is None or fault is not None:
            self._ends.forget(ends.made)
            return None
        for entity_id, name in ends.called.items():
            self.called.setdefault(entity_id, (name, relation.origin))
        for field_name, entity in ends.made.items():
            self.created[entity.id] = entity
            self._rows.repaired(raw_record, field_name, "was_created", entity.id)
        return relation

    def _by_share(
        self, raw_record: RawRecord, label: str, mapped: MappedLabel, facts: Mapping[str, object]
    ) -> MappedLabel:
        """What the row is by how much of a company it is about; of a deal its kind tells first."""
        held = held_in_part(label, mapped, facts, self._ontology)
        found, (column, cell) = kind_of_deal(held, raw_record.attributes, facts, self._ontology)
        if column:
            of_equals = self._ontology[found.type].symmetric
            self._rows.repaired(raw_record, column, "was_venture" if of_equals else "was_stake", cell)
        return found

    def _office(self, label: str, values: Mapping[str, object]) -> MappedLabel | None:
        """What an office of a person is, where one stands as the label: 董事长, chair."""
        found = () if folded_name(label) in folded_office_words("of_anything") else relations_of_office(label)
        persons = [self._ends.names_person(str(values.get(end) or "")) for end in ENDS]
        known = len(found) == 1 and found[0] in self._ontology
        return MappedLabel(found[0]) if known and persons.count(True) == 1 else None
