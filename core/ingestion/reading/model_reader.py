"""Reads relations with a language model: the names are given, so that it can name nobody else."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from core.domain.model_use import ModelUse
from core.ingestion.reading.proposals import CandidatePair, NameMention, Vote
from core.ontology import Ontology
from core.reasoning.llm.client import LanguageModel, ModelFailedError
from core.reasoning.llm.endpoint import ModelAnswerUnusableError
from core.reasoning.relation_extraction import NamedSentence, extract_relations

NAME = "model"
_CONFIDENCE = 0.9
"""Of whatever it says: the figures that models give of themselves say little about what is right."""
_SENTENCES = 8
"""Read in one request."""
_Span = tuple[int, int]
_log = logging.getLogger(__name__)


class ModelReader:
    """Votes for what the model takes a sentence to state between two of its names; ``types``: those that it may tell.

    A batch whose answer cannot be used has no votes and is counted in ``unusable``; an endpoint that does not answer
    raises its error. ``uses``: what the requests took.
    """

    name = NAME

    def __init__(
        self,
        model: LanguageModel,
        ontology: Ontology,
        types: Sequence[str],
        *,
        temperature: float = 0.0,
        check_cancelled: Callable[[], None] | None = None,
    ) -> None:
        self._model, self._ontology, self._types = model, ontology, types
        self._temperature, self._check_cancelled = temperature, check_cancelled
        self.uses: list[ModelUse] = []
        self.unusable = 0

    def read(self, pairs: Sequence[CandidatePair]) -> list[tuple[Vote, ...]]:
        """The votes on each pair, in the order of ``pairs``."""
        sentences: dict[_Span, CandidatePair] = {}
        for pair in pairs:
            sentences.setdefault((pair.sentence.start, pair.sentence.end), pair)
        told: dict[tuple[_Span, _Span], list[str]] = {}
        for start in range(0, len(sentences), _SENTENCES):
            told |= self._told(list(sentences.values())[start : start + _SENTENCES])
        return [self._votes(pair, told) for pair in pairs]

    def _told(self, batch: Sequence[CandidatePair]) -> dict[tuple[_Span, _Span], list[str]]:
        """Places of source and target in the text → the types that the model says."""
        named = [{f"N{place}": each for place, each in enumerate(pair.mentions, start=1)} for pair in batch]
        sentences = [
            NamedSentence(
                pair.text[pair.sentence.start : pair.sentence.end], {key: each.name for key, each in names.items()}
            )
            for pair, names in zip(batch, named, strict=True)
        ]
        try:
            found = extract_relations(
                self._model,
                sentences,
                self._ontology,
                self._types,
                batch[0].language,
                temperature=self._temperature,
                check_cancelled=self._check_cancelled,
            )
        except ModelFailedError as failure:
            self.uses.append(failure.use)
            if not isinstance(failure.error, ModelAnswerUnusableError):
                raise failure.error from failure
            self.unusable += 1
            _log.warning("the model's answer about %d sentences could not be used", len(batch))
            return {}
        self.uses.append(found.use)
        told: dict[tuple[_Span, _Span], list[str]] = {}
        for number, source, kind, target in found.relations:
            names = named[number]
            told.setdefault((_span(names[source]), _span(names[target])), []).append(kind)
        return told

    def _votes(self, pair: CandidatePair, told: dict[tuple[_Span, _Span], list[str]]) -> tuple[Vote, ...]:
        first, second = _span(pair.first), _span(pair.second)
        forward = [Vote(NAME, kind, True, _CONFIDENCE) for kind in told.get((first, second), ())]
        return (*forward, *(Vote(NAME, kind, False, _CONFIDENCE) for kind in told.get((second, first), ())))


def _span(mention: NameMention) -> _Span:
    return mention.start, mention.end
