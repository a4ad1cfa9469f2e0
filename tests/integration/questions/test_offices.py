"""Who holds an office or held it before, who is on a board, and on which boards somebody is."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

NOW = {
    "chief_executive_of<(intel)": (
        "英特尔的现任CEO",
        "谁现任英特尔的CEO",
        "英特尔新任首席执行官是谁",
        "英特尔的新任CEO",
        "英特尔的新CEO是谁",
        "英特尔历任CEO",
        "new CEO of Intel",
        "Who is Intel's new chief executive?",
        "incumbent CEO of Intel",
        "Intel's sitting CEO",
    ),
}
BOARD = {
    "director_of<(apple)": (
        "who is on Apple's board",
        "Who is on Apple's board of directors?",
        "who sits on Apple's board",
        "who are on Apple's board",
        "members of Apple's board",
        "Who are the members of Apple's board?",
        "苹果的董事会里有谁",
        "苹果董事会有哪些人",
        "苹果的董事会里有哪些人",
        "苹果的董事会成员是哪些人",
        "谁在苹果的董事会",
        "苹果的董事会有谁",
    ),
    "whether person-mary-barra in director_of<(disney)": (
        "is Mary Barra on Disney's board",
        "Is Mary Barra on the board of Disney?",
        "玛丽·博拉在迪士尼的董事会吗",
        "玛丽·博拉在不在迪士尼的董事会",
        "玛丽·博拉在不在迪士尼的董事会里",
    ),
}
BOARDS = {
    "director_of>(person-mary-barra)": (
        "boards Mary Barra sits on",
        "boards Mary Barra is on",
        "the boards that Mary Barra sits on",
        "what boards is Mary Barra on",
        "on which boards is Mary Barra",
        "which boards is Mary Barra a member of",
        "which boards does Mary Barra sit on",
        "boards of Mary Barra",
        "Mary Barra's boards",
        "companies with Mary Barra on the board",
        "companies whose board includes Mary Barra",
        "玛丽·博拉在哪些公司的董事会",
        "玛丽·博拉担任哪些公司的董事",
        "董事会里有玛丽·博拉的公司",
        "董事会有玛丽·博拉的公司",
    ),
}
LISTS = {
    "supplies<(apple)": ("苹果的供应商里有谁", "苹果的供应商里有哪些公司", "苹果的供应商中都有谁"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(NOW, BOARD, BOARDS, LISTS))
def test_offices_and_boards(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question", ["英特尔的新董事", "new directors of Apple", "founders of Elon Musk", "boards of BYD"]
)
def test_what_is_no_office_of_one_is_not_taken_for_it(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None or parsed.not_understood or written(parsed.plan) == "director_of<(byd)"


@pytest.mark.parametrize(
    "question",
    ["谁是英特尔的上一任CEO", "英特尔上任CEO", "英特尔的前一任首席执行官", "英特尔的前任CEO", "previous CEO of Intel"],
)
def test_who_held_it_before(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    language = "en" if question.isascii() else "zh"
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert (answer.outcome, answer.value) == ("answered", "帕特·基辛格" if language == "zh" else "Pat Gelsinger")
