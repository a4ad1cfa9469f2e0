"""The picture in words: what is drawn and what is not, and two tables with everything that colours, sizes and lines
say, for screen readers and for whoever reads rather than looks."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from app.graph.groups import community_name
from app.runtime.expanders import expander
from app.runtime.page_parts import stands_alone
from core.exploring.drawing import Drawing
from core.messages import Language, translate
from core.names.regions import country_name
from core.ontology import Ontology
from core.retrieval.terms import label_in_tense


def description(drawing: Drawing, language: Language) -> str:
    """What a screen reader says of the picture."""
    nodes = len(drawing.entities) + len(drawing.clusters)
    said = translate("graph.description", language, nodes=nodes, edges=len(drawing.relations))
    return " ".join([said, *not_drawn(drawing, language)])


def not_drawn(drawing: Drawing, language: Language) -> list[str]:
    """One sentence for each reason why something is not to be seen."""
    left_out, drawn = drawing.left_out, len(drawing.entities)
    counts = {
        "clustered": drawing.clustered,
        "hidden": drawing.hidden,
        "filtered": drawing.filtered,
        "filtered_relations": drawing.filtered_relations,
        "relations_beyond": drawing.relations_beyond,
        "unknown": drawing.unknown,
    }
    said = [translate("graph.left_out", language, drawn=drawn, count=left_out)] if left_out else []
    return said + [
        translate(f"explore.not_drawn.{why}", language, count=count) for why, count in counts.items() if count
    ]


@stands_alone
def graph_tables(drawing: Drawing, ontology: Ontology, language: Language, key: str) -> None:
    """Both tables, made when they are opened."""
    panel = expander(translate("graph.as_table", language), key)
    if not panel.open:
        return
    with panel:
        st.caption(translate("graph.table_entities", language, count=len(drawing.entities) + len(drawing.clusters)))
        st.dataframe(entity_table(drawing, ontology, language), hide_index=True, width="stretch")
        st.caption(translate("graph.table_relations", language, count=len(drawing.relations)))
        st.dataframe(relation_table(drawing, ontology, language), hide_index=True, width="stretch")


def entity_table(drawing: Drawing, ontology: Ontology, language: Language) -> pd.DataFrame:
    """What is drawn one by one, then the clusters; without the columns that say nothing of any."""
    rows = [
        (
            each.name(language),
            ontology.entity_type(each.type).label.text(language),
            country_name(each.country, language),
            "" if each.community is None else community_name(drawing, each.community, language),
            each.relations,
            each.further,
            round(each.walk, 4),
            translate("explore.pinned", language) if each.pinned else "",
        )
        for each in drawing.entities
    ] + [
        (
            translate("explore.cluster_of", language, count=len(cluster.members)),
            translate("explore.cluster", language),
            "",
            community_name(drawing, cluster.community, language),
            None,
            None,
            None,
            "",
        )
        for cluster in drawing.clusters
    ]
    heads = ("name", "type", "country", "community", "relations", "further", "walk", "pinned")
    table = pd.DataFrame(rows, columns=[translate(f"explore.column.{head}", language) for head in heads])
    return table[[column for place, column in enumerate(table) if any(row[place] for row in rows)]]


def relation_table(drawing: Drawing, ontology: Ontology, language: Language) -> pd.DataFrame:
    """The drawn relations, strongest first."""
    names = drawing.names(language)
    rows = [
        (
            names[edge.source],
            label_in_tense(ontology[edge.type].reads(language, forward=True), edge.tense, language),
            names[edge.target],
            str(edge.year or ""),
            round(edge.weight, 2),
            edge.evidence(language),
        )
        for edge in sorted(drawing.relations, key=lambda edge: (-edge.weight, edge.id))
    ]
    heads = ("from", "relation", "to", "year", "weight", "evidence")
    return pd.DataFrame(rows, columns=[translate(f"table.{head}", language) for head in heads])
