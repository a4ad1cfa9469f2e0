"""The answer to a question about a fact, sentence by sentence with the passages that state it."""

from __future__ import annotations

from core.domain.model_use import StageReport
from core.domain.results import Result, Source


class CitedSentence(Result):
    """One sentence; ``numbers``, from 1, are places in the answer's sources."""

    text: str
    numbers: tuple[int, ...]


class FactAnswer(Result):
    """What recorded values or passages say to a question.

    Judged by a model, ``sentences`` answer it, or there are none and ``explanation`` says why. By the rules there is a
    sentence where the question asks for a recorded value; else there are only ``sources``: the passages most likely to
    hold the answer, and ``explanation`` says so.
    """

    sentences: tuple[CitedSentence, ...] = ()
    sources: tuple[Source, ...] = ()
    explanation: str = ""
    stage: StageReport = StageReport(stage="fact_answer", judge="rules")
    warnings: tuple[str, ...] = ()
