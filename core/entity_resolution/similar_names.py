"""How alike two names are: by the words or characters they share, those that say little counting little."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from core.runtime.shipped import read_shipped

_IDEOGRAPHS = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0002ffff]+")
_NUMBER = re.compile(r"\d+|[ivx]+")
_GENERIC = 0.25  # what a word that says little counts, beside 1 for any other
_NOTHING_TELLING = 0.4  # similarity at most of names that share no word that says something
_ALIKE_WORDS = 80.0  # of 100: from here on two words are one, misspelt
_SHORTENED = 3  # letters that a word must have to stand for a longer one that begins with it: Car, Cars
_MOSTLY = 0.6  # and how much of the longer one


@dataclass(frozen=True)
class NamesCompared:
    """``similarity`` in [0, 1]; 1 for names that differ by spaces at most. ``first_only``, ``second_only``: words and
    characters that say something and stand in one of the names only. ``numbers_differ``: Fund II and Fund III.
    ``little_differs``: what the names do not share says little: Kioxia, Kioxia Holdings."""

    similarity: float
    first_only: tuple[str, ...] = ()
    second_only: tuple[str, ...] = ()
    numbers_differ: bool = False
    little_differs: bool = False


def compare_names(first: str, second: str) -> NamesCompared:
    """Compare two normalised names: shared weight / (shared + unshared weight), a soft Jaccard coefficient."""
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
def _lists() -> dict[str, list[list[str]]]:
    lists: dict[str, list[list[str]]] = read_shipped("core.entity_resolution", "generic_words.yaml")
    return lists


def _words(name: str) -> list[str]:
    return _IDEOGRAPHS.sub(" ", name).split()


def _characters(name: str) -> str:
    return "".join(_IDEOGRAPHS.findall(name))


def _weight(word: str) -> float:
    return _GENERIC if word in _generic_words() else 1.0


def _match_words(first: list[str], second: list[str]) -> _Matched:
    """Each word with the one most like it that is still free; likeness says how much of their weight is shared."""
    free, shared, apart, only, misspelt = list(second), 0.0, 0.0, [], False
    for word in sorted(first, key=lambda each: each not in second):  # equal words find one another first
        best = max(free, key=lambda other: _likeness(word, other), default="")
        likeness = _likeness(word, best)
        if likeness:
            free.remove(best)
            weight = _weight(word) + _weight(best)
            shared += likeness * weight / 2
            apart += (1.0 - likeness) * weight
            misspelt = misspelt or likeness < 1.0
        else:
            only.append(word)
    apart += sum(map(_weight, (*only, *free)))
    telling = any(_weight(word) == 1.0 for word in first if word not in only)
    return _Matched(shared, apart, _telling(only), _telling(free), telling, misspelt)


def _likeness(word: str, other: str) -> float:
    if word == other:
        return 1.0
    shorter, longer = sorted((len(word), len(other)))
    if shorter >= max(_SHORTENED, _MOSTLY * longer) and (word.startswith(other) or other.startswith(word)):
        return 0.9
    ratio = fuzz.ratio(word, other)
    return ratio / 100.0 if shorter > _SHORTENED and ratio >= _ALIKE_WORDS else 0.0


def _telling(words: list[str]) -> tuple[str, ...]:
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
