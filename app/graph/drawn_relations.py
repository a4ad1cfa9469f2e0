"""Drawn relations as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from core.exploring.neighbourhood import DrawnEdge
from core.messages import Language, translate
from core.ontology import Ontology


def relation_table(
    edges: Sequence[DrawnEdge], names: Mapping[str, str], ontology: Ontology, reads: Language
) -> pd.DataFrame:
    """The drawn relations, strongest first, in words; ``names`` by entity id."""
    rows = [
        (
            names[edge.source],
            ontology[edge.type].reads(reads, forward=True),
            names[edge.target],
            str(edge.year or ""),
            round(edge.weight, 2),
            edge.evidence_zh if reads == "zh" else edge.evidence_en,
        )
        for edge in sorted(edges, key=lambda edge: (-edge.weight, edge.id))
    ]
    heads = ("from", "relation", "to", "year", "weight", "evidence")
    return pd.DataFrame(rows, columns=[translate(f"table.{head}", reads) for head in heads])
