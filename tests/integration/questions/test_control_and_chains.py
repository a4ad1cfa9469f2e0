"""Control reaches through others, and every word of a question about owners is used or named."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.questions.reading.two_questions import read_question
from tests.plan_notation import by_question, written


def _answer(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    answer = pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer
    assert answer is not None
    return answer


@pytest.mark.parametrize(
    "question",
    [
        "Is Lamborghini controlled by Volkswagen?",
        "Is Lamborghini owned by Volkswagen?",
        "Is Lamborghini a subsidiary of Volkswagen?",
        "Does Volkswagen own Lamborghini?",
        "Is Volkswagen the parent of Lamborghini?",
        "兰博基尼由大众控制吗",
        "兰博基尼是大众旗下的吗",
    ],
)
def test_a_chain_of_control_says_yes_with_its_relations(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.outcome, answer.value) == ("answered", True)
    assert len(answer.sentences[0].source_ids) == 2  # Lamborghini is Audi's, Audi is Volkswagen's


@pytest.mark.parametrize("question", ["Is Tesla owned by Volkswagen?", "Is Volkswagen owned by Lamborghini?"])
def test_without_a_chain_it_is_no(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert _answer(sample_pipeline, question).value is False


@pytest.mark.parametrize(
    "question", ["companies controlled by Volkswagen", "what does Volkswagen control?", "大众控制了哪些公司"]
)
def test_what_is_controlled_is_listed_through_others(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert {"audi", "lamborghini", "scania"} <= {*answer.company_ids}


def test_what_the_state_controls_is_listed_where_it_is_listed(sample_pipeline: DiscoveryPipeline) -> None:
    answer = _answer(sample_pipeline, "国资委控制的上市公司")
    assert answer.outcome == "answered"
    assert "sinopec" in answer.company_ids


@pytest.mark.parametrize(
    "question",
    [
        "Who is the ultimate owner of Audi and Scania?",
        "ultimate parents of Audi and Scania",
        "Do Audi and Scania have the same ultimate parent?",
        "奥迪和斯堪尼亚的最终控制人是谁",
    ],
)
def test_the_last_of_several_chains_is_common_to_all(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert _answer(sample_pipeline, question).company_ids == ("porsche-se",)


def test_a_word_for_the_last_of_a_chain_is_never_dropped(sample_pipeline: DiscoveryPipeline) -> None:
    """Of holdings that mean no control no chain is followed: the word is named."""
    parsed = read_question(sample_pipeline.base, "ultimate owner of the companies that Toyota invests in", (), ())
    assert parsed.not_understood == ("ultimate owner",)


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("Which companies are majority-owned by SoftBank?", ("arm",)),
        ("majority-owned subsidiaries of SoftBank", ("arm",)),
        ("软银持股过半的公司", ("arm",)),
        ("who majority-owns Arm", ("softbank",)),
    ],
)
def test_a_majority_is_more_than_half(
    sample_pipeline: DiscoveryPipeline, question: str, members: tuple[str, ...]
) -> None:
    assert _answer(sample_pipeline, question).company_ids == members  # of SoftBank Corp. 40 % are recorded


@pytest.mark.parametrize(
    "question",
    ["工行和建行的共同股东", "Who are the common shareholders of ICBC and China Construction Bank?"],
)
def test_a_common_holder_may_be_on_record_as_a_parent(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert _answer(sample_pipeline, question).company_ids == ("huijin",)


_CARMAKERS = "*[industry in automobiles electric-vehicles]"
_CHIPS = "fabless-chips integrated-device-chips memory-chips semiconductor-foundry"
NONE = {
    f"{_CARMAKERS} - joint_venture=(*)": (
        "没有合资公司的车企",
        "没有合资企业的车企",
        "没有合资的车企",
        "哪些车企没有合资公司",
        "没有合资公司的车企有哪些",
    ),
    "*[industry in biotech pharmaceuticals] - licenses_to<(*)": (
        "没有授权的药企",
        "没有对外授权的药企",
        "哪些药企没有对外授权",
    ),
    f"{_CARMAKERS} - supplies<(*)": ("没有供货的车企", "哪些车企没有供货"),
    f"{_CARMAKERS} - acquired>(*)": ("没有被收购的车企", "没被收购的车企"),
}
ANY = {
    "joint_venture=(*)[industry in automobiles electric-vehicles]": ("有合资公司的车企", "哪些车企有合资公司"),
    "supplies>(*)[industry in automobiles electric-vehicles]": ("有供应商的车企",),
    "acquired<(*)[industry in automobiles electric-vehicles]": ("which carmakers acquired companies",),
    "supplies<(*)[industry in ev-batteries]": ("which battery makers supply companies",),
    f"supplies<(*[country in DE])[industry in {_CHIPS}]": ("which chipmakers supply companies in Germany",),
}
WITH_SOMEBODY = {
    "joint_venture=(volkswagen)[industry in automobiles electric-vehicles]": (
        "跟大众有合资公司的车企",
        "大众和哪些车企有合资公司",
    ),
    "shareholder_of>(*[industry in automobiles electric-vehicles])": ("车企投资的公司",),
}
BOUGHT = {
    "acquired<@2018-2018(*[country in 150])": (
        "who bought a European company in 2018",
        "Which companies bought European companies in 2018?",
    ),
    "acquired<(*[country in DE])": ("who bought a German company", "谁买了德国公司", "谁买了德国的公司"),
    "supplies>(*[country in TW])": ("who bought chips from a company in Taiwan",),
}
CHAINS = {
    "subsidiary_of>(lamborghini) | subsidiary_of>(subsidiary_of>(lamborghini))": (
        "Who owns Lamborghini, and who is the parent of that parent?",
        "Who owns Lamborghini and who owns that owner?",
    ),
    "subsidiary_of>(audi) | subsidiary_of>(subsidiary_of>(audi))": (
        "Who is the parent of Audi and the parent of its parent?",
        "奥迪的母公司是谁，它的母公司又是谁",
    ),
    "subsidiary_of>(audi) | supplies<(subsidiary_of>(audi))": (
        "Who is the parent of Audi, and who are the suppliers of that parent?",
    ),
    "subsidiary_of>(audi) | supplies<(audi)": ("奥迪的母公司是谁，它的供应商是谁",),
    "supplies>(catl) | competitor=(catl)": ("宁德时代的客户是谁，竞争对手是谁",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(NONE, ANY, WITH_SOMEBODY, BOUGHT, CHAINS))
def test_the_class_and_the_chain_are_those_asked_for(
    sample_pipeline: DiscoveryPipeline, question: str, plan: str
) -> None:
    parsed = read_question(sample_pipeline.base, question, (), ())
    assert parsed.plan is not None
    assert (written(parsed.plan), parsed.not_understood) == (plan, ())


def test_which_company_is_meant_is_not_guessed(sample_pipeline: DiscoveryPipeline) -> None:
    parsed = read_question(sample_pipeline.base, "Who owns Audi and who owns that company?", (), ())
    assert parsed.not_understood == ("who owns that company",)


@pytest.mark.parametrize(
    ("question", "amounts"),
    [
        ("What was Microsoft's biggest acquisition?", ("68.7 billion", "7.5 billion", "26.2 billion")),
        ("微软最大的收购", ("687亿", "75亿", "262亿")),
    ],
)
def test_of_the_largest_deal_the_amounts_are_told(
    sample_pipeline: DiscoveryPipeline, question: str, amounts: tuple[str, ...]
) -> None:
    answer = _answer(sample_pipeline, question)
    assert all(each in answer.sentences[0].text for each in amounts)
    assert "nothing recorded" not in answer.sentences[1].text
    assert "没有记录说明" not in answer.sentences[1].text


@pytest.mark.parametrize("question", ["What is SoftBank's largest stake?", "软银最大的持股"])
def test_the_largest_stake_is_that_of_the_largest_share(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert _answer(sample_pipeline, question).company_ids == ("arm",)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Did SoftBank sell out of Nvidia?", True),
        ("Did SoftBank divest Boston Dynamics?", True),
        ("软银清仓英伟达了吗", True),
        ("Did Apple sell out of Nvidia?", False),
    ],
)
def test_who_sold_out_has_a_holding_that_ended(sample_pipeline: DiscoveryPipeline, question: str, value: bool) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.outcome, answer.value) == ("answered", value)


def test_of_three_companies_all_share_fewer_than_some(sample_pipeline: DiscoveryPipeline) -> None:
    answer = _answer(sample_pipeline, "Compare Tesla, BYD and NIO")
    texts = [each.text for each in answer.sentences]
    assert "They share 4 neighbours including CATL, electric vehicles, battery electric cars." in texts
    assert "8 neighbours are shared by only some of them." in texts
    assert len(_answer(sample_pipeline, "Compare Tesla and BYD").sentences) == 2
