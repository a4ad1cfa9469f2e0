"""Who of several that are named is older is told by the recorded years of founding."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.ontology import Ontology
from core.questions.reading.parser import Parser
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.plan_notation import by_question, written
from tests.support import company, dated, settings_for, write_data

OLDER = {
    "whether nokia in (nokia ericsson){least founded}": (
        "is Nokia older than Ericsson",
        "Is Nokia an older company than Ericsson?",
        "Was Nokia founded before Ericsson?",
        "was Nokia founded earlier than Ericsson",
        "诺基亚比爱立信老吗",
        "诺基亚是不是比爱立信成立得早",
        "诺基亚比爱立信成立得更早吗",
        "诺基亚的历史比爱立信更长吗",
        "诺基亚比爱立信更早成立吗",
    ),
    "whether nokia in (nokia ericsson){most founded}": (
        "is Nokia younger than Ericsson",
        "Was Nokia founded after Ericsson?",
        "诺基亚比爱立信年轻吗",
        "诺基亚比爱立信成立得晚吗",
    ),
    "(nokia ericsson){least founded}": (
        "which is older, Nokia or Ericsson",
        "Who is older, Nokia or Ericsson?",
        "which of Nokia and Ericsson is older",
        "which company is older, Nokia or Ericsson",
        "Nokia or Ericsson, which is older?",
        "which of Nokia and Ericsson is the oldest",
        "诺基亚和爱立信谁成立得早",
        "诺基亚和爱立信哪个更老",
        "诺基亚和爱立信哪家历史更长",
        "诺基亚和爱立信谁先成立",
        "诺基亚与爱立信相比哪家更老",
        "诺基亚和爱立信哪家成立得更早",
    ),
    "(nokia ericsson){most founded}": (
        "which is younger, Nokia or Ericsson",
        "诺基亚和爱立信哪个更年轻",
        "诺基亚和爱立信谁成立得晚",
    ),
}


@pytest.mark.parametrize(("question", "plan"), by_question(OLDER))
def test_who_is_older(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question", ["companies older than Nokia", "suppliers older than Apple", "苹果的老供应商", "比诺基亚老的公司"]
)
def test_nobody_else_is_compared(parser: Parser, question: str) -> None:
    assert parser.parse(question).not_understood


@pytest.mark.parametrize(
    ("question", "value", "told"),
    [
        ("is Nokia older than Ericsson", True, "Yes. Founded: Nokia in 1865 [1], Ericsson in 1876 [2]."),
        ("is Nokia younger than Ericsson", False, "No. Founded: Nokia in 1865 [1], Ericsson in 1876 [2]."),
        ("诺基亚比爱立信老吗", True, "是：诺基亚成立于 1865 年 [1]，爱立信成立于 1876 年 [2]。"),
    ],
)
def test_both_years_are_told(sample_pipeline: DiscoveryPipeline, question: str, value: bool, told: str) -> None:
    language = "en" if question.isascii() else "zh"
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert (answer.outcome, answer.value, [each.text for each in answer.sentences]) == ("answered", value, [told])
    assert len(answer.sources) == 2


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "which is older, Nokia or Ericsson",
            "Founded first: Nokia. Founded: Nokia in 1865 [1], Ericsson in 1876 [2].",
        ),
        ("诺基亚和爱立信哪个更老", "成立最早的是诺基亚：诺基亚成立于 1865 年 [1]，爱立信成立于 1876 年 [2]。"),
    ],
)
def test_the_older_is_told_with_both_years(sample_pipeline: DiscoveryPipeline, question: str, told: str) -> None:
    language = "en" if question.isascii() else "zh"
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert (answer.company_ids, [each.text for each in answer.sentences]) == (("nokia",), [told])


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    """Two founded in one year, one later, and one of which no year is recorded; nothing has an end."""
    folder: Path = tmp_path_factory.mktemp("ages")
    years = {"alpha": "1900", "beta": "1900", "gamma": "1950", "delta": ""}
    companies = [company(each, name_en=f"{each.title()} Works", founded=year) for each, year in years.items()]
    data = write_data(folder / "data", companies=companies, relations=[dated("alpha", "joint_venture", "beta")])
    settings = settings_for(data, folder / "kb")
    return DiscoveryPipeline(Base.over(build_and_open(settings, encoder), ontology, settings), encoder=lambda: encoder)


@pytest.mark.parametrize(
    ("question", "outcome", "value", "members", "told"),
    [
        ("is Alpha Works older than Beta Works", "answered", False, (), "No. Founded: Alpha Works in 1900 [1]"),
        (
            "is Alpha Works older than Gamma Works",
            "answered",
            True,
            ("alpha",),
            "Yes. Founded: Alpha Works in 1900",
        ),
        (
            "is Alpha Works older than Delta Works",
            "empty",
            None,
            (),
            "No field records the founding year of Delta Works",
        ),
        (
            "is Delta Works older than Alpha Works",
            "empty",
            None,
            (),
            "No field records the founding year of Delta Works",
        ),
        (
            "which is older, Alpha Works or Delta Works",
            "empty",
            None,
            (),
            "No field records the founding year of Delta",
        ),
        (
            "which is older, Alpha Works or Beta Works",
            "answered",
            None,
            ("alpha", "beta"),
            "Founded first: Alpha Works and",
        ),
        (
            "among Alpha Works, Gamma Works and Delta Works, which is the oldest",
            "answered",
            None,
            ("alpha",),
            "Founded first: Alpha Works. Founded: Alpha Works in 1900 [1], Gamma Works in 1950 [2], Delta",
        ),
    ],
)
def test_equal_and_unknown_years(
    small: DiscoveryPipeline, question: str, outcome: str, value: bool | None, members: tuple[str, ...], told: str
) -> None:
    found = small.discover(DiscoveryRequest(query=question))
    answer = found.answer
    assert (answer.outcome, answer.value, answer.company_ids) == (outcome, value, members)
    assert answer.sentences[0].text.startswith(told)
    assert tuple(each.company_id for each in found.related_companies if each.answers_question) == members


def test_a_name_of_several_is_not_compared(parser: Parser) -> None:
    assert parser.parse("is Samsung older than Apple").plan is None


@pytest.mark.parametrize("question", ["is Elon Musk older than Tesla", "Elon Musk or Tim Cook, who is older"])
def test_people_have_no_year_of_founding(parser: Parser, question: str) -> None:
    assert parser.parse(question).not_understood
