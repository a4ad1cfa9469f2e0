"""Take a source or single records out: see before what goes, and put single records back."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from pydantic import Field

from core.curation.open_or_build import Started, rebuild
from core.domain.records import Entity
from core.domain.results import Result
from core.errors import RefusedError
from core.ingestion.build import SourceChange
from core.ingestion.csv_files import read_data_set
from core.ingestion.merging import said_elsewhere
from core.ingestion.progress import ProgressListener
from core.ingestion.sources import load_source, source_ids, source_info, source_relations, sources_of_current
from core.ontology import Ontology
from core.reasoning.llm.answer_cache import AnswerCache
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_table import RelationTable
from core.workspace.removals import Removals

_NAMED = 10


class NothingToRemoveError(RefusedError):
    """None of the ids to remove is there."""


class Going(Result):
    """What a deletion takes away: counts, and the ids of the first entities and passages. ``still_said``: entities
    that stay because others state them too, as those say.
    """

    entities: int = Field(ge=0)
    relations: int = Field(ge=0)
    passages: int = Field(ge=0)
    mentions: int = Field(ge=0)
    links: int = Field(ge=0)
    still_said: int = Field(0, ge=0)
    first_entities: tuple[str, ...] = ()
    first_passages: tuple[str, ...] = ()


def what_goes_with_source(
    source_id: str, knowledge_base: KnowledgeBase, settings: Settings, ontology: Ontology
) -> Going:
    """What only this source states. Raises SourceUnknownError, and what reading the others raises."""
    folder = settings.knowledge_base_folder
    source_info(folder, source_id)
    own = load_source(folder, source_id)
    given = read_data_set(settings.data_folder, ontology)
    other_sources = [other for other in sources_of_current(folder) if other != source_id]
    others = [source_ids(folder, other) for other in other_sources]
    entities = {each.id for each in own.entities}.difference(
        (each.id for each in given.entities), *(ids.entities for ids in others)
    )
    passages = {each.id for each in own.passages}.difference(
        (each.id for each in given.passages), *(ids.passages for ids in others)
    )
    going = _going(knowledge_base, entities, passages, ())
    tables = [RelationTable.of(given.relations), *(source_relations(folder, other) for other in other_sources)]
    elsewhere = said_elsewhere(RelationTable.of(own.relations), tables)
    staying = sum(
        not {relation.source, relation.target} & entities and relation.id not in elsewhere for relation in own.relations
    )
    named = {each.origin for each in own.relations}  # ends that other sources describe, of which it says the names only
    still_said = len({each.id for each in own.entities if not _is_bare(each) or each.origin not in named} - entities)
    return going.model_copy(update={"relations": going.relations + staying, "still_said": still_said})


def _is_bare(entity: Entity) -> bool:
    """Whether nothing is said of it but its type and its names."""
    values = entity.model_dump(exclude={"id", "type", "name_zh", "name_en", "origin"})
    return not any(values.values())


def what_goes_with(removals: Removals, knowledge_base: KnowledgeBase) -> Going:
    """What goes with these ids. Raises NothingToRemoveError if none of them is there."""
    documents = set(removals.documents)
    passages = {each for each in removals.passages if knowledge_base.has_passage(each)}
    if documents:
        columns = knowledge_base.table("passages").columns(("id", "document_id"))
        passages |= {key for key, document in columns if {key, document} & documents}
    entities = {each for each in removals.entities if each in knowledge_base.node_of}
    relations = {each for each in removals.relations if knowledge_base.has_relation(each)}
    if passages:
        stated = knowledge_base.table("relations").columns(("id", "passage_id"))
        relations |= {key for key, passage in stated if passage in passages}
    if not (entities or passages or relations):
        named = [each for name in Removals.model_fields for each in getattr(removals, name)]
        raise NothingToRemoveError(ids=", ".join(named)[:200])
    return _going(knowledge_base, entities, passages, relations)


def _going(base: KnowledgeBase, entities: set[str], passages: set[str], relations: Iterable[str]) -> Going:
    nodes = [base.node_of[each] for each in entities if each in base.node_of]
    there = sorted(each for each in passages if base.has_passage(each))
    touching = [base.relations_of(node)[0] for node in nodes]
    touching.append(np.array([base.relation_row(each) for each in relations], dtype=np.int64))
    mentions = [base.mention_edges(node)[0] for node in (*nodes, *map(base.passage_node, there))]
    links = {(link.from_passage_id, link.to_passage_id) for each in there for link in base.links_of(each)}
    return Going(
        entities=len(nodes),
        relations=len(np.unique(np.concatenate(touching))),
        passages=len(there),
        mentions=len(np.unique(np.concatenate(mentions))) if mentions else 0,
        links=len(links),
        first_entities=tuple(base.entity_ids[node] for node in sorted(nodes)[:_NAMED]),
        first_passages=tuple(there[:_NAMED]),
    )


def delete_source(
    source_id: str, settings: Settings, ontology: Ontology, listener: ProgressListener | None = None
) -> Started:
    """Build and publish a version without the source: what only it stated goes, what others state stays.

    Answers that a model gave go too: they may quote it. Raises SourceUnknownError and what ``rebuild`` does.
    """
    started = rebuild(settings, ontology, listener, because="deleted", change=SourceChange(removing=source_id))
    AnswerCache(settings.llm_cache_file, settings.llm_cache_answers).clear()
    return started


def remove(
    removals: Removals, settings: Settings, ontology: Ontology, listener: ProgressListener | None = None
) -> Started:
    """Take records out, of whatever source, and publish a version without them. Raises what ``rebuild`` does."""
    started = _with_removals(lambda before: before.and_also(removals), settings, ontology, listener)
    AnswerCache(settings.llm_cache_file, settings.llm_cache_answers).clear()
    return started


def put_back(
    removals: Removals, settings: Settings, ontology: Ontology, listener: ProgressListener | None = None
) -> Started:
    """Let records that were taken out come in again. Raises what ``rebuild`` does."""
    return _with_removals(lambda before: before.but_not(removals), settings, ontology, listener)


def _with_removals(
    change: Callable[[Removals], Removals], settings: Settings, ontology: Ontology, listener: ProgressListener | None
) -> Started:
    return rebuild(settings, ontology, listener, because="removed", change=SourceChange(removals=change))
