"""The language model reads the question in the background, for as long as somebody looks at the page."""

from __future__ import annotations

import streamlit as st

from app.runtime.watched import Watched
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.query_understanding import Understanding, open_stages, understand_by_model, understand_by_rules
from core.discovery.retrieval_state import Retrieval

_KEPT = "understanding"


def current_understanding(pipeline: DiscoveryPipeline, retrieval: Retrieval) -> Watched[Understanding] | None:
    """What the model makes of this question, begun if it is new; None where it has nothing to say."""
    request, model = retrieval.request, pipeline.model
    places = pipeline.place_emphasis(retrieval)
    by_rules = understand_by_rules(
        request.query, retrieval.asked, pipeline.base.ontology, places, a_value=retrieval.asked_value is not None
    )
    stages = open_stages(request, by_rules)
    if model is None or not retrieval.answerable or not stages:
        return None
    key = (pipeline.base.knowledge_base.manifest.build_id, request.company, request.query, stages)
    kept: tuple[object, Watched[Understanding]] | None = st.session_state.get(_KEPT)
    if kept is None or kept[0] != key or kept[1].left:
        if kept is not None:
            kept[1].abandon()
        subject, ontology, settings = retrieval.query_name("en"), pipeline.base.ontology, pipeline.base.settings
        work = Watched(
            lambda still_wanted: understand_by_model(
                request, subject, by_rules, model, ontology, settings, still_wanted=still_wanted
            )
        )
        kept = (key, work)
        st.session_state[_KEPT] = kept
    kept[1].look()
    return kept[1]
