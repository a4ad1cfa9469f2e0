from __future__ import annotations

from collections.abc import Callable

import pytest

from core.ingestion.reading.candidate_pairs import pairs_in
from core.ingestion.reading.cue_words import CueWords
from core.ingestion.reading.pattern_reader import PatternReader
from core.ingestion.reading.proposals import CandidatePair, NameMention
from core.ontology import Ontology

MakePair = Callable[[str, str, str], CandidatePair]


@pytest.fixture(scope="session")
def patterns(ontology: Ontology) -> PatternReader:
    return PatternReader(CueWords(ontology))


@pytest.fixture(scope="session")
def pair() -> MakePair:
    """A text and two names in it → the pair of them."""

    def make(text: str, one: str, other: str) -> CandidatePair:
        mentions = [NameMention(text.index(name), text.index(name) + len(name), name) for name in (one, other)]
        return next(pairs_in(text, mentions))

    return make
