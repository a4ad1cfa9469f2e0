"""The list as a table: sorted by a click on a head, filtered by words, with what is selected as a file."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from app.discover import downloads
from app.discover.relation_role import is_told_by_relation, relation_role
from app.discover.results.model import brief_reason
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from core.discovery.searched import Searched
from core.discovery.sorting import strength
from core.domain.results import Discovery, RelatedCompany
from core.messages import Language, translate
from core.names.regions import country_name

_ROW = 32  # pixels
_MOST_ROWS = 14  # before the table scrolls
TABLE_COLUMNS = (
    "rank",
    "name",
    "other",
    "relation",
    "country",
    "ticker",
    "founded",
    "strength",
    "similarity",
    "level",
    "reason",
)
_NARROW = {"rank": 44, "name": 170, "relation": 110, "country": 110}  # pixels


@stands_alone
def show_table(discovery: Discovery, searched: Searched, key: str) -> None:
    """The companies as rows; one that is selected alone is shown in the graph, all that are can be taken away."""
    language = page_language()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"{key}-bar"):
        wanted = st.text_input(
            translate("list.filter", language),
            key=f"{key}-filter",
            placeholder=translate("list.filter", language),
            label_visibility="collapsed",
        )
        take = st.container()
    rows = [each for each in discovery.related_companies if _matches(each, searched, language, wanted or "")]
    table = pd.DataFrame([_row(each, searched, language) for each in rows], columns=list(TABLE_COLUMNS))
    chosen = st.dataframe(
        table,
        key=f"{key}-rows",
        hide_index=True,
        row_height=_ROW,
        height=_ROW * (1 + min(max(len(rows), 1), _MOST_ROWS)) + 3,
        selection_mode="multi-row",
        on_select=lambda: _selected(key, [each.company_id for each in rows]),
        column_config={
            each: st.column_config.Column(translate(f"list.column.{each}", language), width=_NARROW.get(each))
            for each in TABLE_COLUMNS
        },
    )
    companies = tuple(rows[place] for place in chosen["selection"]["rows"] if place < len(rows))
    kept = discovery.model_copy(update={"related_companies": companies or tuple(rows)})
    label = translate("list.export" if companies else "list.export_all", language, count=len(companies or rows))
    ontology = searched.base.ontology
    take.download_button(
        label,
        lambda: downloads.as_csv(kept, ontology, language),
        "guanxi-selected.csv",
        "text/csv",
        on_click="ignore",
        icon=":material/download:",
        key=f"{key}-export",
        disabled=not rows,
    )


def _selected(key: str, company_ids: list[str]) -> None:
    """Show the company in the graph whose row is the only one selected."""
    places = st.session_state[f"{key}-rows"]["selection"]["rows"]
    if len(places) == 1 and places[0] < len(company_ids):
        st.session_state["sel"] = company_ids[places[0]]


def _row(company: RelatedCompany, searched: Searched, language: Language) -> tuple[object, ...]:
    entity = searched.base.knowledge_base.entity(company.company_id)
    judgement, weight = company.judgement, strength(company.company_id, searched)
    told = is_told_by_relation(company, about_companies=bool(searched.understood.link.entity_ids))
    return (
        company.rank,
        entity.name(language),
        entity.other_name(language),
        relation_role(company, searched.base.ontology, language) if told else "",
        country_name(entity.country, language),
        next(iter(entity.tickers), ""),
        str(entity.founded or ""),
        None if weight is None else round(weight, 2),
        round(company.similarity, 2),
        translate(f"level.{judgement.level.value}", language) if told else "",
        brief_reason(company) if told else company.description,
    )


def _matches(company: RelatedCompany, searched: Searched, language: Language, wanted: str) -> bool:
    """Whether every word that is typed stands in the row."""
    text = " ".join(map(str, _row(company, searched, language))).casefold()
    return all(word in text for word in wanted.casefold().split())
