"""Whether something happened to a company, by whomever: who did it, not what the company did itself."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

ASKED = {
    "acquired<(github)": ("Has GitHub been acquired?", "Was GitHub acquired?", "GitHub被收购过吗", "GitHub被收购了吗"),
    "acquired<(eleme)": ("Has Ele.me been acquired?", "was Ele.me acquired"),
    "acquired<(tesla)": ("Has Tesla ever been acquired?",),
    "whether microsoft in acquired<(github)": ("Has Microsoft acquired GitHub?",),
    "whether github in acquired>(microsoft)": ("Was GitHub acquired by Microsoft?",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(ASKED))
def test_who_did_it_is_asked_for(question: str, plan: str, parser: Parser) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", ["Has Tesla been supplied?", "Was Microsoft GitHub acquired?"])
def test_what_lasts_and_several_names_are_no_such_question(question: str, parser: Parser) -> None:
    plan = parser.parse(question).plan
    assert plan is None or not written(plan).startswith("acquired<(")
