"""What somebody acquired, and nothing says it sold again, is told where it is asked what it owns; a share that an
acquisition states counts where a share is asked for."""

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
    "bright": ("明水资本", "Brightwater Capital"),
    "kestrel": ("红隼铸造", "Kestrel Castings"),
    "helio": ("日昇光电", "Helionyx Solar"),
    "harrow": ("哈罗工业", "Harrow Industries"),
    "marsh": ("马什工具", "Marsh Tools"),
    "pond": ("池塘水泵", "Pond Pumps"),
    "quarry": ("采石矿业", "Quarry Mining"),
    "reed": ("芦苇纸业", "Reed Paper"),
    "stone": ("石桥水泥", "Stone Cement"),
    "tarn": ("塔恩纺织", "Tarn Textiles"),
    "volta": ("伏特汽车", "Voltara Motors"),
}
ROWS = [
    dated("bright", "shareholder_of", "helio", share_low="12", share_high="12"),
    dated("bright", "acquired", "kestrel", start="2024-11-18", share_low="75", share_high="75"),
    dated("kestrel", "supplies", "volta"),
    dated("harrow", "acquired", "marsh", year="2012", share_low="100", share_high="100"),  # sold again
    dated("harrow", "divested", "marsh", year="2019"),
    dated("harrow", "acquired", "pond", year="2010", share_low="60", share_high="60"),  # acquired by another
    dated("bright", "acquired", "pond", year="2020", share_low="80", share_high="80"),
    dated("harrow", "acquired", "quarry", year="2015", share_low="51", share_high="51"),  # the holding has ended
    dated("quarry", "subsidiary_of", "harrow", start="2015", end="2021"),
    dated("harrow", "acquired", "reed", year="2016", share_low="90", share_high="90"),  # recorded as subsidiary
    dated("reed", "subsidiary_of", "harrow"),
    dated("harrow", "acquired", "stone", year="2018", share_low="70", share_high="70"),  # sold down
    dated("harrow", "shareholder_of", "stone", as_of="2023", share_low="30", share_high="30"),
    dated("volta", "acquired", "tarn", status="planned", share_low="100", share_high="100"),
]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("acquired")
    germans = ("kestrel", "pond")
    companies = [company(each, *both, country="DE" if each in germans else "US") for each, both in NAMES.items()]
    data = write_data(folder / "data", companies=companies, relations=ROWS)
    settings = settings_for(data, folder / "kb")
    return DiscoveryPipeline(Base.over(build_and_open(settings, encoder), ontology, settings), encoder=lambda: encoder)


def ask(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    language: Language = "en" if question.isascii() else "zh"
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


def told(answer: QuestionAnswer) -> str:
    return " ".join(each.text for each in answer.sentences)


@pytest.mark.parametrize(
    "question",
    [
        "What does Brightwater Capital own?",
        "Holdings of Brightwater Capital",
        "Which companies does Brightwater Capital hold a stake in?",
        "明水资本拥有哪些公司？",
        "明水资本持有哪些公司的股份？",
        "How many companies does Brightwater Capital own?",
    ],
)
def test_it_is_told_beside_what_is_held(pipeline: DiscoveryPipeline, question: str) -> None:
    answer = ask(pipeline, question)
    assert answer.company_ids == ("helio",)
    both = (
        "Recorded as acquired: Pond Pumps (80 %, 2020) [2], Kestrel Castings (75 %, 2024-11-18) [3]."
        if question.isascii()
        else "以被收购方记录在案：池塘水泵（80%，2020 年） [2]、红隼铸造（75%，2024-11-18） [3]。"
    )
    assert sorted(both) == sorted(next(each.text for each in answer.sentences if "2024-11-18" in each.text))


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("subsidiaries of Brightwater Capital", "Kestrel Castings (75 %, 2024-11-18)", "Helionyx"),
        ("Which German companies does Brightwater Capital own?", "Kestrel Castings", "Helionyx"),
        ("Which American companies does Brightwater Capital own?", "", "Kestrel"),
        ("Which companies does Brightwater Capital own that supply Voltara Motors?", "Kestrel Castings", "Pond"),
        ("明水资本拥有的伏特汽车供应商", "红隼铸造", "池塘水泵"),
        ("What does Voltara Motors own?", "planned as acquired company: Tarn Textiles (100 %)", "Recorded as"),
    ],
)
def test_where_nothing_is_recorded_as_held(pipeline: DiscoveryPipeline, question: str, said: str, unsaid: str) -> None:
    text = told(ask(pipeline, question))
    assert said in text and unsaid not in text


