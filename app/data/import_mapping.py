"""What the tables of an import list and what each of their columns is, as controls of the page Data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import get_args

import pandas as pd
import streamlit as st

from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.state.view_state import page_language
from core.curation.import_plans import ImportPlan
from core.curation.importing import TOLD_OF_TEXTS
from core.ingestion.cells.cell_kinds import examples_shown
from core.ingestion.cells.column_words import TableKind
from core.ingestion.cells.end_fields import is_of_end
from core.ingestion.formats.table import Table
from core.ingestion.mapping.relation_columns import further_fields, mapped_by_field, with_relations
from core.ingestion.mapping.table_mapping import TableMapping, fields_of, fields_of_all_rows, usual_mapping
from core.ingestion.mapping.titled_lists import offered_end
from core.messages import translate
from core.ontology import Ontology, default_ontology

_UNREAD = "-"


def as_the_controls_say(plan: ImportPlan, ontology: Ontology) -> ImportPlan:
    """One block per table: what it lists, and what each column is; one for the passages of all texts."""
    mappings = {}
    for number, table in enumerate(plan.tables):
        guessed = plan.mappings[table.name]
        if not table.rows:
            st.caption(plain(translate("data.no_rows", page_language(), table=table.name)))
            mappings[table.name] = guessed
            continue
        title = translate("data.table", page_language(), name=table.name, rows=f"{len(table.rows):,}")
        key = f"{number}-{table.name}"
        unclear = bool(guessed.missing) or guessed.nameless
        with expander(plain(title), f"table-{key}", expanded=unclear):
            mapping = mappings[table.name] = _mapping(table, guessed, key, ontology)
            for field in mapping.missing:
                st.warning(translate("data.lacking", page_language(), field=field_name(field)))
            if mapping.nameless:
                st.warning(translate("data.nameless", page_language()))
    return replace(plan, mappings=mappings, of_texts=_of_texts() if plan.has_texts else {})


def _of_texts() -> dict[str, str]:
    """What is said of all passages that texts are cut into: that they are news of a day, for example."""
    texts = expander(translate("data.texts", page_language()), "texts-of-import")
    with texts:
        return _constants(TOLD_OF_TEXTS, {}, "texts")


def _mapping(table: Table, guessed: TableMapping, key: str, ontology: Ontology) -> TableMapping:
    language, columns = page_language(), table.columns
    kind: TableKind = st.segmented_control(
        translate("data.kind", language),
        get_args(TableKind),
        default=guessed.kind,
        required=True,
        key=f"kind-{key}",
        format_func=lambda each: translate(f"data.kind.{each}", language),
    )
    usual = with_relations(usual_mapping(kind, columns), table, ontology)
    known = (guessed if kind == guessed.kind else usual).columns
    options = (_UNREAD, *fields_of(kind), *further_fields(kind, ontology))
    listed = pd.DataFrame(
        {
            "column": columns,
            "field": [known.get(column, _UNREAD) for column in columns],
            "examples": [examples_shown(table, column) for column in columns],
        }
    )
    edited = st.data_editor(
        listed,
        hide_index=True,
        width="stretch",
        disabled=["column", "examples"],
        key=f"columns-{key}-{kind}",
        column_config={
            "column": st.column_config.TextColumn(translate("data.column", language)),
            "examples": st.column_config.TextColumn(translate("data.examples", language), width="large"),
            "field": st.column_config.SelectboxColumn(
                translate("data.field", language),
                options=options,
                required=True,
                format_func=lambda each: field_name(str(each), ontology),
            ),
        },
    )
    chosen = {
        str(column): str(field)
        for column, field in zip(edited["column"], edited["field"], strict=True)
        if field != _UNREAD
    }
    offered = offered_end(guessed, table, ontology) if kind == guessed.kind else {}
    for end, company in offered.items():
        st.info(plain(translate("data.title_offers", language, company=company, field=field_name(end))))
    said = guessed.constants | offered if kind == guessed.kind else {}
    constants = _constants(fields_of_all_rows(kind), said, f"{key}-{kind}")
    if kind == "relations" and "label" not in {*chosen.values(), *constants}:
        label = st.text_input(translate("data.constant_label", language), key=f"label-{key}").strip()
        constants |= {"label": label} if label else {}
    return TableMapping(kind=kind, columns=chosen, constants=constants)


def field_name(field: str, ontology: Ontology | None = None) -> str:
    """What a column can become, in words; relations by what the companies of its cells are to that of the row."""
    mapped = mapped_by_field(field)
    if mapped is not None:
        kind = (ontology or default_ontology())[mapped.type]
        end = kind.other_end_is(page_language(), forward=not mapped.reversed)
        return translate("data.field.relation", page_language(), end=end)
    if is_of_end(field):
        end, _, said = field.partition(":")
        return translate("data.field.of_end", page_language(), end=field_name(end), field=field_name(said))
    return translate(f"data.field.{field}", page_language())


def _option_name(option: object) -> str:
    """The same for an option of a column, which Streamlit lets be a number as well."""
    return field_name(str(option))


def _constants(fields: Sequence[str], said: Mapping[str, str], key: str) -> dict[str, str]:
    """What is said of all rows, a field a line."""
    language = page_language()
    st.caption(translate("data.constants", language))
    edited = st.data_editor(
        pd.DataFrame(said.items(), columns=["field", "value"], dtype=str),
        key=f"constants-{key}",
        hide_index=True,
        width="stretch",
        num_rows="dynamic",
        column_config={
            "field": st.column_config.SelectboxColumn(
                translate("data.field", language), options=fields, required=True, format_func=_option_name
            ),
            "value": st.column_config.TextColumn(translate("data.constant", language), required=True),
        },
    )
    rows = zip(edited["field"], edited["value"], strict=True)
    return {str(field): str(value).strip() for field, value in rows if field and value and str(value).strip()}
