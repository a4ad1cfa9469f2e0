"""``python -m core import | sources | delete | export``: files in, what came in, and out again."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, get_args

from core.cli.files import read_given, write_given
from core.cli.verbs import answered
from core.curation.exporting import EXPORT_FORMATS, export_files
from core.curation.import_words import import_words
from core.curation.importing import (
    PREVIEWED_ROWS,
    TOLD_OF_TEXTS,
    ImportCheck,
    ImportPlan,
    check_import,
    plan_import,
    relation_sentences,
    run_import,
)
from core.curation.known_names import CreatedEnd
from core.curation.ontology_in_force import ontology_in_force
from core.curation.open_or_build import open_or_build
from core.errors import EntityUnknownError, RefusedError
from core.ingestion.admission import Choices
from core.ingestion.cell_kinds import examples_shown
from core.ingestion.column_words import TableKind
from core.ingestion.formats.reading import check_size
from core.ingestion.problems import RowProblem, report_csv, report_json
from core.ingestion.progress import ProgressListener
from core.ingestion.reading_progress import ReadingListener, ReadingProgress
from core.ingestion.relation_columns import relation_fields, with_relations
from core.ingestion.relation_labels import MappedLabel
from core.ingestion.sources import source_report
from core.ingestion.table_mapping import ATTRIBUTE, TableMapping, fields_of, usual_mapping
from core.messages import LANGUAGES, translate
from core.ontology import Ontology
from core.operations.kept_data import list_sources
from core.settings import Settings, load_settings
from core.storage.knowledge_base import KnowledgeBase

_SHOWN_PROBLEMS = 10
_REVERSED = ":reversed"


class MappingInvalidError(RefusedError):
    """What is said of the columns of an import names a column or a field that there is not."""


def add_import_options(parser: argparse.ArgumentParser) -> None:
    """The files, and what cannot be found out from them."""
    add = parser.add_argument
    add("files", nargs="+", type=Path, metavar="FILE", help="tables, JSON, GraphML, text, PDF: docs/data.md")
    add("--name", default="", help="what the source is called; default: the names of its files")
    add("--kind", choices=get_args(TableKind), help="what the tables list, where the guess is wrong")
    repeated: dict[str, Any] = {"action": "append", "default": []}
    add(
        "--column",
        **repeated,
        type=_pair,
        metavar="COLUMN=FIELD",
        help="what a column is; attribute: kept under its name; relation:TYPE[:reversed]: other companies; "
        "- for nothing",
    )
    add("--encoding", default="", help="of the text files, where the guess is wrong: gb18030, big5, cp1252, shift_jis")
    add("--constant", **repeated, type=_constant, metavar="FIELD=VALUE", help="a value for all rows: label=supplies")
    add(
        "--label",
        **repeated,
        type=_label,
        metavar="LABEL=TYPE[:reversed]",
        help="relation type that a label means; reversed: from the type's target to its source",
    )
    add("--entity-type", **repeated, type=_entity_type, metavar="NAME=TYPE", help="what a type of the data is here")
    add(
        "--create-missing",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="make an entity of every end of a relation that is not there (default), or refuse the row",
    )
    add(
        "--update-known",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="rows without an id update the only known company of that name or identifier (default); "
        "--no-update-known: they are companies of their own",
    )
    add(
        "--meant",
        **repeated,
        type=_pair,
        metavar="NAME=ID",
        help="which known entity a name of the data means, as an end of a relation or a row without an id",
    )
    add(
        "--same-ids",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="rows with the id of a known company with which they share nothing update it; --no-same-ids: they are "
        "other companies with ids of their own; default: told from the other rows and from the source",
    )
    add("--language", choices=LANGUAGES, default="en", help="of the summary on stderr")
    add("--preview", action="store_true", help="say what would come in, and write nothing")
    add("--report", type=Path, metavar="FILE", help="write every refused or repaired row: CSV, or JSON if FILE ends so")


def _pair(text: str) -> tuple[str, str]:
    """Of a column or a label, which may hold an equals sign, and what it is."""
    return _parts(text, text.rpartition("="))


def _constant(text: str) -> tuple[str, str]:
    """Of a field, and a value that may hold an equals sign, as links do."""
    return _parts(text, text.partition("="))


def _parts(text: str, cut: tuple[str, str, str]) -> tuple[str, str]:
    first, equals, second = cut
    if not equals or not first.strip() or not second.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=VALUE")
    return first.strip(), second.strip()


def _label(text: str) -> tuple[str, MappedLabel]:
    label, kind = _pair(text)
    mapped = MappedLabel(kind.removesuffix(_REVERSED), kind.endswith(_REVERSED))
    _must_be_one_of(ontology_in_force(load_settings()).types, mapped.type, "relation type")
    return label, mapped


def _entity_type(text: str) -> tuple[str, str]:
    name, kind = _pair(text)
    _must_be_one_of(ontology_in_force(load_settings()).entity_types, kind, "entity type")
    return name, kind


def _must_be_one_of(known: Iterable[str], given: str, what: str) -> None:
    if given not in known:
        raise argparse.ArgumentTypeError(f"{given!r} is no {what}; there are: {', '.join(known)}")


def run_import_command(options: argparse.Namespace, settings: Settings, listener: ProgressListener) -> int:
    """Import or preview; prints a report as JSON. 1 if nothing came in. Raises what the import does."""
    ontology = ontology_in_force(settings)
    base = open_or_build(settings, ontology, listener).knowledge_base
    choices = Choices(
        dict(options.label),
        dict(options.entity_type),
        options.create_missing,
        options.update_known,
        _meant(options.meant, base),
        options.same_ids,
    )
    files = [_read(file, settings) for file in options.files]
    encodings = [options.encoding] * len(files)
    plan = plan_import(
        files, settings, name=options.name, choices=choices, listener=_reading_shown(), encodings=encodings
    )
    plan = _as_told(plan, options, ontology)
    check = check_import(plan, base, ontology, _reading_shown())
    examples = {
        table.name: {column: examples_shown(table, column) for column in table.columns}
        for table in plan.tables
        if options.preview
    }
    plan = plan.without_rows()
    data = check.admitted.data
    if options.report is not None:
        write_report(options.report, check.report)
    anything = bool(data.entities or data.relations or data.passages)
    if anything and not options.preview:
        run_import(plan, check, settings, ontology, listener)
    sentences = relation_sentences(check, base, ontology, "en")
    report = _report(plan, check, sentences, taken=anything and not options.preview)
    report |= {"examples": examples} if examples else {}
    print(json.dumps(report, ensure_ascii=False, indent=2))
    if anything:
        print(import_words(check, options.language, taken=not options.preview), file=sys.stderr)
    else:
        print(*(translate("data.nothing", language) for language in LANGUAGES), sep="\n", file=sys.stderr)
    return 0 if anything else 1


def _meant(given: Sequence[tuple[str, str]], base: KnowledgeBase) -> dict[str, str]:
    """Raises EntityUnknownError for an id that is not there."""
    for _, entity_id in given:
        if entity_id not in base.node_of:
            raise EntityUnknownError(entity=entity_id)
    return dict(given)


def _reading_shown() -> ReadingListener:
    """Prints how far reading and checking are: once a second, so nothing of what is quickly done."""
    last = time.monotonic()

    def show(progress: ReadingProgress) -> None:
        nonlocal last
        if time.monotonic() - last < 1.0:
            return
        last = time.monotonic()
        step = f"reading {progress.file}" if progress.file else "checking"
        rate, left = progress.rows_per_second, progress.seconds_left
        pace = "" if rate is None or left is None else f" {rate:,.0f}/s {left:.0f} s left"
        print(f"{step} {progress.done}/{progress.total}{pace}", file=sys.stderr)

    return show


def _read(file: Path, settings: Settings) -> tuple[str, bytes]:
    """Name and content; of a file that is too large no byte is read."""
    try:
        size = file.stat().st_size
    except OSError:
        size = 0  # reading it says why
    check_size(file.name, size, settings.import_max_file_bytes)
    return file.name, read_given(file)


def _as_told(plan: ImportPlan, options: argparse.Namespace, ontology: Ontology) -> ImportPlan:
    """The plan with what the command line says of columns. Raises MappingInvalidError."""
    told, constants = dict(options.column), dict(options.constant)
    _must_be_known(told, dict.fromkeys(column for table in plan.tables for column in table.columns))
    mappings: dict[str, TableMapping] = {}
    for table in plan.tables:
        mapping = plan.mappings[table.name]
        if options.kind not in (None, mapping.kind):
            mapping = with_relations(usual_mapping(options.kind, table.columns), table, ontology)
        given = {column: field for column, field in told.items() if column in table.columns}
        relations = relation_fields(ontology) if mapping.kind == "companies" else ()
        _must_be_known(given.values(), dict.fromkeys((*fields_of(mapping.kind), *relations, "-")))
        taken = set(given.values()) - {ATTRIBUTE, *relations}
        columns = {column: field for column, field in mapping.columns.items() if field not in taken} | given
        mappings[table.name] = TableMapping(
            kind=mapping.kind,
            columns={column: field for column, field in columns.items() if field != "-"},
            constants={**mapping.constants, **_of_kind(constants, mapping.kind)},
        )
    of_texts = {field: value for field, value in constants.items() if plan.has_texts and field in TOLD_OF_TEXTS}
    of_tables = [field for mapping in mappings.values() for field in fields_of(mapping.kind) if field != ATTRIBUTE]
    _must_be_known(constants, dict.fromkeys([*of_tables, *(TOLD_OF_TEXTS if plan.has_texts else ())]))
    return replace(plan, mappings=mappings, of_texts=of_texts)


def _of_kind(constants: Mapping[str, str], kind: TableKind) -> dict[str, str]:
    return {field: value for field, value in constants.items() if field in fields_of(kind)}


def _must_be_known(given: Iterable[str], known: Iterable[str]) -> None:
    for each in given:
        if each not in known:
            raise MappingInvalidError(given=each, known=", ".join(known))


def _report(plan: ImportPlan, check: ImportCheck, sentences: Sequence[str], *, taken: bool) -> dict[str, Any]:
    admitted = check.admitted
    first = {table: [draft.shown for draft in drafts] for table, drafts in check.first.items()}
    return {
        "source": check.info.id if taken else None,
        "name": check.info.name,
        "files": {file.name: " ".join(filter(None, (file.format, file.encoding))) for file in plan.files},
        "tables": {name: mapping.model_dump() for name, mapping in plan.mappings.items()},
        "lacking": plan.unmapped,
        "nameless": plan.nameless,
        "unread_columns": plan.unread_columns,
        "unclear_columns": plan.unclear_columns,
        "size_columns": plan.size_columns,
        "loaded": {each: getattr(check.info, each) for each in ("entities", "relations", "passages")},
        "refused_rows": check.info.refused,
        "repaired_rows": check.info.repaired,
        "outdated_passages": check.outdated,
        "relations_there_already": check.effects.repeated,
        "changed": [asdict(each) for each in check.effects.changed[:PREVIEWED_ROWS]],
        "namesakes": [asdict(each) for each in check.effects.namesakes[:PREVIEWED_ROWS]],
        "update_known": [asdict(each) for each in check.effects.fits[:PREVIEWED_ROWS]],
        "id_clashes": [asdict(each) for each in admitted.clashes[:PREVIEWED_ROWS]],
        "unclear": dict(list(admitted.unclear.items())[:PREVIEWED_ROWS]),
        "created": [_created(each) for each in check.created[:PREVIEWED_ROWS]],
        "near_known": [asdict(each) for each in check.near[:PREVIEWED_ROWS]],
        "unknown_labels": admitted.unknown_labels,
        "told_labels": {label: _meaning(plan.choices.labels[label]) for label in admitted.told_labels},
        "unknown_entity_types": admitted.unknown_types,
        "first_problems": [problem.message("en") for problem in check.report[:_SHOWN_PROBLEMS]],
        **({} if taken else {"first_records": first, "sentences": sentences}),
    }


def _created(end: CreatedEnd) -> dict[str, Any]:
    """An end that was not there, and what ``--meant`` could say that it is."""
    near = [{"id": each.company_id, "name_zh": each.name_zh, "name_en": each.name_en} for each in end.near]
    return {"id": end.entity.id, "type": end.entity.type, "near": near}


def _meaning(mapped: MappedLabel) -> str:
    """As ``--label`` takes it."""
    return mapped.type + (_REVERSED if mapped.reversed else "")


def write_report(file: Path, problems: Sequence[RowProblem]) -> None:
    """Every refused or repaired row with its reason in both languages. Raises DataUnwritableError."""
    write_given(file, report_json(problems) if file.suffix == ".json" else report_csv(problems))


def add_sources_options(parser: argparse.ArgumentParser) -> None:
    """Of which source it is to be said what became of its rows, and where to."""
    parser.add_argument(
        "--report",
        nargs=2,
        metavar=("SOURCE", "FILE"),
        help="write the rows of a source that were refused or repaired: CSV, or JSON if FILE ends so",
    )


def run_sources_command(options: argparse.Namespace, settings: Settings) -> None:
    """List the imported sources as JSON. Raises SourceUnknownError, and DataUnwritableError."""
    if options.report is not None:
        source, file = options.report
        write_report(Path(file), source_report(settings.knowledge_base_folder, source))
        print(file)
        return
    print(answered(list_sources, settings))


def add_export_options(parser: argparse.ArgumentParser) -> None:
    """Where to, and as what."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="made if it is not there")
    parser.add_argument("--format", choices=EXPORT_FORMATS, default="csv", help="default: csv")


def run_export_command(options: argparse.Namespace, settings: Settings, listener: ProgressListener) -> None:
    """Write the files and print their names. Raises DataUnwritableError."""
    base = open_or_build(settings, ontology_in_force(settings), listener).knowledge_base
    for name, content in export_files(base, options.format):
        write_given(options.folder / name, content)
        print(options.folder / name)
