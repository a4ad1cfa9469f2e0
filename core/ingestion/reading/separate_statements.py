"""Names that only stand in one list, and names of clauses that each say the same of another company: between them a
sentence states nothing, however near the word for a relation stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from core.ingestion.reading.cue_words import FoundCue
from core.ingestion.reading.proposals import CandidatePair, NameMention
from core.messages import Language

_JOINED: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(r"\s*(?:(?P<sure>,?\s*(?:and|or|&|as well as)(?:\s+also)?\s)|,)\s*", re.I),
    "zh": re.compile(r"\s*(?:(?P<sure>、|和|及|以及|或)|与)\s*"),
}
"""What stands between two neighbours of a list. Where nothing is ``sure`` it is none: an English comma may open an
apposition, and 与 mostly means "with" (A与B签署…)."""
_NEW_CLAUSE = re.compile(r"[,，;；]\s*(?:而|但|同时|此外|另外|且|(?:and|but|while|whereas)\s)?\s*$", re.I)
_CLAUSE_END = re.compile(r"[,，;；。!?！？]")


def in_one_list(pair: CandidatePair) -> bool:
    """Whether both mentions are members of one list: A、B和C; A, B and C."""
    names, joins = pair.mentions, _joins(pair)
    first, second = names.index(pair.first), names.index(pair.second)
    if not all(joins[first:second]):
        return False
    begin, end = _list_around(joins, first)
    return "sure" in joins[begin:end]


def in_separate_clauses(pair: CandidatePair, relation_type: str, cues: Sequence[FoundCue]) -> bool:
    """Whether a clause with a subject of its own begins between the mentions, or with the second one, and a word for
    the type stands on both sides of this: A supplies screws, B supplies nuts. ``cues``: of the sentence."""
    places = [each.start for each in cues if each.cue.relation_type == relation_type]
    for subject in _subjects(pair):
        end = _CLAUSE_END.search(pair.text, subject.end, pair.sentence.end)
        behind = pair.sentence.end if end is None else end.start()
        own = any(subject.end <= place < behind for place in places)
        if own and any(pair.first.end <= place < subject.start for place in places):
            return True
    return False


def _subjects(pair: CandidatePair) -> Iterator[NameMention]:
    """The first names of the clauses that begin behind the first mention, up to the second one; of a list its first."""
    names, joins = pair.mentions, _joins(pair)
    first, second = names.index(pair.first), names.index(pair.second)
    for place in range(first + 1, second + 1):
        begin, _ = _list_around(joins, place)
        subject = names[begin if begin > first else place]
        if _NEW_CLAUSE.search(pair.text, pair.first.end, subject.start):
            yield subject


def _list_around(joins: Sequence[str], place: int) -> tuple[int, int]:
    """The first and the last name of the list that the name ``place`` is in, which may be alone."""
    begin = end = place
    while begin > 0 and joins[begin - 1]:
        begin -= 1
    while end < len(joins) and joins[end]:
        end += 1
    return begin, end


def _joins(pair: CandidatePair) -> list[str]:
    """Of each name and the next: ``sure`` or ``perhaps`` where they may be neighbours of a list, else empty."""
    found = []
    for one, other in zip(pair.mentions, pair.mentions[1:], strict=False):
        match = _JOINED[pair.language].fullmatch(pair.text, one.end, max(one.end, other.start))
        found.append("" if match is None else "sure" if match["sure"] else "perhaps")
    return found
