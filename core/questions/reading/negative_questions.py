"""Questions asked in the negative: "Isn't CATL a supplier of Tesla?" and 宁德时代不是特斯拉的供应商吗 ask if it is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.questions.parsing.chart import Token
from core.questions.phrases.set_phrases import INTERROGATIVE
from core.questions.vocabulary.lexicon import Lexicon
from core.questions.vocabulary.segments import Unknown

_AUXILIARY = re.compile(r"(?:is|are|was|were|do|does|did|has|have|had)(?P<denied>n['’]?t)?")
_NON = "non"
_SUBJECT = frozenset(("name", "person", "noise", "and", "both", "year", "in_year", "still"))
_OPEN = frozenset(("how_many", "people", "when", "fact", "where"))
_GROUP = frozenset(("of", "possessive", "noun", "among"))
_SILENT: dict[str, tuple[str, ...]] = {"noise": ("",)}


def asked_positively(folded: str, found: Sequence[Token | Unknown], lexicon: Lexicon) -> list[Token | Unknown]:
    """The tokens of a question of yes and no without its negation, which asks for no other answer; those of any other
    question as they are. ``folded``: the question."""
    tokens = list(found)
    place = _denial(folded, tokens)
    if place is None:
        return tokens
    denial = tokens[place]
    said = folded[denial.start : denial.end]
    if said.isascii() or "’" in said:
        readings = {"be": ("is",)} if _AUXILIARY.fullmatch(said) else _SILENT
    else:
        kept = next((each for each in ("属于", "是") if said.endswith(each)), "")
        readings = dict(lexicon[kept] or _SILENT)
    tokens[place] = Token(denial.start, denial.end, readings)
    return tokens


def _denial(folded: str, tokens: Sequence[Token | Unknown]) -> int | None:
    """Where the word stands that denies what is asked of the one named before it, or behind it in "isn't Arm"."""
    spoken = [place for place, each in enumerate(tokens) if not _is(each, "noise")]
    if len(spoken) < 3:
        return None
    first = tokens[spoken[0]]
    auxiliary = _AUXILIARY.fullmatch(folded[first.start : first.end])
    if auxiliary is not None and auxiliary["denied"]:
        asks = _is(tokens[spoken[1]], "name", "person") or _says(folded, tokens[spoken[0] + 1], "there")
        return spoken[0] if asks else None
    if auxiliary is not None:
        return _behind_subject(folded, tokens, spoken[1:])
    asks = any(_is(each, "whether") for each in tokens[-2:])
    asks = asks and not any(_is(each, *_OPEN) or INTERROGATIVE.match(folded, each.start) for each in tokens)
    return _behind_subject(folded, tokens, spoken) if asks else None


def _behind_subject(folded: str, tokens: Sequence[Token | Unknown], places: Sequence[int]) -> int | None:
    for at, place in enumerate(places):
        if _is(tokens[place], "not"):  # 苹果的供应商里没有宁德时代吗: of a set it has to be named who
            joined = at > 0 and _is(tokens[places[at - 1]], "and", "but", "comma")
            among = any(_is(tokens[each], *_GROUP) for each in places[:at])
            named = at + 1 < len(places) and _is(tokens[places[at + 1]], "name", "person")
            return None if joined or _says(folded, tokens[place], _NON) or (among and not named) else place
        if not _is(tokens[place], *_SUBJECT, *_GROUP):
            return None
    return None


def _is(token: Token | Unknown, *categories: str) -> bool:
    return isinstance(token, Token) and not token.readings.keys().isdisjoint(categories)


def _says(folded: str, token: Token | Unknown, word: str) -> bool:
    return folded[token.start : token.end] == word
