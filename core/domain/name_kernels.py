"""Compiled search for names in many texts: the very steps of ``NameFinder.find``, over code points.

``texts`` is (folded, traits, starts), see CodePoints. ``names`` is (points, name_starts, first, shorter, capitals,
ticker): name k is ``points[name_starts[k]:name_starts[k + 1]]``, the names that begin with code point c are those from
``first[c]`` up to ``first[c + 1]``, the rest is as in FoldedNames.
"""
# mypy: disable-error-code="no-untyped-def"
# numba infers the types of the arguments

from __future__ import annotations

from core.compiling import compiled, inlined
from core.domain.code_points import DIGIT, LOWERED, UPPERED, WORD

_DIGITS_OF_A_YEAR = 4


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
    folded, traits, starts, points, name_starts, first, shorter, capitals, ticker, respect_case, longest, found
):
    """Write (text, start, end, place of the name) of every match into ``found``, shape (enough, 4); how many."""
    count = 0
    for text in range(len(starts) - 1):
        begin, end = starts[text], starts[text + 1]
        start = begin
        while start < end:
            step = 1
            if start == begin or not (traits[start - 1] & traits[start] & WORD):
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
