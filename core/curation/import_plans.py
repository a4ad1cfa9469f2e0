"""Files that were read to be imported: their tables with mappings, and what a person says of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.curation.ontology_in_force import ontology_in_force
from core.errors import DataUnreadableError
from core.ingestion.checking.import_choices import Choices
from core.ingestion.formats.reading import ReadFile, read_file
from core.ingestion.formats.sniffing import FileFormat
from core.ingestion.formats.table import Table
from core.ingestion.mapping.company_sizes import tells_size
from core.ingestion.mapping.identifiers import with_identifiers
from core.ingestion.mapping.kept_columns import KEPT_OTHERWISE
from core.ingestion.mapping.relation_columns import unclear_columns
from core.ingestion.mapping.saved_mappings import load_mappings
from core.ingestion.mapping.table_mapping import ATTRIBUTE, TableMapping, table_raw_records
from core.ingestion.mapping.unnamed_pairs import CompaniesCalled, nobody_called
from core.ingestion.reading_progress import ReadingListener, told_to
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecords
from core.settings import Settings
from core.workspace.removals import Removals, load_removals

_TEXTS: tuple[FileFormat, ...] = ("text", "pdf", "word", "html")


@dataclass(frozen=True)
class SkippedFile:
    """A file of a folder that cannot be read, and why; ``place``: its place among those given."""

    place: int
    name: str
    why: DataUnreadableError


@dataclass(frozen=True)
class ImportPlan:
    """Files that were read, how their tables are mapped, and what a person says of labels, types and missing ends.

    ``removals``: what a person took out before, and what therefore stays out. ``of_texts``: values of fields of all
    passages that are cut from texts, such as their ``source_kind``. ``unclear``: by table, columns that are called like
    relations and hold something else. ``originals``: the content of each file, None of one that is not to be kept.
    ``skipped``: files that cannot be read.
    """

    name: str
    files: tuple[ReadFile, ...]
    mappings: Mapping[str, TableMapping]
    choices: Choices = field(default_factory=Choices)
    removals: Removals = field(default_factory=Removals)
    of_texts: Mapping[str, str] = field(default_factory=dict)
    unclear: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    originals: tuple[bytes | None, ...] = ()
    skipped: tuple[SkippedFile, ...] = ()

    @property
    def has_texts(self) -> bool:
        """Whether a file is a text that is cut into passages."""
        return any(file.format in _TEXTS for file in self.files)

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every table of every file."""
        return tuple(table for file in self.files for table in file.tables)

    @property
    def unmapped(self) -> dict[str, tuple[str, ...]]:
        """Tables of which nothing can be read, with the fields that are missing."""
        missing = {table.name: self.mappings[table.name].missing for table in self.tables}
        return {name: fields for name, fields in missing.items() if fields}

    @property
    def nameless(self) -> tuple[str, ...]:
        """Tables whose companies would be called by their ids or tickers."""
        return tuple(table.name for table in self.tables if self.mappings[table.name].nameless)

    @property
    def unread_columns(self) -> tuple[str, ...]:
        """Columns of tables that become nothing."""
        unread = [
            column
            for table in self.tables
            for column in table.columns
            if column not in self.mappings[table.name].columns
        ]
        return tuple(dict.fromkeys(unread))

    @property
    def unclear_columns(self) -> tuple[str, ...]:
        """Attributes that are called like relations, but do not look like names."""
        found = [
            column
            for table, columns in self.unclear.items()
            for column in columns
            if self.mappings[table].columns.get(column) == ATTRIBUTE
        ]
        return tuple(dict.fromkeys(found))

    @property
    def size_columns(self) -> tuple[str, ...]:
        """Attributes of companies that tell how large these are."""
        kept = [
            column
            for mapping in self.mappings.values()
            if mapping.kind == "companies"
            for column, field in mapping.columns.items()
            if field == ATTRIBUTE
        ]
        return tuple(column for column in dict.fromkeys(kept) if tells_size(column))

    @property
    def figures_of_others(self) -> tuple[str, ...]:
        """Columns of companies that are called as their size is, and say something else."""
        return tuple(
            dict.fromkeys(
                column
                for mapping in self.mappings.values()
                for column, field in mapping.columns.items()
                if field in KEPT_OTHERWISE
            )
        )

    def without_rows(self) -> ImportPlan:
        """The plan once its rows have been checked: as large files take much memory, they need not be kept."""
        files = tuple(
            replace(
                file,
                tables=tuple(replace(table, rows=()) for table in file.tables),
                raw_records=tuple(replace(raw_records, items=(), problems=()) for raw_records in file.raw_records),
            )
            for file in self.files
        )
        return replace(self, files=files)

    def raw_records(self) -> RawRecords:
        """All records-to-be; of tables that lack a field every row is a problem."""
        parts = [
            self._told(raw_records) if file.format in _TEXTS else raw_records
            for file in self.files
            for raw_records in file.raw_records
        ]
        unmapped = self.unmapped
        for table in self.tables:
            fields = ", ".join(unmapped.get(table.name, ()))
            lost = tuple(RowProblem(table.name, row.line, fields, "not_mapped") for row in table.rows if fields)
            parts.append(
                RawRecords((), (*table.problems, *lost)) if fields else _drafts_of(table, self.mappings[table.name])
            )
        items = tuple(item for part in parts for item in part.items)
        return RawRecords(items, tuple(problem for part in parts for problem in part.problems))

    def _told(self, passages: RawRecords) -> RawRecords:
        """With what is said of all of them."""
        if not self.of_texts:
            return passages
        return replace(
            passages, items=tuple(replace(each, values={**each.values, **self.of_texts}) for each in passages.items)
        )


