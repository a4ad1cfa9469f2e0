"""Bring your own data: read files, see what they say, take them in as a source, list and delete sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.curation.import_plans import ImportPlan
from core.curation.known_names import CreatedEnd, NearCompany, company_names, created_ends, near_companies
from core.curation.open_or_build import Started, rebuild
from core.curation.reading_imports import read_coming
from core.domain.records import Entity
from core.ingestion.building.build import SourceChange
from core.ingestion.checking.import_effects import ImportEffects, effects
from core.ingestion.checking.own_ids import Bringing
from core.ingestion.checking.validated_records import ValidatedRecords
from core.ingestion.checking.validation import validate
from core.ingestion.mapping.saved_mappings import load_mappings, save_mappings
from core.ingestion.mapping.table_mapping import RELATION, TableMapping
from core.ingestion.progress import ProgressListener
from core.ingestion.reading_progress import ReadingListener, told_to
from core.ingestion.records.csv_files import DataSet
from core.ingestion.records.document_updates import whole_documents
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord
from core.ingestion.records.record_validation import origin_of
from core.ingestion.records.removals import without
from core.ingestion.records.sources import SourceInfo, describe, source_ids, sources_of_current, sources_told
from core.messages import Language
from core.ontology import Ontology
from core.retrieval.company_text import in_tense
from core.settings import Settings
from core.storage.embeddings import Vectors
from core.storage.knowledge_base import KnowledgeBase

PREVIEWED_ROWS = 20
TOLD_OF_TEXTS = ("source_kind", "publisher", "date", "url", "title", "language")
"""Fields of passages that can be said of whole texts; the others say where a passage stands."""


@dataclass(frozen=True)
class ImportCheck:
    """What an import would take in; nothing has been written.

    ``coming``: the records that come in; of those valid, what was taken out before stays out. ``report``: every row
    that is refused or repaired, with the file's own names of columns. ``first``: the first records of each table.
    ``outdated``: how many passages go because their document comes with a new text. ``effects``: what it does to what
    is there. ``created``: ends of relations that were not there, with the known companies that are called nearly so.
    ``near``: other companies that come and may be known ones. ``again``: names of sources that come again.
    """

    valid: ValidatedRecords
    coming: DataSet
    info: SourceInfo
    report: tuple[RowProblem, ...]
    first: Mapping[str, tuple[RawRecord, ...]]
    outdated: int = 0
    effects: ImportEffects = field(default_factory=ImportEffects)
    created: tuple[CreatedEnd, ...] = ()
    near: tuple[NearCompany, ...] = ()
    again: tuple[str, ...] = ()


def check_import(
    plan: ImportPlan, knowledge_base: KnowledgeBase, ontology: Ontology, listener: ReadingListener | None = None
) -> ImportCheck:
    """What the plan takes in beside what ``knowledge_base`` holds, and what is refused why. What the ``listener``
    raises ends it."""
    raw_records = plan.raw_records()
    merged = {company.id: company.into for company in knowledge_base.merged}
    known = knowledge_base.all_entities()
    names = company_names(knowledge_base)
    bringing = _bringing(plan, knowledge_base)
    valid = validate(raw_records.items, ontology, plan.choices, known, merged, told_to(listener), names, bringing)
    seen = without(valid.data, plan.removals)  # the source keeps the rest, which may be put back
    problems = (*raw_records.problems, *valid.data.problems, *_removed(valid.data, seen))
    report = tuple(_in_own_words(each, plan) for each in (*problems, *valid.repairs))
    files = [file.name for file in plan.files]
    info = describe(plan.name, files, replace(seen, problems=report))
    data = replace(valid.data, problems=report[: len(problems)])
    outdated = _outdated(whole_documents(files, seen.passages), seen, knowledge_base)
    done = effects(seen, known, knowledge_base, valid.fits)
    created = created_ends(valid.created, knowledge_base, ontology, seen.relations)
    told = {each.id for each in valid.created} | {each.coming for each in done.namesakes}
    near = near_companies((each for each in seen.entities if each.id not in told), knowledge_base, ontology)
    valid = replace(valid, data=replace(data, ends=_ends_of_other_sources(valid, knowledge_base)))
    return ImportCheck(
        valid, seen, info, report, _first(raw_records.items), outdated, done, created, near, bringing.again
    )


def _bringing(plan: ImportPlan, knowledge_base: KnowledgeBase) -> Bringing:
    """The source that the plan makes, and those that come again with it: under one name, or with one of its files."""
    folder = knowledge_base.folder.parents[1]
    there = sources_told(folder, knowledge_base.manifest.sources)
    own = {file.name for file in plan.files}
    again = [each for each in there if each.name == plan.name or own.intersection(each.files)]
    return Bringing(
        plan.name,
        frozenset(own.union(*(each.files for each in again))),
        tuple(dict.fromkeys(each.name for each in again)),
        tuple(dict.fromkeys(each.name for each in there)),
        frozenset(source.id for source in knowledge_base.fact_sources()),
    )


def _ends_of_other_sources(valid: ValidatedRecords, knowledge_base: KnowledgeBase) -> tuple[Entity, ...]:
    """The entities that its relations lead to and that another source brought, by the names of the relations' rows, or
    the known ones where a row has none: when that source is deleted, the relations stay."""
    data, called = valid.data, valid.called
    own = {each.id for each in data.entities}
    ends: dict[str, str] = {}
    for relation in data.relations:
        for end in (relation.source, relation.target):
            if end not in own:
                ends.setdefault(end, relation.origin)
    folder = knowledge_base.folder.parents[1]
    brought = [source_ids(folder, source).entities for source in knowledge_base.manifest.sources] if ends else []
    known = [knowledge_base.entity(end) for end in sorted(ends.keys() & set().union(*brought))]
    named = []
    for each in known:
        if each.id not in ends:
            continue  # a merged one is named by what it is kept as
        name, origin = called.get(each.id, ("", ends[each.id]))
        names = {"name_zh": name or each.name_zh, "name_en": name or each.name_en}
        named.append(Entity(id=each.id, type=each.type, origin=origin, **names))
    return tuple(named)


def _first(raw_records: Sequence[RawRecord]) -> dict[str, tuple[RawRecord, ...]]:
    first: dict[str, list[RawRecord]] = {}
    for raw_record in raw_records:
        shown = first.setdefault(raw_record.file, [])
        if len(shown) < PREVIEWED_ROWS:
            shown.append(raw_record)
    return {table: tuple(shown) for table, shown in first.items()}


def _in_own_words(problem: RowProblem, plan: ImportPlan) -> RowProblem:
    """With the name that the column has in the file, where it is one of a table."""
    mapping = plan.mappings.get(problem.file)
    field_name = problem.field.partition(".")[0]
    if mapping is None or not field_name or mapping.columns.get(problem.field, "").startswith(RELATION):
        return problem
    fields = (field_name, field_name.removesuffix("_zh").removesuffix("_en"))
    own = next(filter(None, (_columns_of(mapping, each) for each in fields)), "")
    return replace(problem, field=own) if own else problem


def _columns_of(mapping: TableMapping, field: str) -> str:
    """The column that is a field, or all of them: Partner A / Partner B."""
    return " / ".join(column for column, given in mapping.columns.items() if given == field)


def _outdated(documents: frozenset[str], coming: DataSet, knowledge_base: KnowledgeBase) -> int:
    """Passages of these documents that their new text no longer has."""
    if not documents:
        return 0
    ids = {passage.id for passage in coming.passages}
    held = knowledge_base.table("passages").columns(("id", "document_id"))
    return sum(document in documents and key not in ids for key, document in held)


def _removed(data: DataSet, seen: DataSet) -> Iterator[RowProblem]:
    """Of every record that stays out although it is valid, that it does."""
    if seen is data:
        return
    kinds = ((data.entities, seen.entities), (data.relations, seen.relations), (data.passages, seen.passages))
    for records, left in kinds:
        ids = {record.id for record in left}
        for record in records:
            if record.id not in ids:
                yield RowProblem(*origin_of(record), "id", "was_removed", record.id)


def relation_sentences(
    check: ImportCheck, knowledge_base: KnowledgeBase, ontology: Ontology, language: Language
) -> list[str]:
    """The first relations that would come in, as they will read: shows whether they lead the right way."""
    data = check.coming
    own = {entity.id: entity for entity in check.valid.data.entities}

    def name(entity_id: str) -> str:
        return (own.get(entity_id) or knowledge_base.entity(entity_id)).name(language)

    return [
        in_tense(
            ontology[each.type].sentence.text(language).format(source=name(each.source), target=name(each.target)),
            each,
            ontology[each.type],
            language,
        )
        for each in data.relations[:PREVIEWED_ROWS]
    ]


def run_import(
    plan: ImportPlan,
    check: ImportCheck,
    settings: Settings,
    ontology: Ontology,
    listener: ProgressListener | None = None,
    *,
    vectors: tuple[tuple[str, ...], Vectors] | None = None,
    link_later: bool = False,
    read_relations: bool = True,
) -> Started:
    """Take in what was checked: build a version with it and publish that. Remembers what was said of the data.

    ``vectors``: texts of it and their vectors by the model of the knowledge base, which are not computed then.
    ``link_later``: its passages are not linked until ``link_passages`` is called. ``read_relations``: what its
    passages state is proposed.

    What served before serves until then, and goes on serving if anything fails. Raises what ``build_knowledge_base``
    does.
    """
    coming = replace(check.valid.data, problems=check.report)
    change = SourceChange(adding=(check.info, coming), vectors=vectors, originals=plan.originals, link_later=link_later)
    started = rebuild(settings, ontology, listener, because="imported", change=change)
    remembered = load_mappings(settings.knowledge_base_folder)
    said = remembered.and_then(plan.mappings, plan.tables, plan.choices.labels, plan.choices.entity_types)
    save_mappings(settings.knowledge_base_folder, said)
    coming_passages = {each.id for each in coming.passages} if read_relations else set()
    return read_coming(started, coming_passages, settings, ontology, listener)


def imported_sources(settings: Settings) -> tuple[SourceInfo, ...]:
    """The sources that the serving version holds, in the order of their import."""
    folder = settings.knowledge_base_folder
    return sources_told(folder, sources_of_current(folder))
