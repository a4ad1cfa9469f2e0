"""Records-to-be → a data set: names completed, labels mapped, ends found, everything through the gate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import compress
from typing import get_args

from core.domain.fact_sources import FactSource
from core.domain.records import MAX_ATTRIBUTE, Entity, Passage, Relation
from core.domain.text import clean_text, holds_invisible
from core.ingestion.admitted import Admitted
from core.ingestion.completion import id_of_text, in_its_language, told_language
from core.ingestion.csv_files import DataSet
from core.ingestion.day_order import with_days_in_order
from core.ingestion.drafts import Draft
from core.ingestion.entity_rows import EntityRow, Meant, RowFits, as_update, entity_row, who_is_meant, with_exported_id
from core.ingestion.entity_type_words import entity_type_words
from core.ingestion.gate import not_reserved, numbered, relation_fault, said_once, unique, validated
from core.ingestion.graph_nodes import files_of_graphs, nodes_that_are_known, with_record_id
from core.ingestion.import_choices import Choices
from core.ingestion.known_entities import CompanyNames, KnownEntities
from core.ingestion.listed_ends import with_one_name_each
from core.ingestion.merging import together
from core.ingestion.optional_values import optional_value, source_kind_in
from core.ingestion.own_ids import Bringing, IdClash, clashes, own_ids, renamed, share_something
from core.ingestion.problems import RowProblem
from core.ingestion.reading_progress import RowCount, RowsTold, untold
from core.ingestion.relation_columns import mapped_by_field, may_be_name, names_in_cells
from core.ingestion.relation_ends import EndFinder
from core.ingestion.relation_labels import RelationLabels
from core.ingestion.replaced_values import replaced_values
from core.ingestion.row_links import with_links_as_sources
from core.ingestion.stated_facts import StatedFacts, entity_facts_in, fact_sources_in, relation_facts_in
from core.ingestion.table_mapping import RELATION
from core.messages import Language
from core.names.normalise import fold_characters
from core.ontology import COMPANY, Ontology


def admit(
    drafts: Iterable[Draft],
    ontology: Ontology,
    choices: Choices,
    known: Sequence[Entity] = (),
    merged: Mapping[str, str] | None = None,
    told: RowsTold = untold,
    company_names: CompanyNames | None = None,
    bringing: Bringing | None = None,
) -> Admitted:
    """Everything that is valid; ``told`` hears how many drafts were looked at.

    ``known`` entities are there already: rows may update them and relations end at them, by id or by name, and by the
    id of a company that was ``merged`` into one of them, which is kept: the merge may be undone. ``company_names``:
    their normalised names, which are made where they are not given. ``bringing``: the source that says it.
    """
    items = with_links_as_sources(with_days_in_order(drafts))
    there = KnownEntities(known, company_names)
    there.know_merged(merged or {})
    admission = _Admission(
        ontology, choices, there, RowCount(len(items), told), bringing or Bringing(), files_of_graphs(items)
    )
    admission.take_sources(draft for draft in items if draft.kind == "source")
    entities = admission.entities(draft for draft in items if draft.kind == "entity")
    in_cells = admission.relations_in_cells()
    relations = admission.relations((draft for draft in items if draft.kind == "relation"), in_cells)
    passages = admission.passages(draft for draft in items if draft.kind == "passage")
    data = DataSet(
        (*entities, *admission.created.values()),
        tuple(relations),
        tuple(passages),
        (*admission.problems, *admission.lost),
        fact_sources=admission.fact_sources,
    )
    refused = {(problem.file, problem.line) for problem in admission.problems}
    repairs = tuple(each for each in admission.repairs if (each.file, each.line) not in refused)
    return Admitted(
        data,
        dict(admission.unknown_labels),
        dict(admission.unknown_types),
        dict(admission.told_labels),
        repairs,
        tuple(admission.fits),
        tuple(admission.created.values()),
        admission.unclear,
        admission.clashes,
        admission.called,
    )


class _Admission:
    def __init__(
        self,
        ontology: Ontology,
        choices: Choices,
        known: KnownEntities,
        looked_at: RowCount,
        bringing: Bringing,
        graphs: Mapping[str, bool],
    ) -> None:
        self._ontology = ontology
        self._choices = choices
        self._looked_at = looked_at
        self._labels = RelationLabels(ontology)
        self._words = entity_type_words(ontology)
        self._known = known
        self._bringing = bringing
        self._graphs = graphs
        self._moved: dict[str, str] = {}
        self._ends = EndFinder(known, ontology, choices.meant, choices.create_missing, self._moved, bringing.again)
        self.clashes: tuple[IdClash, ...] = ()
        self._cells: list[tuple[Draft, str]] = []
        self.fact_sources: tuple[FactSource, ...] = ()
        self._source_ids = bringing.fact_sources
        self.fits: list[RowFits] = []
        self.unclear: dict[str, tuple[str, ...]] = {}
        self.created: dict[str, Entity] = {}
        self.called: dict[str, tuple[str, str]] = {}
        self.problems: list[RowProblem] = []
        self.repairs: list[RowProblem] = []
        self.lost: list[RowProblem] = []
        self.unknown_labels: Counter[str] = Counter()
        self.told_labels: Counter[str] = Counter()
        self.unknown_types: Counter[str] = Counter()

    def _repaired(self, draft: Draft, field_name: str, how: str, detail: str = "") -> None:
        self.repairs.append(RowProblem(draft.file, draft.line, field_name, how, detail[:80], repaired=True))

    def _values(self, draft: Draft) -> dict[str, object]:
        """Its values without characters that nobody sees; attributes as records have them."""
        self._looked_at.one_more()
        values = dict(draft.values)
        if draft.attributes:
            values["attributes"], shortened = draft.as_attributes()
            for name in shortened:
                self._repaired(draft, name, "was_shortened", str(MAX_ATTRIBUTE))
        for name, value in draft.values.items():
            if isinstance(value, str):
                values[name] = clean_text(value)
                if holds_invisible(value):
                    self._repaired(draft, name, "was_cleaned")
        return values

    def _optional(self, draft: Draft, name: str, values: Mapping[str, object]) -> str:
        """A year, a day or a share as the gate wants it; empty where the cell holds none: that costs the cell, not the
        row."""
        given = str(values.get(name, ""))
        found, how = optional_value(name, given)
        if how:
            self._repaired(draft, name, how, found or given)
        return found

    def _with_facts(self, draft: Draft, values: Mapping[str, object], facts: StatedFacts) -> dict[str, object]:
        for name, given in facts.unfit.items():
            self._repaired(draft, name, "unknown_status" if name == "status" else "kept_apart", given)
        return facts.put_into(values)

    def take_sources(self, drafts: Iterable[Draft]) -> None:
        """What relations may refer to beside what is known."""
        listed = list(drafts)
        for _ in listed:
            self._looked_at.one_more()
        self.fact_sources = fact_sources_in(listed, self.problems)
        self._source_ids = self._source_ids.union(source.id for source in self.fact_sources)

    def entities(self, drafts: Iterable[Draft]) -> list[Entity]:
        """Those that are valid, in their order: the first of every id, with what rows without an id say of it."""
        rows = [row for draft in drafts if (row := self._row(draft)) is not None]
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
                self._moved.setdefault(rows[place].own_id, node.entity_id)
                self._take(place, with_record_id(rows[place]), node, kept)
            elif not own.new:
                if own.entity_id != rows[place].own_id:
                    self._moved.setdefault(rows[place].own_id, own.entity_id)
                self._take(place, rows[place], Meant(own.entity_id), kept)
        return {place: own.entity_id for place, own in zip(places, found, strict=True) if own.new}

    def _move(self, row: EntityRow, entity_id: str) -> None:
        """The row's id is another company's here; ends of relations that name it mean this one."""
        if self._moved.setdefault(row.own_id, entity_id) == entity_id:
            self._repaired(row.draft, "id", "id_taken", entity_id)

    def _row(self, draft: Draft) -> EntityRow | None:
        values = self._values(draft)
        kind = self._entity_type(str(values.get("type") or COMPANY))
        if kind is None:
            problem = RowProblem(draft.file, draft.line, "type", "unknown_entity_type", str(values["type"])[:80])
            self.problems.append(problem)
            return None
        row = entity_row(draft, self._with_facts(draft, values, entity_facts_in(values)), kind)
        row = with_exported_id(row, self._known)
        if not (row.called or row.names):
            self.problems.append(RowProblem(draft.file, draft.line, "name", "no_name_or_id"))
            return None
        return row

    def _take(self, place: int, row: EntityRow, meant: Meant, kept: dict[str, tuple[int, Entity]]) -> None:
        """Keep what a row says of whom it is about, if it is valid."""
        draft, values = row.draft, row.values
        if meant.choices:
            self.unclear[row.names[0]] = meant.choices
            detail = ", ".join(meant.choices)[:80]
            self.problems.append(RowProblem(draft.file, draft.line, draft.named_by, "fits_several", detail))
            return
        completed = {
            **values,
            "type": row.kind,
            "id": meant.entity_id,
            "founded": self._optional(draft, "founded", values),
            **in_its_language("description", values),
        }
        entity = validated(Entity, draft.file, draft.line, completed, self.problems)
        if entity is None:
            return
        others = any(name.startswith(RELATION) for name in values)
        known = self._known.get(entity.id)
        if known is not None and not row.named:
            entity = entity.model_copy(update={"name_zh": known.name_zh, "name_en": known.name_en})
        before = self._known.before(entity.id)
        if before is not None and meant.by is None and (names := renamed(before, together(before, entity))):
            self._repaired(draft, draft.named_by, "renamed", names)
        if known is not None and values.get("type") and known.type != row.kind:
            self._repaired(draft, "type", "type_stays", known.type)
        if known is not None and meant.by is not None:
            entity = as_update(entity, known, self._known)
        if known is not None and meant.by is not None and self._known.was_known(known.id):
            self.fits.append(RowFits(draft.file, draft.line, row.names[0], known.id, meant.by))
        if entity.id not in kept:
            kept[entity.id] = place, entity
            self._known.comes(entity)
            self._cells.append((draft, entity.id))
            return
        first, before = kept[entity.id]
        both = together(before, entity)
        adds = both.model_copy(update={"origin": before.origin}) != before
        if not (others and share_something(row, before)) and (row.own_id or not adds):
            self.problems.append(RowProblem(draft.file, draft.line, draft.named_by, "duplicate_id", entity.id))
        else:
            kept[entity.id] = first, both
            self._known.comes(both)
            self._cells.append((draft, entity.id))
            self._repaired(draft, draft.named_by, "was_joined", entity.id)
            self.repairs += replaced_values(draft, before, entity)

    def _entity_type(self, given: str) -> str | None:
        found = self._choices.entity_types.get(given) or self._words.get(fold_characters(given))
        if found is None:
            self.unknown_types[given] += 1
        return found

    def relations_in_cells(self) -> list[tuple[Draft, Relation]]:
        """What cells of rows about a company say of others; a name that makes no relation costs itself, not the row."""
        found: list[tuple[Draft, Relation]] = []
        said: set[tuple[str, str, str]] = set()
        for draft, entity_id in self._cells:
            for label, column, name in names_in_cells(draft):
                if not (may_be_name(name) or name in self._known):
                    self._repaired(draft, column, "no_name", name)
                    continue
                of_cell, relation = self._relation_in_cell(draft, (label, column), name, entity_id)
                if relation is not None and (key := (relation.source, relation.type, relation.target)) not in said:
                    said.add(key)  # A supplies B, says the row of A and that of B: once
                    found.append((of_cell, relation))
        return found

    def _relation_in_cell(
        self, draft: Draft, where: tuple[str, str], name: str, own: str
    ) -> tuple[Draft, Relation | None]:
        """``where``: field and column. What is wrong with it is said of that column, as a repair of the row, which
        comes in; but a relation that is lost as its end is ambiguous or not there counts as refused."""
        label, column = where
        values = {"source": own, "label": label, "target": name}
        of_cell = replace(draft, kind="relation", values=values, attributes=())
        before = self.problems, self.repairs
        self.problems, self.repairs = [], []
        relation = self._relation(of_cell, own=own)
        told = [
            replace(each, field=column, repaired=each.reason not in _END_LOST)
            for each in (*self.problems, *self.repairs)
        ]
        self.problems, self.repairs = before
        self.repairs += [each for each in told if each.repaired]
        self.lost += [each for each in told if not each.repaired]
        return of_cell, relation

    def relations(self, drafts: Iterable[Draft], in_cells: Sequence[tuple[Draft, Relation]] = ()) -> list[Relation]:
        """Those whose label is known and whose ends are there, each once; of an id that repeats, later ones get
        numbers."""
        apart = with_one_name_each(drafts, self._ends.names_one, self.repairs)
        valid = [(draft, each) for draft in apart if (each := self._relation(draft)) is not None]
        stated = {(each.source, each.type, each.target) for _, each in valid}
        valid += [each for each in in_cells if (each[1].source, each[1].type, each[1].target) not in stated]
        found = list(compress(valid, said_once([each for _, each in valid], self.problems)))
        kept = numbered(each for _, each in found)
        for (draft, before), after in zip(found, kept, strict=True):
            if after is not before and draft.values.get("id"):
                self._repaired(draft, "id", "was_numbered", after.id)
        return kept

    def _relation(self, draft: Draft, own: str = "") -> Relation | None:
        """``own``: the id of the company whose row says it in a cell, which is the source."""
        values = dict(draft.values) if own else self._values(draft)
        label = str(values.get("label") or "")
        if not label:
            self.problems.append(RowProblem(draft.file, draft.line, "label", "missing"))
            return None
        told = self._choices.labels.get(label)
        if told is not None:
            self.told_labels[label] += 1
        mapped = told or mapped_by_field(label) or self._labels.find(label)
        if mapped is None:
            self.unknown_labels[label] += 1
            self.problems.append(RowProblem(draft.file, draft.line, "label", "unknown_label", label[:80]))
            return None
        facts = relation_facts_in(values, self._source_ids, mapped.type, exported=draft.exported)
        values = self._with_facts(draft, values, facts)
        ends = self._ends.find(draft, values, mapped, self.problems, own)
        if ends is None:
            return None
        completed = {
            **values,
            "type": mapped.type,
            "source": ends.source,
            "target": ends.target,
            "id": values.get("id") or f"{ends.source}--{mapped.type}--{ends.target}",
            **{name: self._optional(draft, name, values) for name in ("year", "weight", "confidence")},
            **in_its_language("evidence", values),
        }
        relation = validated(Relation, draft.file, draft.line, completed, self.problems)
        fault = relation_fault(relation, {ends.source, ends.target}, self._ontology) if relation is not None else None
        if fault is not None:
            self.problems.append(RowProblem(draft.file, draft.line, *fault))
        if relation is None or fault is not None:
            self._ends.forget(ends.made)
            return None
        for entity_id, name in ends.called.items():
            self.called.setdefault(entity_id, (name, relation.origin))
        for field_name, entity in ends.made.items():
            self.created[entity.id] = entity
            self._repaired(draft, field_name, "was_created", entity.id)
        return relation

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
                "id": values.get("id") or id_of_text(values),
                "language": told if known else told_language(text),
            }
            if not draft.exported:
                completed["date"] = self._optional(draft, "date", values)
                completed["source_kind"] = source_kind_in(str(values.get("source_kind") or ""))
            passage = validated(Passage, draft.file, draft.line, completed, self.problems)
            if passage is not None:
                found.append(passage)
                if values.get("id"):
                    own_ids.add(passage.id)
        kept = list(not_reserved(found, self.problems))
        return unique(kept, self.problems, ("id" if each.id in own_ids else "text" for each in kept))


_END_LOST = frozenset({"ambiguous_entity", "unknown_entity"})
