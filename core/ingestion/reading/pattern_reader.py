"""Reads relations by the ontology's own words and by how they stand to two names, without a model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ingestion.reading.cue_words import Cue, CueWords, FoundCue
from core.ingestion.reading.proposals import CandidatePair, Vote
from core.names.normalise import fold_characters

NAME = "patterns"
_FAR = 60  # characters between a name and a word that still speaks of it
_BY = re.compile(r"^\s*(?:\w+ly )?by\b")
_BE_BEFORE = re.compile(r"\b(?:is|are|was|were|be|been|being|got|which|company|,)\s*(?:\w+ly |also |then |later )?$")
_OF_BEHIND = re.compile(
    r"^\s*(?:company |companies |shareholder |partner )?(?:of|for|to|in|with|,|:|\(|such|includ|like)"
)
_APPOSED = re.compile(
    r"^\s*(?:,|\(|-|—|–|is|are|was|were|as|became|remains|has been|will be)?\s*(?:also )?(?:an?|the|its|one)?\b"
)
_PASSIVE_ZH = re.compile(r"(?:被|遭|由|受|获)[^,，。;；]{0,6}$")
_COVERB_ZH = re.compile(r"(?:向|给|为|对|与|和|跟|同|将|从|把|及|携手|联合|、)[^,，。;；]{0,8}$")
_OF_ZH = re.compile(r"(?:的|是|为|系|旗下|所|,|，|之)[^,，。;；]{0,8}$")


class PatternReader:
    """Votes for what the words between and beside two mentions say."""

    name = NAME

    def __init__(self, cues: CueWords) -> None:
        self._cues = cues
        self._last: tuple[str, int, int, list[FoundCue]] = ("", 0, 0, [])
        self._known: dict[tuple[int, int, int, int], tuple[Vote, ...]] = {}

    def read(self, pairs: Sequence[CandidatePair]) -> list[tuple[Vote, ...]]:
        """The votes on each pair, the surest first."""
        return [self._votes(pair) for pair in pairs]

    def cues_of(self, pair: CandidatePair) -> list[FoundCue]:
        """The words of relations in the sentence of a pair, outside its names."""
        text, span = pair.text, pair.sentence
        if self._last[:3] != (text, span.start, span.end):
            folded = list(fold_characters(text[span.start : span.end]))
            for each in pair.mentions:
                folded[each.start - span.start : each.end - span.start] = "\x00" * (each.end - each.start)
            found = self._cues.find("".join(folded), pair.language)
            moved = [FoundCue(each.start + span.start, each.end + span.start, each.cue) for each in found]
            self._last, self._known = (text, span.start, span.end, moved), {}
        return self._last[3]

    def _votes(self, pair: CandidatePair) -> tuple[Vote, ...]:
        """Those of the last sentence are kept: the classifier asks for them as well."""
        cues, key = self.cues_of(pair), (pair.first.start, pair.first.end, pair.second.start, pair.second.end)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = _votes_by(pair, cues)
        return known


def _votes_by(pair: CandidatePair, cues: Sequence[FoundCue]) -> tuple[Vote, ...]:
    best: dict[tuple[str, bool], float] = {}
    for found in cues:
        for forward, confidence in _reads(pair, found):
            key = found.cue.relation_type, forward
            best[key] = max(best.get(key, 0.0), confidence)
    ordered = sorted(best.items(), key=lambda each: -each[1])
    return tuple(Vote(NAME, kind, forward, round(value, 3)) for (kind, forward), value in ordered)


def _reads(pair: CandidatePair, found: FoundCue) -> Iterator[tuple[bool, float]]:
    """Whether the first mention is the source by this word, and how sure that is; nothing where it says neither."""
    first, second = pair.first, pair.second
    if first.end <= found.start and found.end <= second.start:
        before, behind = pair.text[first.end : found.start], pair.text[found.end : second.start]
        yield from _between(found.cue, before.lower(), behind.lower(), pair)
    elif second.end <= found.start and found.start - second.end <= _FAR and pair.language == "zh":
        joined, gap = pair.text[first.end : second.start], pair.text[second.end : found.start]
        yield from _behind(found.cue, joined, gap)


def _between(cue: Cue, before: str, behind: str, pair: CandidatePair) -> Iterator[tuple[bool, float]]:
    if len(before) > _FAR or len(behind) > _FAR:
        return
    sure = 0.85 - 0.004 * (len(before) + len(behind)) - 0.15 * _names_between(pair)
    if cue.kind == "verb":
        if cue.end == "either":
            yield True, sure
        elif pair.language == "en" and cue.passive and _BY.match(behind):
            yield cue.end == "target", sure
        elif pair.language == "en" and cue.passive and _BE_BEFORE.search(before) and " by " in behind:
            yield cue.end == "target", sure - 0.1
        else:
            yield cue.end == "source", sure - (0.15 if _BE_BEFORE.search(before) and cue.passive else 0.0)
    elif cue.end == "either":
        yield True, sure
    elif pair.language == "en":
        yield from _noun_en(cue, before, behind, sure)
    else:
        yield cue.end == "target", sure - 0.1  # 腾讯的子公司阅文: the word is what the second one is called


def _noun_en(cue: Cue, before: str, behind: str, sure: float) -> Iterator[tuple[bool, float]]:
    """A, a subsidiary of B: A is called so; A's subsidiary B: B is."""
    if _OF_BEHIND.match(behind) and not before.startswith(("'s", "’s")):
        yield cue.end == "source", sure
    elif before.startswith(("'s", "’s", " 's")) or _APPOSED.match(before):
        yield cue.end == "target", sure - 0.1


def _behind(cue: Cue, joined: str, gap: str) -> Iterator[tuple[bool, float]]:
    """A被B收购, A与B合作, A向B供货, A是B的子公司: the word stands behind both names."""
    if len(joined) > 20:
        return
    sure = 0.8 - 0.01 * (len(joined) + len(gap))
    if cue.kind == "verb" and _PASSIVE_ZH.search(joined):
        yield cue.end != "source", sure
        return
    marks = _COVERB_ZH if cue.kind == "verb" else _OF_ZH
    if marks.search(joined):
        yield cue.end != "target", sure


def _names_between(pair: CandidatePair) -> int:
    inside = sum(pair.first.end <= each.start and each.end <= pair.second.start for each in pair.mentions)
    return min(inside, 3)
