"""What was divested, owners of one's own suppliers, what and to whom: parts of a question that are told beside."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer


def _asked(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer


def _told(answer: QuestionAnswer, beginning: str) -> str:
    found = [each for each in answer.sentences if beginning in each.text]
    assert len(found) == 1, [each.text for each in answer.sentences]
    assert found[0].source_ids
    return found[0].text


@pytest.mark.parametrize(
    ("question", "named", "unnamed"),
    [
        ("Which companies did SoftBank divest?", ["Uber (until 2022)", "KE Holdings", "NVIDIA (until 2019)"], []),
        ("What did SoftBank divest since 2020?", ["Uber (until 2022)", "KE Holdings"], ["NVIDIA"]),
        ("companies SoftBank divested in 2022", ["Uber", "KE Holdings"], ["NVIDIA", "Boston Dynamics"]),
        ("divestments of Alibaba", ["Sun Art Retail (78.7 %, until 2025-02)", "Bilibili", "SenseTime"], []),
        ("Who divested NVIDIA?", ["SoftBank Group (until 2019)"], []),
    ],
)
def test_holdings_that_have_ended_are_what_was_divested(
    sample_pipeline: DiscoveryPipeline, question: str, named: list[str], unnamed: list[str]
) -> None:
    told = _told(_asked(sample_pipeline, question), "Holdings on record that have ended")
    assert all(each in told for each in named)
    assert not any(each in told for each in unnamed)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many stakes has Alibaba sold?", "Sun Art Retail (78.7 %, until 2025-02)"),
        ("How many companies has Alibaba sold?", "Sun Art Retail (78.7 %, until 2025-02)"),
        ("How many businesses did eBay sell?", "PayPal"),
        ("former shareholders of Sun Art", "Alibaba Group (78.7 %, until 2025-02)"),
        ("Who used to hold shares in Boston Dynamics?", "SoftBank Group (until 2021-06)"),
        ("高鑫零售的前股东", "阿里巴巴（78.7%，至 2025-02）"),
        ("阿里巴巴卖掉了哪些公司的股份", "高鑫零售（78.7%，至 2025-02）"),
    ],
)
def test_former_holdings_of_every_type_are_told(sample_pipeline: DiscoveryPipeline, question: str, told: str) -> None:
    answer = _asked(sample_pipeline, question)
    assert told in _told(answer, "Holdings on record that have ended" if question.isascii() else "已经结束的持股")


@pytest.mark.parametrize(
    ("question", "sold"),
    [
        ("How many stakes has Alibaba sold?", 2),
        ("How many stakes did SoftBank sell?", 3),
        ("How many shareholdings did Berkshire sell?", 2),
        ("How many stakes did Tencent sell?", 0),
        ("阿里巴巴卖掉了多少家公司的股份", 2),
    ],
)
def test_stakes_that_were_sold_are_counted(sample_pipeline: DiscoveryPipeline, question: str, sold: int) -> None:
    assert _asked(sample_pipeline, question).value == sold


@pytest.mark.parametrize(
    "question", ["How many stakes has Alibaba sold since 2020?", "Which holdings has SoftBank sold to others?"]
)
def test_stakes_that_were_sold_are_never_those_still_held(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(sample_pipeline, question)
    assert (answer.outcome, answer.not_understood) == ("partly_understood", ("sold",))


@pytest.mark.parametrize("question", ["阿里巴巴剥离了哪些公司", "谁剥离了高鑫零售"])
def test_the_same_in_chinese(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    _told(_asked(sample_pipeline, question), "已经结束的持股")


@pytest.mark.parametrize(
    ("question", "root", "by"),
    [
        ("Who owns the companies that supply Huawei?", "Huawei itself would fit too, through", "HiSilicon"),
        ("parents of the suppliers of BYD", "BYD itself would fit too, through", "BYD Electronic"),
        (
            "Who owns the companies that supply Samsung Electronics?",
            "Samsung Electronics itself would fit too, through",
            "Samsung Display",
        ),
        ("谁拥有给华为供货的公司", "华为自己也符合", "海思"),
    ],
)
def test_who_owns_one_of_its_own_suppliers_is_told(
    sample_pipeline: DiscoveryPipeline, question: str, root: str, by: str
) -> None:
    assert by in _told(_asked(sample_pipeline, question), root)


@pytest.mark.parametrize("question", ["parents of the suppliers of BMW", "customers of the suppliers of Tesla"])
def test_of_others_nothing_is_told(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert not [each for each in _asked(sample_pipeline, question).sentences if "itself" in each.text]


@pytest.mark.parametrize(
    "question",
    ["What does Tongwei sell and to whom?", "What does Tongwei make and for whom?", "通威卖什么，卖给谁"],
)
def test_what_is_sold_and_to_whom_is_answered_both(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(sample_pipeline, question)
    assert (answer.outcome, answer.not_understood) == ("answered", ())
    text = " ".join(each.text for each in answer.sentences)
    assert all(
        either in text for either in (("polysilicon", "LONGi") if question.isascii() else ("多晶硅", "隆基绿能"))
    )


@pytest.mark.parametrize(
    ("question", "missed"),
    [("百济神州把哪些药授权给了谁", "哪些药"), ("What did Hengrui license and to whom?", "What")],
)
def test_which_drugs_to_whom_names_the_part_that_is_not_recorded(
    sample_pipeline: DiscoveryPipeline, question: str, missed: str
) -> None:
    answer = _asked(sample_pipeline, question)
    assert (answer.outcome, answer.not_understood) == ("partly_understood", (missed,))


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("隆基的多晶硅从哪儿来", "隆基的多晶硅供应商"),
        ("特斯拉的电池从哪里来", "特斯拉的电池供应商"),
        ("Where do Tesla's batteries come from?", "battery suppliers of Tesla"),
    ],
)
def test_where_goods_come_from_asks_for_suppliers(sample_pipeline: DiscoveryPipeline, question: str, same: str) -> None:
    assert _asked(sample_pipeline, question).plan == _asked(sample_pipeline, same).plan


def test_a_sentence_that_only_names_the_goods_says_not_where_they_come_from(
    sample_pipeline: DiscoveryPipeline,
) -> None:
    assert _asked(sample_pipeline, "宁德时代的锂从哪儿来").outcome != "answered"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("former owners of Volvo Cars", ["Recorded as acquirer: Ford [1]."]),
        ("who used to own GitHub", []),  # who acquired it owns it still
    ],
)
def test_a_former_owner_may_be_on_record_by_its_acquisition_alone(
    sample_pipeline: DiscoveryPipeline, question: str, told: list[str]
) -> None:
    answer = _asked(sample_pipeline, question)
    assert answer.outcome == "empty"
    assert [each.text for each in answer.sentences if "acquirer" in each.text] == told
