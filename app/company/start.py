"""The page before there is anybody to show: nobody asked about, or a name that is not in the knowledge base."""

from __future__ import annotations

import streamlit as st

from app.markdown import plain
from app.search_bar import MAX_NAME_LENGTH, offer_choices
from app.view_state import language, show_profile
from core.domain.results import NameChoice
from core.messages import translate
from core.pipeline import DiscoveryPipeline

_EXAMPLES = 3
_QUOTED = 80


def nobody_asked(pipeline: DiscoveryPipeline) -> None:
    """What the page is for, and the companies of which most is known."""
    st.write(translate("company.welcome", language()))
    offer_choices(_best_known(pipeline, pipeline.knowledge_base.manifest.build_id), show_profile)


def nobody_known(pipeline: DiscoveryPipeline, asked: str) -> None:
    """That there is no such entity, and what may have been meant."""
    reads = language()
    quoted = asked if len(asked) <= _QUOTED else f"{asked[: _QUOTED - 1]}…"
    link = pipeline.names.link_entity(asked) if len(asked) <= MAX_NAME_LENGTH else None
    choices = link.choices if link is not None else ()
    ambiguous = link is not None and link.outcome == "ambiguous"
    key = "company.ambiguous" if ambiguous else "company.unknown"
    st.warning(plain(translate(key, reads, name=quoted)))
    if not choices:
        st.write(translate("company.nothing_like_it", reads))
        return
    if not ambiguous:
        st.write(translate("company.did_you_mean", reads))
    offer_choices(choices, show_profile)


@st.cache_data(show_spinner=False, max_entries=4)
def _best_known(_pipeline: DiscoveryPipeline, build_id: str) -> tuple[NameChoice, ...]:  # noqa: ARG001 - cache key
    base = _pipeline.knowledge_base
    entities = [base.entity_at(node) for node in base.best_connected_companies(_EXAMPLES)]
    return tuple(
        NameChoice(company_id=each.id, name_zh=each.name_zh, name_en=each.name_en, similarity=1.0) for each in entities
    )
