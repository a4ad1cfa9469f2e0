"""Reads plain statements: two names and a word for a relation in a fixed frame, with nothing else between them.

Bosch supplies BMW; the customers of TSMC include Apple, Nvidia and AMD; 台积电的客户包括苹果、英伟达; 格力与美的竞争.
What stands in such a frame needs no second reader to confirm it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from core.ingestion.reading.cue_words import FoundCue
from core.ingestion.reading.proposals import CandidatePair, Vote
from core.names.normalise import fold_characters

NAME = "statements"
_Role = Literal["first", "second"]
_SURE = 0.9
_LONGEST_LINK = 12  # characters of a preposition before a name
_MASK = "\x00"
_LIST = {
    "en": rf"(?:{_MASK}|,|&|\s|\band\b|\bor\b|\bas well as\b|\bboth\b|\bthe\b)*",
    "zh": rf"(?:{_MASK}|[、和与及或]|以及|\s)*",
}
"""Other names of a list before the second one."""
_GRADE_EN = (
    r"(?:(?:main|major|key|largest|biggest|chief|principal|leading|primary|top|closest|direct|fiercest|long-?time|long"
    r"|important|current|existing|strategic|global|local|domestic|[a-z]+-based|american|chinese|german|japanese|korean"
    r"|european|french|british|indian|taiwanese|exclusive|sole|wholly|majority|minority|\d+)[\s-]+)*"
)
_GRADE_ZH = (
    "(?:主要|最大|核心|重要|直接|第[一二三四五]大|前[一二三四五十]大|全球|国内|海外|国际|长期|关键|战略|独家|唯一|最重要|当前|现有"
    "|最主要|的|在[^，。,]{2,8}(?:领域|方面|市场|上))*"
)
_ADVERB_EN = (
    r"(?:(?:also|already|now|currently|recently|later|then|still|directly|mainly|has|have|had|will|would"
    r"|(?:has |have )?agreed to|plans? to|intends? to|is (?:set|due|about) to)\s+)*"
)
_ADVERB_ZH = (
    "(?:也|还|已|已经|目前|现在|正在|正|一直|长期|主要|直接|正式|成功|宣布|完成|全资|独家|批量|计划|拟|将|近日|同时|均"
    "|都|曾|今年|去年)*"
)
_BE_EN = r"(?:is|are|was|were|remains?|became|has been|have been)\s+(?:also |still |now |currently |among )?"
_FRAMES: dict[str, re.Pattern[str]] = {
    "en owner": re.compile(rf"(?:'s|’s|')\s+{_GRADE_EN}"),
    "en are": re.compile(rf"\s*(?:include[sd]?|are|is|were|remain|:|,? such as|,? like|,? including)\s*{_LIST['en']}"),
    "en of": re.compile(rf"\s*(?:of|to|for)\s+(?:the\s+)?{_LIST['en']}"),
    "en is": re.compile(rf"\s*,?\s*{_BE_EN}(?:an?|the|one of (?:the|its))?\s*{_GRADE_EN}"),
    "en does": re.compile(rf"\s*{_ADVERB_EN}"),
    "en done": re.compile(rf"\s*{_BE_EN}(?:being )?(?:[a-z]+ly )?"),
    "en whom": re.compile(rf"\s*(?:the\s+)?{_LIST['en']}"),
    "en by": re.compile(rf"\s*by\s+(?:the\s+)?{_LIST['en']}"),
    "zh owner": re.compile(f"的?{_GRADE_ZH}"),
    "zh are": re.compile(
        f"(?:公司|企业|方|商)?(?:主要|目前|大多|分别)?(?:有|包括|包含|是|为|涵盖|如|:|：|主要有|主要是|包括了|有着)了?{_LIST['zh']}"
    ),
    "zh is": re.compile(f"(?:也|目前|现在|一直|正|曾)?(?:是|为|成为|系|作为){_LIST['zh']}"),
    "zh whom": re.compile(f"(?:了|过)?{_LIST['zh']}"),
    "zh does": re.compile(_ADVERB_ZH),
    "zh with": re.compile(f"{_ADVERB_ZH}(?:与|和|跟|同){_LIST['zh']}"),
    "zh to": re.compile(f"{_ADVERB_ZH}(?:向|给|为|对){_LIST['zh']}"),
    "zh by": re.compile(f"{_ADVERB_ZH}(?:被|遭|由){_LIST['zh']}"),
    "zh then": re.compile(f"{_ADVERB_ZH}(?:展开|进行|存在|直接|激烈|公司|大量|提供|批量|持续|长期)*"),
}
"""What stands between the names and the word; each from end to end."""
_NO_SUBJECT = {
    "en": re.compile(r"(?:\b(?:of|by|from|for|with|to|in|at|on|than|between|against|via)\s+(?:the\s+)?|'s |’s )$"),
    "zh": re.compile(
        "(?:与|和|跟|同|向|由|被|对|给|从|把|将|为|以|通过|较|比)(?:(?:公司|其|该)?(?:关联方|关联公司|(?:控股)?股东|(?:全资)?子公司))?$"
    ),
}
"""Before a name that does not do what the verb says."""
_ONLY_PART = {
    "en": re.compile(
        r"\s*(?:'s|’s|'\s|-|(?:\w+\s+){0,2}(?:to|stake|shares?|unit|division|business|assets?|subsidiary)\b)"
    ),
    "zh": re.compile(
        r"(?:公司|集团)?(?:[(（][^)）]*[)）])?(?:的|旗下|(?:合计|共同|分别)?持有|所持|[\s\d.%％约]*(?:股权|股份|股票|资产|业务|项目|子公司|部门|事业部|工厂|产品))"
    ),
}
"""Behind a name of which only a part, or something else, is meant."""
_NOT_SAID = {
    "en": re.compile(
        r"\b(?:if|whether|unless|not|never|no longer|neither|former|ex|potential|would-be|alleged)\b|\?\s*$"
    ),
    "zh": re.compile("如果|若|假如|是否|不是|并非|没有|不再|未|潜在|疑似|[?？]\\s*$"),
}
"""Words of a sentence that may turn what it states round."""
_BEHIND_ROLE_ZH = re.compile("(?:公司|企业)?(?:之一)?(?:[，,。;；、)）]|$)")


class StatementReader:
    """Votes on pairs that a plain statement relates. ``cues_of``: the words for relations in the sentence of a pair,
    outside its names."""

    name = NAME

    def __init__(self, cues_of: Callable[[CandidatePair], Sequence[FoundCue]]) -> None:
        self._cues_of = cues_of
        self._last: tuple[str, int, int, str] = ("", 0, 0, "")

    def read(self, pairs: Sequence[CandidatePair]) -> list[tuple[Vote, ...]]:
        """At most one vote on each pair: none where two words say different things of it."""
        return [self._votes(pair) for pair in pairs]

    def _votes(self, pair: CandidatePair) -> tuple[Vote, ...]:
        cues = self._cues_of(pair)
        if not cues:
            return ()
        sentence = self._masked(pair)
        if _NOT_SAID[pair.language].search(sentence):
            return ()
        said = {(each.cue.relation_type, way) for each in cues for way in _ways(pair, each, sentence)}
        return tuple(Vote(NAME, kind, forward, _SURE) for kind, forward in said) if len(said) == 1 else ()

    def _masked(self, pair: CandidatePair) -> str:
        """The sentence of a pair, folded, with its names masked; that of the last pair is kept."""
        text, span = pair.text, pair.sentence
        if self._last[:3] != (text, span.start, span.end):
            folded = list(fold_characters(text[span.start : span.end]))
            for each in pair.mentions:
                folded[each.start - span.start : each.end - span.start] = _MASK * (each.end - each.start)
            self._last = (text, span.start, span.end, "".join(folded))
        return self._last[3]


def _ways(pair: CandidatePair, found: FoundCue, sentence: str) -> Iterator[bool]:
    """Whether the first mention is the source of what the word says in a frame; nothing where it stands in none."""
    cue, second = found.cue, pair.second
    of_second = cue.kind == "noun" and second.end <= found.start  # 乙的供应商
    if not of_second and _ONLY_PART[pair.language].match(sentence, second.end - pair.sentence.start):
        return
    frames = _Frames(sentence, pair, found)
    read = frames.in_english if pair.language == "en" else frames.in_chinese
    role = read()
    if role is not None:
        yield cue.end == "either" or (cue.end == "source") == (role == "first")


@dataclass(frozen=True, slots=True)
class _Frames:
    """A pair and a word of its ``sentence``, in which names are masked.

    The methods return which mention the word names: the one that is called so, or that does what the verb says.
    """

    sentence: str
    pair: CandidatePair
    found: FoundCue

    def in_english(self) -> _Role | None:
        """Of the first mention and the second, with the word before or between them."""
        first, second, word, cue = self.pair.first, self.pair.second, self.found, self.found.cue
        if word.end <= first.start:
            of_first = cue.kind == "noun" and self._fits("of", word.end, first.start)
            return "second" if of_first and self._fits("are", first.end, second.start) else None
        if word.start < first.end or second.start < word.end:
            return None
        if cue.kind == "noun":
            if self._fits("owner", first.end, word.start) and self._fits("are", word.end, second.start):
                return "second"
            is_called = self._fits("is", first.end, word.start) and self._fits("of", word.end, second.start)
            return "first" if is_called else None
        if cue.passive and self._fits("done", first.end, word.start) and self._fits("by", word.end, second.start):
            return "second"
        return "first" if self._does() else None

    def in_chinese(self) -> _Role | None:
        """Of both mentions, with the word between or behind them."""
        first, second, word, cue = self.pair.first, self.pair.second, self.found, self.found.cue
        if first.end <= word.start and word.end <= second.start:
            if cue.kind == "noun":
                has = self._fits("owner", first.end, word.start) and self._fits("are", word.end, second.start)
                return "second" if has else None
            return "first" if self._does() else None
        if word.start < second.end:
            return None
        if cue.kind == "noun":
            named = self._fits("is", first.end, second.start) and self._fits("owner", second.end, word.start)
            return (
                "first" if named and _BEHIND_ROLE_ZH.match(self.sentence, word.end - self.pair.sentence.start) else None
            )
        return self._behind_both()

    def _behind_both(self) -> _Role | None:
        """甲与乙竞争, 甲向乙供货, 甲被乙收购."""
        first, second, word = self.pair.first, self.pair.second, self.found
        if not self._is_subject() or not self._fits("then", second.end, word.start):
            return None
        if word.cue.end == "either":
            return "first" if self._fits("with", first.end, second.start) else None
        if self._fits("by", first.end, second.start):
            return "second"
        return "first" if self._fits("to", first.end, second.start) else None

    def _does(self) -> bool:
        """Whether the first mention does to the second what the verb between them says."""
        first, second, word = self.pair.first, self.pair.second, self.found
        does = self._fits("does", first.end, word.start) and self._fits("whom", word.end, second.start)
        return does and self._is_subject()

    def _is_subject(self) -> bool:
        begin = self.pair.first.start - self.pair.sentence.start
        return not _NO_SUBJECT[self.pair.language].search(self.sentence, max(0, begin - _LONGEST_LINK), begin)

    def _fits(self, frame: str, begin: int, end: int) -> bool:
        """Whether this is what stands between two places of the text."""
        start = self.pair.sentence.start
        return _FRAMES[f"{self.pair.language} {frame}"].fullmatch(self.sentence, begin - start, end - start) is not None
