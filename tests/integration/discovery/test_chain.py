"""The chain of a question: stages in their order, each a frozen value that no later stage changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from core.discovery.answering import answer
from core.discovery.chain import answer_stages, ask, model_stages, with_intention
from core.discovery.intention import Intention
from core.discovery.judged import NOTHING_JUDGED, Answering
from core.discovery.llm_judging import judge_by_model
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.searched import Searched
from core.domain.relation_influence import FamilyInfluence, RelationInfluence
from core.domain.requests import BY_QUESTION, DiscoveryRequest, FusionMode, FusionSettings, RelevanceLevel
from core.domain.results import Discovery, RelatedCompany, StageTiming
from core.messages import LANGUAGES, Language
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.endpoint import Endpoint
from core.retrieval.base import Base
from tests.llm_server import Reaction, Script, llm_server
from tests.model_parts import every_part, part_of

UNSURE = DiscoveryRequest(query="Tell me about 公司A", influence=BY_QUESTION)
SURE = DiscoveryRequest(query="Who supplies 公司A?")
UNLINKED = DiscoveryRequest(company="nobody of that name")
FUSIONS = (
    FusionSettings(),
    FusionSettings(graph_weight=1.0, vector_weight=0.0),
    FusionSettings(mode=FusionMode.ADAPTIVE, max_results=2),
    FusionSettings(mode=FusionMode.RRF, min_relevance=RelevanceLevel.MEDIUM),
)
CAUSAL = RelationInfluence(families=FamilyInfluence(causality=1.0))


@pytest.fixture(scope="module")
def server() -> Iterator[Script]:
    with llm_server() as script:
        yield script


@pytest.fixture(autouse=True)
def playing_every_part(server: Script) -> None:
    server.plan(every_part)
    server.asked.clear()


@pytest.fixture(scope="module")
def asking(document_pipeline: DiscoveryPipeline, server: Script) -> DiscoveryPipeline:
    """With a model."""
    pipeline = document_pipeline.with_settings(document_pipeline.base.settings)
    pipeline.model = model(server)
    return pipeline


def model(server: Script) -> LanguageModel:
    return LanguageModel(Endpoint(server.url, "m", timeout_seconds=10, retries=0))


def said(now: Answering, language: Language = "en") -> list[dict[str, object]]:
    """The answer at several fusions."""
    return [
        without_times(answer(now.searched, fusion, language, now.judged, both_languages=True)) for fusion in FUSIONS
    ]


def without_times(discovery: Discovery) -> dict[str, object]:
    return discovery.model_dump(exclude={"timings", "processing_time_ms"})


def snapshot(value: object) -> object:
    """Everything that a value holds, so that a later change of any of it is seen; what is open is one thing."""
    found: object = value
    if isinstance(value, Base):
        found = id(value)
    elif isinstance(value, np.ndarray):
        found = value.shape, value.tobytes()
    elif isinstance(value, BaseModel):
        found = value.model_dump_json()
    elif is_dataclass(value) and not isinstance(value, type):
        found = type(value), [(each.name, snapshot(getattr(value, each.name))) for each in fields(value)]
    elif isinstance(value, Mapping):
        found = [(repr(key), snapshot(each)) for key, each in value.items()]
    elif isinstance(value, tuple | list):
        found = [snapshot(each) for each in value]
    elif isinstance(value, set | frozenset):
        found = sorted(map(repr, value))
    return found


# ---- in their order


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_takes_the_stages_in_order_and_each_asks_no_more_than_it_needs(
    language: Language, asking: DiscoveryPipeline, server: Script
) -> None:
    reached, asked = [], []
    for now in answer_stages(asking, UNSURE.model_copy(update={"language": language})):
        reached.append(now.reached)
        asked.append([part_of(each) for each in server.asked])
    assert reached == ["searched", "understood", "judged"]
    assert asked == [[], ["intent", "families"], ["intent", "families", "facts", "companies"]]


def test_both_languages_are_judged_one_after_the_other(asking: DiscoveryPipeline) -> None:
    stages = list(answer_stages(asking, SURE.model_copy(update={"both_languages": True, "language": "zh"})))
    assert [now.reached for now in stages] == ["searched", "understood", "judged", "judged"]
    assert [sorted(now.judged.by_language) for now in stages] == [[], [], ["zh"], ["en", "zh"]]


@pytest.mark.parametrize("request_", [UNSURE, SURE, DiscoveryRequest(company="公司A")])
def test_without_a_model_nothing_is_judged(request_: DiscoveryRequest, document_pipeline: DiscoveryPipeline) -> None:
    searched, understood = answer_stages(document_pipeline, request_)
    assert [searched.reached, understood.reached] == ["searched", "understood"]
    assert said(searched) == said(understood)
    assert without_times(ask(document_pipeline, request_)) == without_times(document_pipeline.discover(request_))


def test_what_is_not_linked_is_only_searched(asking: DiscoveryPipeline, server: Script) -> None:
    (only,) = answer_stages(asking, UNLINKED)
    assert (only.reached, only.awaits_reading, server.asked) == ("searched", False, [])
    assert answer(only.searched, FUSIONS[0], "en").outcome == "unknown_company"


def test_a_model_that_fails_takes_the_same_stages(asking: DiscoveryPipeline, server: Script) -> None:
    server.plan(Reaction(status=401))
    stages = list(answer_stages(asking, UNSURE))
    assert [now.reached for now in stages] == ["searched", "understood", "judged"]
    assert [now.awaits_reading for now in stages] == [True, False, False]
    assert len(server.asked) == 1
    judges = [company["judgement"]["judge"] for company in said(stages[-1])[0]["related_companies"]]  # type: ignore[attr-defined]
    assert set(judges) == {"rules"}


def test_what_a_model_has_said_is_not_asked_again(asking: DiscoveryPipeline, server: Script) -> None:
    def listed(now: Answering) -> Discovery:
        return answer(now.searched, FUSIONS[0], "en", now.judged)

    *_, last = answer_stages(asking, UNSURE)
    server.asked.clear()
    again = list(model_stages(asking, last, listed, ["en"]))
    assert ([now.reached for now in again], server.asked) == (["judged", "judged"], [])
    assert said(again[-1]) == said(last)
    list(model_stages(asking, last, listed, ["zh"]))
    assert [part_of(each) for each in server.asked] == ["facts", "companies"]


def test_a_walk_that_leaves_more_to_the_model_awaits_it(asking: DiscoveryPipeline, server: Script) -> None:
    *_, last = answer_stages(asking, SURE)
    assert not last.awaits_reading
    by_question = asking.rewalk(last.searched, SURE.model_copy(update={"influence": BY_QUESTION}))
    changed = replace(last, searched=by_question)
    assert changed.to_read == ("influence",)
    server.asked.clear()
    read, *_ = model_stages(asking, changed, lambda now: answer(now.searched, FUSIONS[0], "en", now.judged), ["en"])
    assert read.reached == "judged"
    assert not read.awaits_reading
    assert [part_of(each) for each in server.asked] == ["families"]


@pytest.mark.parametrize(("request_", "told"), [(UNSURE, ["rules", "model"]), (UNLINKED, [])])
def test_a_listener_is_told_of_every_list(
    request_: DiscoveryRequest, told: list[str], asking: DiscoveryPipeline
) -> None:
    class Listener:
        def __init__(self) -> None:
            self.lists: list[tuple[RelatedCompany, ...]] = []
            self.stages: list[str] = []

        def stage(self, timing: StageTiming) -> None:
            self.stages.append(timing.stage)

        def companies(self, companies: Any) -> None:
            self.lists.append(tuple(companies))

        def check_cancelled(self) -> None:
            pass

    listener = Listener()
    found = ask(asking, request_, listener=listener)
    assert listener.lists[-1] == found.related_companies
    assert [each.judgement.judge for companies in listener.lists for each in companies[:1]] == told
    assert listener.stages[0] == "link"


# ---- frozen


@pytest.mark.parametrize("request_", [UNSURE, SURE, SURE.model_copy(update={"both_languages": True})])
def test_no_later_stage_changes_an_earlier_one(request_: DiscoveryRequest, asking: DiscoveryPipeline) -> None:
    stages, answers, held = [], [], []
    for now in answer_stages(asking, request_):
        stages.append(now)
        answers.append(said(now))
        held.append(snapshot(now))
    assert [said(now) for now in stages] == answers
    assert [snapshot(now) for now in stages] == held
    assert answers[0] == said(Answering(asking.retrieve(request_)))
    first, last = (answer[0]["related_companies"] for answer in (answers[0], answers[-1]))
    assert {company["judgement"]["judge"] for company in first} == {"rules"}  # type: ignore[attr-defined]
    assert {company["judgement"]["judge"] for company in last} == {"model"}  # type: ignore[attr-defined]


def test_no_field_of_any_stage_can_be_set(asking: DiscoveryPipeline) -> None:
    for now in answer_stages(asking, UNSURE):
        understood = now.searched.understood
        judged = now.judged.of("en")
        for value in (now, now.searched, understood, understood.intention, now.judged, judged):
            for each in fields(value):
                with pytest.raises(FrozenInstanceError):
                    setattr(value, each.name, None)


STAGES = {
    "rewalk": lambda pipeline, now: pipeline.rewalk(now.searched, changed(now.searched, damping=0.3)),
    "rewalk with an intention": lambda pipeline, now: pipeline.rewalk(
        now.searched, changed(now.searched, influence=BY_QUESTION), Intention(influence=CAUSAL)
    ),
    "with intention": lambda pipeline, now: with_intention(pipeline, now.searched, Intention("fact_qa")),
    "rerank": lambda pipeline, now: pipeline.rerank(now.searched),
    "judge": lambda pipeline, now: judge_by_model(
        now.searched, NOTHING_JUDGED, answer(now.searched, FUSIONS[0], "en", now.judged), pipeline.model, "en"
    ),
    "judge the other language": lambda pipeline, now: judge_by_model(
        now.searched, now.judged, answer(now.searched, FUSIONS[0], "zh", now.judged), pipeline.model, "zh"
    ),
    "answer": lambda _, now: said(now),
    "explain": lambda _, now: [now.searched.rules.of(each, "zh") for each in ("公司B", "公司C", "公司D")],
}


def changed(searched: Searched, **walk: Any) -> DiscoveryRequest:
    return searched.request.model_copy(update=walk)


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("request_", [UNSURE, SURE], ids=["unsure", "sure"])
def test_no_stage_changes_what_it_is_given(stage: str, request_: DiscoveryRequest, asking: DiscoveryPipeline) -> None:
    for now in list(answer_stages(asking, request_)):
        before, answers = snapshot(now), said(now)
        STAGES[stage](asking, now)  # type: ignore[no-untyped-call]
        assert snapshot(now) == before
        assert said(now) == answers


fusions = st.builds(
    FusionSettings,
    mode=st.sampled_from(FusionMode),
    graph_weight=st.floats(0.0, 1.0),
    vector_weight=st.floats(0.0, 1.0),
    max_results=st.integers(1, 10),
    min_relevance=st.sampled_from(RelevanceLevel),
)


@pytest.fixture(scope="module")
def stages(asking: DiscoveryPipeline, server: Script) -> list[Answering]:
    server.plan(every_part)
    return list(answer_stages(asking, UNSURE))


@given(st.lists(fusions, min_size=1, max_size=4), st.floats(0.1, 0.9), st.sampled_from(LANGUAGES))
def test_no_way_through_the_sliders_leaves_a_trace(
    asking: DiscoveryPipeline, stages: list[Answering], moves: list[FusionSettings], damping: float, language: Language
) -> None:
    for now in stages:
        before, first = snapshot(now), without_times(answer(now.searched, moves[0], language, now.judged))
        walked = replace(now, searched=asking.rewalk(now.searched, changed(now.searched, damping=damping)))
        for fusion in moves:
            answer(walked.searched, fusion, language, walked.judged)
            answer(now.searched, fusion, language, now.judged)
        assert snapshot(now) == before
        assert without_times(answer(now.searched, moves[0], language, now.judged)) == first
