"""Questions of yes and no by their form: A不A, "is the joint venture still there", who stands on a list."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

READ = {
    "still byd in joint_venture=(mercedes-benz)": (
        "比亚迪和奔驰的合资还在不在",
        "比亚迪和戴姆勒的合资公司还存不存在",
        "比亚迪和奔驰的合资还存在吗",
        "比亚迪和奔驰的合资还有没有",
        "is the joint venture between BYD and Mercedes still there",
        "does the joint venture between BYD and Mercedes still exist?",
        "Is the joint venture of BYD and Mercedes still going?",
    ),
    "whether byd in joint_venture=(mercedes-benz)": (
        "比亚迪和奔驰的合资在不在了",
        "is there a joint venture between BYD and Mercedes",
    ),
    "still saic in joint_venture=(volkswagen)": (
        "上汽和大众的合资还在不在",
        "is the SAIC-Volkswagen joint venture still alive",
    ),
    "whether sony in joint_venture=(ericsson)": ("was there a joint venture between Sony and Ericsson",),
    "still alibaba in shareholder_of<(sensetime)": ("阿里还在不在商汤的股东里", "阿里还在商汤的股东里吗"),
    "whether alibaba in shareholder_of<(sensetime)": ("阿里在商汤的股东里吗",),
    "whether baidu in located_in<(place-beijing)": ("百度在不在北京",),
    "whether tsmc in supplies<(apple)": (
        "台积电供不供货给苹果",
        "台积电给不给苹果供货",
        "苹果的供应商里台积电在不在",
    ),
    "still tsmc in supplies<(hisilicon)": ("台积电还供不供货给海思",),
    "whether microsoft in shareholder_of<(openai)": ("微软投没投OpenAI",),
    "whether softbank in shareholder_of<(arm)": ("软银持不持有Arm的股份",),
    "whether apple in supplies>(tsmc)": ("苹果买不买台积电的东西",),
    "path alibaba sensetime": ("阿里和商汤的关系还在不在",),  # which tells what has ended between them
}


@pytest.mark.parametrize(("question", "plan"), by_question(READ))
def test_it_asks_whether_something_is_so(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", ["总部在不在北京", "百度的总部在不在北京"])
def test_what_names_no_relation_is_answered_with_nobody(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None or parsed.not_understood