@pytest.mark.parametrize("question", ["What does Harrow Industries own?", "哈罗工业拥有哪些公司？"])
def test_what_was_sold_or_is_listed_is_not_told(pipeline: DiscoveryPipeline, question: str) -> None:
    answer = ask(pipeline, question)
    assert answer.company_ids == ("reed",)
    assert not any(each in told(answer) for each in ("Recorded as acquired", "以被收购方"))


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("Who holds more than 50% of Kestrel Castings?", {"bright"}),
        ("谁持有红隼铸造50%以上的股份？", {"bright"}),
        ("majority owner of Kestrel Castings", {"bright"}),
        ("Who is the largest shareholder of Kestrel Castings?", {"bright"}),
        ("companies in which Brightwater Capital holds over 50 %", {"kestrel", "pond"}),
        ("明水资本持股超过50%的公司", {"kestrel", "pond"}),
        ("How many companies does Brightwater Capital hold over 50 % of?", {"kestrel", "pond"}),
        ("Who holds more than 80% of Kestrel Castings?", set()),
        ("Who holds more than 50% of Marsh Tools?", set()),
        ("Who holds more than 50% of Pond Pumps?", {"bright"}),
        ("Who holds more than 50% of Quarry Mining?", set()),
        ("Who holds more than 50% of Stone Cement?", set()),
        ("Who holds more than 20% of Stone Cement?", {"harrow"}),
        ("companies in which Harrow Industries holds over 10 %", {"reed", "stone"}),
        ("Who holds more than 50% of Tarn Textiles?", set()),
    ],
)
def test_a_share_that_was_acquired_counts(pipeline: DiscoveryPipeline, question: str, members: set[str]) -> None:
    answer = ask(pipeline, question)
    assert set(answer.company_ids) == members
    assert answer.outcome == ("answered" if members else "empty")
    if members & {"bright", "kestrel"}:
        said = "The share is the one acquired" if question.isascii() else "持股比例按收购记录"
        assert said in told(answer)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Does Brightwater Capital hold more than 50% of Kestrel Castings?", True),
        ("Does Harrow Industries hold more than 50% of Marsh Tools?", False),
        ("Is Kestrel Castings a subsidiary of Brightwater Capital?", None),
        ("Does Brightwater Capital own Kestrel Castings?", None),
        ("明水资本持有红隼铸造50%以上的股份吗？", True),
    ],
)
def test_of_yes_and_no(pipeline: DiscoveryPipeline, question: str, value: bool | None) -> None:
    answer = ask(pipeline, question)
    assert (answer.kind, answer.value) == ("yes_no", value)
    assert value is not True or "2024-11-18" in told(answer)


@pytest.mark.parametrize(
    ("question", "told_once"),
    [
        ("What does Microsoft own?", "LinkedIn"),
        ("What does Broadcom own?", "VMware"),
        ("Holdings of Tencent", "Riot Games"),
        ("微软拥有哪些公司？", "领英"),
    ],
)
def test_in_the_sample_nobody_is_told_twice(sample_pipeline: DiscoveryPipeline, question: str, told_once: str) -> None:
    text = told(ask(sample_pipeline, question))
    assert text.count(told_once) == 1
    assert "Recorded as acquired" not in text and "以被收购方" not in text


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("What does Foxconn own?", "Recorded as acquired: Sharp (66–66.1 %, 2016)", ""),
        ("What does eBay own?", "no longer counted: PayPal (until 2015)", "acquired"),  # spun off
        ("Who holds more than 50% of PayPal?", "There is no record of shareholders of PayPal", "acquired"),
        ("Who owns PayPal?", "no longer counted: eBay (until 2015)", "acquirer"),
        ("What does Western Digital own?", "no longer counted: Sandisk (until 2025-02)", "acquired"),
        ("Companies in which Tencent holds more than 80%", "Supercell (84.3 %)", "SoftBank"),
        ("How large is Tencent's stake in Supercell?", "acquired 84.3 % of Supercell (2016)", "not recorded"),
        ("companies in which SoftBank holds over 50 %", "Arm", "Supercell"),
    ],
)
def test_in_the_sample(sample_pipeline: DiscoveryPipeline, question: str, said: str, unsaid: str) -> None:
    text = told(ask(sample_pipeline, question))
    assert said in text
    assert not unsaid or unsaid not in text
