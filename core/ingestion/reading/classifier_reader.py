"""Reads relations with a small linear classifier whose numbers ship as a readable file, one model for each language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.ingestion.reading.linear_model import LinearModel, Scores
from core.ingestion.reading.pair_features import pair_features
from core.ingestion.reading.pattern_reader import PatternReader
from core.ingestion.reading.proposals import CandidatePair, Vote
from core.messages import Language

NAME = "classifier"
FILE = "relation_model.json"
NONE = "none"
"""The class of pairs of which nothing is stated."""
_LEAST = 0.05


class ClassifierReader:
    """Votes for the type that fits the words best, unless none does. ``sharpness``: what turns scores into
    confidences."""

    name = NAME

    def __init__(self, models: Mapping[Language, LinearModel], patterns: PatternReader, sharpness: float) -> None:
        self._models, self._patterns, self._sharpness = models, patterns, sharpness

    def read(self, pairs: Sequence[CandidatePair]) -> list[tuple[Vote, ...]]:
        """At most one vote on each pair."""
        return [self._votes(pair) for pair in pairs]

    def _votes(self, pair: CandidatePair) -> tuple[Vote, ...]:
        model = self._models[pair.language]
        said = self._patterns.read([pair])[0]
        scores = model.scores(pair_features(pair, self._patterns.cues_of(pair), said))
        best = int(scores.argmax())
        relation_type, forward = class_meaning(model.classes[best])
        confidence = float(confidences(scores, self._sharpness)[best])
        if relation_type == NONE or confidence < _LEAST:
            return ()
        return (Vote(NAME, relation_type, forward, round(confidence, 3)),)


def confidences(scores: Scores, sharpness: float) -> Scores:
    """Scores of classes → confidences that sum to 1."""
    raised = np.exp(sharpness * (scores - scores.max()))
    return np.asarray(raised / raised.sum(), dtype=np.float32)


def class_meaning(name: str) -> tuple[str, bool]:
    """Type and direction of a class: ``acquired <`` is acquired, from the second mention to the first."""
    relation_type, _, direction = name.partition(" ")
    return relation_type, direction != "<"
