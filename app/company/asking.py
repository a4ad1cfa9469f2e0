"""A question about the entity of the page, answered on Discover."""

from __future__ import annotations

import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from app.widgets.page_links import go_to_answer
from core.domain.records import Entity
from core.messages import translate


@stands_alone
def asking_field(entity: Entity) -> None:
    """Show the field; Enter opens the answer on Discover."""
    language, key = page_language(), f"company-question-{entity.id}"
    label = plain(translate("company.ask", language, name=entity.name(language)))
    with st.container(key="ask-about"):
        question = st.text_input(label, key=key, placeholder=translate("company.ask_example", language))
    if question and question.strip():
        go_to_answer(entity.id, question.strip())
