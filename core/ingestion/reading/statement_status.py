"""Whether a sentence says that a relation holds, has ended, is planned, is denied, or is only reported by others."""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.ingestion.reading.proposals import CandidatePair, ReadStatus
from core.messages import Language

_BEFORE = 40  # characters before the first name in which a word still speaks of the relation
_BEHIND = 30
_EVENTS = frozenset(("acquired", "merged_with", "divested", "founded_by", "litigation"))
"""Types that do not end: "former" beside them speaks of a name."""
_Words = Mapping[Language, re.Pattern[str]]
_DENIED: _Words = {
    "en": re.compile(
        r"\b(?:den(?:y|ies|ied)|refut\w+|dismiss\w+|reject\w+|no plans? to|did not|does not|do not|will not|has not"
        r"|have not|had not|never|is not|are not|was not|were not|isn't|didn't|won't|doesn't|failed to|refused to"
        r"|abandon\w*|called? off|scrapp\w+|block\w* (?:the|by)|unsuccessful\w*)\b",
        re.I,
    ),
    "zh": re.compile(
        "否认|澄清|辟谣|不会|并未|并非|从未|尚未|没有|未与|未能|不再考虑|无意|不存在|告吹|流产|搁浅|拒绝|终止收购|终止筹划"
        "|取消收购|放弃收购|放弃|不属实"
    ),
}
_ENDED: _Words = {
    "en": re.compile(
        r"\b(?:former(?:ly)?|ex-|previously|once|used to|no longer|until (?:19|20)\d\d|ceased|terminat\w+|ended|expired"
        r"|dissolved|at that time|at the time|then-)\b",
        re.I,
    ),
    "zh": re.compile("曾经|曾是|曾为|曾持有|原股东|原控股|前股东|前母公司|不再|解除|终止|到期|退出|已结束|此前曾"),
}
_PLANNED: _Words = {
    "en": re.compile(
        r"\b(?:will|would|plans? to|planned to|intends? to|intended to|proposed|proposes|agree[sd]? to|agreement to"
        r"|offer(?:ed|s)? to|bid for|bidding|in talks|talks to|consider\w*|seek(?:s|ing)? to|aims? to|is set to"
        r"|expected|to (?:acquire|buy|merge|sell|form|invest|take over|purchase|spin off|partner)"
        r"|pending|may|might|could|attempt\w*)\b",
        re.I,
    ),
    "zh": re.compile(
        "拟|计划|将(?!其|所|持|股|该|公司)|有意|打算|预计|或将|考虑|洽谈|商讨|筹划|意向|欲|准备|谋求|寻求|有望|即将|可能"
    ),
}
_MONTH = re.compile(
    r"\b(?i:in|on|since|by|from|until|till|through|of|during|before|after|late|early|mid|this|last|next|\d{1,2}(?:st|nd|rd|th)?)"
    r"[ -](?:late |early |mid-?)?May\b|\bMay(?= \d|,? (?:19|20)\d\d)"
)
"""The month, which is no modal verb."""
_REPORTED: _Words = {
    "en": re.compile(
        r"\b(?:reportedly|rumou?r\w*|according to (?:sources|people|reports|media|the)|sources sa(?:y|id)|it is said"
        r"|allegedly|alleged|media reports?|speculat\w+|is said to)\b",
        re.I,
    ),
    "zh": re.compile(
        "据报道|据悉|据传|传闻|传出|消息称|消息人士|知情人士|有消息|媒体报道|外媒|坊间|市场传|盛传|被曝|疑似|据了解"
    ),
}


def status_of(pair: CandidatePair, relation_type: str) -> ReadStatus:
    """The status of what ``pair`` is read to state: denied before ended, ended before planned, planned before
    reported."""
    near = _near(pair)
    whole = pair.text[pair.sentence.start : pair.second.end]
    language = pair.language
    if _DENIED[language].search(near):
        return "denied"
    if relation_type not in _EVENTS and _ENDED[language].search(near):
        return "ended"
    if _PLANNED[language].search(near):
        return "planned"
    return "reported" if _REPORTED[language].search(whole) else "current"


def _near(pair: CandidatePair) -> str:
    """The words between the names and near them, without the names."""
    begin = max(pair.sentence.start, pair.first.start - _BEFORE)
    end = min(pair.sentence.end, pair.second.end + _BEHIND)
    text = pair.text
    near = f"{text[begin : pair.first.start]} {text[pair.first.end : pair.second.start]} {text[pair.second.end : end]}"
    return _MONTH.sub(" ", near) if pair.language == "en" else near
