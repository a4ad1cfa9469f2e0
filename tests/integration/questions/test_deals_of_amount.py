"""Deals of an amount of money, and deals of whomever: which were made, who was bought, and who bought somebody."""

from __future__ import annotations

import csv
from functools import partial

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.questions.plans.parsed import Parsed
from core.questions.reading.two_questions import read_question
from core.retrieval.base import Base
from tests.plan_notation import by_question, written
from tests.support import ROOT

OF_AMOUNT = {
    "acquired>$>1e+10USD(*)": (
        "acquisitions worth more than 10 billion dollars",
        "Which acquisitions were worth more than $10 billion?",
        "Which companies were acquired for more than 10 billion dollars?",
        "Which companies were bought for over $10bn?",
        "takeovers valued at over US$10 billion",
        "list all M&A deals above $10bn",
        "acquisitions over ten billion dollars",
        "acquisitions with a value of more than 10 billion US dollars",
        "金额超过100亿美元的收购",
        "交易金额超过一百亿美元的并购有哪些",
        "超过100亿美元的收购有哪些？",
        "有哪些超过100亿美元的并购案",
        "哪些公司以超过一百亿美元的价格被收购",
    ),
    "acquired>$>=1e+10USD(*)": ("$10bn+ acquisitions", "百亿美元以上的收购", "100亿美元以上的并购有哪些"),
    "acquired>$<2e+09USD(*)": ("acquisitions for less than two billion dollars", "金额低于20亿美元的收购"),
    "acquired>$>1e+10USD(*) | shareholder_of>$>1e+10USD(*)": ("deals over $10bn", "超过100亿美元的交易有哪些"),
    "shareholder_of>$>1e+09USD(*)": ("investments of more than one billion dollars", "超过10亿美元的投资有哪些"),
    "acquired>$>1e+10USD(microsoft)": (
        "Which companies did Microsoft buy for more than 10 billion dollars?",
        "Which companies did Microsoft pay more than 10 billion dollars for?",
        "Microsoft's acquisitions over $10 billion",
        "acquisitions by Microsoft worth more than 10 billion dollars",
        "微软超过100亿美元的收购",
        "微软花超过100亿美元收购了哪些公司",
        "微软以超过100亿美元收购了哪些公司",
        "微软金额超过100亿美元的收购有哪些",
    ),
    "acquired>$=7.5e+09USD(microsoft)": ("Which companies did Microsoft buy for 7.5 billion dollars?",),
    "count acquired>$>1e+10USD(microsoft)": ("How many acquisitions over 10 billion dollars did Microsoft make?",),
    "acquired<$>1e+10USD(*)": (
        "Who paid more than 10 billion dollars for a company?",
        "Which companies spent more than $10bn on another company?",
        "哪些公司花超过100亿美元收购了其他公司",
    ),
    "shareholder_of<$>3e+08USD(uber)": (
        "Who has invested more than 300 million dollars in Uber?",
        "谁向优步投资了超过3亿美元",
        "谁投资优步超过3亿美元",
    ),
    "shareholder_of>$>7e+08USD(toyota)": ("Which companies has Toyota invested more than 700 million dollars in?",),
    "acquired>$>1e+10USD(*)[country in US]": (
        "American companies acquired for more than 10 billion dollars",
        "American companies that were acquired for more than 10 billion dollars",
    ),
    "acquired>$>5e+09CNY(*)[country in CN]": ("Which Chinese companies were bought for over 5 billion yuan?",),
    "acquired>$>1e+09EUR(*)[country in DE]": ("哪些德国公司被以超过10亿欧元收购", "哪些德国公司以超过10亿欧元被收购"),
    "acquired>$>5e+09USD(tencent)": (
        "Has Tencent made any acquisitions worth more than 5 billion dollars?",
        "腾讯有没有超过50亿美元的收购",
    ),
    "acquired>@2018-$>1e+10USD(*)": ("acquisitions over $10bn since 2018",),
    "acquired>@2016-2016$>5e+09USD(*)": ("2016年金额超过50亿美元的收购",),
    "supplies<(apple) & acquired>$>3e+09USD(*)": ("Which suppliers of Apple were acquired for more than $3bn?",),
    "whether microsoft in acquired<$>5e+10USD(activision-blizzard)": (
        "Did Microsoft pay more than 50 billion dollars for Activision Blizzard?",
        "微软是不是花了超过500亿美元收购动视暴雪",
    ),
}
OF_ANYBODY = {
    "acquired>(*)": (
        "acquisitions",
        "What acquisitions are there?",
        "Which companies were acquired?",
        "Which companies have been bought by others?",
        "收购",
        "有哪些收购",
        "哪些公司被收购了",
        "被收购的公司有哪些",
    ),
    "acquired>(*)[country in CN]": (
        "Which Chinese companies were acquired?",
        "Which Chinese companies were acquired by other companies?",
        "哪些中国公司被收购过",
        "哪些中国公司被其他公司收购",
    ),
    "acquired>@2016-(*)[country in CN]": ("2016年以来被收购的中国公司有哪些",),
    "acquired>@2018-(*)": ("acquisitions since 2018", "Which acquisitions were made since 2018?"),
    "acquired>(*)[industry in automobiles electric-vehicles]": (
        "Which carmakers have been taken over?",
        "哪些车企被收购了",
    ),
    "count acquired>(*)[country in CN]": ("How many Chinese companies were acquired?",),
    "acquired<(*)": (
        "Which companies acquired other companies?",
        "Who acquired other companies?",
        "哪些公司收购了其他公司",
    ),
    "acquired<(*)[country in CN]": ("Which Chinese companies acquired other companies?",),
    "acquired<(*)[industry in automobiles electric-vehicles]": (
        "Which carmakers bought other companies?",
        "哪些车企收购了其他公司",
    ),
    "supplies<(apple) & acquired>(*)": ("Which suppliers of Apple were acquired?", "苹果的供应商中哪些被收购了"),
    "acquired>(apple)": ("被苹果收购的公司",),
    "acquired<(arm)": ("Was Arm acquired?",),
}
OF_SOMETHING_ELSE = (
    "companies worth more than 10 billion dollars that supply Apple",
    "Which companies with revenue of over 10 billion dollars did Microsoft acquire?",
    "市值超过100亿美元的公司收购了哪些公司",
    "suppliers of Apple with a value of more than 10 billion dollars",
    "Which companies did Microsoft buy for between 5 and 10 billion dollars?",
    "acquisitions of companies worth more than 10 billion dollars",
    "Who supplies Apple for more than 10 billion dollars?",
    "How is Microsoft connected to Activision for more than 10 billion dollars?",
    "收购金额超过100亿美元的公司",
    "哪些公司生产三元锂电池",
    "苹果的供应商里谁的营收超过100亿美元",
)


