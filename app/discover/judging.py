"""The language model judges the list in the background, for as long as somebody looks at it."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from app.runtime.watched import StillWanted, Watched
from core.discovery.llm_judging import judge_by_model
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.retrieval_state import Retrieval
from core.domain.results import Discovery, RelatedCompany
from core.messages import Language

_KEPT = "judging"


class Judging:
    """One question being judged, in one language after the other; what is judged is kept with its retrieval."""

    def __init__(
        self, pipeline: DiscoveryPipeline, retrieval: Retrieval, discovery: Discovery, languages: tuple[Language, ...]
    ) -> None:
        model, settings = pipeline.model, pipeline.base.settings
        assert model is not None  # nothing offers it without one
        self.retrieval = retrieval
        self.languages = languages

        def judge(still_wanted: StillWanted) -> None:
            for language in languages:
                judge_by_model(
                    retrieval, discovery, model, settings, language, on_judged=_nothing, still_wanted=still_wanted
                )

        self.work = Watched(judge)

    def knows_more_than(self, discovery: Discovery) -> bool:
        """Whether the answer would say something else by now."""
        reports = [report for each in self.languages if (report := self.retrieval.model_reports.get(each)) is not None]
        return any(report not in discovery.stages for report in reports) or any(
            self._knows_more_of(company) for company in discovery.related_companies
        )

    def _knows_more_of(self, company: RelatedCompany) -> bool:
        said = (company.judgement, company.translated)
        return any(
            judgement is not None
            and judgement.judge == "rules"
            and company.company_id in self.retrieval.model_judgements[language]
            for judgement, language in zip(said, self.languages, strict=False)
        )

    def is_about(self, retrieval: Retrieval, languages: tuple[Language, ...]) -> bool:
        """Whether this is the same question: walked in another way it still is."""
        return self.retrieval.model_judgements is retrieval.model_judgements and self.languages == languages


def _nothing() -> None:
    """What is judged is seen at the next look."""


def current_judging(
    pipeline: DiscoveryPipeline, retrieval: Retrieval, discovery: Discovery, languages: tuple[Language, ...]
) -> Judging | None:
    """The judging of this question, begun if it is new; None without a model, and where no company is asked about.

    ``languages``: that of the page first.
    """
    if pipeline.model is None or discovery.outcome != "found" or not discovery.query_companies:
        return None
    judging: Judging | None = st.session_state.get(_KEPT)
    if judging is None or not judging.is_about(retrieval, languages) or judging.work.left:
        judging = _begin(pipeline, retrieval, discovery, languages)
    judging.work.look()
    return judging


def judge_the_rest(
    pipeline: DiscoveryPipeline, retrieval: Retrieval, discovery: Discovery, languages: tuple[Language, ...]
) -> None:
    """Ask the model about those listed companies that it has not judged yet, even if it failed before."""
    retrieval.understood = replace(retrieval.understood, fault=None)
    _begin(pipeline, retrieval, discovery, languages)


def _begin(
    pipeline: DiscoveryPipeline, retrieval: Retrieval, discovery: Discovery, languages: tuple[Language, ...]
) -> Judging:
    before: Judging | None = st.session_state.get(_KEPT)
    if before is not None:
        before.work.abandon()
    judging = Judging(pipeline, retrieval, discovery, languages)
    st.session_state[_KEPT] = judging
    return judging


@st.fragment(run_every=1.0)
def follow_judging(judging: Judging, shown: Discovery) -> None:
    """Look once a second, and show the page anew when there is more to show, or it is over."""
    judging.work.look()
    if judging.knows_more_than(shown) or not judging.work.running:
        st.rerun()
