"""What an import would do to what is there, in the preview of the page Data."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from app.runtime.markdown import plain
from app.state.view_state import page_language
from core.curation.known_names import CreatedEnd, NearCompany
from core.ingestion.checking.import_effects import ImportEffects
from core.messages import translate
from core.ontology import Ontology
from core.storage.knowledge_base import KnowledgeBase

_SHOWN = 200
_NAMED = 8


def show_effects(done: ImportEffects, knowledge_base: KnowledgeBase) -> None:
    """Relations that are there already, rows that update known companies, what changes of these, and new companies that
    are called like known ones."""
    language = page_language()
    if done.repeated:
        st.info(translate("data.repeated", language, count=f"{done.repeated:,}"))
    if done.fits:
        with st.expander(translate("data.fits", language, count=f"{len(done.fits):,}"), expanded=True):
            heads = [translate(f"data.fits.{name}", language) for name in ("row", "name", "entity", "by")]
            fits = [
                (
                    f"{each.file}:{each.line}",
                    each.name,
                    knowledge_base.entity(each.entity_id).name(language),
                    translate(f"data.fits.by.{each.by}", language),
                )
                for each in done.fits[:_SHOWN]
            ]
            st.dataframe(pd.DataFrame(fits, columns=heads), hide_index=True)
    if done.changed:
        count = len({each.entity_id for each in done.changed})
        with st.expander(translate("data.changed", language, count=f"{count:,}"), expanded=True):
            names = [translate(f"data.changed.{name}", language) for name in ("entity", "field", "before", "after")]
            rows = [
                (
                    knowledge_base.entity(each.entity_id).name(language),
                    translate(f"data.field.{each.field}", language),
                    each.before,
                    each.after,
                )
                for each in done.changed[:_SHOWN]
            ]
            st.dataframe(pd.DataFrame(rows, columns=names), hide_index=True)
    if done.namesakes:
        st.warning(
            translate(
                "data.namesakes",
                language,
                count=f"{len(done.namesakes):,}",
                names=plain(", ".join(f"{each.name} ({each.known})" for each in done.namesakes[:5])),
            )
        )


def show_created(created: Sequence[CreatedEnd], ontology: Ontology) -> None:
    """Ends of relations that are not known and are made, as what, with a warning of those that are only numbers."""
    for kind in dict.fromkeys(end.entity.type for end in created):
        label = ontology.entity_type(kind).label.text(page_language())
        st.info(_of("data.created", [end for end in created if end.entity.type == kind], type=label))
    if numbers := [each for each in created if each.is_number]:
        st.warning(_of("data.created_numbers", numbers))


def _of(key: str, ends: Sequence[CreatedEnd], **said: str) -> str:
    names = ", ".join(end.entity.id for end in ends[:_NAMED])
    more = translate("company.and_more", page_language()) if len(ends) > _NAMED else ""
    return translate(key, page_language(), count=f"{len(ends):,}", names=plain(names + more), **said)


def show_near(near: Sequence[NearCompany]) -> None:
    """Companies that come and may be known ones, and where that is decided."""
    if near:
        names = ", ".join(f"{each.name} – {each.known_name}" for each in near[:_NAMED])
        more = translate("company.and_more", page_language()) if len(near) > _NAMED else ""
        said = translate("data.near_companies", page_language(), count=f"{len(near):,}", names=plain(names + more))
        st.info(said)
