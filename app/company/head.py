"""Who an entity is: names, facts, description, and where to go from here."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from app.company.particulars import particulars_list
from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language, show_profile
from app.widgets.attribute_values import shown_value
from app.widgets.copy_link import copy_link
from app.widgets.page_links import link_to_discover, link_to_recommend
from core.domain.records import Entity
from core.dossier.profile import EntityProfile
from core.messages import the_other, translate
from core.names.regions import country_name
from core.retrieval.base import Base


@stands_alone
def head(base: Base, profile: EntityProfile) -> None:
    """Facts in a line each, the description, the links."""
    language, entity = page_language(), profile.entity
    facts = [
        base.ontology.entity_type(entity.type).label.text(language),
        *entity.tickers,
        country_name(entity.country, language),
    ]
    if entity.founded:
        facts.append(translate("graph.founded", language, year=entity.founded))
    other = entity.other_name(language)
    lead = f"**{plain(other)}** · " if other else ""
    with st.container(horizontal=True, vertical_alignment="center", key="company-facts"):
        st.markdown(lead + plain(" · ".join(fact for fact in facts if fact)), width="content")
        _industry(base, entity)
    _also_known(profile)
    particulars_list(profile)
    _description(entity)
    _attributes(entity)
    with st.container(horizontal=True, vertical_alignment="center", key="company-actions"):
        link_to_discover(entity.id, translate("company.discover", language))
        link_to_recommend(entity.id, translate("company.recommend", language))
        copy_link()


def _industry(base: Base, entity: Entity) -> None:
    """A button to its page; only the words where the data has no such entity."""
    language = page_language()
    if entity.industry not in base.knowledge_base.node_of:
        if entity.industry:
            st.markdown(plain(entity.industry), width="content")
        return
    industry = base.knowledge_base.entity(entity.industry)
    st.button(
        f":primary[{translate('company.industry', language)} · {plain(industry.name(language))}]",
        key="company-industry",
        type="tertiary",
        on_click=show_profile,
        args=(industry.id,),
    )


def _also_known(profile: EntityProfile) -> None:
    language = page_language()
    separator = translate("company.name_separator", language)
    if profile.entity.aliases:
        names = separator.join(profile.entity.aliases)
        st.caption(plain(translate("company.aliases", language, names=names)))
    if profile.merged:
        names = separator.join(
            f"{each.name_zh if language == 'zh' else each.name_en} ({each.id})" for each in profile.merged
        )
        st.caption(plain(translate("company.merged", language, names=names)))


def _attributes(entity: Entity) -> None:
    """What the data says of it under names of its own."""
    if not entity.attributes:
        return
    language = page_language()
    label = translate("company.attributes", language, count=len(entity.attributes))
    panel = expander(label, f"attributes-{entity.id}")
    if panel.open:
        names = [translate(f"company.attribute.{each}", language) for each in ("name", "value")]
        rows = [(each.name, shown_value(each.name, each.value)) for each in entity.attributes]
        panel.dataframe(pd.DataFrame(rows, columns=names), hide_index=True)


def _description(entity: Entity) -> None:
    """In the reader's language; in the other one on request."""
    language = page_language()
    text, other = entity.description(language), entity.description(the_other(language))
    if not text:
        st.caption(translate("company.no_description", language))
        return
    st.text(text)
    if other == text:
        return
    panel = expander(translate("company.in_other_language", language), f"description-{entity.id}")
    if panel.open:
        panel.text(other)
