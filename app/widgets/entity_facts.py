"""What a card says of an entity first: its names, its facts in one line, what it is."""

from __future__ import annotations

import streamlit as st

from app.runtime.markdown import plain
from core.domain.records import Entity
from core.messages import Language, translate
from core.names.regions import country_name
from core.retrieval.base import Base


def entity_facts(base: Base, entity: Entity, language: Language) -> str:
    """Type, tickers, country, industry and year, as far as they are known."""
    kind = base.ontology.entity_type(entity.type).label.text(language)
    facts = [kind, *entity.tickers, country_name(entity.country, language)]
    if entity.industry in base.knowledge_base.node_of:
        facts.append(base.knowledge_base.entity(entity.industry).name(language))
    if entity.founded:
        facts.append(translate("graph.founded", language, year=entity.founded))
    return " · ".join(fact for fact in facts if fact)


def entity_head(base: Base, entity: Entity, language: Language) -> None:
    """The top of a card."""
    other = entity.other_name(language)
    st.markdown(f"**{plain(entity.name(language))}**{' · ' + plain(other) if other else ''}")
    st.caption(plain(entity_facts(base, entity, language)))
    if entity.description(language):
        st.markdown(plain(entity.description(language)))
