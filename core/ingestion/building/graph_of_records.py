"""The graph of a version: entities and passages, relations between the ones, mentions from these to those."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.ingestion.building.mentions import Mentions
from core.ontology import Ontology
from core.storage.relation_graph import RelationGraph, build_graph
from core.storage.relation_table import RelationTable


@dataclass(frozen=True, eq=False)
class RelationEdges:
    """Relation k leads from node ``source[k]`` to node ``target[k]``; ``kind`` is the code of its type. All of shape
    (relations,)."""

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    weight: NDArray[np.float64]
    kind: NDArray[np.int64]


def relation_edges(relations: RelationTable, entity_ids: Sequence[str], ontology: Ontology) -> RelationEdges:
    """``entity_ids``: of the nodes, in their order. Raises ValueError where a relation does not lead between them."""

    def places(field: str, values: Sequence[str]) -> NDArray[np.int64]:
        found = pc.index_in(relations.column(field), pa.array(values, pa.string()))
        if found.null_count:
            raise ValueError(f"{found.null_count} relations have an unknown {field}")
        return np.asarray(found.to_numpy(), dtype=np.int64)

    types, codes = zip(*ontology.codes.items(), strict=True)
    return RelationEdges(
        places("source", entity_ids),
        places("target", entity_ids),
        relations.strengths(),
        np.array(codes, dtype=np.int64)[places("type", types)],
    )


def graph_of(
    relations: RelationEdges, mentions: Mentions, entities: int, passages: int, ontology: Ontology
) -> RelationGraph:
    """Nodes are the entities and behind them the passages; edges the relations and behind them the mentions."""
    return build_graph(
        entities,
        passages,
        len(relations.source),
        np.concatenate([relations.source, mentions.entity]),
        np.concatenate([relations.target, mentions.passage + entities]),
        np.concatenate([relations.weight, mentions.weight]),
        np.concatenate([relations.kind, mentions.role + len(ontology.codes)]),
    )
