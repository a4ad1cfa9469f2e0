"""What kind of answer is asked for: numbers, superlatives, yes or no, dates, paths, comparisons, likeness."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from core.runtime.package_files import parse_yaml
from tests.plan_notation import by_question, written
from tests.support import ROOT

COUNTS = {
    "count supplies<(tesla)": (
        "特斯拉有多少家供应商",
        "特斯拉的供应商有几家",
        "多少公司给特斯拉供货",
        "How many suppliers does Tesla have?",
        "How many companies supply Tesla?",
        "number of suppliers of Tesla",
    ),
    "count supplies<(apple)[country in JP]": (
        "苹果有几家日本供应商",
        "How many Japanese companies supply Apple?",
    ),
    "count shareholder_of>(tencent)": ("腾讯投资了多少家公司", "How many companies has Tencent invested in?"),
}
SUPERLATIVES = {
    "supplies<(apple){least founded}": (
        "苹果最老的供应商",
        "苹果的供应商里哪家成立最早",
        "oldest supplier of Apple",
        "Which of Apple's suppliers is the oldest?",
    ),
    "competitor=(catl){most founded}": ("宁德时代的竞争对手里最年轻的是谁", "youngest rival of CATL"),
    "*[industry in automobiles electric-vehicles]{most supplies<}": (
        "哪家车企的供应商最多",
        "供应商最多的车企",
        "Which carmaker has the most suppliers?",
        "the automaker with the most suppliers",
    ),
    "*[industry in automobiles electric-vehicles]{least supplies<}": (
        "哪家车企的供应商最少",
        "carmaker with the fewest suppliers",
    ),
    "supplies<(apple){most supplies>}": (
        "苹果的供应商中谁的客户最多",
        "Which of Apple's suppliers has the most customers?",
    ),
    "*{most supplies> in *[industry in automobiles electric-vehicles]}": ("Who supplies the most carmakers?",),
    "acquired>(microsoft){least date}": (
        "微软最早收购的公司",
        "微软最早收购了谁",
        "the first company Microsoft acquired",
        "Who was Microsoft's first acquisition?",
    ),
    "acquired>(alphabet){most date}": ("谷歌最近收购了谁", "the latest company Google acquired"),
    "shareholder_of<(alibaba){least date}": ("最早投资阿里巴巴的是谁", "the earliest investor in Alibaba"),
}
YES_NO = {
    "whether byd in supplies<(tesla)": (
        "比亚迪是特斯拉的供应商吗",
        "比亚迪是不是特斯拉的供应商",
        "比亚迪给特斯拉供货吗",
        "Is BYD a supplier of Tesla?",
        "Does BYD supply Tesla?",
    ),
    "whether tesla in supplies>(panasonic)": ("特斯拉是否向松下采购", "Does Tesla buy from Panasonic?"),
    "whether apple in competitor=(huawei)": ("苹果和华为是竞争对手吗", "Are Apple and Huawei rivals?"),
    "whether tsmc in *[country in JP]": ("台积电是日本公司吗", "Is TSMC Japanese?", "Is TSMC a Japanese company?"),
    "whether volvo-cars in subsidiary_of<(geely)": ("沃尔沃汽车属于吉利吗", "Does Volvo Cars belong to Geely?"),
    "whether geely in subsidiary_of>(volvo-cars)": ("吉利是不是沃尔沃汽车的母公司", "Does Geely own Volvo Cars?"),
    "when catl in supplies<(tesla)": (
        "宁德时代什么时候开始给特斯拉供货",
        "宁德时代从哪年起给特斯拉供货",
        "Since when has CATL supplied Tesla?",
    ),
}
SIDE_BY_SIDE = {
    "path catl apple": (
        "宁德时代和苹果之间有什么关系",
        "What connects CATL and Apple?",
        "path between CATL and Apple",
        "How are CATL and Apple connected?",
    ),
    "compare catl byd": (
        "对比宁德时代和比亚迪",
        "宁德时代和比亚迪的区别",
        "compare CATL and BYD",
        "CATL vs BYD",
        "difference between CATL and BYD",
    ),
    "compare catl byd lg-energy-solution": (
        "比较宁德时代、比亚迪和LG新能源",
        "compare CATL, BYD and LG Energy Solution",
    ),
    "like(nvidia)": ("类似英伟达的公司", "英伟达的平替", "英伟达的同行", "companies like Nvidia", "peers of Nvidia"),
    "like(nvidia)[country in CN]": (
        "中国版英伟达",
        "英伟达的国产替代",
        "the Chinese Nvidia",
        "Nvidia's peers in China",
    ),
    "like(tsmc)[country not_in TW]": ("alternatives to TSMC outside Taiwan",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(COUNTS, SUPERLATIVES, YES_NO, SIDE_BY_SIDE))
def test_a_question_asks_for_its_kind_of_answer(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


RANKING = parse_yaml((ROOT / "core/questions/words/operators.yaml").read_text(encoding="utf-8"))["important"]
RANKED = {
    "en": ("Is CATL a {} supplier of Tesla?", "How many {} competitors does CATL have?"),
    "zh": ("宁德时代是特斯拉{}供应商吗", "宁德时代有多少家{}竞争对手"),
}


@pytest.mark.parametrize(
    "question",
    [each.format(word) for language in RANKED for each in RANKED[language] for word in RANKING[language]],
)
def test_no_yes_and_no_number_is_told_of_the_largest_where_nothing_says_who_is(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole


@pytest.mark.parametrize("question", ["Is CATL a supplier of Tesla?", "How many competitors does CATL have?"])
def test_the_same_without_such_a_word_is_told(parser: Parser, question: str) -> None:
    assert parser.parse(question).whole
