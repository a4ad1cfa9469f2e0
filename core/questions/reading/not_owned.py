"""不属于大众的车企 leaves out the subsidiaries of Volkswagen, too: 不属于 by itself only denies the named company."""

from __future__ import annotations

from collections.abc import Sequence

from core.questions.parsing.chart import Token
from core.questions.vocabulary.lexicon import Lexicon
from core.questions.vocabulary.segments import Unknown

_NOT, _BELONG, _OF = "不", "属于", "的"
_MEMBERS = frozenset(("class", "company", "condition"))


def not_owned(folded: str, found: Sequence[Token | Unknown], lexicon: Lexicon) -> list[Token | Unknown]:
    """Splits 不属于 before a company into 不 and the verb 属于, so that its subsidiaries are left out as well."""
    kept = list(found)
    spoken = [
        place for place, each in enumerate(kept) if not (isinstance(each, Token) and set(each.readings) == {"noise"})
    ]
    for at, place in enumerate(spoken[:-2]):
        word = kept[place]
        name, of, *members = (kept[each] for each in spoken[at + 1 : at + 4])
        belongs = folded[word.start : word.end] == _NOT + _BELONG and folded[of.start : of.end] == _OF
        if belongs and _is(name, "name") and members and any(_is(members[0], each) for each in _MEMBERS):
            middle = word.start + len(_NOT)
            denied, verb = lexicon[_NOT], lexicon[_BELONG]
            if denied is not None and verb is not None and "verb" in verb:
                both = (
                    Token(word.start, middle, {"not": denied["not"]}),
                    Token(middle, word.end, {"verb": verb["verb"]}),
                )
                return [*kept[:place], *both, *kept[place + 1 :]]
    return kept


def _is(word: Token | Unknown, kind: str) -> bool:
    return isinstance(word, Token) and kind in word.readings
