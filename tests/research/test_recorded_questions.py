from __future__ import annotations

from core.discovery.pipeline import DiscoveryPipeline
from tests.research import recorded_questions as module
from tests.research.recorded_questions import MOST_ANSWERS, recorded_questions


def test_direct_and_shared_relations_become_questions_that_the_graph_answers(
    sample_pipeline: DiscoveryPipeline,
) -> None:
    knowledge_base, ontology = sample_pipeline.base.knowledge_base, sample_pipeline.base.ontology
    found = recorded_questions(knowledge_base, ontology, "zh", 3, seed=1)
    kinds = {question.task for question in found}
    assert {"recorded competitor zh", "recorded same_industry zh", "recorded similar_product zh"} <= kinds
    for question in found:
        assert 0 < len(question.relevant) <= MOST_ANSWERS
        assert question.company not in question.relevant
        named = knowledge_base.entity(question.company).name_zh in question.query
        assert named is (question.task != "recorded relations unasked zh")
    assert {"recorded relations zh", "recorded relations unasked zh"} <= kinds
    direct = next(question for question in found if question.task == "recorded competitor zh")
    _, others = knowledge_base.relations_of(knowledge_base.node_of[direct.company])
    assert set(direct.relevant) <= set(knowledge_base.entity_ids.at(others))


def test_a_question_of_each_kind_is_asked_at_most_so_often_and_the_same_each_time(
    sample_pipeline: DiscoveryPipeline,
) -> None:
    base = (sample_pipeline.base.knowledge_base, sample_pipeline.base.ontology, "en")
    found = recorded_questions(*base, 2, seed=1)  # type: ignore[arg-type]
    assert all(sum(other.task == question.task for other in found) <= 2 for question in found)
    assert found == recorded_questions(*base, 2, seed=1)  # type: ignore[arg-type]


def test_what_too_many_share_is_not_asked_for(sample_pipeline: DiscoveryPipeline, monkeypatch: object) -> None:
    monkeypatch.setattr(module, "MOST_ANSWERS", 0)  # type: ignore[attr-defined]
    assert recorded_questions(sample_pipeline.base.knowledge_base, sample_pipeline.base.ontology, "en", 2, seed=1) == []
