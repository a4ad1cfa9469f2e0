"""The answer to one question with everything that the configured model has to say, all at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from core.discovery.llm_judging import judge_by_model
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.query_understanding import open_stages, understand_by_model
from core.discovery.ranking import answer
from core.domain.requests import DiscoveryRequest
from core.domain.results import Discovery, RelatedCompany, StageTiming
from core.messages import the_other


class AnswerListener(Protocol):
    """Told of an answer while it is being made, in the thread that makes it."""

    def stage(self, timing: StageTiming) -> None:
        """A stage is finished."""
        ...

    def companies(self, companies: Sequence[RelatedCompany]) -> None:
        """These companies are listed, judged by the rules, or by a model where one has judged by then."""
        ...

    def still_wanted(self) -> None:
        """Raises once nobody listens any more."""
        ...


def ask(
    pipeline: DiscoveryPipeline,
    request: DiscoveryRequest,
    *,
    still_wanted: Callable[[], None] | None = None,
    listener: AnswerListener | None = None,
) -> Discovery:
    """Retrieve; have the model, if there is one, read the question and judge the list; answer.

    A page does the same step by step, so that the rules' answer can be read meanwhile. Raises QueryEmptyError or
    QueryTooLongError for questions refused at the door.
    """
    retrieval = pipeline.retrieve(request, on_stage=listener.stage if listener else None)
    model, settings, language = pipeline.model, pipeline.base.settings, request.language
    if model is None or not retrieval.answerable:
        return _told(listener, answer(retrieval, request.fusion, language, both_languages=request.both_languages))
    if open_stages(request, retrieval.understood):
        understood = understand_by_model(
            request,
            retrieval.query_name("en"),
            retrieval.understood,
            model,
            pipeline.base.ontology,
            settings,
            still_wanted=still_wanted,
        )
        retrieval = pipeline.rewalk(retrieval, request, understood)
    discovery = _told(listener, answer(retrieval, request.fusion, language))
    for wanted in (language, the_other(language)) if request.both_languages else (language,):
        judge_by_model(retrieval, discovery, model, settings, wanted, still_wanted=still_wanted)
    return _told(listener, answer(retrieval, request.fusion, language, both_languages=request.both_languages))


def _told(listener: AnswerListener | None, discovery: Discovery) -> Discovery:
    if listener is not None:
        listener.companies(discovery.related_companies)
    return discovery
