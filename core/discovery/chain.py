"""How one question is answered: the stages and their order, the same for pages, API, MCP and command line.

``DiscoveryRequest`` → ``Understood`` → ``Searched`` → ranked → ``Explained`` → ``Discovery``. A configured model first
reads the question, after which the walks may be done again, and then judges the companies that are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from core.discovery.answering import answer
from core.discovery.facets import NOTHING_CHOSEN, Chosen
from core.discovery.intention import Intention, intention_by_model, open_stages
from core.discovery.judged import NOTHING_JUDGED, Judged
from core.discovery.llm_judging import judge_by_model
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.planning import planned_by_model
from core.discovery.searched import Searched
from core.discovery.sorting import SortKey
from core.domain.model_use import StageName
from core.domain.requests import BY_QUESTION, DiscoveryRequest, FusionSettings
from core.domain.results import Discovery, RelatedCompany, StageTiming
from core.messages import Language, the_other


@dataclass(frozen=True)
class Answering:
    """How far the answer to a question has come.

    ``reached``: `searched`, by rules alone; `understood`, once a model, if there is one, has read the question;
    `judged`, once it has judged companies.
    """

    searched: Searched
    judged: Judged = NOTHING_JUDGED
    reached: Literal["searched", "understood", "judged"] = "searched"

    def answer(
        self,
        fusion: FusionSettings,
        language: Language,
        *,
        both_languages: bool = False,
        chosen: Chosen = NOTHING_CHOSEN,
        sort: SortKey = "relevance",
    ) -> Discovery:
        """The answer as it is by now, under any fusion, its list narrowed to ``chosen`` values of facets and in the
        order of ``sort``. Searches nothing and asks no model."""
        return answer(
            self.searched, fusion, language, self.judged, both_languages=both_languages, chosen=chosen, sort=sort
        )

    @property
    def awaits_reading(self) -> bool:
        """Whether a model, if there is one, still has to read the question."""
        return bool(self.to_read)

    @property
    def to_read(self) -> tuple[StageName, ...]:
        """What a model, if there is one, still has to say of the question; another walk may leave more to it."""
        understood = self.searched.understood
        return open_stages(understood.request, understood.intention) if understood.answerable else ()


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


def answer_stages(
    pipeline: DiscoveryPipeline,
    request: DiscoveryRequest,
    *,
    on_stage: Callable[[StageTiming], None] | None = None,
    still_wanted: Callable[[], None] | None = None,
) -> Iterator[Answering]:
    """Every stage of the answer to ``request``, in order.

    What ``still_wanted`` raises ends the work. Raises QueryEmptyError or QueryTooLongError for questions refused at the
    door.
    """
    now = Answering(pipeline.retrieve(request, on_stage=on_stage))
    yield now
    languages = (request.language, the_other(request.language)) if request.both_languages else (request.language,)

    def listed(now: Answering) -> Discovery:
        return now.answer(request.fusion, request.language)

    yield from model_stages(pipeline, now, listed, languages, still_wanted=still_wanted)


def model_stages(
    pipeline: DiscoveryPipeline,
    now: Answering,
    listed: Callable[[Answering], Discovery],
    languages: Sequence[Language],
    *,
    on_judged: Callable[[Answering], None] | None = None,
    still_wanted: Callable[[], None] | None = None,
) -> Iterator[Answering]:
    """What follows a search: the stages of the model, from wherever ``now`` is; what it has said is not asked again.

    ``listed`` gives the list that is judged, at the time when it is. ``on_judged`` is told in another thread of
    judgements that have arrived.
    """
    if not now.searched.answerable:
        return
    if now.awaits_reading:
        now = replace(now, searched=_read_by_model(pipeline, now.searched, still_wanted))
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
            still_wanted=still_wanted,
        )
        now = replace(now, judged=judged, reached="judged")
        yield now


def _read_by_model(
    pipeline: DiscoveryPipeline, searched: Searched, still_wanted: Callable[[], None] | None
) -> Searched:
    """With what the model says the question wants; searched anew for a plan of its, walked again where it weighs
    relations in another way."""
    if pipeline.model is None:
        return searched
    understood, request = searched.understood, searched.request
    if "plan" in open_stages(request, understood.intention):
        planned = planned_by_model(understood, pipeline.model, still_wanted=still_wanted)
        searched = with_intention(pipeline, searched, planned)
        understood = searched.understood
    found: Intention = intention_by_model(
        request,
        understood.query_name("en"),
        understood.intention,
        pipeline.model,
        understood.base.ontology,
        understood.base.settings,
        still_wanted=still_wanted,
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
    still_wanted: Callable[[], None] | None = None,
    listener: AnswerListener | None = None,
) -> Discovery:
    """The answer with everything that the configured model has to say, all at once.

    Raises QueryEmptyError or QueryTooLongError for questions refused at the door.
    """
    found: Discovery | None = None
    on_stage = listener.stage if listener else None
    for now in answer_stages(pipeline, request, on_stage=on_stage, still_wanted=still_wanted):
        found = None
        if listener is not None and (now.reached != "searched" or not now.searched.answerable):
            found = now.answer(request.fusion, request.language, both_languages=request.both_languages)
            listener.companies(found.related_companies)
    return found or now.answer(request.fusion, request.language, both_languages=request.both_languages)
