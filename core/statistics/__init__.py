"""What a knowledge base holds, counted: the same figures for the page Data and for ``python -m core stats``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from core.errors import KnowledgeBaseCorruptError, first_line
from core.ontology import Ontology
from core.runtime.freed_memory import FREED_MEMORY
from core.statistics.figures import (
    IsolatedCompanies,
    NamedCount,
    PassageDates,
    RelationYears,
    Statistics,
    Tally,
    VectorCoverage,
)
from core.statistics.graph_shape import components_and_density, degree_distribution, relation_degrees
from core.storage.column_figures import dates, value_counts, years
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray
from core.storage.stored_vectors import StoredVectors

LISTED_NAMES = 100
LISTED_ISOLATED = 20


def statistics(knowledge_base: KnowledgeBase, ontology: Ontology) -> Statistics:
    """Count everything; relation types that ``ontology`` does not know belong to the family of its fallback.

    Takes memory for a few arrays of the size of the graph, and reads columns of the tables in batches. Raises
    KnowledgeBaseCorruptError if a table cannot be read.
    """
    try:
        return _statistics(knowledge_base, ontology)
    except (OSError, RuntimeError, ValueError) as error:
        folder = str(knowledge_base.folder)
        raise KnowledgeBaseCorruptError(folder=folder, detail=first_line(error)) from error
    finally:
        FREED_MEMORY.give_back_soon()


def _statistics(knowledge_base: KnowledgeBase, ontology: Ontology) -> Statistics:
    manifest, graph = knowledge_base.manifest, knowledge_base.graph
    relations = _by_code(graph.edge_type[: graph.relations], manifest.edge_types)
    families: Counter[str] = Counter()
    for name, count in relations.items():
        families[ontology[name].family] += count
    degrees = relation_degrees(graph)[knowledge_base.company_nodes]
    components, density = components_and_density(graph)
    return Statistics(
        build_id=manifest.build_id,
        created_at=manifest.created_at,
        embedding_model=manifest.embedding_model,
        embedding_dimension=manifest.embedding_dimension,
        sources=manifest.sources,
        storage_bytes=_bytes(knowledge_base.folder),
        counts=manifest.counts,
        entities_by_type=_column_tally(knowledge_base, "entities", "type"),
        relations_by_type=_tally(relations),
        relations_by_family=_tally(families),
        mentions_by_role=_tally(_by_code(graph.edge_type[graph.relations :], manifest.edge_types)),
        passages_by_language=_column_tally(knowledge_base, "passages", "language"),
        passages_by_source_kind=_column_tally(knowledge_base, "passages", "source_kind"),
        links_by_type=_column_tally(knowledge_base, "links", "type"),
        degrees=degree_distribution(degrees),
        isolated=_isolated(knowledge_base, degrees),
        components=components,
        density=density,
        entity_vectors=_coverage(knowledge_base.entity_vectors, manifest.counts.entities),
        relation_vectors=_coverage(knowledge_base.relation_vectors, manifest.counts.relations),
        passage_vectors=_coverage(knowledge_base.passage_vectors, manifest.counts.passages),
        passage_dates=PassageDates(**vars(dates(knowledge_base.table("passages").batches(["date"]), "date"))),
        relation_years=RelationYears(**vars(years(knowledge_base.table("relations").batches(["year"]), "year"))),
    )


def _by_code(codes: IntArray, names: Iterable[str]) -> dict[str, int]:
    """Rows by the name of their code, names without rows left out."""
    counts = np.bincount(codes).tolist()
    return {name: count for name, count in zip(names, counts, strict=False) if count}


def _tally(counts: Mapping[str, int]) -> Tally:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return Tally(listed=tuple(NamedCount(name=name, count=count) for name, count in ordered))


def _column_tally(knowledge_base: KnowledgeBase, table: str, column: str) -> Tally:
    found, others = value_counts(knowledge_base.table(table).batches([column]), column, LISTED_NAMES)
    return Tally(listed=tuple(NamedCount(name=name, count=count) for name, count in found), others=others)


def _isolated(knowledge_base: KnowledgeBase, degrees: IntArray) -> IsolatedCompanies:
    nodes = knowledge_base.company_nodes[degrees == 0]
    first = tuple(knowledge_base.entity_ids[node] for node in nodes[:LISTED_ISOLATED].tolist())
    return IsolatedCompanies(count=len(nodes), first=first)


def _coverage(vectors: StoredVectors, rows: int) -> VectorCoverage:
    with_vector = len(vectors.rows)
    return VectorCoverage(rows=rows, with_vector=with_vector, share=with_vector / rows if rows else None)


def _bytes(folder: Path) -> int:
    return sum(entry.stat().st_size for entry in folder.rglob("*") if entry.is_file())
