"""“Other” before companies that a relation is with: whoever is one of them, but for those the question names.

“Which suppliers of Apple also supply other phone makers?”, 给特斯拉和其他车企供货的公司. Elsewhere it says nothing: the
other suppliers of Apple are its suppliers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import entities
from core.questions.phrases.fitting import ids_of
from core.questions.phrases.set_phrases import INTERROGATIVE
from core.questions.vocabulary.segments import Unknown

_OTHER = re.compile("(?:any |some |the )?others?|another|(?:其他|其它|别的|另外|另)(?:的|一|[两几]?[家个])*")
_BEFORE = frozenset(("and", "comma", "verb", "of", "preposition", "both", "or", "by"))
_HAS, _IS = "has", "be"
_ALSO_HAS = frozenset(("还有", "也有"))
_SILENT = frozenset(("noise",))


def with_others(folded: str, found: Sequence[Token | Unknown], chosen: Sequence[str]) -> list[Token | Unknown]:
    """The same words, where one for others stands before companies and behind what a relation is said with: it means
    those but for the companies that the question names, or, where it names none, the ``chosen`` ones."""
    kept = list(found)
    names = [args for word in found if isinstance(word, Token) for args in word.readings.get("name", ())]
    named = [each for args in names for each in ids_of(args)]
    meant = tuple(dict.fromkeys(named or chosen))
    for place, word in enumerate(kept):
        if not meant or not _OTHER.fullmatch(folded[word.start : word.end]):
            continue
        spoken = [each for each in kept[place + 1 :] if not _is_silent(each)]
        behind = spoken[0] if spoken else None
        before = next((each for each in reversed(kept[:place]) if not _is_silent(each)), None)
        kinds = set(before.readings) if isinstance(before, Token) else set()
        has = isinstance(before, Token) and folded[before.start : before.end] in _ALSO_HAS
        if (has or _HAS in kinds) and _is_of_a_kind(spoken[:2]):
            kept[place] = Token(word.start, word.end, {"other_role": (entities(meant),)})
        elif _are_companies(folded, behind) and (_BEFORE & kinds or (_IS in kinds and _have_a_role(spoken[1:3]))):
            kept[place] = Token(word.start, word.end, {"other": (entities(meant),)})
    return kept


def _are_companies(folded: str, word: Token | Unknown | None) -> bool:
    if not isinstance(word, Token):
        return False
    asks = INTERROGATIVE.match(folded[word.start : word.end])
    return "class" in word.readings or (set(word.readings) == {"company"} and not asks)


def _have_a_role(words: Sequence[Token | Unknown]) -> bool:
    """Whether a role of companies follows: 是其他公司的董事."""
    kinds = [set(each.readings) if isinstance(each, Token) else set() for each in words]
    return len(kinds) > 1 and "of" in kinds[0] and "noun" in kinds[1]


def _is_of_a_kind(words: Sequence[Token | Unknown]) -> bool:
    """Whether a role and what its members make are said: battery suppliers."""
    kinds = [set(each.readings) if isinstance(each, Token) else set() for each in words]
    return len(kinds) > 1 and "class" in kinds[0] and "noun" in kinds[1]


def _is_silent(word: Token | Unknown) -> bool:
    return isinstance(word, Token) and set(word.readings) <= _SILENT
