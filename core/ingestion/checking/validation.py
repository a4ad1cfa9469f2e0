"""Records-to-be → a data set: names completed, labels mapped, ends found, everything through the gate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from core.domain.records import Entity, Passage
from core.domain.text import clean_text
from core.ingestion.cells.end_fields import ENDS
from core.ingestion.cells.optional_values import source_kind_in
from core.ingestion.cells.stated_facts import fact_sources_in
from core.ingestion.checking.completion import id_of_text, told_language
from core.ingestion.checking.day_order import with_days_in_order
from core.ingestion.checking.entity_validation import EntityAdmission
from core.ingestion.checking.graph_nodes import files_of_graphs
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.known_entities import CompanyNames, KnownEntities
from core.ingestion.checking.own_ids import Bringing
from core.ingestion.checking.relation_validation import RelationAdmission
from core.ingestion.checking.row_links import with_links_as_sources
from core.ingestion.checking.row_values import RowValues
from core.ingestion.checking.validated_records import ValidatedRecords
from core.ingestion.reading_progress import RowCount, RowProgress, no_progress
from core.ingestion.records.csv_files import DataSet
from core.ingestion.records.raw_records import RawRecord
from core.ingestion.records.record_validation import not_reserved, unique, validated
from core.messages import Language
from core.ontology import Ontology


def validate(
    raw_records: Iterable[RawRecord],
    ontology: Ontology,
    choices: Choices,
    known: Sequence[Entity] = (),
    merged: Mapping[str, str] | None = None,
    progress: RowProgress = no_progress,
    company_names: CompanyNames | None = None,
    bringing: Bringing | None = None,
) -> ValidatedRecords:
    """Everything that is valid; ``progress`` hears how many raw records were looked at.

    ``known`` entities are there already: rows may update them and relations end at them, by id or by name, and by the
    id of a company that was ``merged`` into one of them, which is kept: the merge may be undone. ``company_names``:
    their normalised names, which are made where they are not given. ``bringing``: the source that says it.
    """
    items = with_links_as_sources(with_days_in_order(raw_records))
    there = KnownEntities(known, company_names)
    there.know_merged(merged or {})
    said_by = bringing or Bringing()
    rows = RowValues(RowCount(len(items), progress))
    listed = [raw_record for raw_record in items if raw_record.kind == "source"]
    for _ in listed:
        rows.counted()
    fact_sources = fact_sources_in(listed, rows.problems)
    of_entities = EntityAdmission(ontology, choices, there, rows, said_by, files_of_graphs(items), _ends_of(items))
    entities = of_entities.of(raw_record for raw_record in items if raw_record.kind == "entity")
    source_ids = said_by.fact_sources.union(source.id for source in fact_sources)
    of_relations = RelationAdmission(ontology, choices, there, rows, said_by, of_entities.moved, source_ids)
    in_cells = of_relations.in_cells(of_entities.cells)
    relations = of_relations.of((raw_record for raw_record in items if raw_record.kind == "relation"), in_cells)
    passages = _passages((raw_record for raw_record in items if raw_record.kind == "passage"), rows)
    data = DataSet(
        (*entities, *of_relations.created.values()),
        tuple(relations),
        tuple(passages),
        (*rows.problems, *of_relations.lost),
        fact_sources=fact_sources,
    )
    refused = {(problem.file, problem.line) for problem in rows.problems}
    repairs = tuple(each for each in rows.repairs if (each.file, each.line) not in refused)
    return ValidatedRecords(
        data,
        dict(of_relations.unknown_labels),
        dict(of_entities.unknown_types),
        dict(of_relations.told_labels),
        repairs,
        tuple(of_entities.fits),
        tuple(of_relations.created.values()),
        of_entities.unclear,
        of_entities.clashes,
        of_relations.called,
    )


def _ends_of(items: Iterable[RawRecord]) -> Mapping[tuple[str, int], set[str]]:
    """By file and line, what rows that state relations name at their ends."""
    found: dict[tuple[str, int], set[str]] = {}
    for each in items:
        if each.kind == "relation":
            named = (clean_text(str(each.values.get(end) or "")) for end in ENDS)
            found.setdefault((each.file, each.line), set()).update(named)
    return found


def _passages(raw_records: Iterable[RawRecord], rows: RowValues) -> list[Passage]:
    """Those that are valid, the first of every id."""
    found: list[Passage] = []
    own_ids: set[str] = set()
    for raw_record in raw_records:
        values = rows.of(raw_record)
        text = str(values.get("text") or "")
        told = values.get("language")
        known = told in get_args(Language)
        if told and not known:
            rows.repaired(raw_record, "language", "was_guessed", str(told))
        completed = {
            **values,
            "id": values.get("id") or id_of_text(values),
            "language": told if known else told_language(text),
        }
        if not raw_record.exported:
            completed["date"] = rows.optional(raw_record, "date", values)
            completed["source_kind"] = source_kind_in(str(values.get("source_kind") or ""))
        passage = validated(Passage, raw_record.file, raw_record.line, completed, rows.problems)
        if passage is not None:
            found.append(passage)
            if values.get("id"):
                own_ids.add(passage.id)
    kept = list(not_reserved(found, rows.problems))
    return unique(kept, rows.problems, ("id" if each.id in own_ids else "text" for each in kept))
