"""Discover: related companies of one company or question – ranked, levelled, cited and drawn."""

import streamlit as st

from app.answers import current_answer
from app.graph_panel import graph_panel
from app.markdown import plain
from app.results import view as results_view
from app.results.model import result_cards
from app.search_bar import language_switch, offer_choices, offer_examples, search_bar
from app.services import services
from app.toolbar import toolbar
from app.tuning import chosen_fusion, tuning_panel
from app.view_state import language, look_at
from core.errors import GuanxiError
from core.messages import translate

RESULTS = "results"
SHOWN_PROBLEMS = 10
reads = language()
shared = services()
pipeline = shared.pipeline
assert pipeline is not None  # app/main.py runs pages only once it is there


def select() -> None:
    """Highlight the clicked company in the list and in the graph."""
    st.session_state["sel"] = st.session_state[RESULTS]["select"]


def explore() -> None:
    """Ask about the clicked company next."""
    look_at(st.session_state[RESULTS]["explore"])


def page() -> None:
    """The page from top to bottom; it returns early where there is nothing further to show.

    Not st.stop(): what is stopped cannot write its address any more.
    """
    with st.sidebar:
        tuning_panel(pipeline.settings)
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(translate("discover.title", reads), width="content")
        language_switch()
    for problem in shared.problems[:SHOWN_PROBLEMS]:
        st.warning(plain(problem.message(reads)))
    if len(shared.problems) > SHOWN_PROBLEMS:
        st.warning(translate("discover.more_problems", reads, count=len(shared.problems) - SHOWN_PROBLEMS))
    if shared.stale_because is not None:
        st.warning(plain(translate("starting.stale", reads, reason=shared.stale_because.message(reads))))
    if shared.rebuilt_because in ("knowledge_base_corrupt", "knowledge_base_outdated"):
        st.info(translate("starting.rebuilt", reads))
    request = search_bar(pipeline.knowledge_base, pipeline.names)
    if request is None:
        counts = pipeline.knowledge_base.manifest.counts
        st.write(translate("discover.welcome", reads, companies=counts.companies, relations=counts.relations))
        offer_examples()
        return
    fusion = chosen_fusion(pipeline.settings)
    try:
        discovery, kept = current_answer(pipeline, request, fusion)
    except GuanxiError as error:
        st.error(plain(error.message(reads)))
        return
    for warning in discovery.warnings:
        st.warning(plain(warning))
    if discovery.outcome in ("unknown_company", "ambiguous_company"):
        st.warning(plain(discovery.explanation))
        offer_choices(discovery.choices)
        return

    listed, drawn = st.columns([11, 10], gap="medium")
    with listed:  # first, so that a new order reaches the browser before the graph is looked at
        names = translate("reason.separator", reads).join(
            pipeline.knowledge_base.entity(entity_id).name(reads) for entity_id in discovery.query_companies
        )
        st.header(translate("discover.related_to", reads, company=plain(names)))
        counts = {"shown": len(discovery.related_companies), "candidates": discovery.candidates}
        milliseconds = round(discovery.processing_time_ms)
        summary = translate("discover.summary", reads, milliseconds=milliseconds, **counts)
        summary = f"{summary} · {translate(f'discover.reranker.{discovery.reranker}', reads)}"
        hidden = discovery.hidden_by_relevance
        st.caption(f"{summary} · {translate('discover.hidden', reads, hidden=hidden)}" if hidden else summary)
        tools = st.container()
        if discovery.outcome != "found":
            st.info(plain(discovery.explanation))
        else:
            cards = result_cards(
                discovery, pipeline.knowledge_base, pipeline.ontology, reads, before=kept.ranks_before, mode=fusion.mode
            )
            results_view.show(
                cards, key=RESULTS, selected=st.session_state["sel"], on_select=select, on_explore=explore
            )
    with tools:
        toolbar(pipeline, discovery)
    with drawn:
        st.header(translate("graph.title", reads))
        graph_panel(pipeline, discovery)


page()
