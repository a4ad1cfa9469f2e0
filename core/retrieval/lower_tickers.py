"""Tickers in questions that are written without any capital: "who supplies both ford and gm"."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from core.names.name_finder import NameMatch
from core.names.normalise import FUNCTION_WORDS
from core.ontology import Ontology
from core.retrieval.everyday_words import EVERYDAY_WORDS
from core.retrieval.topic import begins_with_cue

_WORD = re.compile(r"(?<![^\W_])[a-z]{2,5}(?![^\W_])")
_SLOT_BEFORE = re.compile(
    r"\b(?:of|with|to|like|than|against|by|from|and|or|vs\.?|versus|both|does|do|did|suppl(?:y|ies)|owns?|acquired)\s+$|,\s*$"
)
_SLOT_BEHIND = re.compile(r"['’]s\b|\s+(?:and|or|vs\.?|versus)\b")


def lower_case_tickers(
    text: str,
    taken: Sequence[tuple[int, int]],
    ontology: Ontology,
    bearers_of: Callable[[str], Sequence[str]],
    is_heard_of: Callable[[str, Collection[str]], bool],
) -> Iterator[NameMatch]:
    """Words that are a ticker of one company, stand where a name does and are no words otherwise.

    ``taken``: where names stand. ``bearers_of``: the companies that a word is the ticker of. ``is_heard_of``: whether
    others are described with a word as a word, in lower case, or many are with it as a name.
    """
    if text != text.lower():
        return
    for match in _WORD.finditer(text):
        word, start, end = match[0], match.start(), match.end()
        if word in FUNCTION_WORDS or word in EVERYDAY_WORDS or any(a < end and start < b for a, b in taken):
            continue
        bearers = bearers_of(word)
        if len(bearers) != 1 or is_heard_of(word, bearers):
            continue
        behind = text[end:]
        if _SLOT_BEFORE.search(text[:start]) or _SLOT_BEHIND.match(behind) or begins_with_cue(behind, ontology):
            yield NameMatch(start, end, tuple(bearers))
