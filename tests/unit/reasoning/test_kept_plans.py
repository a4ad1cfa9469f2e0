"""A plan that was kept is checked as a new one is: the base, or what may be asked, may have changed since."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.domain.plan import Companies, Entities, Plan
from core.ontology import default_ontology
from core.questions.plans.checking import PlanInvalidError
from core.reasoning.llm.answer_cache import AnswerCache
from core.reasoning.llm.client import LanguageModel, ModelFailedError, Reply
from core.reasoning.llm.endpoint import Endpoint
from core.reasoning.plan_by_model import PlanQuestion, PlanReply, plan_by_model

PLAN = Plan(answer=Companies(set=Entities(ids=("apple",))))
QUESTION = PlanQuestion("gizmos of Apple", (), (), "en")


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked, the same answer was kept."""
    kept = PlanReply(plan=PLAN, unused=("gizmos",)).model_dump_json()
    monkeypatch.setattr(AnswerCache, "get", lambda *_: kept)


def planned(refused: bool, question: PlanQuestion = QUESTION) -> Reply[PlanReply]:
    def check(_: Plan) -> None:
        if refused:
            raise PlanInvalidError(part="apple")

    model = LanguageModel(
        Endpoint("http://127.0.0.1:9/v1", "m", timeout_seconds=1, retries=0), AnswerCache(Path("none"))
    )
    return plan_by_model(model, question, default_ontology(), check, temperature=0.0)


def test_a_kept_plan_that_may_still_be_executed_is_taken() -> None:
    reply = planned(refused=False)
    assert (reply.answer.plan, reply.answer.unused, reply.use.from_cache) == (PLAN, ("gizmos",), True)


def test_a_kept_plan_that_may_no_longer_be_executed_is_refused() -> None:
    with pytest.raises(ModelFailedError) as failed:
        planned(refused=True)
    assert failed.value.use.from_cache
    with pytest.raises(ModelFailedError):
        planned(refused=False, question=PlanQuestion("Apple", (), (), "en"))  # says no gizmos
