"""The first screen: questions to click, a live picture of the best connected companies, and what the data is."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from app.discover.latest_facts import latest_facts
from app.discover.saved_searches import offer_saved_searches
from app.graph.graph_component import show_graph
from app.graph.shown import shown_view
from app.runtime.page_parts import stands_alone
from app.state.view_state import ask, look_at, page_language
from app.widgets.beginning import offer_best_known, say_if_empty
from app.widgets.page_links import link_to_data
from core.discovery.pipeline import DiscoveryPipeline
from core.exploring.view import View
from core.messages import translate
from core.retrieval.base import Base
from core.storage.knowledge_base import KnowledgeBase

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "apple_suppliers": ("apple",),
    "apple_japan": ("apple",),
    "tesla_catl": ("tesla", "catl"),
    "path": ("moderna", "catl"),
    "owners": ("arm",),
    "count": ("nvidia",),
    "lithography": (),
    "tsmc": ("tsmc",),
}
"""Questions about the bundled sample, each of another kind, and the companies that they name."""
KEY = "home-graph"
_DRAWN = 48
_HEIGHT = 520


@stands_alone
def home(pipeline: DiscoveryPipeline) -> None:
    """The first screen; an empty knowledge base leads to the import instead."""
    if say_if_empty(pipeline.base):
        return
    asked, drawn = st.columns([4, 7], gap="large")
    with asked:
        _questions(pipeline.base)
        offer_saved_searches(pipeline.base)
    with drawn:
        _picture(pipeline)
    _about_the_data(pipeline.base.knowledge_base)


def _questions(base: Base) -> None:
    """Questions to click; of data of one's own, its best known companies."""
    language = page_language()
    st.subheader(translate("home.try", language))
    known = base.knowledge_base.node_of
    if not all(company in known for companies in EXAMPLES.values() for company in companies):
        offer_best_known(base)
        return
    with st.container(key="examples"):
        for example in EXAMPLES:
            question = translate(f"example.{example}", language)
            st.button(
                question,
                key=f"example-{example}",
                type="tertiary",
                icon=":material/arrow_forward:",
                on_click=ask,
                args=(question,),
            )


@stands_alone
def _picture(pipeline: DiscoveryPipeline) -> None:
    """The best connected companies and the relations between them; a click asks about one."""
    base, language = pipeline.base.knowledge_base, page_language()
    best = [base.entity_ids[node] for node in base.best_connected_companies(_DRAWN)]
    show_graph(
        shown_view(pipeline, View(roots=tuple(best), colour_by="community"), plain=True),
        key=KEY,
        memory="home",
        selected=None,
        hint=translate("home.graph_hint", language, count=len(best)),
        on_select=lambda: _ask_about("select"),
        on_expand=lambda: _ask_about("expand"),
        height=_HEIGHT,
    )


def _ask_about(event: str) -> None:
    chosen = st.session_state[KEY][event]
    if chosen:
        look_at(chosen)


@stands_alone
def _about_the_data(base: KnowledgeBase) -> None:
    """How much is on record, as of when, and how more comes in."""
    language, counts = page_language(), base.manifest.counts
    said = {"companies": f"{counts.companies:,}", "relations": f"{counts.relations:,}", "texts": f"{counts.passages:,}"}
    lines = filter(None, (translate("home.on_record", language, **said), latest_facts(base, language)))
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", key="home-data"):
        st.caption(" · ".join(lines), width="content")
        link_to_data(translate("home.add_data", language))
