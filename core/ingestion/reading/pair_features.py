"""What the classifier looks at: words between, before and behind two mentions, their order and distance, and their
shapes. Names themselves are no feature, so that nothing is learnt of one company."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from core.domain.text import PRONOUNS
from core.ingestion.reading.cue_words import FoundCue
from core.ingestion.reading.proposals import CandidatePair, NameMention, Token, Vote

_NEAR = 5  # words before the first mention and behind the second
_STEPS = (0, 1, 2, 4, 7, 12, 20)
_LEGAL_ENDING = re.compile(r"公司|集团|\b(?:inc|ltd|llc|plc|corp|limited|corporation|company|gmbh|ag|co)\b\.?$", re.I)
_BANK_ENDING = re.compile(
    r"银行|基金|证券|资本|投资|信托|\b(?:bank|capital|partners|fund|ventures|investments)\b", re.I
)
_SURE = 0.7
_CLAUSE_MARKS = frozenset(",;:()")
_WIDE = 10  # words of the clause before the first mention and behind the second
_STEM_NEAR = 8  # words before the first mention and behind the second of which the stem counts
_SUFFIX = re.compile(r"(?:ing|ed|es|s|ion|ions|er|ers|or|ors|ment)$")
_LEAST_STEMMED = 6  # letters of a word that is cut
NAME = "@"
"""Stands for a further name in the sentence."""


def pair_features(pair: CandidatePair, cues: Sequence[FoundCue], votes: Sequence[Vote]) -> set[str]:
    """The features of a pair, each of which it has or has not. ``cues``: the words of relations in its sentence;
    ``votes``: what the patterns read."""
    before, between, behind = _around(pair)
    found = {*_words("m", between), *_words("b", before[-_NEAR:]), *_words("a", behind[:_NEAR])}
    found.update(f"s {word}" for word in (*before, *between, *behind))
    for place, words in (("m<", between[:2]), ("m>", between[-2:]), ("b>", before[-2:]), ("a<", behind[:2])):
        found.add(f"{place} {' '.join(words)}")
        found.add(f"{place}1 {words[0] if place.endswith('<') and words else words[-1] if words else ''}")
    found.add(f"distance {sum(len(between) >= step for step in _STEPS)}")
    found.add(f"names between {min(between.count(NAME), 3)}")
    found.add(f"names {min(len(pair.mentions), 5)}")
    found.add(f"commas {min(sum(word in ',，、' for word in between), 3)}")
    found.add(f"starts {not before}")
    found.update(_cues(pair, cues))
    found.update(f"pattern {vote.relation_type} {vote.forward} {vote.confidence > _SURE}" for vote in votes)
    found.update(f"pattern first {vote.relation_type} {vote.forward}" for vote in votes[:1])
    if pair.language == "zh":
        found.update(_characters(pair))
    else:
        found.update(_clauses(before, between, behind))
        found.update(_stems(before, between, behind))
        found.update(_nearest_cues(pair, cues))
    found.update(_shapes("1", pair.first))
    found.update(_shapes("2", pair.second))
    first, second = pair.first.name, pair.second.name
    found.add(f"alike {first[:2] == second[:2]} {first in second or second in first}")
    return found


def _cues(pair: CandidatePair, cues: Sequence[FoundCue]) -> Iterator[str]:
    """Types whose words stand before, between or behind the names, and what kind of words they are."""
    for each in cues:
        place = "b" if each.end <= pair.first.start else "a" if each.start >= pair.second.end else "m"
        cue = each.cue
        yield f"cue {place} {cue.relation_type}"
        yield f"cue {place} {cue.relation_type} {cue.kind} {cue.end}"
        yield f"cue {cue.relation_type}"


def _nearest_cues(pair: CandidatePair, cues: Sequence[FoundCue]) -> Iterator[str]:
    """The word for a relation nearest to each mention, and whether the sentence has words for one type or for more."""
    types = {each.cue.relation_type for each in cues}
    yield f"cue types {len(types)}"
    if len(types) == 1:
        yield f"only cue {next(iter(types))}"
    if not cues:
        return
    for which, name in (("1", pair.first), ("2", pair.second)):
        near = min(cues, key=lambda each: min(abs(each.start - name.end), abs(name.start - each.end)))
        side = "before" if near.start < name.start else "behind"
        yield f"nearest{which} {side} {near.cue.relation_type} {near.cue.kind} {near.cue.end}"


def _clauses(before: Sequence[str], between: Sequence[str], behind: Sequence[str]) -> Iterator[str]:
    """Words between the mentions in the first one's clause and in the second one's, and in these clauses outside."""
    marks = [place for place, word in enumerate(between) if word in _CLAUSE_MARKS]
    if marks:
        yield from (f"clause1 {word}" for word in between[: marks[0]])
        yield from (f"clause2 {word}" for word in between[marks[-1] + 1 :])
    else:
        yield from (f"clause {word}" for word in between)
    yield from (f"clause b {word}" for word in _until_mark(before[::-1]))
    yield from (f"clause a {word}" for word in _until_mark(behind))


def _until_mark(words: Sequence[str]) -> Iterator[str]:
    return itertools.takewhile(lambda word: word not in _CLAUSE_MARKS, words[:_WIDE])


def _stems(before: Sequence[str], between: Sequence[str], behind: Sequence[str]) -> Iterator[str]:
    """English words without endings: acquire, acquired and acquiring are one."""
    for place, words in (("m", between), ("b", before[-_STEM_NEAR:]), ("a", behind[:_STEM_NEAR])):
        yield from (f"stem {place} {_stem(word)}" for word in words)
    yield from (f"stem {_stem(word)}" for word in (*before, *between, *behind))


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    return word if len(word) < _LEAST_STEMMED else _SUFFIX.sub("", word)


def _characters(pair: CandidatePair) -> Iterator[str]:
    """Pairs of characters between the names and just beside them, for words that are cut otherwise."""
    between = pair.text[pair.first.end : pair.second.start]
    before = pair.text[max(pair.sentence.start, pair.first.start - 8) : pair.first.start]
    behind = pair.text[pair.second.end : min(pair.sentence.end, pair.second.end + 8)]
    for place, text in (("cm", between), ("cb", before), ("ca", behind)):
        for at in range(len(text) - 1):
            yield f"{place} {text[at : at + 2]}"
    yield f"cm< {between[:2]}"
    yield f"cm> {between[-2:]}"
    yield f"ca< {behind[:2]}"
    yield f"cb> {before[-2:]}"


def _around(pair: CandidatePair) -> tuple[list[str], list[str], list[str]]:
    """The words before the first mention, between both and behind the second; one word for each other name."""
    parts: tuple[list[str], list[str], list[str]] = ([], [], [])
    others = [each for each in pair.mentions if each not in (pair.first, pair.second)]
    at = 0
    for token in pair.words:
        while at < len(others) and others[at].end <= token.start:
            at += 1
        part = _part(token, pair)
        if part is None:
            continue
        if at == len(others) or token.end <= others[at].start:
            parts[part].append(token.folded)
        elif token.start <= others[at].start:
            parts[part].append(NAME)
    return parts


def _part(token: Token, pair: CandidatePair) -> int | None:
    if token.end <= pair.first.start:
        return 0
    if token.start >= pair.second.end:
        return 2
    return 1 if token.start >= pair.first.end and token.end <= pair.second.start else None


def _words(place: str, words: Sequence[str]) -> Iterator[str]:
    """Single words and pairs of neighbours: nothing longer is learnt from labelled texts."""
    for word in words:
        yield f"{place} {word}"
    for first, second in itertools.pairwise(words):
        yield f"{place} {first} {second}"


def _shapes(which: str, mention: NameMention) -> Iterator[str]:
    name = mention.name
    yield f"shape{which} pronoun {PRONOUNS.fullmatch(name) is not None}"
    yield f"shape{which} legal {_LEGAL_ENDING.search(name) is not None}"
    yield f"shape{which} bank {_BANK_ENDING.search(name) is not None}"
    yield f"shape{which} length {min(len(name), 12) // 3}"
    yield f"shape{which} capitals {name.isascii() and name.isupper()}"
