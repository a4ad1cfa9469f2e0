"""How alike two names are: by the words or characters they share, those that say little counting little."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from rapidfuzz.distance import OSA, Indel
from rigour.territories import lookup_territory

from core.entity_resolution.comparable_names import in_latin_letters
from core.entity_resolution.longer_forms import is_longer_form
from core.runtime.package_files import read_package_yaml

_IDEOGRAPHS = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0002ffff]+")
_NUMBER = re.compile(r"\d+|[ivx]+")
_GENERIC = 0.25  # what a word that says little counts, beside 1 for any other
_NOTHING_TELLING = 0.4  # similarity at most of names that share no word that says something
_MISSPELT_FROM = (4, 9)  # letters of the longer word from which one edit, or two, are a misspelling
_TRANSLITERATED = 0.9  # similarity at most of names in two scripts: many Chinese names have one Pinyin
_EDIT_COSTS = (0.65, 0.8)  # of likeness in a word of one letter, for one edit and for two; the longer, the less
_SLIP, _FIRST_LETTER = 0.4, 0.5
_DOUBLED = re.compile(r"(.)\1")
_SHORTENED = 3  # letters that a word must have to stand for a longer one that begins with it: Car, Cars
_MOSTLY = 0.6  # and how much of the longer one


@dataclass(frozen=True)
class NamesCompared:
    """``similarity`` in [0, 1]; 1 for names that differ by spaces at most. ``first_only``, ``second_only``: words and
    characters that say something and stand in one of the names only. ``numbers_differ``: Fund II and Fund III.
    ``little_differs``: what the names do not share says little: Kioxia, Kioxia Holdings. ``longer_form``: one is the
    other with a place or with what the company does: Tesla, Tesla Motors."""

    similarity: float
    first_only: tuple[str, ...] = ()
    second_only: tuple[str, ...] = ()
    numbers_differ: bool = False
    little_differs: bool = False
    longer_form: bool = False


def compare_names(first: str, second: str) -> NamesCompared:
    """Compare two normalised names: shared weight / (shared + unshared weight), a soft Jaccard coefficient.

    Of a name in Latin letters and one in another script the transliterations are compared.
    """
    if first.isascii() != second.isascii():
        found = _compared(in_latin_letters(first), in_latin_letters(second))
        other_script = NamesCompared(min(found.similarity, _TRANSLITERATED), found.first_only, found.second_only)
        return max(_compared(first, second), other_script, key=lambda each: each.similarity)
    return _compared(first, second)


def _compared(first: str, second: str) -> NamesCompared:
    if first.replace(" ", "") == second.replace(" ", ""):
        return NamesCompared(1.0)
    words = _match_words(_words(first), _words(second))
    characters = _match_characters(_characters(first), _characters(second))
    shared, apart = words.shared + characters.shared, words.apart + characters.apart
    similarity = shared / (shared + apart) if shared else 0.0
    numbers = [{word for word in _words(name) if _NUMBER.fullmatch(word)} for name in (first, second)]
    return NamesCompared(
        similarity=similarity if words.telling or characters.telling else min(similarity, _NOTHING_TELLING),
        first_only=(*words.first_only, *characters.first_only),
        second_only=(*words.second_only, *characters.second_only),
        numbers_differ=numbers[0] != numbers[1],
        little_differs=(words.telling or characters.telling) and words.little_differs and characters.little_differs,
        longer_form=is_longer_form(first, second, _says_little()),
    )


def telling_part(name: str) -> str:
    """A normalised name without spaces and without what says little; all of it, if nothing else is there."""
    words = [word for word in name.split() if word not in _generic_words()]
    return _generic_characters().sub("", "".join(words)) or name.replace(" ", "")


@dataclass(frozen=True)
class _Matched:
    shared: float
    apart: float
    first_only: tuple[str, ...]
    second_only: tuple[str, ...]
    telling: bool  # something that says something is shared
    misspelt: bool = False

    @property
    def little_differs(self) -> bool:
        return not (self.first_only or self.second_only or self.misspelt)


@cache
def _generic_words() -> frozenset[str]:
    return frozenset(word for line in _lists()["words"] for word in line)


@cache
def _generic_characters() -> re.Pattern[str]:
    terms = sorted(map(str, _lists()["characters"]), key=lambda term: (-len(term), term))
    return re.compile("|".join(map(re.escape, terms)))


@cache
def _says_little() -> re.Pattern[str]:
    """Words and characters that say little, with the spaces between them."""
    return re.compile(rf"(?:\b(?:{'|'.join(_generic_words())})\b|{_generic_characters().pattern}|\s)+")


@cache
def _lists() -> dict[str, list[list[str]]]:
    lists: dict[str, list[list[str]]] = read_package_yaml("core.entity_resolution", "generic_words.yaml")
    return lists


def _words(name: str) -> list[str]:
    return _IDEOGRAPHS.sub(" ", name).split()


def _characters(name: str) -> str:
    return "".join(_IDEOGRAPHS.findall(name))


def _weight(word: str) -> float:
    return _GENERIC if word in _generic_words() else 1.0


def _match_words(first: list[str], second: list[str]) -> _Matched:
    """The words most alike are matched first; likeness says how much of their weight is shared."""
    alike = sorted(
        (-likeness, min(word, other), max(word, other), place, at)
        for place, word in enumerate(first)
        for at, other in enumerate(second)
        if (likeness := _likeness(word, other))
    )
    own, others = dict(enumerate(first)), dict(enumerate(second))
    shared, apart, telling, misspelt = 0.0, 0.0, False, False
    for unlikeness, word, other, place, at in alike:
        if place not in own or at not in others:
            continue
        del own[place], others[at]
        weight = _weight(word) + _weight(other)
        shared -= unlikeness * weight / 2
        apart += (1.0 + unlikeness) * weight
        misspelt = misspelt or unlikeness > -1.0
        telling = telling or 1.0 in (_weight(word), _weight(other))
    apart += sum(map(_weight, (*own.values(), *others.values())))
    return _Matched(shared, apart, _telling(own.values()), _telling(others.values()), telling, misspelt)


def _likeness(word: str, other: str) -> float:
    """1 for one word, less for one that is shortened or misspelt, 0 for two: a long word may differ by more letters
    than a short one, and two places are never one misspelt."""
    if word == other:
        return 1.0
    shorter, longer = sorted((len(word), len(other)))
    begins = word.startswith(other) or other.startswith(word)
    shortened = 0.9 if begins and shorter >= max(_SHORTENED, _MOSTLY * longer) else 0.0
    return max(shortened, _misspelt_likeness(word, other, shorter, longer))


def _misspelt_likeness(word: str, other: str, shorter: int, longer: int) -> float:
    if shorter < _MISSPELT_FROM[0]:
        return 0.0
    edits = OSA.distance(word, other, score_cutoff=2)
    if edits > 2 or longer < _MISSPELT_FROM[edits - 1] or (_is_place(word) and _is_place(other)):
        return 0.0
    cost = _EDIT_COSTS[edits - 1]
    if edits == 1 and (sorted(word) == sorted(other) or _undoubled(word) == _undoubled(other)):
        cost = _SLIP  # letters that change places or are doubled are slips: hardly any two companies differ so
    elif word[0] != other[0]:
        cost += _FIRST_LETTER  # Lawson, Mawson: seldom a slip
    return 1.0 - cost / longer


def _undoubled(word: str) -> str:
    return _DOUBLED.sub(r"\1", word)


@lru_cache(maxsize=10_000)
def _is_place(word: str) -> bool:
    return lookup_territory(word) is not None


def _telling(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in _generic_words())


def _match_characters(first: str, second: str) -> _Matched:
    """The longest common subsequence, each character by its weight."""
    weights = [list(_character_weights(text)) for text in (first, second)]
    shared, apart, telling = 0.0, 0.0, False
    only: tuple[list[str], list[str]] = ([], [])
    for step in Indel.opcodes(first, second):
        here, there = slice(step.src_start, step.src_end), slice(step.dest_start, step.dest_end)
        own, other = weights[0][here], weights[1][there]
        if step.tag == "equal":
            shared += (sum(own) + sum(other)) / 2
            telling = telling or 1.0 in own
            continue
        apart += sum(own) + sum(other)
        for found, text, counted in ((only[0], first[here], own), (only[1], second[there], other)):
            found.append("".join(each for each, weight in zip(text, counted, strict=True) if weight == 1.0))
    return _Matched(shared, apart, tuple(filter(None, only[0])), tuple(filter(None, only[1])), telling)


def _character_weights(text: str) -> Iterator[float]:
    position = 0
    for found in _generic_characters().finditer(text):
        yield from [1.0] * (found.start() - position)
        yield from [_GENERIC] * len(found.group())
        position = found.end()
    yield from [1.0] * (len(text) - position)
