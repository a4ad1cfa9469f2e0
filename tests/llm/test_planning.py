"""What the small local model makes of questions that the rules do not understand: never another id, and nothing is
claimed that is not whole; how often its plan is taken is printed."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.planning import plan_question, planned_by_model
from core.discovery.understanding import as_planned, understand
from core.domain.requests import DiscoveryRequest
from core.questions.plans.checking import named_in
from core.reasoning.llm.client import LanguageModel

QUESTIONS = (
    "Whose gizmo pipeline ends at Apple?",
    "Which outfits put their chips into what Tesla sells?",
    "Unionised suppliers of Apple",
    "宁德时代的电芯最后流到谁手里？",
)


def test_the_small_model_plans_with_the_names_of_the_question_only(
    sample_pipeline: DiscoveryPipeline, model: LanguageModel, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = 0
    for query in QUESTIONS:
        understood = understand(sample_pipeline.base, DiscoveryRequest(query=query))
        assert not understood.intention.whole
        found = planned_by_model(understood, model)
        report = found.reports["plan"]
        parsed = found.parsed
        taken += parsed is not None
        assert (parsed is not None) == (report.judge == "model")
        if parsed is not None and parsed.plan is not None:
            names = plan_question(understood).names
            assert set(named_in(parsed.plan)) <= {each.id for name in names for each in name.meant}
        said = as_planned(understood, parsed).understood_as("en") if parsed is not None else ""
        with capsys.disabled():
            left = parsed.not_understood if parsed is not None else understood.parsed.not_understood
            print(query, "|", report.judge, report.fault, "|", said, "|", left, "|", report.use, flush=True)
    with capsys.disabled():
        print(f"plans taken: {taken} of {len(QUESTIONS)}", flush=True)
