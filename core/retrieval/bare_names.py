"""Latin names of companies without their legal form: Calloway Shipping of Calloway Shipping Ltd."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.names.name_finder import NameMatch
from core.names.normalise import FUNCTION_WORDS, fold_characters, is_legal_form
from core.retrieval.short_forms import ShortForms

_WORD = re.compile(r"[^\W_\u3040-\u30ff\u3400-\u9fff]+")
_JOINT = re.compile(r"[ .&'’+-]{1,3}")
_BESIDE = frozenset(
    ("ceo", "cfo", "coo", "cto", "compare", "list", "show", "find", "name", "give", "explain", "describe")
)
"""Words that stand beside a name with a capital letter and are no part of it."""
_FEWEST, _MOST = 2, 6
"""Words of such a name; one alone is a short form, which is looked up elsewhere."""


def bare_latin_names(text: str, meant: Sequence[NameMatch], forms: ShortForms) -> Iterator[NameMatch]:
    """The longest names of at least two words, left to right, that are all of a company's name but for legal forms.

    Names among ``meant`` that stand inside one are parts of it: Shipping is no industry in Calloway Shipping. Words
    that are used as words are no name: all begin with a capital letter, or the first of them describes nothing.
    """
    words = [word.span() for word in _WORD.finditer(text)]
    start = 0
    while start < len(words):
        found = next(
            filter(
                None,
                (
                    _name(text, words[start:end], meant, forms)
                    for end in _ends(text, words, start)
                    if not _is_inside_another(text, words, start, end)
                ),
            ),
            None,
        )
        if found is not None:
            yield found
        start = next(
            (at for at in range(start + 1, len(words)) if found is None or words[at][0] >= found.end), len(words)
        )


def _ends(text: str, words: Sequence[tuple[int, int]], start: int) -> Iterator[int]:
    """Where runs of joined words that begin here may end, the longest first."""
    end = start + 1
    while end < len(words) and end - start < _MOST and _JOINT.fullmatch(text, words[end - 1][1], words[end][0]):
        end += 1
    return iter(range(end, start + _FEWEST - 1, -1))


def _is_inside_another(text: str, words: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether a word that a longer name may be made of stands right before or behind: Athabasca Oil in Athabasca Oil
    Sands Corp."""
    beside = [place for place in (start - 1, end) if 0 <= place < len(words)]
    return any(
        _JOINT.fullmatch(text, words[min(place, end - 1)][1], words[max(place, start)][0])
        and _may_be_of_a_name(text[words[place][0] : words[place][1]])
        for place in beside
    )


def _may_be_of_a_name(word: str) -> bool:
    return word[:1].isupper() and fold_characters(word) not in FUNCTION_WORDS | _BESIDE and not is_legal_form(word)


def _name(
    text: str, words: Sequence[tuple[int, int]], meant: Sequence[NameMatch], forms: ShortForms
) -> NameMatch | None:
    start, end = words[0][0], words[-1][1]
    inside = [each for each in meant if each.start < end and start < each.end]
    written = [text[each[0] : each[1]] for each in words]
    ends = {fold_characters(written[0]), fold_characters(written[-1])}
    if any(each.start < start or each.end > end or (each.start, each.end) == (start, end) for each in inside):
        return None
    if sum(not is_legal_form(each) for each in written) < _FEWEST or not FUNCTION_WORDS.isdisjoint(ends):
        return None
    ids = forms.whole(text[start:end])
    if not ids:
        return None
    capitals = all(each[:1].isupper() or fold_characters(each) in FUNCTION_WORDS for each in written)
    own = not any(each.start == start for each in inside) and not forms.is_word(written[0], ids)
    return NameMatch(start, end, ids) if capitals or own else None
