"""What a question without a plan says beside the names in it: to name somebody, alone or with words such as “related
companies”, asks for what is related to it, and anything else was not understood."""

from __future__ import annotations

import re

from core.discovery.understood import Understood
from core.domain.function_words import ENGLISH
from core.names.normalise import fold_characters, is_legal_form

_WORDS = re.compile(r"[^\W_\u3400-\u9fff]+(?:[.&'’-][^\W_\u3400-\u9fff]+)*|[\u3400-\u9fff]+")
_SAYS_RELATED = re.compile(r"\b(?:relat\w+|connect\w+|link\w*|tie[sd]?|associated)\b|相关|有关|关联|关系|联系|往来")
_ASKING = re.compile(
    r"\b(?:who|whom|whose|what|which|is|are|was|were|do|does|did|has|have|be|how|there)\b|[谁哪有是吗些家个]|什么|多少"
)
_NAMING_EN = re.compile(
    "group|overviews?|profiles?|information|info|details?|data|introduc(?:e|tion)|describe|summar(?:y|i[sz]e)"
    "|analy(?:[sz]e|sis)|reports?|background|basics|vs|versus|compare|like|more|up|something|anything|around|s"
)
_NAMING_ZH = re.compile(
    "(?:请|帮|我|你|您|们|给|一下|查询?|查找|查?看|找|搜索?|介绍|简介|说说|讲讲|谈谈|了解|想|要|知道|关于|列出?|的|和|与|跟|及|以及|或"
    "|公司|企业|集团|品牌|情况|信息|资料|概况|背景|分析|报告|总结|详情|数据|这|那|家|对比|比较|所有|全部|一些|吧|呢|啊|了|你好|谢谢)*"
)
_MARKS = " \t,.;:!?，。；：！？、'’\"“”"


def words_beside_names(understood: Understood) -> tuple[str, ...]:
    """Stretches of words between the names of a question that ask for something else than what is related to them;
    none where nothing is named."""
    if not understood.link.entity_ids:
        return ()
    question, position, between = understood.request.query, 0, []
    for name in sorted((*understood.names, *understood.link.otherwise_written), key=lambda each: each.start):
        between.append(question[position : max(name.start, position)])
        position = max(position, name.end)
    between.append(question[position:])
    related = any(_SAYS_RELATED.search(fold_characters(each)) for each in between)
    said = (each.strip(_MARKS) for each in between)
    return tuple(dict.fromkeys(each for each in said if each and not _only_names(each, related=related)))


def _only_names(words: str, *, related: bool) -> bool:
    """Whether words say no more than that somebody is named, or who is ``related`` to him."""
    folded = fold_characters(words)
    if related:
        folded = _ASKING.sub(" ", _SAYS_RELATED.sub(" ", folded))
    elif _ASKING.search(folded):
        return False
    return all(
        _NAMING_ZH.fullmatch(each)
        if each[0] > "\u3400"
        else each in ENGLISH or _NAMING_EN.fullmatch(each) or is_legal_form(each)
        for each in _WORDS.findall(folded)
    )
