"""Build a knowledge base from a data folder and publish it in one step."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa

from core.domain.linking import LinkingRules
from core.domain.records import CrossLink, Entity, Passage
from core.domain.stored_fields import now_in_seconds
from core.errors import DataUnwritableError, GuanxiError
from core.ingestion.building.cross_links import find_cross_links
from core.ingestion.building.embedding import Embedding, embedded_texts, looked_up
from core.ingestion.building.entity_recognition import load_recogniser, recognised_names
from core.ingestion.building.graph_of_records import graph_of, relation_edges
from core.ingestion.building.known_vectors import KnownVectors
from core.ingestion.building.mentions import MENTION_ROLES, Mentions, find_mentions, names_in
from core.ingestion.building.records_together import records_together
from core.ingestion.building.searchable import embedded_content, plain_content
from core.ingestion.building.table_rows import table_rows
from core.ingestion.mapping.company_sizes import company_sizes
from core.ingestion.progress import ProgressListener, ProgressReporter, Stage
from core.ingestion.records.csv_files import DataSet, fingerprint
from core.ingestion.records.problems import RowProblem, rows_of, save_problems
from core.ingestion.records.profiles import profiles
from core.ingestion.records.sources import (
    SourceInfo,
    SourceUnknownError,
    load_source,
    save_source,
    sources_of_current,
    sweep_sources,
)
from core.names.entity_names import EntityNames
from core.names.name_tables import entity_names
from core.ontology import COMPANY, Ontology
from core.runtime.garbage_collection import rare_garbage_collection
from core.runtime.parallel import in_parallel
from core.settings import Settings
from core.storage.embeddings import Encoder, Vectors
from core.storage.incremental_tables import copy_or_write
from core.storage.lexical_index import lexical_index, save_lexical_index
from core.storage.link_files import save_links
from core.storage.manifest import SCHEMA_VERSION, Counts, Manifest, read_manifest
from core.storage.merged_companies import MergedCompany, save_merged
from core.storage.name_files import normalised_before, save_names, save_normalised
from core.storage.object_store import SharedDataDiffersError
from core.storage.publishing import KnowledgeBaseMissingError, building, current_version, publish, published_versions
from core.storage.record_files import LinesRead
from core.storage.relation_facts import relation_facts, save_relation_facts
from core.storage.relation_graph import save_graph
from core.storage.relation_table import RelationTable
from core.storage.row_keys import row_keys, single_keys, text_keys
from core.storage.rows import save_companies, save_embedded, save_fact_sources, save_mention_scores, save_rows
from core.storage.sharing import sharing
from core.storage.table_writing import write_table
from core.storage.tables import mentions_table, records_table
from core.workspace.linking_rules import linking_rules, rules_by, save_rules
from core.workspace.removals import Removals, load_removals, save_removals
from core.workspace.unlinked_sources import save_unlinked_sources, unlinked_sources
from core.workspace.verdicts import Verdict, add_verdicts


class BuildFailedError(GuanxiError):
    """A build stopped; the version published before it still serves."""


@dataclass(frozen=True)
class BuildReport:
    """What a finished build published, and which rows it left out."""

    manifest: Manifest
    version: Path
    problems: tuple[RowProblem, ...]


@dataclass(frozen=True)
class SourceChange:
    """What a build changes: a source that comes in, one that goes out, what is said of companies that are one.

    ``removals``: from the records that are taken out now to those that are then. ``vectors``: texts of what comes in
    and their vectors, which need not be computed. ``originals``: the content of each file of what comes in, None of one
    that is not to be kept. ``link_later``: the passages of what comes in are not linked until a change says
    ``link_all``, by ``linking`` from then on (None: by the settings).
    """

    adding: tuple[SourceInfo, DataSet] | None = None
    vectors: tuple[tuple[str, ...], Vectors] | None = None
    originals: tuple[bytes | None, ...] = ()
    link_later: bool = False
    link_all: bool = False
    linking: LinkingRules | None = None
    removing: str = ""
    deciding: tuple[Verdict, ...] = ()
    removals: Callable[[Removals], Removals] | None = None


@dataclass(frozen=True)
class _Gathered:
    """What goes into a version: the records, the fingerprint of the data files, the sources, merged companies, and the
    ``others`` from which tables may be taken over.

    ``deciding``, ``unlinked``, the sources that are not to be linked yet, ``removals``, and ``linking`` if ``relinked``
    are to be kept once everything else is written. ``not_linked``: ids of the passages of unlinked sources. ``lines``:
    what records of sources were read from.
    """

    data: DataSet
    seen: str
    sources: tuple[str, ...] = ()
    merged: tuple[MergedCompany, ...] = ()
    deciding: tuple[Verdict, ...] = ()
    others: tuple[Path, ...] = ()
    vectors: tuple[tuple[str, ...], Vectors] | None = None
    unlinked: tuple[str, ...] = ()
    not_linked: frozenset[str] = frozenset()
    removals: Removals | None = None
    relinked: bool = False
    linking: LinkingRules | None = None
    lines: LinesRead = field(default_factory=LinesRead)


def build_knowledge_base(
    settings: Settings,
    encoder: Encoder,
    ontology: Ontology,
    listener: ProgressListener | None = None,
    change: SourceChange | None = None,
) -> BuildReport:
    """Read ``settings.data_folder`` and the imported sources, write a new version below
    ``settings.knowledge_base_folder``, publish it.

    Raises DataUnreadableError for an unusable file, SourceUnknownError for a source to remove that is not there,
    BuildRunningError if another build runs, BuildFailedError if writing fails (disk full, no permission). After any of
    these, what served before still serves.
    """
    progress = ProgressReporter(listener)
    progress.report("read", 0, 1)
    wanted = change or SourceChange()
    return _build(lambda: _gather(settings, ontology, wanted), settings, encoder, ontology, progress)


def _gather(settings: Settings, ontology: Ontology, change: SourceChange) -> _Gathered:
    """Called under the build lock: no other import can come between reading and publishing."""
    folder = settings.knowledge_base_folder
    seen = fingerprint(settings.data_folder, ontology)  # before reading: a change meanwhile is noticed afterwards
    sweep_sources(folder)
    sources = sources_of_current(folder)
    if settings.knowledge_base_uri and change != SourceChange():
        _require_shared_data(folder, seen)
    if change.removing:
        if change.removing not in sources:
            raise SourceUnknownError(source=change.removing)
        sources = tuple(source for source in sources if source != change.removing)
    lines = LinesRead()
    imported = [load_source(folder, source, lines) for source in sources]
    if change.adding is not None:
        info, data = change.adding
        save_source(folder, info, data, change.originals)
        sources, imported = (*sources, info.id), [*imported, data]
    removals = load_removals(folder)
    if change.removals is not None:
        removals = change.removals(removals)
    one_each = records_together(
        settings, ontology, dict(zip(sources, imported, strict=True)), removals, change.deciding
    )
    unlinked = () if change.link_all else tuple(each for each in unlinked_sources(folder) if each in sources)
    if change.link_later and change.adding is not None:
        unlinked = (*unlinked, change.adding[0].id)
    loaded = dict(zip(sources, imported, strict=True))
    not_linked = frozenset(passage.id for source in unlinked for passage in loaded[source].passages)
    # where nothing comes or goes, a version is built because one is missing, outdated or damaged: from nothing else
    others = published_versions(folder) if change != SourceChange() else ()
    return _Gathered(
        one_each.data,
        seen,
        sources,
        one_each.merged,
        change.deciding,
        others,
        change.vectors,
        unlinked,
        not_linked,
        removals,
        change.link_all,
        change.linking,
        lines,
    )


def _require_shared_data(folder: Path, seen: str) -> None:
    """An import or a deletion here must not replace the data that another machine has built from."""
    with contextlib.suppress(KnowledgeBaseMissingError):
        if read_manifest(current_version(folder)).data_fingerprint != seen:
            raise SharedDataDiffersError


def publish_data_set(
    data: DataSet,
    seen: str,
    settings: Settings,
    encoder: Encoder,
    ontology: Ontology,
    progress: ProgressReporter,
) -> BuildReport:
    """Write validated records as a new version and publish it; ``seen`` is the fingerprint of their source.

    Raises BuildRunningError and BuildFailedError as ``build_knowledge_base`` does.
    """
    own = settings.model_copy(update={"knowledge_base_uri": ""})  # a base of its own, not what is shared
    return _build(lambda: _Gathered(data, seen), own, encoder, ontology, progress)


def _build(
    gather: Callable[[], _Gathered],
    settings: Settings,
    encoder: Encoder,
    ontology: Ontology,
    progress: ProgressReporter,
) -> BuildReport:
    try:
        with (
            building(settings.knowledge_base_folder) as partial,
            _nothing_left(settings.knowledge_base_folder),
            rare_garbage_collection(),
        ):
            shared = sharing(settings)
            shared.bring()
            gathered = gather()
            data = gathered.data
            known = KnownVectors(settings.knowledge_base_folder, encoder)
            try:
                if gathered.vectors is not None:
                    texts, vectors = gathered.vectors
                    known.keep(single_keys(text_keys(texts)), vectors)
                embedding = Embedding(encoder, known, progress, settings.embedding_batch_size)
                manifest = _write(partial, gathered, settings, embedding, ontology)
                save_problems(partial, data.problems)

                def last_steps(whole: Path, described: Manifest) -> None:
                    shared.offer(whole, described)
                    if gathered.deciding:  # after all that may fail: what was not built was not said
                        add_verdicts(settings.knowledge_base_folder, gathered.deciding)
                    save_unlinked_sources(settings.knowledge_base_folder, gathered.unlinked)
                    if gathered.removals is not None:
                        save_removals(settings.knowledge_base_folder, gathered.removals)
                    if gathered.relinked:
                        save_rules(settings.knowledge_base_folder, gathered.linking)

                version = publish(partial, manifest, settings.kept_versions, last_steps)
            except BaseException:
                known.close(published=False)
                raise
            known.close(published=True)
    except DataUnwritableError as error:
        raise BuildFailedError(detail=error.parameters["detail"]) from error
    except (OSError, RuntimeError, ValueError, ArithmeticError, MemoryError, pa.ArrowException) as error:
        raise BuildFailedError(detail=str(error).splitlines()[0][:300] if str(error) else repr(error)) from error
    progress.report("publish", 1, 1)
    return BuildReport(manifest, version, data.problems)


@contextlib.contextmanager
def _nothing_left(folder: Path) -> Iterator[None]:
    """What fails or is cancelled leaves no source behind."""
    try:
        yield
    except BaseException:
        sweep_sources(folder)
        raise


def _write(
    folder: Path,
    gathered: _Gathered,
    settings: Settings,
    embedding: Embedding,
    ontology: Ontology,
) -> Manifest:
    data, encoder, progress = gathered.data, embedding.encoder, embedding.progress
    rows = {entity.id: row for row, entity in enumerate(data.entities)}
    is_company = np.array([not ontology.is_bridge(entity.type) for entity in data.entities], dtype=bool)
    described = profiles(data.entities, ontology)
    passages, relations = (*data.passages, *described.passages), RelationTable.of(data.relations)
    tables = table_rows(data.entities, relations, passages, gathered.lines, ontology)
    texts = {stage: table.texts for stage, table in tables.items()}
    with in_parallel() as run:
        company_texts = [texts["entities"][row] for row in np.flatnonzero(is_company).tolist()]
        run(lambda: save_lexical_index(lexical_index(company_texts), folder / "words"))
        owners = [rows[owner] for owner in described.owners]
        looking_up = run(looked_up, texts, owners, embedding.known)
        normalised = normalised_before(gathered.others)
        names = entity_names(data.entities, is_company, normalised)
        named = run(lambda: names_in(passages, names.folded))
        digests = {stage: save_rows(folder, stage, table.ids, table.lines) for stage, table in tables.items()}
        embedded = embedded_texts(texts, owners, looking_up.result(), embedding)
        vectors = embedded.vectors
        progress.report("mentions", 0, len(data.passages))

        def save(stage: Stage) -> None:
            table, keys, own_vectors = tables[stage], embedded.keys[stage], vectors[stage]
            common = is_company if stage == "entities" and is_company.any() else None
            content = embedded_content(stage, table.records, table.texts, own_vectors, settings)
            run(save_embedded, folder, stage, keys, own_vectors, common)
            told, others = digests[stage], gathered.others
            run(lambda: copy_or_write(folder, content, table.ids, row_keys(told, keys, own_vectors), others))

        save("passages")  # first: their keyword index takes longest
        stated = (*data.stated_mentions, *zip((item.id for item in described.passages), described.owners, strict=True))
        recognised = _recognised(data.passages, names, settings)
        finding = run(
            lambda: find_mentions(
                named.result(), passages, vectors["passages"], rows, vectors["entities"], stated, recognised
            )
        )
        save("entities")
        save("relations")
        save_names(names, folder / "names")
        save_normalised(normalised, folder)
        save_companies(data.entities, is_company, company_sizes(data.entities, is_company), folder)
        save_merged(gathered.merged, folder / "companies")
        save_fact_sources(data.fact_sources, folder)
        save_relation_facts(relation_facts(relations), folder)
        edges = relation_edges(relations, tables["entities"].ids, ontology)
        mentions: Mentions = finding.result()
        linked = [row for row, passage in enumerate(data.passages) if passage.id not in gathered.not_linked]
        links = find_cross_links(
            [data.passages[row] for row in linked],
            vectors["passages"][linked if gathered.not_linked else slice(len(data.passages))],
            mentions.named_in(data.passages, list(rows)),
            rules_by(gathered.linking, settings) if gathered.relinked else linking_rules(settings),
        )
        progress.report("publish", 0, 1)
        scores = (mentions.role_score, mentions.similarity_score, mentions.position_score)
        save_mention_scores(*scores, folder)
        save_links(links, {passage.id: row for row, passage in enumerate(passages)}, folder / "links")
        mentioned = mentions_table(
            [tables["passages"].ids[row] for row in mentions.passage.tolist()],
            [tables["entities"].ids[row] for row in mentions.entity.tolist()],
            [MENTION_ROLES[role] for role in mentions.role.tolist()],
            *scores,
        )
        run(write_table, folder / "tables", plain_content("mentions", mentioned))
        run(write_table, folder / "tables", plain_content("links", records_table(CrossLink, links)))
        save_graph(graph_of(edges, mentions, len(rows), len(passages), ontology), folder / "graph")
    return Manifest(
        schema_version=SCHEMA_VERSION,
        build_id=folder.name.removesuffix(".partial"),
        created_at=now_in_seconds(),
        embedding_model=encoder.name,
        embedding_dimension=encoder.dimension,
        edge_types=(*ontology.types, *MENTION_ROLES),
        company_types=_company_types(data.entities, ontology),
        data_fingerprint=gathered.seen,
        sources=gathered.sources,
        counts=Counts(
            entities=len(data.entities),
            companies=int(is_company.sum()),
            relations=len(data.relations),
            passages=len(passages),
            mentions=len(mentions),
            links=len(links),
            skipped_rows=rows_of(data.problems, repaired=False),
        ),
    )


def _recognised(passages: Sequence[Passage], names: EntityNames, settings: Settings) -> list[tuple[int, int, int]]:
    """Names that a model finds beside those that are found letter by letter; none without a model."""
    if not settings.ner_model:
        return []
    recognise = load_recogniser(settings.ner_model, frozenset(settings.ner_labels.split()))
    folder = settings.knowledge_base_folder
    return recognised_names(passages, names.companies, folder, settings.ner_model, recognise)


def _company_types(entities: Sequence[Entity], ontology: Ontology) -> tuple[str, ...]:
    """Those that occur and are no bridges."""
    occurring = dict.fromkeys(entity.type for entity in entities)
    return tuple(kind for kind in occurring if not ontology.is_bridge(kind)) or (COMPANY,)
