"""Compiled counting of terms in many texts, the very terms of ``core.storage.lexical_index`` over code points; and
adding up what the texts have of some terms."""
# mypy: disable-error-code="no-untyped-def"
# numba infers the types of the arguments

from __future__ import annotations

import numpy as np

from core.runtime.compiling import compiled, inlined

_FIRST, _FACTOR = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)  # FNV-1a
_FOLD = np.uint64(40)
_SPACE = np.uint64(0x20)
_FIRST_CHINESE, _LAST_CHINESE = 0x3400, 0x9FFF
TERMS_A_CHARACTER = 3  # at most: two and three Chinese characters, or a word with the edge before it


@inlined
def _is_latin(point):
    return (0x61 <= point <= 0x7A) or (0x30 <= point <= 0x39)


@inlined
def _is_chinese(point):
    return _FIRST_CHINESE <= point <= _LAST_CHINESE


@inlined
def _with_latin(value, point):
    return (value ^ np.uint64(point)) * _FACTOR


@inlined
def _with_chinese(value, point):
    """All of them take three bytes in UTF-8."""
    value = (value ^ np.uint64(0xE0 | (point >> 12))) * _FACTOR
    value = (value ^ np.uint64(0x80 | ((point >> 6) & 0x3F))) * _FACTOR
    return (value ^ np.uint64(0x80 | (point & 0x3F))) * _FACTOR


@inlined
def _folded(value, terms):
    return np.int64((value ^ (value >> _FOLD)) % terms)


@inlined
def _is_function_word(points, start, end, words, word_starts, initials):
    for word in range(initials[points[start]], initials[points[start] + 1]):
        first = word_starts[word]
        if word_starts[word + 1] - first == end - start:
            same = True
            for offset in range(1, end - start):
                same &= points[start + offset] == words[first + offset]
            if same:
                return True
    return False


@inlined
def _chinese_terms(points, first, end, base, terms, found, count):
    """Pairs and triples of a run with a space at either edge; how many terms have been found then."""
    for begin in range(first - 1, end):  # first - 1 and end stand for the edges
        value = _with_latin(_FIRST, _SPACE) if begin < first else _with_chinese(_FIRST, points[begin])
        for place in range(begin + 1, min(begin + 3, end + 1)):
            value = _with_latin(value, _SPACE) if place == end else _with_chinese(value, points[place])
            found[count] = base + _folded(value, terms)
            count += 1
    return count


@compiled
def find_terms(points, starts, words, word_starts, initials, terms, found):
    """Write text × ``terms`` + term of every occurrence of a term into ``found``, in any order; how many there are.

    ``points`` are the folded texts, ``words`` from ``word_starts`` the function words, likewise; those that begin with
    code point c are from ``initials[c]`` up to ``initials[c + 1]``.
    """
    count = 0
    for text in range(len(starts) - 1):
        base, place, end = np.int64(text) * np.int64(terms), starts[text], starts[text + 1]
        before, after_word = np.uint64(0), False  # the hash of "<previous word> "
        while place < end:
            first = place
            if _is_latin(points[place]):
                own, pair = _FIRST, before
                while place < end and _is_latin(points[place]):
                    own, pair = _with_latin(own, points[place]), _with_latin(pair, points[place])
                    place += 1
                if not _is_function_word(points, first, place, words, word_starts, initials):
                    found[count] = base + _folded(own, terms)
                    count += 1
                    if after_word:
                        found[count] = base + _folded(pair, terms)
                        count += 1
                    before, after_word = _with_latin(own, _SPACE), True
            elif _is_chinese(points[place]):
                while place < end and _is_chinese(points[place]):
                    place += 1
                count = _chinese_terms(points, first, place, base, terms, found, count)
                after_word = False
            else:
                place += 1
    return count


@compiled
def weigh(starts, terms, counts, damped, rarity, weights):
    """Write into ``weights`` damped count × rarity of every term of every text, scaled to unit length."""
    for text in range(len(starts) - 1):
        squares = 0.0
        for place in range(starts[text], starts[text + 1]):
            weight = damped[counts[place]] * rarity[terms[place]]
            squares += weight * weight
        scale = 1.0 / np.sqrt(squares) if squares > 0 else 0.0
        for place in range(starts[text], starts[text + 1]):
            weights[place] = damped[counts[place]] * rarity[terms[place]] * scale


@compiled
def add_up(texts, text_weights, counts, weights, sums):
    """Add to ``sums``, per text, weight × text weight of each term that it has. ``texts`` and ``text_weights`` are the
    lists of the terms one after the other, ``counts`` how long each is. (A text beyond the last one counts nowhere.)"""
    place, last = 0, np.uint32(len(sums) - 1)
    for term in range(len(counts)):
        for _ in range(counts[term]):
            text = np.uint32(texts[place])
            if text <= last:
                sums[text] += weights[term] * text_weights[place]
            place += 1
