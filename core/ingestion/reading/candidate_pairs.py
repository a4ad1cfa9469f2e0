"""Mentions of a text → the pairs of which a relation may be stated, each with the sentence that names both."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import combinations

from core.ingestion.reading.proposals import CandidatePair, NameMention, TextSpan
from core.ingestion.reading.sentences import language_of, sentences, words_of

MOST_NAMES = 12  # in one sentence: where there are more it is a list, of which only neighbours are paired
LONGEST_QUOTE = 600  # characters


def pairs_in(text: str, mentions: Sequence[NameMention], *, across: bool = False) -> Iterator[CandidatePair]:
    """Pairs of mentions that do not overlap, in one sentence, or ``across`` sentences as far as a quote may reach.

    ``mentions``: in any order. The quote of a pair across sentences runs to the end of the second one's.
    """
    spans, language = sentences(text), language_of(text)
    begins = [span.start for span in spans]
    ordered = sorted(mentions, key=lambda each: (each.start, each.end))
    place = [max(0, bisect_right(begins, each.start) - 1) for each in ordered]
    known: dict[tuple[int, int], CandidatePair] = {}
    for first, second in _combined(ordered, place, across=across):
        one, other = ordered[first], ordered[second]
        key = place[first], place[second]
        if one.end > other.start or other.name == one.name or not spans:
            continue
        like = known.get(key)
        if like is None:
            quote = TextSpan(min(spans[key[0]].start, one.start), max(spans[key[1]].end, other.end))
            if quote.end - quote.start > LONGEST_QUOTE and across:
                quote = TextSpan(max(quote.start, one.start - 100), min(quote.end, other.end + 100))
            inside = tuple(each for each in ordered if quote.start <= each.start and each.end <= quote.end)
            like = CandidatePair(text, language, quote, one, other, inside, words_of(text, quote, language))
            known[key] = like
        if like.sentence.start <= one.start and other.end <= like.sentence.end:
            yield CandidatePair(text, language, like.sentence, one, other, like.mentions, like.words)


def _combined(ordered: Sequence[NameMention], place: Sequence[int], *, across: bool) -> Iterator[tuple[int, int]]:
    """Numbers of the mentions of each pair, the first before the second."""
    if across:
        yield from combinations(range(len(ordered)), 2) if len(ordered) <= MOST_NAMES else _neighbours(len(ordered))
        return
    begin = 0
    while begin < len(ordered):
        end = begin
        while end < len(ordered) and place[end] == place[begin]:
            end += 1
        few = end - begin <= MOST_NAMES
        for one, other in combinations(range(end - begin), 2) if few else _neighbours(end - begin):
            yield begin + one, begin + other
        begin = end


def _neighbours(count: int) -> Iterator[tuple[int, int]]:
    return ((place, place + step) for place in range(count) for step in (1, 2) if place + step < count)
