"""A word that restricts what is asked changes the plan, or is told as not used: none is dropped in silence."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.largest_holders import parsed_question
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

RESTRICTING = {
    "en": (
        "listed unlisted most main major key leading top former new only biggest largest private strategic exclusive"
        " potential domestic foreign overseas long-term big small closest primary possible sole first last earliest"
        " oldest youngest minority majority institutional individual commercial common joint mutual regular loyal"
        " reliable important state-owned independent approved certified strongest external official preferred trusted"
        " planned alleged rumoured closely"
    ),
    "zh": (
        "上市 未上市 最大 最 主要 核心 重要 关键 头部 前 新 国内 国外 海外 本土 私营 民营 国有 长期 独家 唯一 间接"
        " 战略 潜在 大 小 老 第一 首家 最早 最新 最近 常年 密切 共同 大型 小型 知名 可能 未来 曾经 稳定 固定 忠实"
        " 正式 真正 最强 最便宜 前十大 认证"
    ),
}
"""Words that say which of those who are related. Direct and current are none: every recorded relation is direct, and
those of today are asked for anyway."""
FRAMES = {
    "en": (
        "{} suppliers of Apple",
        "Which {} companies supply Apple?",
        "How many {} suppliers does Apple have?",
        "{} shareholders of Tencent",
        "{} partners of Toyota",
    ),
    "zh": (
        "苹果的{}供应商有哪些",
        "哪些{}公司给苹果供货",
        "苹果有多少家{}供应商",
        "腾讯的{}股东",
        "谁{}给苹果供货",
        "谁{}依赖台积电",
    ),
}
ADVERBS = (
    "mainly mostly only chiefly exclusively primarily closely regularly formerly previously recently newly largely"
    " heavily usually traditionally typically possibly probably always rarely sometimes once"
)


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize(
    ("frame", "word"),
    [
        *(
            (frame, word)
            for language, frames in FRAMES.items()
            for frame in frames
            for word in RESTRICTING[language].split()
        ),
        *(("companies that {} supply Apple", word) for word in ADVERBS.split()),
        *((f"who {word} depends on TSMC", word) for word in ("mainly", "mostly", "heavily", "most", "strongly")),
        *((frame, "最") for frame in ("英伟达{}依赖谁", "AI芯片的产能{}依赖哪些公司")),
        ("who supplies Apple {}", "only"),
        ("who supplies {} Apple", "only"),
        ("腾讯的{}股东", "大"),
        ("特斯拉的{}客户", "大"),
        ("Tencent's {} investors", "strategic"),
    ],
)
def test_no_restricting_word_is_dropped_in_silence(frame: str, word: str, sample_pipeline: DiscoveryPipeline) -> None:
    asked, plain = (parsed_question(sample_pipeline.base, frame.format(each), (), ()) for each in (word, ""))
    assert asked.plan is None or asked.plan != plain.plan or asked.not_understood or asked.passed_over


LISTED = {
    "supplies<(xiaomi)[ticker in *]": (
        "小米的上市供应商有哪些？",
        "哪些上市公司给小米供货？",
        "小米的供应商中哪些是上市公司？",
        "小米的供应商里有哪些上市了？",
        "Which listed companies supply Xiaomi?",
        "Which of Xiaomi's suppliers are publicly traded?",
        "Xiaomi suppliers that are listed",
    ),
    "supplies=(tesla)[ticker in *]": ("特斯拉的供应链上有哪些上市公司？",),
    "supplies=(apple)[ticker in *][country in CN]": ("苹果供应链里的中国上市公司有哪些？",),
    "count supplies<(xiaomi)[ticker in *]": ("How many of Xiaomi's suppliers are listed?", "小米有多少家上市供应商"),
    "supplies<(xiaomi)[ticker not_in *]": ("小米未上市的供应商", "unlisted suppliers of Xiaomi"),
    "whether catl in *[ticker in *]": ("Is CATL listed?", "宁德时代是上市公司吗？"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(LISTED))
def test_who_is_listed_has_a_ticker(question: str, plan: str, parser: Parser) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [
        ("小米的上市供应商", "zh", "已上市（有股票代码）"),
        ("unlisted suppliers of Xiaomi", "en", "without a recorded ticker"),
        ("英伟达最依赖谁", "zh", "“最” 没有用来筛选或排序"),
        ("strategic investors of Uber", "en", "“strategic” was not used"),
        ("特斯拉的主要供应商", "zh", "“主要” 没有用来筛选或排序"),
    ],
)
def test_the_answer_tells_it(question: str, language: str, told: str, sample_pipeline: DiscoveryPipeline) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert answer.outcome == "answered" and told in " ".join(each.text for each in answer.sentences)


def test_a_number_is_not_told_of_them(parser: Parser) -> None:
    assert parser.parse("特斯拉有多少大客户").not_understood == ("大",)
