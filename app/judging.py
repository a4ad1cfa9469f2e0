"""The language model judges the list in the background, for as long as somebody looks at it."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from app.watched import Watched
from core.domain.results import Discovery
from core.kept_retrieval import Retrieval
from core.messages import Language
from core.model_judging import judge_by_model
from core.pipeline import DiscoveryPipeline

_KEPT = "judging"


class Judging:
    """One question being judged; what is judged is kept with its retrieval."""

    def __init__(
        self, pipeline: DiscoveryPipeline, retrieval: Retrieval, discovery: Discovery, language: Language
    ) -> None:
        model, settings = pipeline.model, pipeline.settings
        assert model is not None  # nothing offers it without one
        self.retrieval = retrieval
        self.language = language
        self.work = Watched(
            lambda still_wanted: judge_by_model(
                retrieval, discovery, model, settings, language, on_judged=_nothing, still_wanted=still_wanted
            )
        )

    def knows_more_than(self, discovery: Discovery) -> bool:
        """Whether the answer would say something else by now."""
        judged = self.retrieval.model_judgements[self.language]
        report = self.retrieval.model_reports.get(self.language)
        return (report is not None and report not in discovery.stages) or any(
            company.judgement.judge == "rules" and company.company_id in judged
            for company in discovery.related_companies
        )

    def is_about(self, retrieval: Retrieval, language: Language) -> bool:
        """Whether this is the same question: walked in another way it still is."""
        return self.retrieval.model_judgements is retrieval.model_judgements and self.language == language


def _nothing() -> None:
    """What is judged is seen at the next look."""


def current_judging(
    pipeline: DiscoveryPipeline, retrieval: Retrieval, discovery: Discovery, language: Language
) -> Judging | None:
    """The judging of this question, begun if it is new; None without a model, and where no company is asked about."""
    if pipeline.model is None or discovery.outcome != "found" or not discovery.query_companies:
        return None
    judging: Judging | None = st.session_state.get(_KEPT)
    if judging is None or not judging.is_about(retrieval, language) or judging.work.left:
        judging = _begin(pipeline, retrieval, discovery, language)
    judging.work.look()
    return judging


def judge_the_rest(pipeline: DiscoveryPipeline, retrieval: Retrieval, discovery: Discovery, language: Language) -> None:
    """Ask the model about those listed companies that it has not judged yet, even if it failed before."""
    retrieval.understood = replace(retrieval.understood, fault=None)
    _begin(pipeline, retrieval, discovery, language)


def _begin(pipeline: DiscoveryPipeline, retrieval: Retrieval, discovery: Discovery, language: Language) -> Judging:
    before: Judging | None = st.session_state.get(_KEPT)
    if before is not None:
        before.work.abandon()
    judging = Judging(pipeline, retrieval, discovery, language)
    st.session_state[_KEPT] = judging
    return judging


@st.fragment(run_every=1.0)
def follow_judging(judging: Judging, shown: Discovery) -> None:
    """Look once a second, and show the page anew when there is more to show, or it is over."""
    judging.work.look()
    if judging.knows_more_than(shown) or not judging.work.running:
        st.rerun()
