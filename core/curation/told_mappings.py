"""What is said of the columns and of all rows of an import, beside what is found out from its files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import get_args

from core.curation.import_plans import ImportPlan
from core.curation.importing import TOLD_OF_TEXTS
from core.errors import RefusedError
from core.ingestion.cells.column_words import TableKind
from core.ingestion.formats.table import Table
from core.ingestion.mapping.kept_columns import KEPT_OTHERWISE
from core.ingestion.mapping.relation_columns import further_fields, with_relations
from core.ingestion.mapping.table_mapping import ATTRIBUTE, TableMapping, fields_of, fields_of_all_rows, usual_mapping
from core.ontology import Ontology

UNREAD = "-"
"""Stands for the field of a column that becomes nothing."""


class MappingInvalidError(RefusedError):
    """What is said of the columns of an import names a column or a field that there is not."""


class FieldOfOtherKindError(MappingInvalidError):
    """A value for all rows is one of a field that only tables of another kind have than the plan's are."""


def as_told(
    plan: ImportPlan,
    ontology: Ontology,
    *,
    kind: TableKind | None,
    columns: Mapping[str, str],
    constants: Mapping[str, str],
) -> ImportPlan:
    """The plan with what its tables list, column → field and field → value of all rows. Raises MappingInvalidError or
    FieldOfOtherKindError."""
    _must_be_known(columns, dict.fromkeys(column for table in plan.tables for column in table.columns))
    mappings = {
        table.name: _mapping(table, plan.mappings[table.name], ontology, kind, columns, constants)
        for table in plan.tables
    }
    of_texts = {field: value for field, value in constants.items() if plan.has_texts and field in TOLD_OF_TEXTS}
    of_tables = [field for mapping in mappings.values() for field in fields_of_all_rows(mapping.kind)]
    known = dict.fromkeys([*of_tables, *(TOLD_OF_TEXTS if plan.has_texts else ())])
    if mappings:
        _must_be_of_these_kinds(constants, known)
    _must_be_known(constants, known)
    return replace(plan, mappings=mappings, of_texts=of_texts)


def _mapping(
    table: Table,
    guessed: TableMapping,
    ontology: Ontology,
    kind: TableKind | None,
    told: Mapping[str, str],
    constants: Mapping[str, str],
) -> TableMapping:
    if kind not in (None, guessed.kind):
        guessed = with_relations(usual_mapping(kind, table.columns), table, ontology)
    of_all = fields_of_all_rows(guessed.kind)
    given = {column: field for column, field in told.items() if column in table.columns}
    further = further_fields(guessed.kind, ontology)
    _must_be_known(given.values(), dict.fromkeys((*fields_of(guessed.kind), *further, UNREAD)))
    taken = set(given.values()) - {ATTRIBUTE, *KEPT_OTHERWISE, *further}
    columns = {column: field for column, field in guessed.columns.items() if field not in taken} | given
    return TableMapping(
        kind=guessed.kind,
        columns={column: field for column, field in columns.items() if field != UNREAD},
        constants={**guessed.constants, **{field: value for field, value in constants.items() if field in of_all}},
    )


def _must_be_of_these_kinds(given: Iterable[str], known: Collection[str]) -> None:
    for each in given:
        kinds = [kind for kind in get_args(TableKind) if each in fields_of_all_rows(kind)]
        if each not in known and kinds:
            raise FieldOfOtherKindError(given=each, kind=kinds[0], known=", ".join(known))


def _must_be_known(given: Iterable[str], known: Iterable[str]) -> None:
    for each in given:
        if each not in known:
            raise MappingInvalidError(given=each, known=", ".join(known))
