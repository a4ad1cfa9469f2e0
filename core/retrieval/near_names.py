"""Names that are near to what somebody typed: a letter or two apart, as typing errors are, and no more."""

from __future__ import annotations

from collections.abc import Callable

from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

from core.names.entity_names import EntityNames

_COMPARED = 600
_COMPARED_CHINESE = 2_000  # short names share few pairs with a misspelt one, and many share as many
_LEAST, _LEAST_OF_WORD = 4, 5
_LETTERS_A_SLIP = 8
_CHINESE_A_SLIP = 3
_SLIPS = 2
_BEARERS = 3  # of a first word that still tells who is meant
_SAME_BEGINNING = 0.8
BEGUN = 0.99
"""Likeness of a name that begins with what was typed, or contains it as words."""


def near_names(
    names: EntityNames,
    typed: str,
    *,
    certain: bool = True,
    whole: bool = False,
    is_word: Callable[[str], bool] = lambda _: False,
) -> dict[int, float]:
    """Companies whose name, or its beginning, is at most a slip or two from ``typed`` (normalised): entity number →
    likeness in (0, 1), of the nearest name.

    A slip inserts, deletes, replaces or swaps a letter (optimal string alignment). Compared are the 600 names, 2,000
    Chinese ones, that share most pairs of characters with it. What is not ``certain`` to be a name is not compared
    with names of four letters: tell is not near to Dell. With ``whole`` beginnings do not count, nor do those that are
    a word (``is_word``): semiconductors is not near to Semiconductor Manufacturing International.
    """
    allowed = _slips(typed)
    if not allowed:
        return {}
    table = names.companies
    most = _COMPARED if typed.isascii() else _COMPARED_CHINESE
    places = names.nearest.alike(typed, longest=max(3 * len(typed), len(typed) + 20), limit=most)
    words = typed.count(" ") + 1
    least = (_LEAST if certain else _LEAST_OF_WORD) if typed.isascii() else _CHINESE_A_SLIP
    digits = _digits(typed)  # a figure is another one, not misspelt
    compared: list[str] = []
    of_name: list[int] = []
    for place in places:
        name = table.names[place]
        for form in (name,) if whole else dict.fromkeys((name, " ".join(name.split(" ")[:words]))):
            if len(form) >= least and _digits(form) == digits:
                compared.append(form)
                of_name.append(place)
    found: dict[int, float] = {}
    for form, slips, number in process.extract_iter(typed, compared, scorer=OSA.distance, score_cutoff=allowed):
        is_whole = form == table.names[of_name[number]]
        if slips > _slips(_differing(typed, form)):
            continue
        if form != table.names[of_name[number]] and " " not in form and is_word(form):
            continue
        likeness = (1 - slips / max(len(typed), len(form))) * (1.0 if is_whole else 0.95)
        likeness = (9 * likeness + JaroWinkler.similarity(typed, form)) / 10  # people get the beginning right
        for bearer in table.bearers(of_name[number]):
            found[bearer] = max(found.get(bearer, 0.0), min(likeness, 0.98))
    return found


def _slips(typed: str) -> int:
    """How many slips are near: one in up to eight letters or up to three Chinese characters, two in more, none in
    what is so short that anything would be near."""
    if not typed.isascii():
        return 0 if len(typed) < _CHINESE_A_SLIP else min(_SLIPS, len(typed) // _CHINESE_A_SLIP)
    return 0 if len(typed) < _LEAST else 1 if len(typed) <= _LETTERS_A_SLIP else _SLIPS


def _digits(text: str) -> str:
    return "" if text.isalpha() else "".join(filter(str.isdigit, text))


def _differing(typed: str, name: str) -> str:
    """The longer of the words in which ``typed`` differs from a name of as many words: VVO in VVO Group beside VAT
    Group, Dell in Del Technologies."""
    words, others = typed.split(" "), name.split(" ")
    if len(words) != len(others):
        return typed
    apart = [(word, other) for word, other in zip(words, others, strict=True) if word != other]
    return max((" ".join(side) for side in zip(*apart, strict=True)), key=len, default="")


def names_containing(names: EntityNames, typed: str) -> dict[int, float]:
    """Companies whose names begin with ``typed`` (normalised) or contain it as words: entity number → likeness."""
    found = names.nearest.containing(typed, names.companies) if typed else []
    return _bearers(names, found)


def names_of_family(names: EntityNames, typed: str) -> dict[int, float]:
    """Companies whose names have ``typed`` (normalised) as their first words, or else as others: Samsung, Hynix."""
    found = names.nearest.containing(typed, names.companies) if typed else []
    if typed.isascii():
        written = {place: f" {names.companies.names[place]} " for place in found}
        found = [place for place in found if f" {typed} " in written[place]]
        first = [place for place in found if written[place].startswith(f" {typed} ")]
        found = found if not first and " " not in typed else first
    elif len(typed) > 1 and not found:  # Chinese has no words to begin with
        alike = names.nearest.alike(typed, longest=3 * len(typed), limit=_COMPARED_CHINESE)
        found = [place for place in alike if typed in names.companies.names[place]]
    return _bearers(names, found)


def _bearers(names: EntityNames, places: list[int]) -> dict[int, float]:
    return dict.fromkeys((bearer for place in places for bearer in names.companies.bearers(place)), BEGUN)


def names_beginning_alike(names: EntityNames, typed: str) -> dict[int, float]:
    """Companies whose names begin with the first of several words of ``typed``, where few do: that word tells them."""
    first, _, rest = typed.partition(" ")
    if not rest or len(first) < _LEAST:
        return {}
    table = names.companies
    beginning = table.beginning_with(first)
    if len(beginning) > 10 * _BEARERS:
        return {}
    places = [place for place in beginning if table.names[place].split(" ")[0] == first]
    bearers = {bearer for place in places for bearer in table.bearers(place)}
    return dict.fromkeys(bearers, _SAME_BEGINNING) if len(bearers) <= _BEARERS else {}
