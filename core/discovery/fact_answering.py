"""Answer a question about a fact: from a recorded value where it asks for one, else from the passages of its searched,
by a model or, without one, by showing them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from core.discovery.claimed_answer import claimed_answer
from core.discovery.searched import Searched
from core.domain.fact_answers import CitedSentence, FactAnswer
from core.domain.model_use import StageReport
from core.domain.records import Passage
from core.domain.results import QuestionAnswer
from core.messages import Language, translate
from core.reasoning.fact_answer import (
    AnsweredByModel,
    FactPassage,
    FactQuestion,
    answer_from_passages,
)
from core.reasoning.llm.client import LanguageModel, ModelFailedError
from core.retrieval.citations import passage_source
from core.settings import Settings

_MARKS = re.compile(r" ?(?:\[\d+\])+")
"""The numbers of footnotes, which stand beside a cited sentence, not in it."""
_READ = 8
_SHOWN_BY_RULES = 3


def answer_fact(
    searched: Searched,
    model: LanguageModel | None,
    settings: Settings,
    language: Language,
    *,
    check_cancelled: Callable[[], None] | None = None,
) -> FactAnswer:
    """What is recorded, or what the passages say, to the question. Where a model fails, the passages are shown and it
    is said why."""
    recorded = claimed_answer(searched, language)
    if recorded.kind != "value":
        return _from_passages(searched, model, settings, language, check_cancelled)
    if recorded.value is not None:
        return _from_value(recorded)
    found = _from_passages(searched, model, settings, language, check_cancelled)
    if found.sentences:
        return found
    said = [*(each.text for each in recorded.sentences), found.explanation]
    return found.model_copy(update={"explanation": ("" if language == "zh" else " ").join(said)})


def _from_passages(
    searched: Searched,
    model: LanguageModel | None,
    settings: Settings,
    language: Language,
    check_cancelled: Callable[[], None] | None,
) -> FactAnswer:
    passages = [searched.base.knowledge_base.passage(each) for each in searched.found.passage_scores.ranked()[:_READ]]
    if not passages:
        return FactAnswer(explanation=translate("fact.no_passages", language))
    if model is None:
        return _by_rules(passages, language)
    if searched.understood.intention.fault is not None:  # not asked again for each stage of one question
        report = StageReport(stage="fact_answer", judge="rules", fault=searched.understood.intention.fault.code)
        return _by_rules(passages, language).model_copy(update={"stage": report})
    question = FactQuestion(
        searched.request.query, tuple(FactPassage(each.id, each.title, each.text) for each in passages), language
    )
    try:
        temperature = settings.llm_temperature_fact_answer
        found = answer_from_passages(model, question, temperature=temperature, check_cancelled=check_cancelled)
    except ModelFailedError as failure:
        report = StageReport(stage="fact_answer", judge="rules", use=failure.use, fault=failure.error.code)
        shown = _by_rules(passages, language)
        return shown.model_copy(update={"stage": report, "warnings": (failure.error.message(language),)})
    return _by_model(found, passages, language)


def _from_value(recorded: QuestionAnswer) -> FactAnswer:
    numbers = tuple(range(1, len(recorded.sources) + 1))
    sentences = tuple(CitedSentence(text=_MARKS.sub("", each.text), numbers=numbers) for each in recorded.sentences)
    return FactAnswer(sentences=sentences, sources=recorded.sources)


def _by_rules(passages: Sequence[Passage], language: Language) -> FactAnswer:
    sources = tuple(passage_source(passage, "vector", 0.0) for passage in passages[:_SHOWN_BY_RULES])
    return FactAnswer(sources=sources, explanation=translate("fact.by_rules", language))


def _by_model(found: AnsweredByModel, passages: Sequence[Passage], language: Language) -> FactAnswer:
    report = StageReport(stage="fact_answer", judge="model", use=found.use, dropped=dict(found.dropped))
    if not found.sentences:
        shown = tuple(passage_source(passage, "vector", 0.0) for passage in passages[:_SHOWN_BY_RULES])
        return FactAnswer(sources=shown, explanation=translate("fact.not_stated", language), stage=report)
    cited = list(dict.fromkeys(passage_id for sentence in found.sentences for passage_id in sentence.passage_ids))
    numbers = {passage_id: number for number, passage_id in enumerate(cited, start=1)}
    by_id = {passage.id: passage for passage in passages}
    return FactAnswer(
        sentences=tuple(
            CitedSentence(text=each.text, numbers=tuple(numbers[passage_id] for passage_id in each.passage_ids))
            for each in found.sentences
        ),
        sources=tuple(passage_source(by_id[passage_id], "vector", 0.0) for passage_id in cited),
        stage=report,
    )
