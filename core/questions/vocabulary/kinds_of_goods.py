"""Equipment, materials before suppliers or behind a verb (设备供应商, 供应设备): industries where the data have such,
else not understood; so are parts before suppliers. Behind a verb (“buys parts from”) parts say no more than the verb.
And whose cloud providers somebody is: a supplier."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import Condition, Named, RelationNoun, RelationVerb
from core.questions.vocabulary.concepts import Concepts
from core.questions.vocabulary.lexicon import IndustryClass, words_file
from core.questions.vocabulary.segments import Unknown

Words = list[Token | Unknown]
_SUPPLIES = "supplies"
_LINKS = frozenset(("of", "possessive", "preposition"))
_PROVIDERS = re.compile(
    r".*(?:\b(?:provider|vendor|supplier|operator|contractor|integrator|manufacturer|maker|foundr(?:y|ie))s?|服务商|供应商)"
)


class _Parted(NamedTuple):
    """Words for goods with what stands before and behind them in the same token."""

    before: Words
    goods: Unknown
    behind: Words


def with_kinds_of_goods(folded: str, found: Sequence[Token | Unknown], concepts: Concepts) -> Words:
    """The same words, of a question for suppliers those for goods as industries; with the class before them as one
    name: battery materials."""
    if not any(map(_supplies, found)):
        return list(found)
    kept: Words = []
    for each in found:
        parted = _of_noun(folded, each) or _of_verb(folded, each) or _of_goods(folded, each)
        if parted is None:
            kept.append(each)
            continue
        kept += parted.before
        goods, before = parted.goods, kept[-1] if kept else None
        ids = _called_together(folded, before, goods, concepts)
        start = kept.pop().start if ids else goods.start
        ids = ids or concepts.industries_of(_kinds()[folded[goods.start : goods.end]])
        kept.append(Token(start, goods.end, {"class": (Named(ids),)}) if ids else Unknown(start, goods.end))
        kept += parted.behind
    return kept


def with_providers(
    folded: str, found: Sequence[Token | Unknown], condition_of: Callable[[Named], Condition | None]
) -> Words:
    """The same words, where cloud providers may be suppliers of that class, of somebody who is named or of a class."""
    has_name = any(isinstance(each, Token) and "name" in each.readings for each in found)
    chosen: Words = []
    for place, each in enumerate(found):
        named = next(iter(each.readings.get("class", ())), None) if isinstance(each, Token) else None
        said = named is not None and named.companies and _PROVIDERS.fullmatch(folded[each.start : each.end])
        said = said and (has_name or _is_of_class(found, place))
        condition = condition_of(named) if said and named is not None else None
        if isinstance(each, Token) and condition is not None:
            noun = RelationNoun(_SUPPLIES, "backward", (condition,))
            chosen.append(Token(each.start, each.end, {**each.readings, "noun": (noun,)}))
        else:
            chosen.append(each)
    return chosen


def _is_of_class(found: Sequence[Token | Unknown], place: int) -> bool:
    """Whether a word is of a class of companies: foundries of chip designers, 芯片设计公司的代工厂."""
    words = [each.readings if isinstance(each, Token) else {} for each in found]
    links = [each for each, said in enumerate(words) if not _LINKS.isdisjoint(said)]
    owners = [
        each
        for each, (said, behind) in enumerate(zip(words, (*words[1:], {}), strict=True))
        if any(one.companies or "company" in behind for one in said.get("class", ()))
    ]
    return any(min(place, owner) < link < max(place, owner) for link in links for owner in owners)


def _called_together(
    folded: str, before: Token | Unknown | None, goods: Unknown, concepts: Concepts
) -> tuple[str, ...]:
    """What goods are called together with the class right before them."""
    if not isinstance(before, Token) or "class" not in before.readings or folded[before.end : goods.start].strip():
        return ()
    return concepts.called(folded[before.start : goods.end])


def _of_noun(folded: str, word: Token | Unknown) -> _Parted | None:
    """The goods and the suppliers of "equipment suppliers"."""
    nouns = word.readings.get("noun", ()) if isinstance(word, Token) else ()
    supplied = tuple(each for each in nouns if (each.type, each.end) == (_SUPPLIES, "backward"))
    text = folded[word.start : word.end]
    said = max((each for each in _kinds() if text.startswith(each) and len(each) < len(text)), key=len, default="")
    if not supplied or not said or (said.isascii() and text[len(said)] != " "):
        return None
    end = word.start + len(said)
    return _Parted([], Unknown(word.start, end), [Token(end, word.end, {"noun": supplied})])


def _of_verb(folded: str, word: Token | Unknown) -> _Parted | None:
    """供应设备: the verb and the goods."""
    verbs = word.readings.get("verb", ()) if isinstance(word, Token) else ()
    supplied = tuple(each for each in verbs if each.type == _SUPPLIES)
    text = folded[word.start : word.end]
    said = max((each for each, kind in _kinds().items() if kind.words and text.endswith(each)), key=len, default="")
    if not supplied or not said or said.isascii() or len(said) == len(text):
        return None
    start = word.end - len(said)
    return _Parted([Token(word.start, start, {"verb": supplied})], Unknown(start, word.end), [])


def _of_goods(folded: str, word: Token | Unknown) -> _Parted | None:
    """Equipment, materials by themselves."""
    kind = _kinds().get(folded[word.start : word.end])
    goods = isinstance(word, Token) and not {"goods", "material"}.isdisjoint(word.readings)
    return _Parted([], Unknown(word.start, word.end), []) if goods and kind is not None and kind.words else None


def _supplies(word: Token | Unknown) -> bool:
    meant = [*word.readings.get("noun", ()), *word.readings.get("verb", ())] if isinstance(word, Token) else []
    return any(isinstance(each, RelationNoun | RelationVerb) and each.type == _SUPPLIES for each in meant)


@cache
def _kinds() -> dict[str, IndustryClass]:
    """Word → the industries it means; ``words`` of those that mean something by themselves."""
    found: dict[str, IndustryClass] = {}
    for each in words_file("goods.yaml").values():
        said = (*each["zh"], *each["en"])
        kind = IndustryClass(said if each["named"] else (), tuple(each["named"]), ())
        found |= dict.fromkeys(said, kind)
    return found
