"""Which companies supply goods to others, where nobody is named: 哪些中国公司给欧洲公司供应电池.

Each side of such a question is a class of companies, so that the grammar may take either for who is asked for. The
words are put in the order of “Chinese battery suppliers of European companies”, which can be read in one way only. Of
goods that are bought from a class those who sell them make them: 从韩国公司采购显示屏, from Korean display companies.
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
_ASKING_ZH = ("哪些", "哪家", "哪几家", "什么", "哪个")
_OF_TO = (("of", "to"), ("of", "for"))
_FROM_ZH, _FROM_EN = ("从", "向", "由"), ("from", "by")


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
    asked_to_whom = to > 0 and any(folded[each.start : each.end] in _ASKING_ZH for each in before[to + 1 :])
    if asked_to_whom and who.head is None and "company" in who.tokens[-1].readings:
        return _asked_to_whom(who, whom, goods[0], RelationNoun(given[place], "forward"), verb, link)
    suppliers = Token(verb.start, verb.end, {"noun": (RelationNoun(given[place], "backward"),)})
    of = Token(link.start, link.end, {"of": ("of",), "preposition": ("of",)})
    that_are = [] if who.head is None else [_as(link, "that"), _as(link, "be"), who.head]
    return [*who.conditions, goods[0], suppliers, of, *whom.tokens, *that_are]


def goods_before_role(folded: str, found: Words) -> list[Token | Unknown]:
    """The words with “supplier of batteries to” as “battery supplier of”; as they are where nothing is said so. Else
    batteries to carmakers could be those that carmakers make."""
    words = list(found)
    for at, word in enumerate(words[:-3]):
        of, goods, to = words[at + 1 : at + 4]
        said = folded[of.start : of.end], folded[to.start : to.end]
        if _is_giver(word) and said in _OF_TO and isinstance(goods, Token) and _is_goods(goods):
            return [*words[:at], goods, word, of, *words[at + 4 :]]
    return words


def _is_giver(word: Token | Unknown) -> bool:
    nouns = word.readings.get("noun", ()) if isinstance(word, Token) else ()
    return any(each.type in _GIVING and each.end == "backward" for each in nouns)


def _asked_to_whom(
    who: _Side, whom: _Side, goods: Token, customers: RelationNoun, verb: Token, link: Token
) -> list[Token | Unknown]:
    """中国公司给哪些德国车企供应钢材: the customers of Chinese steel companies that are German carmakers."""
    noun = Token(verb.start, verb.end, {"noun": (customers,)})
    of = Token(link.start, link.end, {"of": ("of",), "preposition": ("of",)})
    company = who.tokens[-1]
    that_are = [] if whom.head is None else [whom.head, _as(link, "that"), _as(link, "be")]
    return [*whom.conditions, *that_are, noun, of, *who.conditions, goods, company]


def bought_from_class(folded: str, found: Words) -> list[Token | Unknown]:
    """The words with the goods before the companies they are bought from; as they are where nothing is bought so."""
    words = list(found)
    verb = next((at for at, word in enumerate(words) if _given_by(word, "target")), -1)
    if verb < 0:
        return words
    named = _is_word(words, verb + 1, "goods")
    link = words[verb + 2] if verb + 2 < len(words) else None
    if named and link is not None and folded[link.start : link.end] in _FROM_EN:  # buy steel from
        goods, first, end = verb + 1, verb + 3, len(words)
    elif named:  # 从韩国公司采购显示屏
        links = [at for at in range(verb) if (word := words[at]) and folded[word.start : word.end] in _FROM_ZH]
        goods, first, end = verb + 1, (links[-1] + 1 if links else verb), verb
    else:
        return words
    side = [each for each in words[first:end] if not (isinstance(each, Token) and set(each.readings) == {"noise"})]
    if not side or any(isinstance(each, Unknown) for each in side):
        return words
    who = _side([each for each in side if isinstance(each, Token)])
    if who is None or who.head is not None or "company" not in who.tokens[-1].readings:
        return words
    place = words.index(who.tokens[-1])
    moved = [*words[:place], words[goods], *words[place:]]
    del moved[goods + (goods >= place)]
    if goods < place and _is_word(moved, goods, "by"):
        del moved[goods]  # supplied with steel by
    buys = words[verb]
    assert isinstance(buys, Token)  # as it was found
    moved[verb + (verb >= place)] = _giving_alone(buys)
    return moved


def _giving_alone(verb: Token) -> Token:
    """The verb as one of trade: to buy steel from somebody is not to buy somebody."""
    verbs = tuple(each for each in verb.readings["verb"] if each.type in _GIVING)
    kept = {kind: found for kind, found in verb.readings.items() if kind == "stranded"}
    return Token(verb.start, verb.end, {**kept, "verb": verbs})


def _is_word(words: Words, at: int, kind: str) -> bool:
    word = words[at] if at < len(words) else None
    if not isinstance(word, Token):
        return False
    return _is_goods(word) if kind == "goods" else kind in word.readings


def _given_by(word: Token | Unknown, subject: str = "source") -> str:
    """The relation by which its subject gives somebody something, or is given it; "" of any other word."""
    verbs = word.readings.get("verb", ()) if isinstance(word, Token) else ()
    return next((verb.type for verb in verbs if verb.type in _GIVING and verb.subject == subject), "")


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
