"""Files taken in, or what would come in of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema

from core.curation.import_plans import ImportPlan, plan_import
from core.curation.import_words import import_words
from core.curation.importing import PREVIEWED_ROWS, ImportCheck, check_import, relation_sentences, run_import
from core.curation.known_names import CreatedEnd, company_names
from core.curation.ontology_in_force import ontology_in_force
from core.curation.reading_imports import proposed_of
from core.curation.told_mappings import MappingInvalidError, as_told
from core.domain.strict_fields import Switch
from core.errors import DataUnreadableError, DataUnwritableError, EntityUnknownError
from core.ingestion.cells.cell_kinds import examples_shown
from core.ingestion.cells.column_words import TableKind
from core.ingestion.checking.import_choices import Choices
from core.ingestion.mapping.relation_labels import MappedLabel
from core.ingestion.mapping.titled_lists import offered_end
from core.ingestion.records.problems import row_messages
from core.messages import Language
from core.operations.context import Context
from core.operations.data_files import write_report
from core.operations.fields import described_as
from core.operations.given_files import FilesToImport
from core.operations.operation import Input, Output, invalid, operation, shown_as
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase

_SHOWN_PROBLEMS = 10
_REVERSED = ":reversed"


def _pair(given: object, *, first: bool = False) -> object:
    """``NAME=VALUE``, cut at the last equals sign, or at the first one."""
    if not isinstance(given, str):
        return given
    name, equals, value = given.partition("=") if first else given.rpartition("=")
    if not equals or not name.strip() or not value.strip():
        raise ValueError(f"{given!r} is not of the form NAME=VALUE")
    return name.strip(), value.strip()


_Text = WithJsonSchema({"type": "string"})
Told = Annotated[tuple[str, str], BeforeValidator(_pair), _Text]
"""A column or a label, which may hold an equals sign, and what it is."""
Constant = Annotated[tuple[str, str], BeforeValidator(lambda given: _pair(given, first=True)), _Text]
"""A field, and a value that may hold an equals sign, as links do."""


def _told(description: str, metavar: str) -> Any:
    return Field((), description=description, json_schema_extra=shown_as(metavar))


class ImportRequest(Input):
    """The files, and what cannot be found out from them."""

    files: tuple[Path, ...] = Field(
        min_length=1, description="Tables, JSON, GraphML, text, Word, PDF, or folders of such: docs/data.md."
    )
    name: str = Field("", description="What the source is called; default: the names of its files.")
    kind: TableKind | None = described_as("What the tables list, where the guess is wrong.")
    column: tuple[Told, ...] = _told(
        "What a column is; attribute: kept under its name; relation:TYPE[:reversed]: other companies; - for nothing.",
        "COLUMN=FIELD",
    )
    encoding: str = Field(
        "", description="Of the text files, where the guess is wrong: gb18030, big5, cp1252, shift_jis."
    )
    constant: tuple[Constant, ...] = _told("A value for all rows: label=supplies.", "FIELD=VALUE")
    label: tuple[Told, ...] = _told(
        "Relation type that a label means; reversed: from the type's target to its source.", "LABEL=TYPE[:reversed]"
    )
    entity_type: tuple[Told, ...] = _told("What a type of the data, or a new end of a relation, is here.", "NAME=TYPE")
    create_missing: Switch = Field(
        default=True, description="Make an entity of every end of a relation that is not there, or refuse the row."
    )
    update_known: Switch = Field(
        default=True,
        description="Rows without an id update the only known company of that name or identifier, or are companies of "
        "their own.",
    )
    meant: tuple[Told, ...] = _told(
        "Which known entity a name of the data means, as an end of a relation or a row without an id.", "NAME=ID"
    )
    same_ids: Switch | None = described_as(
        "Rows with the id of a known company with which they share nothing update it, or are other companies with ids "
        "of their own; default: told from the other rows and from the source."
    )
    language: Language = Field("en", description="Of the summary, of what is wrong with rows and of sentences.")
    read_relations: Switch = Field(
        default=True, description="Propose the relations that its texts state; nothing of it is recorded unasked."
    )
    preview: Switch = Field(default=False, description="Say what would come in, and write nothing.")
    report: Path | None = described_as("Write every refused or repaired row: CSV, or JSON if FILE ends so.")

    @property
    def labels(self) -> dict[str, MappedLabel]:
        """What labels mean."""
        return {label: MappedLabel(of.removesuffix(_REVERSED), of.endswith(_REVERSED)) for label, of in self.label}

    def check(self, settings: Settings) -> None:
        """Also raises FieldsInvalidError for types that there are not."""
        ontology = ontology_in_force(settings)
        _must_be_one_of(ontology.types, [each.type for each in self.labels.values()], "label")
        _must_be_one_of(ontology.entity_types, [kind for _, kind in self.entity_type], "entity_type")


class ImportAnswer(Output):
    """``anything``: whether a record came in, or would."""

    anything: bool
    report: dict[str, Any]


@operation(
    title="Take in files of companies, relations and texts",
    examples={
        "zh": {"files": ["公司.csv"], "preview": True},
        "en": {"files": ["ties.csv"], "constant": ["label=supplies"], "name": "ties"},
    },
    errors=(DataUnreadableError, DataUnwritableError, EntityUnknownError, MappingInvalidError),
    effect="rebuild",
    command_only=True,
)
def import_files(context: Context, asked: ImportRequest) -> ImportAnswer:
    """Take in files, or say what would come in of them: records, refused rows, labels and names that are not clear."""
    base, settings = context.base, context.settings
    knowledge_base, ontology = base.knowledge_base, base.ontology
    files = FilesToImport.read(asked.files, settings)
    plan = plan_import(
        files.contents,
        settings,
        name=asked.name or _folder(asked.files),
        choices=_choices(asked, knowledge_base),
        listener=context.reading,
        encodings=[asked.encoding] * len(files.contents),
        optional=files.of_folders,
        companies=company_names(knowledge_base).called,
    )
    plan = replace(plan, skipped=(*files.skipped, *plan.skipped))
    columns, constants = dict(asked.column), dict(asked.constant)
    plan = as_told(plan, ontology, kind=asked.kind, columns=columns, constants=constants)
    check = check_import(plan, knowledge_base, ontology, context.reading)
    offers = [(each.name, offered_end(plan.mappings[each.name], each, ontology)) for each in plan.tables]
    examples = {
        table.name: {column: examples_shown(table, column) for column in table.columns}
        for table in plan.tables
        if asked.preview
    }
    plan = plan.without_rows()
    data = check.valid.data
    if asked.report is not None:
        write_report(asked.report, check.report)
    anything = bool(data.entities or data.relations or data.passages)
    taken = anything and not asked.preview
    if taken:
        reading = asked.read_relations
        context.publish(run_import(plan, check, settings, ontology, context.progress, read_relations=reading))
    sentences = relation_sentences(check, knowledge_base, ontology, asked.language)
    report = _report(plan, check, sentences, asked.language, taken=taken)
    if anything:
        context.notices = (import_words(check, asked.language, taken=not asked.preview),)
        if taken and (proposed := proposed_of(data.passages, settings)):
            context.tell("review.proposed", count=str(proposed))
    else:
        context.tell("data.nothing")
        context.tell("import.say_what_is_meant")
    for table, offered in offers:
        for field, company in offered.items():
            context.tell("import.title_offers", table=table, company=company, field=field)
    return ImportAnswer(anything=anything, report=report | ({"examples": examples} if examples else {}))


def _choices(asked: ImportRequest, known: KnowledgeBase) -> Choices:
    """Raises EntityUnknownError for an id that is not there."""
    for _, entity_id in asked.meant:
        if entity_id not in known.node_of:
            raise EntityUnknownError(entity=entity_id)
    types, meant = dict(asked.entity_type), dict(asked.meant)
    return Choices(asked.labels, types, asked.create_missing, asked.update_known, meant, asked.same_ids)


def _must_be_one_of(known: Iterable[str], given: Iterable[str], field: str) -> None:
    for each in given:
        if each not in known:
            raise invalid(import_files.name, [(field, f"{each!r} is none of: {', '.join(known)}")])


def _folder(files: Sequence[Path]) -> str:
    """What a source is called that is one folder; "" of files."""
    return files[0].resolve().name if len(files) == 1 and files[0].is_dir() else ""


def _report(
    plan: ImportPlan, check: ImportCheck, sentences: Sequence[str], language: Language, *, taken: bool
) -> dict[str, Any]:
    valid = check.valid
    first = {table: [raw_record.shown for raw_record in raw_records] for table, raw_records in check.first.items()}
    return {
        "source": check.info.id if taken else None,
        "name": check.info.name,
        "files": {file.name: " ".join(filter(None, (file.format, file.encoding))) for file in plan.files},
        "skipped": {each.name: each.why.message(language) for each in plan.skipped},
        "tables": {name: mapping.model_dump() for name, mapping in plan.mappings.items()},
        "lacking": plan.unmapped,
        "nameless": plan.nameless,
        "unread_columns": plan.unread_columns,
        "unclear_columns": plan.unclear_columns,
        "size_columns": plan.size_columns,
        "no_size_columns": plan.figures_of_others,
        "loaded": {each: getattr(check.info, each) for each in ("entities", "relations", "passages")},
        "refused_rows": check.info.refused,
        "repaired_rows": check.info.repaired,
        "outdated_passages": check.outdated,
        "relations_there_already": check.effects.repeated,
        "changed": [asdict(each) for each in check.effects.changed[:PREVIEWED_ROWS]],
        "namesakes": [asdict(each) for each in check.effects.namesakes[:PREVIEWED_ROWS]],
        "update_known": [asdict(each) for each in check.effects.fits[:PREVIEWED_ROWS]],
        "id_clashes": [asdict(each) for each in valid.clashes[:PREVIEWED_ROWS]],
        "unclear": dict(list(valid.unclear.items())[:PREVIEWED_ROWS]),
        "created": [_created(each) for each in check.created[:PREVIEWED_ROWS]],
        "near_known": [asdict(each) for each in check.near[:PREVIEWED_ROWS]],
        "unknown_labels": valid.unknown_labels,
        "told_labels": {label: _meaning(plan.choices.labels[label]) for label in valid.told_labels},
        "unknown_entity_types": valid.unknown_types,
        "first_problems": row_messages(check.report, language)[:_SHOWN_PROBLEMS],
        **({} if taken else {"first_records": first, "sentences": sentences}),
    }


def _created(end: CreatedEnd) -> dict[str, Any]:
    """An end that was not there, and what ``--meant`` could say that it is."""
    near = [{"id": each.company_id, "name_zh": each.name_zh, "name_en": each.name_en} for each in end.near]
    return {"id": end.entity.id, "type": end.entity.type, "near": near}


def _meaning(mapped: MappedLabel) -> str:
    """As ``--label`` takes it."""
    return mapped.type + (_REVERSED if mapped.reversed else "")
