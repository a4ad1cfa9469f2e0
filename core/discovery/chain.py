"""How one question is answered: the stages and their order, the same for pages, API, MCP and command line.

``DiscoveryRequest`` → ``Understood`` → ``Searched`` → ranked → ``Answering`` → ``Discovery``. A configured model first
reads the question, after which the walks may be done again, and then judges the companies that are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from core.discovery.answering import answer
from core.discovery.intention import Intention, intention_by_model, open_stages
from core.discovery.judged import Answering, Judged
from core.discovery.llm_judging import judge_by_model
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.planning import planned_by_model
from core.discovery.searched import Searched
from core.domain.requests import BY_QUESTION, DiscoveryRequest
from core.domain.results import Discovery, RelatedCompany, StageTiming
from core.messages import Language, the_other


class AnswerListener(Protocol):
    """Told of an answer while it is being made, in the thread that makes it."""

    def stage(self, timing: StageTiming) -> None:
        """A stage is finished."""
        ...

    def companies(self, companies: Sequence[RelatedCompany]) -> None:
        """These companies are listed, judged by the rules, or by a model where one has judged by then."""
        ...

    def check_cancelled(self) -> None:
        """Raises once nobody listens any more."""
        ...


def answer_stages(
    pipeline: DiscoveryPipeline,
    request: DiscoveryRequest,
    *,
    on_stage: Callable[[StageTiming], None] | None = None,
    check_cancelled: Callable[[], None] | None = None,
) -> Iterator[Answering]:
    """Every stage of the answer to ``request``, in order.

    What ``check_cancelled`` raises ends the work. Raises QueryEmptyError or QueryTooLongError for questions that are
    refused at once.
    """
    now = Answering(pipeline.retrieve(request, on_stage=on_stage))
    yield now
    languages = (request.language, the_other(request.language)) if request.both_languages else (request.language,)

    def listed(now: Answering) -> Discovery:
        return answer(now.searched, request.fusion, request.language, now.judged)

    yield from model_stages(pipeline, now, listed, languages, check_cancelled=check_cancelled)


def model_stages(
    pipeline: DiscoveryPipeline,
    now: Answering,
    listed: Callable[[Answering], Discovery],
    languages: Sequence[Language],
    *,
    on_judged: Callable[[Answering], None] | None = None,
    check_cancelled: Callable[[], None] | None = None,
) -> Iterator[Answering]:
    """What follows a search: the stages of the model, from wherever ``now`` is; what it has said is not asked again.

    ``listed`` gives the list that is judged, at the time when it is. ``on_judged`` is told in another thread of
    judgements that have arrived.
    """
    if not now.searched.answerable:
        return
    if now.awaits_reading:
        now = replace(now, searched=_read_by_model(pipeline, now.searched, check_cancelled))
    now = replace(now, reached="judged" if now.reached == "judged" else "understood")
    yield now
    model = pipeline.model
    if model is None:
        return
    to_judge = listed(now)
    for language in languages:
        before = now

        def arrived(judged: Judged, before: Answering = before) -> None:
            if on_judged is not None:
                on_judged(replace(before, judged=judged, reached="judged"))

        judged = judge_by_model(
            now.searched,
            now.judged,
            to_judge,
            model,
            language,
            on_judged=on_judged and arrived,
            check_cancelled=check_cancelled,
        )
        now = replace(now, judged=judged, reached="judged")
        yield now


def _read_by_model(
    pipeline: DiscoveryPipeline, searched: Searched, check_cancelled: Callable[[], None] | None
) -> Searched:
    """With what the model says the question wants; searched anew for a plan of its, walked again where it weighs
    relations in another way."""
    if pipeline.model is None:
        return searched
    understood, request = searched.understood, searched.request
    if "plan" in open_stages(request, understood.intention):
        planned = planned_by_model(understood, pipeline.model, check_cancelled=check_cancelled)
        searched = with_intention(pipeline, searched, planned)
        understood = searched.understood
    found: Intention = intention_by_model(
        request,
        understood.query_name("en"),
        understood.intention,
        pipeline.model,
        understood.base.ontology,
        understood.base.settings,
        check_cancelled=check_cancelled,
    )
    return with_intention(pipeline, searched, found)


def with_intention(pipeline: DiscoveryPipeline, searched: Searched, intention: Intention) -> Searched:
    """The same question wanting something else; walked again where its influence β counts and differs, and searched
    anew where it has another plan."""
    understood, request = searched.understood, searched.request
    if understood.intention.parsed != intention.parsed:
        return pipeline.retrieve(request, intention)
    if request.influence == BY_QUESTION and understood.intention.influence != intention.influence:
        return pipeline.rewalk(searched, request, intention)
    return replace(searched, understood=understood.changed(intention=intention))


def ask(
    pipeline: DiscoveryPipeline,
    request: DiscoveryRequest,
    *,
    check_cancelled: Callable[[], None] | None = None,
    listener: AnswerListener | None = None,
) -> Discovery:
    """The answer with everything that the configured model has to say, all at once.

    Raises QueryEmptyError or QueryTooLongError for questions refused at the door.
    """

    def told(now: Answering) -> Discovery:
        both = request.both_languages
        return answer(now.searched, request.fusion, request.language, now.judged, both_languages=both)

    found: Discovery | None = None
    on_stage = listener.stage if listener else None
    for now in answer_stages(pipeline, request, on_stage=on_stage, check_cancelled=check_cancelled):
        found = None
        if listener is not None and (now.reached != "searched" or not now.searched.answerable):
            found = told(now)
            listener.companies(found.related_companies)
    return found or told(now)