@pytest.fixture(scope="session")
def base(sample_pipeline: DiscoveryPipeline) -> Base:
    return sample_pipeline.base


def read(base: Base, question: str) -> Parsed:
    return read_question(base, question, (), ())


def answer(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    language = "en" if question.isascii() else "zh"
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


@pytest.mark.parametrize(("question", "plan"), by_question(OF_AMOUNT, OF_ANYBODY))
def test_it_is_read_so(base: Base, question: str, plan: str) -> None:
    parsed = read(base, question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood, parsed.passed_over) == (plan, (), ())


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        ("acquisitions", "acquired>(microsoft)"),
        ("收购", "acquired>(microsoft)"),
        ("acquisitions over $10bn", "acquired>$>1e+10USD(microsoft)"),
        ("金额超过100亿美元的收购", "acquired>$>1e+10USD(microsoft)"),
    ],
)
def test_of_a_company_that_is_chosen_they_are_its_own(base: Base, question: str, plan: str) -> None:
    parsed = read_question(base, question, ("microsoft",), ())
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", OF_SOMETHING_ELSE)
def test_amounts_of_anything_else_are_no_amounts_of_deals(base: Base, question: str) -> None:
    parsed = read(base, question)
    assert "$" not in (written(parsed.plan) if parsed.plan else "")
    assert parsed.not_understood


def test_who_is_listed_is_what_the_file_holds(sample_pipeline: DiscoveryPipeline) -> None:
    with (ROOT / "data" / "relations.csv").open(encoding="utf-8", newline="") as file:
        deals = [row for row in csv.DictReader(file) if row["type"] == "acquired" and row["status"] == ""]
    of_dollars = {each["target"] for each in deals if each["currency"] == "USD" and float(each["amount"]) > 5e9}
    found = answer(sample_pipeline, "金额超过50亿美元的收购")
    assert set(found.company_ids) == of_dollars
    assert "（691亿美元，2020）" in found.sentences[0].text


@pytest.mark.parametrize(
    ("question", "currency", "unknown"),
    [
        ("acquisitions over $5bn in 2016", "Arm Holdings (24 billion British pounds)", "Sandisk"),
        ("2016年金额超过50亿美元的收购", "Arm（240亿英镑）", "闪迪"),
        ("acquisitions over 300 billion dollars in 2016", "Arm Holdings (24 billion British pounds)", "Sandisk"),
    ],
)
def test_what_was_not_compared_is_told(
    sample_pipeline: DiscoveryPipeline, question: str, currency: str, unknown: str
) -> None:
    told = [each.text for each in answer(sample_pipeline, question).sentences]
    (other,) = [each for each in told if currency in each]
    (without,) = [each for each in told if unknown in each]
    assert ("another currency" in other or "其他币种" in other) and (
        "no amount" in without or "没有记录金额" in without
    )


@pytest.mark.parametrize(
    ("question", "fitting", "said", "unknown"),
    [
        ("Which Chinese companies were bought for over 5 billion yuan?", "TCL Zhonghuan", "from China", "Ele.me"),
        (
            "deals worth more than 50 billion dollars",
            "SABIC",
            "any company (with an amount of over 50 billion",
            "Tencent",
        ),
        ("金额超过500亿美元的交易", "沙特基础工业", "被投资公司（金额超过500亿美元）", "腾讯"),
    ],
)
def test_what_else_is_asked_holds_for_those_that_were_not_compared(
    sample_pipeline: DiscoveryPipeline, question: str, fitting: str, said: str, unknown: str
) -> None:
    """The amount of alternatives is said once, behind them."""
    listed, *others = [each.text for each in answer(sample_pipeline, question).sentences]
    assert said in listed and fitting in listed
    assert unknown in others[-1] and fitting not in "".join(others)


@pytest.mark.parametrize(("least", "value"), [("50", True), ("70", False)])
def test_whether_so_much_was_paid(sample_pipeline: DiscoveryPipeline, least: str, value: bool) -> None:
    found = answer(sample_pipeline, f"Did Microsoft pay more than {least} billion dollars for Activision Blizzard?")
    assert found.value is value
    assert value or "68.7 billion US dollars" in " ".join(each.text for each in found.sentences)


def test_deals_are_told_without_whom_they_are_of(sample_pipeline: DiscoveryPipeline) -> None:
    told = partial(answer, sample_pipeline)
    assert (
        told("acquisitions since 2018").sentences[0].text.startswith("9 acquired companies since 2018 are on record: ")
    )
    assert told("哪些公司被收购了").sentences[0].text.startswith("有记录的被收购公司：25 家——")
