"""Answers as the chain gives them, scored: is the set exact, is every claim true, is what is not known said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pydantic import BaseModel, ConfigDict

from core.defaults import default_request
from core.discovery.chain import ask
from core.discovery.name_resolution import QueryEmptyError, QueryTooLongError
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.results import Discovery, QuestionAnswer
from core.evaluation.asked_questions import FACT, AskedQuestion, QuestionClass
from core.messages import Language
from core.monitoring.request_ids import NOBODY, working_for

HONEST = ("empty", "unknown_name", "partly_understood")
"""Outcomes that say that nothing is known."""
MOST_KEPT = 12
_FIGURES = frozenset({"count", "yes_no"})


class AnswerScore(BaseModel):
    """One answer. ``claims``: ids that are said to answer, a count, a yes or no, and that there is none; ``wrong``: how
    many of them are not true, in questions about facts always 0. ``right``: what its class is measured by: the exact
    set, number or yes/no; of a question that has no answer, that nothing is claimed; of a fact, that it is told.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    cls: QuestionClass
    language: Language
    query: str
    outcome: str
    kind: str
    right: bool
    claims: int
    wrong: int
    listed: tuple[str, ...]


def score_answers(
    pipeline: DiscoveryPipeline, questions: Sequence[AskedQuestion], *, advance: Callable[[], object] = lambda: None
) -> list[AnswerScore]:
    """Ask every question as a person would; ``advance`` is called after each."""
    scores = []
    for question in questions:
        scores.append(scored_answer(question, _asked(pipeline, question), pipeline.base.knowledge_base.namesakes))
        advance()
    return scores


def _asked(pipeline: DiscoveryPipeline, question: AskedQuestion) -> Discovery | None:
    """None where the question is refused at the door."""
    request = default_request(pipeline.base.settings, query=question.query, language=question.language)
    try:
        with working_for(NOBODY):  # questions that nobody waits for are no answers of this process
            return ask(pipeline, request)
    except (QueryEmptyError, QueryTooLongError):
        return None


def scored_answer(
    question: AskedQuestion, found: Discovery | None, namesakes: Callable[[str], frozenset[str]]
) -> AnswerScore:
    """``found``: None for a question that was refused. Companies that are listed as one count as one."""

    def lines(ids: Iterable[str]) -> set[str]:
        return {min({each, *namesakes(each)}) for each in ids}

    told = found.answer if found else QuestionAnswer()
    listed = [company.company_id for company in found.related_companies if company.answers_question] if found else []
    gold, members = lines(question.gold), lines(told.company_ids)
    accept = lines(question.accept) - gold
    claimed = members | lines(listed)
    claims, untrue = _other_claims(question, told)
    wrong = len(claimed - gold - accept) + untrue
    match question.scored_as:
        case "i":
            right = not claimed and told.kind not in _FIGURES and _says_so(found)
        case "j":
            said = " ".join([str(told.value), *(sentence.text for sentence in told.sentences)])
            right, wrong = any(each in said for each in question.answers), 0
        case _ if question.figure is not None:
            right = _is(told.value, question.figure)
        case _:
            right = bool(gold) and members - accept == gold
    return AnswerScore(
        id=question.id,
        cls=question.scored_as,
        language=question.language,
        query=question.query,
        outcome=told.outcome if found else "refused",
        kind=told.kind,
        right=right,
        claims=len(claimed) + claims,
        wrong=wrong,
        listed=told.company_ids[:MOST_KEPT],
    )


def _other_claims(question: AskedQuestion, told: QuestionAnswer) -> tuple[int, int]:
    """How many claims there are but ids, and how many of them are wrong."""
    if told.outcome == "empty":
        there_are = bool(question.gold) or question.figure not in (None, 0, False)
        return 1, int(there_are and question.scored_as != FACT)
    if told.kind in _FIGURES:
        return 1, int(not _is(told.value, len(question.gold) if question.figure is None else question.figure))
    return 0, 0


def _is(value: str | int | bool | None, figure: int | bool) -> bool:
    return value == figure


def _says_so(found: Discovery | None) -> bool:
    """Whether it is said that nothing is known, or nothing is listed."""
    return found is None or found.answer.outcome in HONEST or not found.related_companies
