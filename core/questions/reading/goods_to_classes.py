"""Which companies supply goods to others, where nobody is named: 哪些中国公司给欧洲公司供应电池.

Each side of such a question is a class of companies, so that the grammar may take either for who is asked for. The
words are put in the order of “Chinese battery suppliers of European companies”, which can be read in one way only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import RelationNoun
from core.questions.vocabulary.segments import Unknown

Words = Sequence[Token | Unknown]
_GIVING = ("supplies", "licenses_to")
"""What is given to others, with the goods named: batteries, drugs."""

_TO_ZH = ("给", "向", "为")


@dataclass(frozen=True)
class _Side:
    """Words for companies: the ``conditions`` before, and the class that is the head; None where it is any company."""

    conditions: tuple[Token, ...]
    head: Token | None
    tokens: tuple[Token, ...]


def supplied_to_class(folded: str, found: Words) -> list[Token | Unknown]:
    """The words in that order; as they are where they are no such question."""
    words = [each for each in found if not (isinstance(each, Token) and set(each.readings) == {"noise"})]
    given = {at: kind for at, word in enumerate(words) if (kind := _given_by(word))}
    place = next(iter(given), -1)
    if place < 1 or not all(isinstance(each, Token) for each in words):
        return list(found)
    tokens = [each for each in words if isinstance(each, Token)]
    verb, before, behind = tokens[place], tokens[:place], tokens[place + 1 :]
    to = next((at for at, each in enumerate(before) if folded[each.start : each.end] in _TO_ZH), -1)
    if to > 0:  # 给欧洲公司供应电池
        who, whom, goods, link = _side(before[:to]), _side(before[to + 1 :]), behind, before[to]
    elif len(behind) > 2 and "preposition" in behind[1].readings:
        who, whom, goods, link = _side(before), _side(behind[2:]), behind[:1], behind[1]
    else:
        return list(found)
    if who is None or whom is None or len(goods) != 1 or not _is_goods(goods[0]):
        return list(found)
    suppliers = Token(verb.start, verb.end, {"noun": (RelationNoun(given[place], "backward"),)})
    of = Token(link.start, link.end, {"of": ("of",), "preposition": ("of",)})
    that_are = [] if who.head is None else [_as(link, "that"), _as(link, "be"), who.head]
    return [*who.conditions, goods[0], suppliers, of, *whom.tokens, *that_are]


def _given_by(word: Token | Unknown) -> str:
    """The relation by which its subject gives somebody something; "" of any other word."""
    verbs = word.readings.get("verb", ()) if isinstance(word, Token) else ()
    return next((verb.type for verb in verbs if verb.type in _GIVING and verb.subject == "source"), "")


def _is_goods(word: Token) -> bool:
    return any(not each.companies for each in word.readings.get("class", ()))


def _side(tokens: Sequence[Token]) -> _Side | None:
    """Words for companies that name nobody; None of anything else."""
    conditions = [each for each in tokens if "condition" in each.readings]
    heads = [each for each in tokens if any(one.companies for one in each.readings.get("class", ()))]
    others = [each for each in tokens if "company" in each.readings and each not in heads]
    if not tokens or len(heads) > 1 or len(conditions) + len(heads) + len(others) != len(tokens):
        return None
    said = [each for each in tokens if each not in others or not heads]
    return _Side(tuple(conditions), heads[0] if heads else None, tuple(said))


def _as(word: Token, category: str) -> Token:
    return Token(word.start, word.end, {category: (category,)})
