"""Amounts of money in questions, and numbers that are none."""

from __future__ import annotations

import pytest

from core.domain.plan import Money
from core.questions.vocabulary.money_words import money_in

SAID = {
    "acquisitions worth more than 10 billion dollars": (">", 10e9, "USD"),
    "deals over $10bn since 2018": (">", 10e9, "USD"),
    "$10bn+ acquisitions": (">=", 10e9, "USD"),
    "at least US$1.5 billion": (">=", 1.5e9, "USD"),
    "for 7.5 billion dollars": ("=", 7.5e9, "USD"),
    "less than half a billion euros": ("<", 0.5e9, "EUR"),
    "up to two billion yen": ("<=", 2e9, "JPY"),
    "in excess of a hundred million British pounds": (">", 100e6, "GBP"),
    "over 5,000,000 dollars": (">", 5e6, "USD"),
    "HK$ 3 million or more": (">=", 3e6, "HKD"),
    "over 10 billion": (">", 10e9, ""),
    "金额超过50亿美元的收购": (">", 5e9, "USD"),
    "50亿美元以上的收购": (">=", 5e9, "USD"),
    "一百亿元": ("=", 10e9, "CNY"),
    "五十亿美元以下": ("<=", 5e9, "USD"),
    "两千亿日元": ("=", 200e9, "JPY"),
    "百亿美元以上": (">=", 10e9, "USD"),
    "不到1.5万亿韩元": ("<", 1.5e12, "KRW"),
    "至少一千二百万欧元": (">=", 12e6, "EUR"),
    "超过约3亿": (">", 3e8, ""),
}
NONE = (
    "founded in 2010 by Apple",
    "the top 10 makers",
    "三元锂电池",
    "哪些公司生产3元材料",
    "more than 20 % of Arm",
    "超过20%",
    "three suppliers of Apple",
    "两家公司",
    "at least 5 billion dollars or less",
)


@pytest.mark.parametrize(("question", "said"), SAID.items())
def test_an_amount_is_read(question: str, said: tuple[str, float, str]) -> None:
    ((found, money),) = money_in(question)
    assert money == Money(operator=said[0], amount=said[1], currency=said[2])
    assert found[0] == found[0].strip()


@pytest.mark.parametrize("question", NONE)
def test_other_numbers_are_no_amounts(question: str) -> None:
    assert money_in(question) == []
