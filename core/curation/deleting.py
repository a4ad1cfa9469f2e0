"""Take a source or single records out: see before what goes, and put single records back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np
from pydantic import Field

from core.curation.open_or_build import Started, rebuild
from core.domain.name_forms import written_names
from core.domain.records import Entity
from core.domain.results import Result
from core.errors import RefusedError
from core.ingestion.building.build import SourceChange
from core.ingestion.building.mentions import names_in
from core.ingestion.building.records_together import records_without
from core.ingestion.progress import ProgressListener
from core.ingestion.records.profiles import profiles
from core.ingestion.records.sources import load_source, source_info
from core.names.name_tables import folded_names
from core.ontology import Ontology
from core.reasoning.llm.answer_cache import AnswerCache
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase
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
    """What a version without this source would lack. Raises SourceUnknownError, and what reading the others raises."""
    folder = settings.knowledge_base_folder
    source_info(folder, source_id)
    own = load_source(folder, source_id)
    left = records_without(source_id, settings, ontology)
    into = {each.id: each.into for each in knowledge_base.merged}
    ids = set(knowledge_base.entity_ids)
    after: dict[str, list[Entity]] = {}  # of each entity that is there what is left, perhaps under the id of another
    for each in left.data.entities:
        after.setdefault(each.id if each.id in ids else into.get(each.id, each.id), []).append(each)
    touched = {into.get(each.id, each.id) for each in (*own.entities, *own.ends)} & ids
    passages = {each.id for each in own.passages} - {each.id for each in left.data.passages}
    stay = {each: after[each] for each in touched & after.keys()}
    unnamed = _unnamed(stay, knowledge_base, ontology)
    going = _going(knowledge_base, touched - after.keys(), passages, (), unnamed)
    named = {each.origin for each in own.relations}  # ends that other sources describe, of which it says the names only
    described = {each.id for each in own.entities if not _is_bare(each) or each.origin not in named}
    stays = after.keys() | {each.id for each in left.merged}
    return going.model_copy(
        update={
            "entities": max(knowledge_base.manifest.counts.entities - len(left.data.entities), 0),
            "relations": max(knowledge_base.manifest.counts.relations - len(left.data.relations), 0),
            "still_said": sum(bool({each, into.get(each, each)} & stays) for each in described),
        }
    )


def _unnamed(stay: Mapping[str, Sequence[Entity]], base: KnowledgeBase, ontology: Ontology) -> Iterator[int]:
    """Edges of mentions of entities that stay, as what is given, in passages that say them by what only goes: by a name
    of theirs, or as their description."""
    for entity_id, left in stay.items():
        before = base.entity(entity_id)
        described = {each.id: each.language for each in profiles([before], ontology).passages}
        languages = {each.language for each in profiles(left, ontology).passages}
        edges, nodes = base.mention_edges(base.node_of[entity_id])
        passages = [base.passage_at(node) for node in nodes.tolist()]
        renamed = {*written_names(before)} - {name for each in left for name in written_names(each)}
        found = names_in(passages, folded_names(left)) if renamed else None
        named = {*found.titles[:, 0].tolist(), *found.texts[:, 0].tolist()} if found else set(range(len(passages)))
        for place, (edge, passage) in enumerate(zip(edges.tolist(), passages, strict=True)):
            own = described.get(passage.id)
            if place not in named if own is None else own not in languages:
                yield edge


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


def _going(
    base: KnowledgeBase, entities: set[str], passages: set[str], relations: Iterable[str], unnamed: Iterable[int] = ()
) -> Going:
    """``unnamed``: edges of further mentions."""
    nodes = [base.node_of[each] for each in entities if each in base.node_of]
    there = sorted(each for each in passages if base.has_passage(each))
    touching = [base.relations_of(node)[0] for node in nodes]
    touching.append(np.array([base.relation_row(each) for each in relations], dtype=np.int64))
    mentions = [base.mention_edges(node)[0] for node in (*nodes, *map(base.passage_node, there))]
    mentions.append(np.array(list(unnamed), dtype=np.int64))
    links = {(link.from_passage_id, link.to_passage_id) for each in there for link in base.links_of(each)}
    return Going(
        entities=len(nodes),
        relations=len(np.unique(np.concatenate(touching))),
        passages=len(there),
        mentions=len(np.unique(np.concatenate(mentions))),
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
