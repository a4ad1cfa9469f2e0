"""Who holds most, who never did, who was first, who led a company in a year: what the words add to a question."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.messages import Language
from core.ontology import Ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, dated, settings_for, write_data

NAMES = {
    "alpha": ("阿尔法电芯", "Alpha Cells"),
    "beta": ("贝塔制造", "Beta Works"),
    "gamma": ("伽马软件", "Gamma Software"),
    "north": ("北方资本", "North Capital"),
    "south": ("南方资本", "South Capital"),
    "east": ("东方资本", "East Capital"),
    "west": ("西方资本", "West Capital"),
}
PEOPLE = {"person-chen": ("陈一飞", "Chen Yifei"), "person-lin": ("林小舟", "Lin Xiaozhou")}
ROWS = [
    dated("alpha", "subsidiary_of", "north", share_low="55", share_high="60"),
    dated("south", "shareholder_of", "alpha", share_low="20", share_high="20", weight="1.0"),
    dated("east", "shareholder_of", "alpha", start="2015"),
    dated("west", "shareholder_of", "alpha", start="2008", end="2019"),
    dated("south", "shareholder_of", "beta", share_low="30", share_high="30"),
    dated("west", "shareholder_of", "beta", share_low="30", share_high="35"),
    dated("east", "shareholder_of", "gamma"),
    dated("person-chen", "chief_executive_of", "alpha", start="2010", end="2018"),
    dated("person-lin", "chief_executive_of", "alpha", start="2018"),
    dated("person-chen", "chief_executive_of", "beta", start="2010", end="2018"),
    dated("beta", "supplies", "alpha", end="2020"),
    dated("gamma", "supplies", "alpha"),
    dated("gamma", "competitor", "beta"),
    dated("west", "acquired", "gamma", start="1999"),
]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("largest")
    companies = [company(each, *both) for each, both in NAMES.items()]
    people = [{"id": each, "type": "person", "name_zh": zh, "name_en": en} for each, (zh, en) in PEOPLE.items()]
    data = write_data(folder / "data", companies=companies, concepts=people, relations=ROWS)
    settings = settings_for(data, folder / "kb")
    return DiscoveryPipeline(Base.over(build_and_open(settings, encoder), ontology, settings), encoder=lambda: encoder)


def asked(pipeline: DiscoveryPipeline, question: str, language: Language) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


def texts(answer: QuestionAnswer) -> str:
    return " | ".join(each.text for each in answer.sentences)


@pytest.mark.parametrize(
    ("question", "language", "members"),
    [
        ("largest shareholder of Alpha Cells", "en", {"north"}),
        ("Who is the biggest owner of Alpha Cells?", "en", {"north"}),
        ("Who has the largest stake in Alpha Cells?", "en", {"north"}),
        ("largest stake in Alpha Cells", "en", {"north"}),
        ("阿尔法电芯的最大股东", "zh", {"north"}),
        ("阿尔法电芯的第一大股东是谁", "zh", {"north"}),
        ("majority shareholder of Alpha Cells", "en", {"north"}),
        ("largest shareholders of Alpha Cells", "en", {"north", "south"}),
        ("largest shareholder of Beta Works", "en", {"south", "west"}),
        ("major shareholders of Alpha Cells", "en", {"north", "south"}),
        ("阿尔法电芯的主要股东", "zh", {"north", "south"}),
        ("阿尔法电芯的大股东是谁", "zh", {"north", "south"}),
        ("largest investee of South Capital", "en", {"beta"}),
        ("largest shareholder of Alpha Cells as of 2010", "en", {"south", "west"}),  # no share has a date
        ("stake in Beta Works", "en", {"south", "west"}),
    ],
)
def test_who_holds_most(pipeline: DiscoveryPipeline, question: str, language: Language, members: set[str]) -> None:
    answer = asked(pipeline, question, language)
    assert (answer.outcome, set(answer.company_ids)) == ("answered", members), texts(answer)
    assert answer.sources


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [
        (
            "largest shareholder of Alpha Cells",
            "en",
            "North Capital (55–60 %) [1]. | Not compared, because no share is recorded",
        ),
        ("阿尔法电芯的最大股东", "zh", "未参与比较，因为没有记录持股比例：东方资本"),
        (
            "largest shareholder of Gamma Software",
            "en",
            "“largest” was not used: nothing on record tells which these are.",
        ),
        (
            "major shareholders of Gamma Software",
            "en",
            "“major” was not used: nothing on record tells which these are.",
        ),
        ("伽马软件的大股东", "zh", "“大” 没有用来筛选或排序"),
        ("biggest supplier of Alpha Cells", "en", "“biggest” was not used: nothing on record tells which these are."),
        ("阿尔法电芯最大的供应商", "zh", "“最大的” 没有用来筛选或排序"),
    ],
)
def test_what_was_not_compared_is_told(
    pipeline: DiscoveryPipeline, question: str, language: Language, told: str
) -> None:
    assert told in texts(asked(pipeline, question, language))


def test_nothing_is_told_where_no_word_was_passed_over(pipeline: DiscoveryPipeline) -> None:
    assert "not used" not in texts(asked(pipeline, "shareholders of Alpha Cells", "en"))


@pytest.mark.parametrize(
    "question", ["largest customer of Gamma Software", "Is North Capital the largest shareholder?"]
)
def test_other_questions_stay_as_they_are(pipeline: DiscoveryPipeline, question: str) -> None:
    assert "recorded share" not in (asked(pipeline, question, "en").understood_as or "")


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Who has never invested in Alpha Cells?", "en"),
        ("who has not invested in Alpha Cells", "en"),
        ("哪些公司从未投资过阿尔法电芯", "zh"),
        ("从来没有投资过阿尔法电芯的公司", "zh"),
    ],
)
def test_who_never_did_did_not_in_the_past(pipeline: DiscoveryPipeline, question: str, language: Language) -> None:
    """Nor does a parent count as one who never did, North Capital: it holds shares by another type of relation."""
    answer = asked(pipeline, question, language)
    assert (answer.outcome, set(answer.company_ids)) == ("answered", {"beta", "gamma"}), texts(answer)


def test_who_does_not_now_may_have_done_so(pipeline: DiscoveryPipeline) -> None:
    answer = asked(pipeline, "companies that do not supply Alpha Cells", "en")
    assert "beta" in answer.company_ids
    never = asked(pipeline, "rivals of Gamma Software that have never supplied Alpha Cells", "en")
    assert (never.outcome, never.company_ids) == ("empty", ())


@pytest.mark.parametrize(
    ("question", "language"),
    [("who invested in Alpha Cells first", "en"), ("最早投资阿尔法电芯的公司", "zh")],
)
def test_the_first_may_have_left(pipeline: DiscoveryPipeline, question: str, language: Language) -> None:
    answer = asked(pipeline, question, language)
    assert answer.company_ids == ("west",)
    assert "2019" in answer.sentences[0].text


@pytest.mark.parametrize(
    ("question", "language", "value"),
    [
        ("CEO of Alpha Cells in 2012", "en", "Chen Yifei"),
        ("Who was the CEO of Alpha Cells in 2020?", "en", "Lin Xiaozhou"),
        ("阿尔法电芯2012年的CEO是谁", "zh", "陈一飞"),
        ("CEO of Alpha Cells", "en", "Lin Xiaozhou"),
    ],
)
def test_who_led_a_company_in_a_year(
    pipeline: DiscoveryPipeline, question: str, language: Language, value: str
) -> None:
    answer = asked(pipeline, question, language)
    assert (answer.outcome, answer.value) == ("answered", value), texts(answer)


@pytest.mark.parametrize("question", ["CEO of Beta Works", "CEO of Beta Works in 2022"])
def test_an_office_that_is_recorded_is_not_said_to_be_in_no_field(pipeline: DiscoveryPipeline, question: str) -> None:
    answer = asked(pipeline, question, "en")
    assert answer.outcome == "empty"
    assert "No field" not in texts(answer)


@pytest.mark.parametrize(
    "question", ["which suppliers of Alpha Cells compete with each other", "阿尔法电芯的供应商里谁和彼此竞争"]
)
def test_what_is_said_of_each_other_is_not_understood(pipeline: DiscoveryPipeline, question: str) -> None:
    answer = asked(pipeline, question, "en")
    assert (answer.outcome, answer.company_ids) == ("partly_understood", ())
    assert {"each other", "彼此"} & set(answer.not_understood)


@pytest.mark.parametrize(
    "question", ["Did Beta Works ever supply Alpha Cells?", "Has Beta Works ever supplied Alpha Cells?"]
)
def test_whether_ever_is_yes_where_it_was_so(pipeline: DiscoveryPipeline, question: str) -> None:
    answer = asked(pipeline, question, "en")
    assert (answer.value, answer.company_ids) == (True, ("beta",))
    assert asked(pipeline, "Did North Capital ever supply Alpha Cells?", "en").value is False


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Did West Capital own Gamma Software?", "en"),
        ("Did West Capital own Gamma Software in 2005?", "en"),
        ("Was Gamma Software a subsidiary of West Capital?", "en"),
    ],
)
def test_an_acquisition_is_no_flat_no(pipeline: DiscoveryPipeline, question: str, language: Language) -> None:
    answer = asked(pipeline, question, language)
    assert (answer.kind, answer.value, answer.outcome) == ("yes_no", None, "empty"), texts(answer)
    assert "acquired Gamma Software" in texts(answer)
    assert asked(pipeline, "Did West Capital own Gamma Software in 1990?", "en").value is False
    assert asked(pipeline, "Did Gamma Software own West Capital?", "en").value is False
    assert asked(pipeline, "Did East Capital own Alpha Cells?", "en").value is False


@pytest.mark.parametrize(
    ("question", "language", "value"),
    [
        ("Is Lin Xiaozhou the CEO of Alpha Cells?", "en", True),
        ("Is Lin Xiaozhou Alpha Cells' CEO?", "en", True),
        ("林小舟是阿尔法电芯的CEO吗", "zh", True),
        ("Is Chen Yifei CEO of Alpha Cells?", "en", False),
        ("陈一飞是阿尔法电芯的CEO吗", "zh", False),
    ],
)
def test_whether_a_person_holds_an_office(
    pipeline: DiscoveryPipeline, question: str, language: Language, value: bool
) -> None:
    answer = asked(pipeline, question, language)
    assert (answer.kind, answer.value) == ("yes_no", value), texts(answer)
    assert answer.sources


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("companies led by Lin Xiaozhou", "en", "companies led by Lin Xiaozhou"),
        ("林小舟执掌的公司", "zh", "林小舟所执掌的公司"),
    ],
)
def test_what_somebody_leads_is_said_in_plain_words(
    pipeline: DiscoveryPipeline, question: str, language: Language, said: str
) -> None:
    answer = asked(pipeline, question, language)
    assert answer.understood_as == said
    assert answer.company_ids == ("alpha",)


@pytest.mark.parametrize(
    "question", ["Does Unilever own Hindustan Unilever outright?", "Does Unilever wholly own Hindustan Unilever?"]
)
def test_outright_is_all_of_it(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language="en")).answer
    assert (answer.outcome, answer.value) == ("answered", False)
    assert "at least 100 %" in answer.sentences[0].text
