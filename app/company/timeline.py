"""Dated relations as a chart, one row per type and direction, and the same as a table."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from app.company.timeline_chart import Lane, timeline_specification
from app.runtime.expanders import expander
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from core.domain.records import Entity
from core.dossier.timeline import DatedRelation, Timeline
from core.messages import Language, translate
from core.operations.companies import CompanyRequest, get_timeline
from core.operations.context import Context
from core.retrieval.base import Base

_NAMED = 5


@stands_alone
def timeline_panel(context: Context, entity: Entity) -> None:
    """The chart and what is not in it; the table in an expander."""
    language = page_language()
    found, base = get_timeline.answer(context, CompanyRequest(company=entity.id)), context.base
    if not found.dated:
        st.info(translate("company.timeline_empty", language, undated=found.undated))
        return
    said = [translate("company.timeline_summary", language, dated=len(found.dated), undated=found.undated)]
    if found.not_read:
        read = len(found.dated) + found.undated
        said.append(translate("company.timeline_strongest", language, read=read, left=found.not_read))
    st.caption(" ".join(said))
    chart = _chart(base, found, base.knowledge_base.manifest.build_id, entity.id, language)
    st.vega_lite_chart(chart, key=f"timeline-{entity.id}")
    table = expander(translate("company.timeline_table", language), "timeline-table")
    if table.open:
        table.dataframe(_table(found.dated), hide_index=True, width="stretch")


@st.cache_data(show_spinner=False, max_entries=128)
def _chart(
    _base: Base,
    _found: Timeline,
    build_id: str,  # noqa: ARG001 - stands for _pipeline in the cache key
    entity_id: str,
    language: Language,
) -> dict[str, Any]:
    """Made once for everybody, as it takes as long as all the rest of the page."""
    lanes = _lanes(_base, _found.dated)
    rows = ", ".join(f"{lane.label} {lane.relations}" for lane in lanes)
    years = {"first": _found.dated[0].year, "last": _found.dated[-1].year}
    description = translate(
        "company.timeline_chart",
        language,
        name=_base.knowledge_base.entity(entity_id).name(language),
        rows=rows,
        **years,
    )
    return timeline_specification(lanes, language, description)


def _lanes(base: Base, dated: tuple[DatedRelation, ...]) -> list[Lane]:
    """One per type and direction, those with most relations first."""
    chinese = page_language() == "zh"
    lanes: dict[str, dict[int, list[str]]] = {}
    kinds = {}
    for each in dated:
        label = each.label_zh if chinese else each.label_en
        kinds[label] = base.ontology[each.relation_type]
        name = each.neighbour.name_zh if chinese else each.neighbour.name_en
        lanes.setdefault(label, {}).setdefault(each.year, []).append(name)
    made = [
        Lane(
            label=label,
            colour=kinds[label].colour,
            dash=kinds[label].dash,
            years={year: _listed(names) for year, names in years.items()},
            counts={year: len(names) for year, names in years.items()},
        )
        for label, years in lanes.items()
    ]
    return sorted(made, key=lambda lane: -lane.relations)


def _listed(names: list[str]) -> str:
    language = page_language()
    different = list(dict.fromkeys(names))
    more = translate("company.and_more", language) if len(different) > _NAMED else ""
    return translate("company.name_separator", language).join(different[:_NAMED]) + more


def _table(dated: tuple[DatedRelation, ...]) -> pd.DataFrame:
    language = page_language()
    chinese = language == "zh"
    rows = [
        (
            str(each.year),
            each.label_zh if chinese else each.label_en,
            each.neighbour.name_zh if chinese else each.neighbour.name_en,
            each.neighbour.evidence_zh if chinese else each.neighbour.evidence_en,
        )
        for each in dated
    ]
    heads = ("company.timeline_year", "company.timeline_relation", "company.timeline_others", "table.evidence")
    return pd.DataFrame(rows, columns=[translate(head, language) for head in heads])
