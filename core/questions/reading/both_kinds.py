"""In both insurance and banking, phones as well as cars: to be of both kinds, not of either."""

from __future__ import annotations

from collections.abc import Sequence

from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import Conditions
from core.questions.phrases.phrases import Phrases
from core.questions.vocabulary.segments import Unknown

_IN = frozenset(("in", "are in", "is in", "into", "across"))
_AS_WELL = "as well as"
_BOTH = "both"


def of_both_kinds(folded: str, found: Sequence[Token | Unknown], phrases: Phrases) -> list[Token | Unknown]:
    """Joins “in both A and B” and “make A as well as B” into one predicate that requires both classes."""
    kept = list(found)
    for place in range(1, len(kept) - 2):
        first = place + _says(folded, kept[place], _BOTH)
        parts = kept[first : first + 3]
        if len(parts) < 3 or not _are_joined(folded, parts, both=first > place):
            continue
        made = [_class_of(phrases, each) for each in (parts[0], parts[2])]
        before = kept[place - 1]
        if _leads_to_classes(folded, before, phrases) and made[0] is not None and made[1] is not None:
            together = Token(before.start, parts[2].end, {"pred": ((*made[0], *made[1]),)})
            return [*kept[: place - 1], together, *kept[first + 3 :]]
    return kept


def _says(folded: str, word: Token | Unknown, wanted: str) -> bool:
    return folded[word.start : word.end] == wanted


def _are_joined(folded: str, parts: Sequence[Token | Unknown], *, both: bool) -> bool:
    joining = parts[1]
    return isinstance(joining, Token) and ("and" in joining.readings if both else _says(folded, joining, _AS_WELL))


def _class_of(phrases: Phrases, word: Token | Unknown) -> Conditions | None:
    classes = word.readings.get("class", ()) if isinstance(word, Token) else ()
    return phrases.of_class(classes[0]) if classes else None


def _leads_to_classes(folded: str, word: Token | Unknown, phrases: Phrases) -> bool:
    """Whether industries or goods of somebody follow: are in, make, active in."""
    if not isinstance(word, Token):
        return False
    kinds = {phrases.leading_to.get("product"), phrases.leading_to.get("industry")}
    is_verb = any(verb.type in kinds and verb.subject == "source" for verb in word.readings.get("verb", ()))
    return is_verb or folded[word.start : word.end] in _IN
