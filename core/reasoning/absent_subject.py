"""The company that a Chinese question for a value or a description is about, where nothing in it is a known name."""

from __future__ import annotations

import re

from core.domain.function_words import MORE_REQUESTS_ZH, REQUESTS_ZH, any_of
from core.names.name_finder import NameMatch
from core.names.normalise import fold_characters
from core.reasoning.asked_value import asked_value

_MOST_CHARACTERS = 60
_LEAST_OF_A_NAME = 2
_NAME_AHEAD = re.compile(r"[\u3400-\u9fff]+")
_REQUESTS = re.compile(rf"(?:{any_of(REQUESTS_ZH | MORE_REQUESTS_ZH)})*[，,、\s]*")
_NO_NAME = re.compile("[的哪谁何几怎最]|什么|多少|(?:行业|产业|市场|概念|板块)$")
_DESCRIBED = re.compile(
    r"(?:公司|集团|企业)?(?P<how>"
    r"(?:主要)?是?(?:做|干|搞|从事|经营|生产)(?:什么|啥)(?:业务|产品|生意|行业)?的?"
    r"|的?(?:主营业务|主要业务|主营|业务|简介|情况|概况|基本情况|资料|信息)(?:是|有)?(?:什么|哪些)?"
    r"|怎么样|如何|是(?:什么|啥|一家什么样?的?|怎样的|什么样的)(?:公司|企业)?"
    r")?"
)
_END = re.compile(r"[?？。.!！\s呢啊呀吗]+$")


def absent_subject(question: str) -> str:
    """佐布拉特 in 佐布拉特公司在哪里: what stands ahead of words that, with it, are the whole question.

    Empty where a question asks for no value and no description of one company.
    """
    asked = fold_characters(question)
    begin = _REQUESTS.match(asked)
    first = begin.end() if begin else 0
    ahead = _NAME_AHEAD.match(asked, first)
    if ahead is None or len(question) > _MOST_CHARACTERS:
        return ""
    for last in range(first + _LEAST_OF_A_NAME, ahead.end() + 1):
        name = question[first:last]
        if _NO_NAME.search(name):
            return ""
        if _asks_of(question, first, last):
            return name
    return ""


def _asks_of(question: str, first: int, last: int) -> bool:
    """Whether the question asks for a value of what stands there, or to describe it."""
    if asked_value(question, [NameMatch(first, last, ())]) is not None:
        return True
    bare = _END.sub("", question[last:])
    described = _DESCRIBED.fullmatch(bare)
    return described is not None and (first > 0 or described["how"] is not None)
