"""Compiled search for names in many texts: the very steps of ``NameFinder.find``, over code points.

``texts`` is (folded, traits, starts), see CodePoints. ``names`` is (points, name_starts, first, shorter, capitals,
ticker, beginnings): name k is ``points[name_starts[k]:name_starts[k + 1]]``, the names that begin with code point c
are those from ``first[c]`` up to ``first[c + 1]``, ``beginnings`` is what ``mark_beginnings`` makes of them, the rest
is as in FoldedNames.
"""
# mypy: disable-error-code="no-untyped-def"
# numba infers the types of the arguments

from __future__ import annotations

import numpy as np

from core.names.code_points import DIGIT, LOWERED, UPPERED, WORD
from core.runtime.compiling import compiled, inlined

_DIGITS_OF_A_YEAR = 4
_COMPARED = 16  # characters: few words have as many in common with a name
_MIXING = np.uint64(0x9E3779B97F4A7C15)  # odd, its bits are those of the golden ratio (Knuth, TAOCP 3, section 6.4)
_SLOT_BITS = 22
_BEGINS, _ENDS = np.uint8(1), np.uint8(2)


@inlined
def _mixed(so_far, point):
    return (so_far ^ np.uint64(point)) * _MIXING


@inlined
def _slot(mixed):
    return np.int64(mixed >> np.uint64(64 - _SLOT_BITS))


@compiled
def mark_beginnings(points, name_starts):
    """A filter as Bloom's (1970) of the first 2 to 16 characters of every name: by their hash, whether a name begins
    so, and whether one ends there. Shape (2²²,)."""
    beginnings = np.zeros(1 << _SLOT_BITS, dtype=np.uint8)
    for name in range(len(name_starts) - 1):
        start, end = name_starts[name], name_starts[name + 1]
        mixed = _mixed(np.uint64(0), points[start])
        for place in range(start + 1, min(end, start + _COMPARED)):
            mixed = _mixed(mixed, points[place])
            beginnings[_slot(mixed)] |= _BEGINS | (_ENDS if place + 1 == end else np.uint8(0))
    return beginnings


@inlined
def _may_stand_at(folded, start, end, beginnings):
    """Whether a name may stand at ``start``: nine places of ten are ruled out without a search through the names."""
    mixed = _mixed(np.uint64(0), folded[start])
    for place in range(start + 1, min(end, start + _COMPARED)):
        mixed = _mixed(mixed, folded[place])
        said = beginnings[_slot(mixed)]
        if said & _ENDS:
            return True
        if not said & _BEGINS:
            return False
    return end - start >= _COMPARED


@inlined
def _last_not_after(folded, start, end, points, name_starts, first):
    """Place of the last name that is not after ``folded[start:end]`` and begins with the same character, or -1."""
    low, high = first[folded[start]], first[folded[start] + 1]
    lowest = low
    while low < high:
        middle = (low + high) // 2
        at, name_end, place = name_starts[middle], name_starts[middle + 1], start
        while at < name_end and place < end and points[at] == folded[place]:
            at += 1
            place += 1
        if at == name_end or (place < end and points[at] < folded[place]):
            low = middle + 1
        else:
            high = middle
    return low - 1 if low > lowest else -1


@inlined
def _stands_at(start, end, folded, name_start, name_end, points):
    """Whether a name stands at ``start``."""
    if start + name_end - name_start > end:
        return False
    same = True
    for offset in range(name_end - name_start):
        same &= folded[start + offset] == points[name_start + offset]
    return same


@inlined
def _is_written_as_a_name(traits, start, end, respect_case, capitals, ticker):
    """See ``NameFinder._is_name``."""
    lowered, uppered, digits = False, False, True
    for place in range(start, end):
        lowered |= (traits[place] & LOWERED) != 0
        uppered |= (traits[place] & UPPERED) != 0
        digits &= (traits[place] & DIGIT) != 0
    if respect_case and ((capitals and not lowered) or (digits and end - start <= _DIGITS_OF_A_YEAR)):
        return False
    return not (ticker and uppered)


@compiled
def find_names(
    folded,
    traits,
    starts,
    points,
    name_starts,
    first,
    shorter,
    capitals,
    ticker,
    beginnings,
    respect_case,
    longest,
    found,
):
    """Write (text, start, end, place of the name) of every match into ``found``, shape (enough, 4); how many."""
    count = 0
    for text in range(len(starts) - 1):
        begin, end = starts[text], starts[text + 1]
        start = begin
        while start < end:
            step = 1
            at_a_word = start == begin or not (traits[start - 1] & traits[start] & WORD)
            if at_a_word and _may_stand_at(folded, start, end, beginnings):
                place = _last_not_after(folded, start, min(end, start + longest), points, name_starts, first)
                while place >= 0:
                    name_start, name_end = name_starts[place], name_starts[place + 1]
                    after = start + name_end - name_start
                    if (
                        _stands_at(start, end, folded, name_start, name_end, points)
                        and not (after < end and traits[after - 1] & traits[after] & WORD)
                        and _is_written_as_a_name(traits, start, after, respect_case, capitals[place], ticker[place])
                    ):
                        found[count, 0] = text
                        found[count, 1] = start - begin
                        found[count, 2] = after - begin
                        found[count, 3] = place
                        count += 1
                        step = name_end - name_start
                        break
                    place = shorter[place]
            start += step
    return count
