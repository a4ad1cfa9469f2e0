"""The language model judges the list in the background, for as long as somebody looks at it."""

from __future__ import annotations

import logging
import time
from threading import Thread

import streamlit as st

from core.domain.results import Discovery
from core.kept_retrieval import Retrieval
from core.messages import Language
from core.model_judging import judge_by_model
from core.pipeline import DiscoveryPipeline
from core.reasoning.llm.client import LanguageModel
from core.settings import Settings

_KEPT = "judging"
_PATIENCE = 5.0  # seconds without a look after which the page counts as left
_log = logging.getLogger("guanxi")


class _LeftError(Exception):
    """Nobody looks at the answer any more."""


class Judging:
    """One question being judged. Looked at from the page's thread while another one waits for the model."""

    def __init__(
        self, retrieval: Retrieval, discovery: Discovery, model: LanguageModel, settings: Settings, language: Language
    ) -> None:
        self.retrieval = retrieval
        self.language = language
        self._looked = time.monotonic()
        self._wanted = True
        arguments = (retrieval, discovery, model, settings, language)
        self._thread = Thread(target=self._judge, args=arguments, name="judging", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether the model has not come to its end yet."""
        return self._thread.is_alive()

    def knows_more_than(self, discovery: Discovery) -> bool:
        """Whether the answer would say something else by now."""
        judged = self.retrieval.model_judgements[self.language]
        report = self.retrieval.model_reports.get(self.language)
        return (report is not None and report not in discovery.stages) or any(
            company.judgement.judge == "rules" and company.company_id in judged
            for company in discovery.related_companies
        )

    def look(self) -> None:
        """Somebody looks at the answer: go on."""
        self._looked = time.monotonic()

    def abandon(self) -> None:
        """Nobody wants it any more."""
        self._wanted = False

    def is_about(self, retrieval: Retrieval, language: Language) -> bool:
        """Whether this is the same question: walked in another way it still is."""
        return self.retrieval.model_judgements is retrieval.model_judgements and self.language == language

    def _judge(self, *arguments: object) -> None:
        try:
            judge_by_model(*arguments, on_judged=lambda: None, still_wanted=self._still_wanted)  # type: ignore[arg-type]
        except _LeftError:
            _log.info("the model was not waited for")

    def _still_wanted(self) -> None:
        if not self._wanted or time.monotonic() - self._looked > _PATIENCE:
            raise _LeftError


def current_judging(
    pipeline: DiscoveryPipeline, retrieval: Retrieval, discovery: Discovery, language: Language
) -> Judging | None:
    """The judging of this question, begun if it is new; None without a model, and where no company is asked about."""
    if pipeline.model is None or discovery.outcome != "found" or not discovery.query_companies:
        return None
    judging: Judging | None = st.session_state.get(_KEPT)
    if judging is None or not judging.is_about(retrieval, language):
        judging = begin_judging(pipeline, retrieval, discovery, language)
    judging.look()
    return judging


def begin_judging(
    pipeline: DiscoveryPipeline, retrieval: Retrieval, discovery: Discovery, language: Language
) -> Judging:
    """Ask the model about those listed companies that it has not judged yet."""
    assert pipeline.model is not None  # no button without one
    before: Judging | None = st.session_state.get(_KEPT)
    if before is not None:
        before.abandon()
    judging = Judging(retrieval, discovery, pipeline.model, pipeline.settings, language)
    st.session_state[_KEPT] = judging
    return judging


@st.fragment(run_every=1.0)
def follow(judging: Judging, shown: Discovery) -> None:
    """Look once a second, and show the page anew when there is more to show, or it is over."""
    judging.look()
    if judging.knows_more_than(shown) or not judging.running:
        st.rerun()
