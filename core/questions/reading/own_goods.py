"""小米的汽车电池, Xiaomi's EV batteries: of a company that mainly makes something else it is not recorded which of its
goods a supplier's are for, so that the part is understood, and what it is for is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import Named, RelationNoun, RelationVerb
from core.questions.phrases.fitting import ids_of
from core.questions.phrases.phrases import Phrases
from core.questions.vocabulary.concepts import Concepts
from core.questions.vocabulary.segments import Unknown

Words = Sequence[Token | Unknown]
_TO = frozenset(("给", "为", "向", "替", "to", "for"))


def with_parts_alone(
    folded: str, found: Words, concepts: Concepts, phrases: Phrases, industry_of: Callable[[str], str]
) -> list[Token | Unknown]:
    """The same words, with such goods as what they are for, unknown, and the part. ``industry_of``: the main industry
    of a company."""
    if not any(map(_supplies, found)):
        return list(found)
    kept: list[Token | Unknown] = []
    before = [None, *(each for each in found if not _is_light(each))]
    owners = {id(each): owner for owner, each in pairwise(before)}
    for each in found:
        parts = _parts(folded, owners.get(id(each)), each, concepts, phrases, industry_of)
        kept += parts or [each]
    return _without_goods_of_customers(folded, kept, phrases)


def _without_goods_of_customers(folded: str, found: Words, phrases: Phrases) -> list[Token | Unknown]:
    """给小米手机供应芯片: what the customer makes of the chips is not understood, nor is what it makes itself."""
    kept = list(found)
    for place, (to, name, goods) in enumerate(zip(found, found[1:], found[2:], strict=False)):
        if folded[to.start : to.end] not in _TO or not isinstance(name, Token) or not isinstance(goods, Token):
            continue
        named, names = goods.readings.get("class", ()), name.readings.get("name", ())
        others = any(isinstance(each, Token) and "class" in each.readings for each in found[place + 3 :])
        if named and names and (others or any(phrases.own_makers(args, named[0]) for args in names)):
            kept[place + 2] = Unknown(goods.start, goods.end)
    return kept


def _parts(
    folded: str,
    owner: Token | Unknown | None,
    goods: Token | Unknown,
    concepts: Concepts,
    phrases: Phrases,
    industry_of: Callable[[str], str],
) -> list[Token | Unknown]:
    if not isinstance(owner, Token) or not isinstance(goods, Token) or "class" not in goods.readings:
        return []
    names = owner.readings.get("name", ())
    for end, use, part in _compounds(folded[goods.start : goods.end], concepts):
        mainly = {industry_of(each) for args in names for each in ids_of(args)} & concepts.family_of(use)
        if mainly or not any(phrases.own_makers(args, Named(use)) for args in names):
            continue
        middle = goods.start + end
        return [Unknown(goods.start, middle), Token(middle, goods.end, {"class": (Named(part),)})]
    return []


def _compounds(words: str, concepts: Concepts) -> Iterator[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    """Where words for goods are what they are for and a part: EV, batteries."""
    for end in range(1, len(words)):
        use, part = concepts.class_called(words[:end].strip()), concepts.class_called(words[end:].strip())
        if use and part:
            yield end, use, part


def _is_light(word: Token | Unknown) -> bool:
    return isinstance(word, Token) and not {"of", "possessive"}.isdisjoint(word.readings)


def _supplies(word: Token | Unknown) -> bool:
    meant = [*word.readings.get("noun", ()), *word.readings.get("verb", ())] if isinstance(word, Token) else []
    return any(isinstance(each, RelationNoun | RelationVerb) and each.type == "supplies" for each in meant)
