"""Where somebody begins who has asked nothing yet: with the companies of which most is known, or by importing some."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app.runtime.page_parts import stands_alone
from app.state.view_state import look_at, page_language
from app.widgets.page_links import link_to_data
from app.widgets.pickers import offer_choices
from core.domain.results import NameChoice
from core.messages import translate
from core.retrieval.base import Base

_EXAMPLES = 3


def say_if_empty(base: Base) -> bool:
    """Say that there is no company at all, and lead to the import; False where there are some."""
    empty = base.knowledge_base.manifest.counts.companies == 0
    if empty:
        st.info(translate("beginning.empty", page_language()))
        link_to_data(translate("beginning.import", page_language()))
    return empty


@stands_alone
def offer_best_known(base: Base, choose: Callable[[str], None] = look_at) -> None:
    """Buttons for the companies with the most relations; ``choose`` gets the id of the one that is clicked."""
    offer_choices(_best_known(base, base.knowledge_base.manifest.build_id), choose)


@st.cache_data(show_spinner=False, max_entries=4)
def _best_known(_base: Base, build_id: str) -> tuple[NameChoice, ...]:  # noqa: ARG001 - cache key
    base = _base.knowledge_base
    entities = [base.entity_at(node) for node in base.best_connected_companies(_EXAMPLES)]
    return tuple(
        NameChoice(company_id=each.id, name_zh=each.name_zh, name_en=each.name_en, similarity=1.0) for each in entities
    )
