"""The answer to one question with everything that the configured model has to say, all at once."""

from __future__ import annotations

from collections.abc import Callable

from core.answering import answer
from core.domain.requests import DiscoveryRequest
from core.domain.results import Discovery
from core.messages import the_other
from core.model_judging import judge_by_model
from core.pipeline import DiscoveryPipeline
from core.understanding import open_stages, understand_by_model


def ask(
    pipeline: DiscoveryPipeline, request: DiscoveryRequest, *, still_wanted: Callable[[], None] | None = None
) -> Discovery:
    """Retrieve; have the model, if there is one, read the question and judge the list; answer.

    A page does the same step by step, so that the rules' answer can be read meanwhile. Raises QueryEmptyError or
    QueryTooLongError for questions refused at the door.
    """
    retrieval = pipeline.retrieve(request)
    model, settings, language = pipeline.model, pipeline.settings, request.language
    if model is None or not retrieval.answerable:
        return answer(retrieval, request.fusion, language, both_languages=request.both_languages)
    if open_stages(request, retrieval.understood):
        understood = understand_by_model(
            request, retrieval.query_name("en"), retrieval.understood, model, pipeline.ontology, settings,
            still_wanted=still_wanted,
        )  # fmt: skip
        retrieval = pipeline.rewalk(retrieval, request, understood)
    discovery = answer(retrieval, request.fusion, language)
    for wanted in (language, the_other(language)) if request.both_languages else (language,):
        judge_by_model(retrieval, discovery, model, settings, wanted, still_wanted=still_wanted)
    return answer(retrieval, request.fusion, language, both_languages=request.both_languages)
