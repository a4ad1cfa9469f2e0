"""Generated questions: their answers are those of their plans, their words fit, and a seed makes the same again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Companies, Count, Plan, YesNo
from core.evaluation.asked_questions import AskedQuestion, read_asked_questions
from core.ingestion.building.build import build_knowledge_base
from core.ontology import Ontology, default_ontology
from core.ontology.own_types import extended
from core.questions.execution.executor import Executor
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import open_knowledge_base
from tests.research.concept_drafts import MOST_IN_GROUPS
from tests.research.generated_questions import MOST_COUNTED, Generator, write_questions
from tests.research.question_names import Names, short_form
from tests.support import ROOT, relation, settings_for, write_data

TODAY = 20261125
OWN = ROOT / "data" / "ontologies" / "code_and_documents.yaml"


def generated(pipeline: DiscoveryPipeline, seed: int) -> list[AskedQuestion]:
    base = pipeline.base
    return list(Generator(base.knowledge_base, base.ontology, TODAY, seed).questions(100, ("zh", "en")))


@pytest.fixture(scope="module")
def questions(sample_pipeline: DiscoveryPipeline) -> list[AskedQuestion]:
    return generated(sample_pipeline, 3)


def test_every_class_is_asked_in_both_languages_and_no_words_twice(questions: list[AskedQuestion]) -> None:
    made = Counter((question.cls, question.language) for question in questions)
    assert {cls for cls, _ in made} == set("abcdefghij")
    assert len({question.query for question in questions}) == len(questions) > 90
    assert abs(sum(made[each] for each in made if each[1] == "zh") - len(questions) / 2) <= 5
    assert not any("{" in question.query for question in questions)


def test_the_answer_is_that_of_the_plan(sample_pipeline: DiscoveryPipeline, questions: list[AskedQuestion]) -> None:
    executor = Executor(sample_pipeline.base.knowledge_base, sample_pipeline.base.ontology, TODAY)
    for question in questions:
        if question.plan is None:
            assert question.cls == "i"
            continue
        asked = Plan.model_validate(question.plan).answer
        if not isinstance(asked, Companies | Count | YesNo):
            continue
        gold = {member.entity_id for member in executor.members(asked.set, strict=True).members}
        every = {member.entity_id for member in executor.members(asked.set).members}
        if isinstance(asked, YesNo):
            assert question.yes == (asked.entity in gold)
            continue
        assert (set(question.gold), set(question.accept)) == (gold, every - gold)
        assert (question.cls == "i") == (not every)
        assert len(gold) <= (MOST_COUNTED if isinstance(asked, Count) else MOST_IN_GROUPS)
        assert question.count == (len(gold) if isinstance(asked, Count) else None)


def test_a_seed_makes_the_same_questions_and_another_others(
    sample_pipeline: DiscoveryPipeline, questions: list[AskedQuestion]
) -> None:
    assert generated(sample_pipeline, 3) == questions
    assert {question.query for question in generated(sample_pipeline, 4)} != {question.query for question in questions}


def test_they_are_read_again_as_they_are_written(questions: list[AskedQuestion], tmp_path: Path) -> None:
    write_questions(questions, tmp_path / "questions.jsonl")
    assert read_asked_questions([tmp_path / "questions.jsonl"]) == questions


def test_a_name_means_one_entity(sample_pipeline: DiscoveryPipeline) -> None:
    names = Names(sample_pipeline.base.knowledge_base)
    assert names.known("Tesla")
    assert not names.known("Quorvane Dynamics")
    assert short_form("Arm Holdings plc") == "Arm Holdings"
    assert short_form("宁德时代新能源科技股份有限公司") == "宁德时代新能源科技"


@pytest.fixture(scope="module")
def own_pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> DiscoveryPipeline:
    folder = tmp_path_factory.mktemp("own")
    ontology: Ontology = extended(default_ontology(), OWN.read_text(encoding="utf-8"))
    names = [f"step_{letter}" for letter in "abcdefgh"]
    entities = [{"id": name, "type": "Function", "name_zh": name, "name_en": name} for name in names]
    calls = [relation(first, "CALLS", second) for place, first in enumerate(names) for second in names[place + 1 :][:3]]
    write_data(folder / "data", concepts=entities, relations=calls)
    settings = settings_for(folder / "data", folder / "kb")
    build_knowledge_base(settings, encoder, ontology)
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=encoder.name)
    return DiscoveryPipeline(Base.over(opened, ontology, settings), encoder=lambda: encoder)


def test_an_own_ontology_is_asked_by_its_labels(own_pipeline: DiscoveryPipeline) -> None:
    questions = generated(own_pipeline, 0)
    assert {"a", "c", "d", "e", "f"} <= {question.cls for question in questions}
    asked = " ".join(question.query for question in questions)
    assert all(words in asked for words in ("caller", "called function", "调用者", "被调用的函数"))
