"""The picture as two tables, with everything that colours, sizes and lines say: for screen readers, and for whoever
reads rather than looks."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from app.explore.groups import community_name, entity_names
from app.graph.drawn_relations import relation_table
from app.runtime.page_parts import stands_alone
from core.exploring.drawing import Drawing
from core.messages import Language, translate
from core.ontology import Ontology


@stands_alone
def tables(drawing: Drawing, ontology: Ontology, reads: Language) -> None:
    """Both tables, made when they are opened."""
    panel = st.expander(translate("graph.as_table", reads), key="explore-table", on_change="rerun")
    if not panel.open:
        return
    with panel:
        st.caption(translate("explore.table_entities", reads, count=len(drawing.entities) + len(drawing.clusters)))
        st.dataframe(entity_table(drawing, ontology, reads), hide_index=True, width="stretch")
        st.caption(translate("explore.table_relations", reads, count=len(drawing.relations)))
        rows = relation_table(drawing.relations, entity_names(drawing, reads), ontology, reads)
        st.dataframe(rows, hide_index=True, width="stretch")


def entity_table(drawing: Drawing, ontology: Ontology, reads: Language) -> pd.DataFrame:
    """What is drawn one by one, then the clusters."""
    names = entity_names(drawing, reads)
    rows = [
        (
            names[each.id],
            ontology.entity_type(each.type).label.text(reads),
            each.country,
            "" if each.community is None else community_name(drawing, each.community, reads),
            each.relations,
            each.further,
            round(each.walk, 4),
            translate("explore.pinned", reads) if each.pinned else "",
        )
        for each in drawing.entities
    ] + [
        (
            translate("explore.cluster_of", reads, count=len(cluster.members)),
            translate("explore.cluster", reads),
            "",
            community_name(drawing, cluster.community, reads),
            None,
            None,
            None,
            "",
        )
        for cluster in drawing.clusters
    ]
    heads = ("name", "type", "country", "community", "relations", "further", "walk", "pinned")
    return pd.DataFrame(rows, columns=[translate(f"explore.column.{head}", reads) for head in heads])
