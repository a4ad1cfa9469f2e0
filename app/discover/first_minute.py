"""What somebody sees who has asked nothing yet: what there is, questions to click, what to do with an answer."""

from __future__ import annotations

import streamlit as st

from app.discover.saved_searches import offer_saved_searches
from app.runtime.page_parts import stands_alone
from app.state.view_state import language, look_at
from app.widgets.beginning import offer_best_known, say_if_empty
from core.messages import translate
from core.retrieval.base import Base

EXAMPLES = ("catl_competitors", "apple_suppliers", "tsmc", "lithography")
STEPS = ("ask", "check", "weigh", "go_on")


@stands_alone
def first_minute(base: Base) -> None:
    """How much is on record, examples, saved searches, and the four steps of a first minute."""
    reads = language()
    if say_if_empty(base):
        return
    counts = base.knowledge_base.manifest.counts
    said = {"companies": f"{counts.companies:,}", "relations": f"{counts.relations:,}"}
    st.write(translate("discover.welcome", reads, **said))
    st.write(translate("search.try", reads))
    if all(company in base.knowledge_base.node_of for company in map(_company_of, EXAMPLES) if company):
        _offer_examples()
    else:  # data of one's own
        offer_best_known(base)
    offer_saved_searches(base)
    st.header(translate("first.title", reads))
    columns = st.columns(len(STEPS), gap="medium")
    for number, (column, step) in enumerate(zip(columns, STEPS, strict=True), start=1):
        with column.container(border=True, height="stretch"):
            st.markdown(f"**{number} · {translate(f'first.{step}', reads)}**")
            st.caption(translate(f"first.{step}_help", reads))


def _company_of(example: str) -> str:
    return translate(f"example.{example}.company", language())


def _offer_examples() -> None:
    """Questions about companies of the bundled sample."""
    reads = language()
    with st.container(horizontal=True):
        for example in EXAMPLES:
            label = translate(f"example.{example}", reads)
            question = translate(f"example.{example}.question", reads)
            st.button(label, key=f"example-{example}", on_click=_ask, args=(_company_of(example), question))


def _ask(company: str, question: str) -> None:
    look_at(company)
    st.session_state.update(company=company or None, q=question)
