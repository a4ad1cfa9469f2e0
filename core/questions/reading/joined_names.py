"""Names of products and industries that stand side by side, or before a word for companies, and are one: AI chips,
AI服务器厂商."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import Named
from core.questions.vocabulary.concepts import Concepts
from core.questions.vocabulary.segments import Candidate, Unknown

_COMPANIES_ZH = re.compile(r"(?:制造商|生产商|开发商|厂商|厂家|公司|企业|巨头|龙头)")
_LAST_WORD = re.compile(r"(?:(?<=[\u3400-\u9fff])(?:制造商|生产商|开发商|厂商|厂家|公司|企业|厂|商)|(?<=\w) \w+)$")
_MACHINES = frozenset(("equipment", "machinery", "设备", "装备"))
_COST, _COST_OF_NAME = 0.9, 0.4


def is_of_companies(word: Token) -> bool:
    """Whether a word stands for companies: makers, miners."""
    return "company" in word.readings or any(each.companies for each in word.readings.get("class", ()))


def before_companies(folded: str, names: Sequence[Candidate], concepts: Concepts) -> Iterator[Candidate]:
    """Chinese names of products with the word for companies right behind them: 手机游戏公司 are who make 手机游戏, not
    game companies among makers of phones. A word for a class of companies, as 手机公司, is looked up as a whole."""
    for each in names:
        behind = _COMPANIES_ZH.match(folded, each.end) if set(each.readings) == {"class"} else None
        if behind is None or concepts.class_called(folded[each.start : behind.end()]):
            continue
        yield Candidate(
            each.start, behind.end(), {"class": (Named(each.readings["class"][0].ids, True),)}, _COST_OF_NAME
        )


def side_by_side(question: str, found: Sequence[Token | Unknown], concepts: Concepts) -> Iterator[Candidate]:
    """Two names of industries or products that stand side by side and may be one: AI chips; also with the word for
    companies behind the second one: AI芯片公司, AI chip designers."""
    for one, other in pairwise(found):
        both = [isinstance(each, Token) and "class" in each.readings for each in (one, other)]
        if not all(both) or question[one.end : other.start].strip():
            continue
        words = question[one.start : other.end]
        companies = isinstance(other, Token) and is_of_companies(other)
        ids = concepts.called(words) or concepts.called_in_class(words)
        if not ids and companies:
            ids = concepts.called(_LAST_WORD.sub("", words))
        alone = isinstance(one, Token) and set(ids) == set(one.readings["class"][0].ids)
        if ids and not alone:
            yield Candidate(one.start, other.end, {"class": (Named(ids, companies),)}, _COST)


def without_machines(folded: str, found: Sequence[Token | Unknown], concepts: Concepts) -> list[Token | Unknown]:
    """Mark “equipment” directly behind a product or an industry as not understood, unless a name of that kind holds it.

    Nothing is called battery equipment, and makers of batteries are no answer. Lithography equipment may be known.
    """
    read = list(found)
    for place, (one, other) in enumerate(pairwise(found)):
        word = folded[other.start : other.end]
        if word not in _MACHINES or folded[one.end : other.start].strip() or not isinstance(one, Token):
            continue
        goods = one.readings.get("class", ())
        if goods and not is_of_companies(one) and not concepts.is_of_kind(goods[0].ids, word):
            read[place + 1] = Unknown(other.start, other.end)
    return read
