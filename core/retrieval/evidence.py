"""What the graph itself records between the query and a company: direct relations and shared bridges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from core.ontology import Ontology
from core.storage.knowledge_base import KnowledgeBase


@dataclass(frozen=True)
class DirectRelation:
    """A relation between the query (source if ``forward``) and the company; ``row`` numbers the relation."""

    row: int
    type: str
    forward: bool
    weight: float


@dataclass(frozen=True)
class SharedBridge:
    """Both companies relate to the same product, industry, person or place in the same way.

    ``type`` is the bridge's relation type (produces…), ``implied_type`` what the pair is therefore said to have.
    """

    type: str
    implied_type: str
    bridge_id: str
    query_row: int
    company_row: int
    weight: float


@dataclass(frozen=True)
class Evidence:
    """All recorded evidence for one company, strongest first."""

    relations: tuple[DirectRelation, ...] = ()
    bridges: tuple[SharedBridge, ...] = ()


@dataclass
class _Collected:
    relations: list[DirectRelation] = field(default_factory=list)
    bridges: list[SharedBridge] = field(default_factory=list)


def collect_evidence(
    knowledge_base: KnowledgeBase, ontology: Ontology, query_ids: Sequence[str]
) -> dict[str, Evidence]:
    """Evidence per company id, for every company directly related to or sharing a bridge with the query."""
    collected: dict[str, _Collected] = {}
    graph, ids = knowledge_base.graph, knowledge_base.entity_ids
    query_nodes = [knowledge_base.node_of[query_id] for query_id in query_ids]
    for query in query_nodes:
        for row, other in _relations_of(knowledge_base, query):
            relation_type = knowledge_base.manifest.edge_types[graph.edge_type[row]]
            if knowledge_base.is_company[other]:
                forward = int(graph.source[row]) == query
                found = DirectRelation(row, relation_type, forward, float(graph.weight[row]))
                collected.setdefault(ids[other], _Collected()).relations.append(found)
            elif ontology[relation_type].shared and graph.source[row] == query:
                for bridge, company in _sharing(knowledge_base, ontology, row, query, other):
                    collected.setdefault(ids[company], _Collected()).bridges.append(bridge)
    return {company: _sorted(found) for company, found in collected.items() if company not in query_ids}


def _sorted(found: _Collected) -> Evidence:
    return Evidence(
        tuple(sorted(found.relations, key=lambda relation: (-relation.weight, relation.row))),
        tuple(sorted(found.bridges, key=lambda bridge: (-bridge.weight, bridge.company_row))),
    )


def _relations_of(knowledge_base: KnowledgeBase, node: int) -> Iterable[tuple[int, int]]:
    """Rows and other ends of the relations (not mentions) that touch ``node``."""
    graph = knowledge_base.graph
    pairs = zip(graph.edges_of(node).tolist(), graph.neighbours_of(node).tolist(), strict=True)
    return ((row, other) for row, other in pairs if row < graph.relations)


def _sharing(
    knowledge_base: KnowledgeBase, ontology: Ontology, query_row: int, query: int, bridge: int
) -> Iterable[tuple[SharedBridge, int]]:
    """Other companies with the same type of relation to ``bridge`` as relation ``query_row`` has."""
    graph = knowledge_base.graph
    code = graph.edge_type[query_row]
    relation_type = knowledge_base.manifest.edge_types[code]
    implied = ontology[relation_type].shared or ""
    for row, company in _relations_of(knowledge_base, bridge):
        same = graph.edge_type[row] == code and graph.source[row] == company
        if same and company != query and knowledge_base.is_company[company]:
            weight = float(graph.weight[query_row] * graph.weight[row])
            bridge_id = knowledge_base.entity_ids[bridge]
            yield SharedBridge(relation_type, implied, bridge_id, query_row, row, weight), company
