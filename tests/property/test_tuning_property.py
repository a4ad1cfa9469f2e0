"""Invariants of tuning: presets give the settings that were saved, and the page's figures are those of ``evaluate``."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.defaults import default_fusion, default_influence
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.relation_influence import FamilyInfluence, RelationInfluence, RoleInfluence
from core.domain.requests import FusionMode, FusionSettings, ScoreScale
from core.evaluation.experiment import evaluate
from core.evaluation.tasks import LabelledQuestion, TaskSet, read_questions
from core.evaluation.variants import Variant, configured_retrieval
from core.settings import Settings
from core.tuning.judgements import DOWN_GRADE, UP_GRADE, as_jsonl, as_task_set, scorable
from core.tuning.quality import compared, on_the_curve, outcomes, quality, weight_of_graph
from core.tuning.questions import SearchedQuestions, score, search, walk_again
from core.workspace.judgements import Judgement, JudgementStore, Thumb
from core.workspace.presets import Preset, PresetStore, read_presets, write_presets
from core.workspace.tuned_settings import TunedSettings, Walk

weights, shares = st.floats(0.0, 1.0), st.floats(0.0, 2.0)
fusions = st.builds(
    FusionSettings,
    mode=st.sampled_from(FusionMode),
    scale=st.sampled_from(ScoreScale),
    graph_weight=weights,
    vector_weight=weights,
    **{name: shares for name in FusionSettings.model_fields if name.endswith("_share")},
    rrf_k=st.integers(1, 1000),
)
families = st.builds(FamilyInfluence, **dict.fromkeys(FamilyInfluence.model_fields, shares))
roles = st.builds(RoleInfluence, **dict.fromkeys(RoleInfluence.model_fields, shares))
influences = st.none() | st.just("by_question") | st.builds(RelationInfluence, families=families, roles=roles)
walks = st.builds(Walk, damping=st.floats(0.05, 0.95), max_hops=st.integers(1, 6), influence=influences)
tuned = st.builds(TunedSettings.made_of, fusions, walks)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
judgements = st.builds(
    Judgement,
    company=texts,
    query=texts,
    result_id=texts.filter(bool),
    thumb=st.sampled_from(get_args(Thumb)),
    language=st.sampled_from(["zh", "en"]),
    judged_at=st.datetimes().map(lambda moment: moment.isoformat(timespec="seconds") + "+00:00"),
)
QUESTIONS = TaskSet(
    (
        LabelledQuestion(id="1", language="zh", company="公司A", query="谁是它的竞争对手？", relevant={"公司B": 3}),
        LabelledQuestion(id="2", language="en", company="公司A", relevant={"公司C": 2, "公司D": 1}),
        LabelledQuestion(id="3", language="en", query="AI chips of Nobody", relevant={"公司D": 3}),
        LabelledQuestion(id="4", language="en", query="\u200b", relevant={"公司D": 3}),
        LabelledQuestion(id="5", language="en", company="公司A", among="two", relevant={"公司D": 3}),
    ),
    {"two": ("公司D", "公司E")},
)


def same(first: TunedSettings, second: TunedSettings) -> bool:
    """Equal, but for the rounding of β, which are normalised each time they are read."""
    if isinstance(first.influence, RelationInfluence) and isinstance(second.influence, RelationInfluence):
        for group in ("families", "roles"):
            one, other = getattr(first.influence, group).model_dump(), getattr(second.influence, group).model_dump()
            assert one == pytest.approx(other)
        second = second.model_copy(update={"influence": first.influence})
    return first == second


@given(tuned)
def test_settings_under_a_preset_say_what_was_saved(saved: TunedSettings) -> None:
    over = saved.over(Settings())
    assert TunedSettings.of(over) == saved
    assert default_fusion(over) == saved.fusion
    assert default_influence(over) == saved.influence
    assert Settings.model_validate(over.model_dump()).rrf_k == saved.rrf_k  # in the ranges of the settings


@given(tuned)
def test_what_comes_out_of_a_file_is_what_went_in(saved: TunedSettings) -> None:
    (read,) = read_presets(write_presets((Preset(name="a", tuned=saved),)))
    assert same(read.tuned, saved)
    with tempfile.TemporaryDirectory() as folder:
        PresetStore(Path(folder)).save("a", saved)
        assert same(PresetStore(Path(folder)).all().named("a").tuned, saved)


@given(st.lists(judgements, max_size=12))
def test_thumbs_become_questions_with_the_grades_given(given_thumbs: list[Judgement]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = JudgementStore(Path(folder))
        for judgement in given_thumbs:
            store.judge(judgement)
        kept = store.all()
    last = {(each.company, each.query, each.result_id): each for each in given_thumbs}
    assert sorted(kept, key=repr) == sorted(last.values(), key=repr)
    tasks = as_task_set(kept)
    grades = {
        (question.company, question.query, result): grade
        for question in tasks.questions
        for result, grade in question.relevant.items()
    }
    asking = {key: each for key, each in last.items() if each.company.strip() or each.query.strip()}
    assert grades == {key: UP_GRADE if each.thumb == "up" else DOWN_GRADE for key, each in asking.items()}
    assert all(UP_GRADE in question.relevant.values() for question in scorable(tasks).questions)
    lines = as_jsonl(tasks).decode().splitlines()
    assert [LabelledQuestion.model_validate(json.loads(line)) for line in lines] == list(tasks.questions)


@given(fusions, weights)
def test_a_point_of_the_curve_lies_where_it_says(fusion: FusionSettings, weight: float) -> None:
    point = on_the_curve(fusion, weight)
    assert point.mode is not FusionMode.ADAPTIVE
    assert weight_of_graph(point) == pytest.approx(weight, abs=1e-3)


@pytest.fixture(scope="module")
def found(document_pipeline: DiscoveryPipeline) -> SearchedQuestions:
    settings = document_pipeline.base.settings
    return search(document_pipeline, QUESTIONS, TunedSettings.of(settings).walk)


@pytest.mark.thorough
@settings(max_examples=30)
@given(fusion=fusions)
def test_the_figures_are_those_of_evaluate(
    document_pipeline: DiscoveryPipeline, found: SearchedQuestions, fusion: FusionSettings
) -> None:
    variant = Variant("x", fusion, configured_retrieval(document_pipeline.base.settings))
    assert list(score(found, fusion)) == evaluate(document_pipeline, QUESTIONS, [variant])["x"]


@settings(max_examples=15)
@given(walk=walks)
def test_walking_again_finds_what_a_search_in_that_way_finds(
    document_pipeline: DiscoveryPipeline, found: SearchedQuestions, walk: Walk
) -> None:
    again, anew = walk_again(document_pipeline, found, walk), search(document_pipeline, QUESTIONS, walk)
    for first, second in zip(again.retrievals, anew.retrievals, strict=True):
        assert (first is None) == (second is None)
        if first is not None and second is not None:
            np.testing.assert_array_equal(first.found.candidates.raw, second.found.candidates.raw)
    assert score(again, FusionSettings()) == score(anew, FusionSettings())


@settings(max_examples=20)
@given(one=fusions, other=fusions)
def test_wins_and_losses_add_up_to_the_difference(
    found: SearchedQuestions, one: FusionSettings, other: FusionSettings
) -> None:
    now, then = score(found, one), score(found, other)
    changes = [outcome.change for outcome in outcomes(now, then)]
    difference = compared(now, then)["nDCG@10"]
    assert changes == sorted(changes)
    assert np.mean(changes) == pytest.approx(difference.mean)
    assert difference.low <= difference.mean + 1e-9
    assert quality(now)["nDCG@10"].mean - quality(then)["nDCG@10"].mean == pytest.approx(difference.mean)
    assert compared(now, now)["MRR"].p_value == 1.0


def test_the_bundled_questions_are_read() -> None:
    file = Settings().data_folder / "questions.jsonl"
    assert len(read_questions(file)) == len(file.read_text(encoding="utf-8").splitlines())