def _drafts_of(table: Table, mapping: TableMapping) -> RawRecords:
    return with_identifiers(table_raw_records(table, mapping), mapping)


def plan_import(
    files: Sequence[tuple[str, bytes]],
    settings: Settings,
    *,
    name: str = "",
    choices: Choices | None = None,
    listener: ReadingListener | None = None,
    encodings: Sequence[str] = (),
    optional: Collection[int] = (),
    companies: CompaniesCalled = nobody_called,
) -> ImportPlan:
    """Read ``files``, (name, content) each, and map their tables as before or by a guess; what the ``listener`` raises
    ends it. ``encodings``: of each file, "" where that is to be found out. ``optional``: places of files that are left
    out if they cannot be read, as those of a folder are. ``companies``: tells known ones by their names.

    Raises DataUnreadableError for any other file that cannot be read, as nothing is taken in without it, and where all
    are left out; and WorkspaceUnavailableError.
    """
    names = _told_apart([Path(file).name for file, _ in files])
    most = settings.import_max_file_bytes
    read_by_place: dict[int, ReadFile] = {}
    skipped: list[SkippedFile] = []
    for place, (file, (_, content)) in enumerate(zip(names, files, strict=True)):
        encoding = encodings[place] if encodings else ""
        try:
            read_by_place[place] = read_file(
                content, file, max_bytes=most, progress=told_to(listener, file), encoding=encoding
            )
        except DataUnreadableError as error:
            if place not in optional:
                raise
            skipped.append(SkippedFile(place, file, error))
    if skipped and not read_by_place:
        raise skipped[0].why
    read = tuple(read_by_place.values())
    remembered = load_mappings(settings.knowledge_base_folder)
    given = choices or Choices()
    known = replace(
        given,
        labels={**remembered.labels, **given.labels},
        entity_types={**remembered.entity_types, **given.entity_types},
    )
    ontology = ontology_in_force(settings)
    tables = [table for file in read for table in file.tables]
    mappings = {table.name: remembered.mapping(table, ontology, companies) for table in tables}
    unclear = {table.name: unclear_columns(mappings[table.name], table, ontology) for table in tables}
    removals = load_removals(settings.knowledge_base_folder)
    called = name or ", ".join(file.name for file in read)
    contents = [files[place][1] for place in read_by_place]
    kept = tuple(content if len(content) <= settings.import_kept_file_bytes else None for content in contents)
    return ImportPlan(called, read, mappings, known, removals, unclear=unclear, originals=kept, skipped=tuple(skipped))


def _told_apart(names: Sequence[str]) -> list[str]:
    """File names, of which those that stood there before get a number: x.csv, x (2).csv."""
    taken: dict[str, None] = {}
    for name in names:
        path, number, free = Path(name), 1, name
        while free in taken:
            number += 1
            free = f"{path.stem} ({number}){path.suffix}"
        taken[free] = None
    return list(taken)
