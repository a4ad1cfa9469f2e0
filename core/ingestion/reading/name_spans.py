"""All names of companies in a text: those on record, and those that only look like one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from core.domain.text import CHINESE_CHARACTER
from core.ingestion.reading.known_names import KnownNames
from core.ingestion.reading.proposals import NameMention, TextSpan
from core.messages import Language
from core.names.normalise import FUNCTION_WORDS
from core.names.places import place_called

_LEGAL_EN = (
    r"(?:Inc|Ltd|LLC|L\.L\.C|PLC|plc|Corp|Corporation|Limited|Company|Co|GmbH|AG|S\.A|N\.V|Holdings|Group|Bank|Oyj|AB)"
)
_WITH_FORM_EN = re.compile(rf"(?:[A-Z][\w&.’'-]*\s+(?:(?:of|and|&|de)\s+)?){{1,6}}{_LEGAL_EN}\b\.?")
_FORM_ZH = re.compile(r"(?:股份有限公司|有限责任公司|有限公司|集团公司|集团)(?:[\u4e00-\u9fff]{2,6}分行)?")
_BEFORE_ZH = re.compile(r"[\u4e00-\u9fffA-Za-z0-9()（）·]{2,24}$")
_CUT_ZH = re.compile(
    r".*(?:收购|并购|投资|持有|控股|参股|起诉|质押给|质押|担保|签署|签订|合作|合资|子公司|股东|公司|以及|的|和|与|及|向|对|由"
    r"|被|为|将|是|在|了|从|给|把|拟|其|方|即|系|名称|企业|旗下|设立|成立|认购|受让|出售|转让|\d+日|\d+年)"
)
_TITLE_BEFORE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Messrs|Sir|Prof)\.?\s+$")
_MONTH = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday"
    r"|Thursday|Friday|Saturday|Sunday|Q[1-4]|CEO|CFO|COO|IPO|EBITDA|GAAP|SEC|Nasdaq|NYSE|Board|Chairman|President"
    r"|Director|Vice President|Chief .*|Table of Contents|Item|Note|Company|Group|Corporation)(?: \d+)?"
)
_GENERIC_ZH = re.compile(
    r"^(?:该|本|上市|子|母|控股|全资|目标|标的|分|总|两家|多家|其他|关联|下属|旗下)?(?:公司|集团|企业)$"
)
_HEADLINE = re.compile(
    r"\s*\b(?:To )?(?:Acquire[sd]?|Acquiring|Acquisition|Buys?|Bought|Sells?|Sold|Sues?|Sued|Merges?|Merged|Merger"
    r"|Completes|Announces?|Invests?|Partners|Agrees|Signs|Wins|Takes)\b(?:\s+(?:by|of|with|in|to|from)\b)?\s*"
)
Tagger = Callable[[str, Language], Iterable[TextSpan]]


def mentions_in(text: str, language: Language, known: KnownNames, tagged: Tagger) -> list[NameMention]:
    """The names in one sentence, in order, not overlapping: of two that overlap the longer one."""
    spans = [part for span in (*tagged(text, language), *shaped_names(text, language)) for part in _parts(text, span)]
    unknown = [known.mention(text, span.start, span.end) for span in spans if _is_name(text, span)]
    chosen: list[NameMention] = []
    for each in sorted([*known.find(text), *unknown], key=lambda each: (each.start - each.end, each.entity_id is None)):
        if all(each.end <= other.start or each.start >= other.end for other in chosen):
            chosen.append(each)
    return sorted(chosen, key=lambda each: each.start)


def shaped_names(text: str, language: Language) -> Iterator[TextSpan]:
    """Names that end in a legal form."""
    if language == "en":
        yield from (TextSpan(*match.span()) for match in _WITH_FORM_EN.finditer(text))
        return
    taken = 0
    for match in _FORM_ZH.finditer(text):
        before = _BEFORE_ZH.search(text, taken, match.start())
        if before is None:
            continue
        cut = _CUT_ZH.match(before[0])
        start = before.start() + (cut.end() if cut else 0)
        if match.start() - start >= 2:
            taken = match.end()
            yield TextSpan(start, match.end())


def _parts(text: str, span: TextSpan) -> Iterator[TextSpan]:
    """A name without words of headlines in it: Hilton Hotels Acquired by Blackstone."""
    begin = span.start
    for match in _HEADLINE.finditer(text, span.start, span.end):
        if match.start() > begin:
            yield TextSpan(begin, match.start())
        begin = match.end()
    if begin < span.end:
        yield TextSpan(begin, span.end)


def _is_name(text: str, span: TextSpan) -> bool:
    """Whether a span may be a company: not a person with a title, a month, a place or a word for any company."""
    name = text[span.start : span.end]
    if len(name) < 2 or _TITLE_BEFORE.search(text, max(0, span.start - 10), span.start) or _MONTH.fullmatch(name):
        return False
    if CHINESE_CHARACTER.search(name):
        return not _GENERIC_ZH.match(name) and place_called(name) is None
    return name.lower() not in FUNCTION_WORDS and place_called(name) is None and any(map(str.isalpha, name))
