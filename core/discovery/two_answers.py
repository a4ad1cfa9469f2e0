"""Two questions in one that ask for different things: "Who is the CEO of Tesla and where is it based?"

Each is understood by itself, and both are answered, in the order in which they were asked. The list of companies is
that of the one that asks for companies.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.discovery.understanding import as_planned, understand
from core.discovery.understood import Understood
from core.domain.requests import DiscoveryRequest
from core.domain.results import AnswerSentence, QuestionAnswer, Source
from core.domain.text import PRONOUNS
from core.messages import Language, translate
from core.monitoring.stopwatch import Stopwatch
from core.questions.plans.parsed import Parsed
from core.questions.reading.two_questions import parted
from core.questions.reading.what_else import WhatElse, others_of, what_else
from core.retrieval.base import Base

_MARK = re.compile(r"\[(\d+)\]")


def understand_all(
    base: Base, request: DiscoveryRequest, clock: Stopwatch | None = None, *, whatever_is_named: bool = False
) -> Understood:
    """As ``understand``, of one question or of two that ask for different things.

    Raises as ``understand`` does.
    """
    whole = understand(base, request, clock, whatever_is_named=whatever_is_named)
    if whole.may_claim or request.plan is not None:
        return whole
    halves = None if request.company else what_else(base, request.query)
    if halves is not None:
        both = _what_else(base, request, halves)
        return whole if both is None else both.changed(timings=whole.timings)
    for first, second in parted(request.query):
        both = _both(base, request, first, second)
        if both is not None:
            return both.changed(timings=whole.timings)
    return whole


def _both(base: Base, request: DiscoveryRequest, first: str, second: str) -> Understood | None:
    """The one that lists companies, with the other one; None unless both are understood as a whole."""
    one = understand(base, request.model_copy(update={"query": first}))
    if not _is_answered(one) or len(one.link.entity_ids) != 1:
        return None
    names_its_own = bool(base.names.find(second)) and not PRONOUNS.search(second)
    about = {} if names_its_own else {"company": one.link.entity_ids[0]}
    other = understand(base, request.model_copy(update={"query": second, **about}))
    if not _is_answered(other):
        return None
    lists_companies = [bool(each.members.lines) for each in (one, other)]
    main, beside = (other, one) if lists_companies == [False, True] else (one, other)
    names = tuple(base.names.find(request.query))
    return main.changed(request=request, names=names, beside=beside, is_second=main is other)


def _what_else(base: Base, request: DiscoveryRequest, halves: WhatElse) -> Understood | None:
    """Whom a question asks for, and what else these do; None where no plan holds it."""
    one = understand(base, request.model_copy(update={"query": halves.first}))
    if not _is_answered(one) or one.parsed.plan is None:
        return None
    again = understand(base, request.model_copy(update={"query": halves.as_if_named}))
    others = [as_planned(again, Parsed(plan)) for plan in others_of(base, halves, one.parsed.plan)]
    other = next((each for each in others if each.members.anybody), others[0] if others else None)
    if other is None or not _is_answered(other):
        return None
    return one.changed(request=request, names=tuple(base.names.find(request.query)), beside=other)


def _is_answered(understood: Understood) -> bool:
    return understood.answerable and understood.parsed.plan is not None and understood.may_claim


def merged(answers: tuple[QuestionAnswer, QuestionAnswer], main: int, language: Language) -> QuestionAnswer:
    """One answer: the sentences and sources of both in their order, all else that of ``main``, the place of one."""
    first, second = answers
    cited = _cited(answers)
    by_key: dict[str, Source] = {}
    for each in (*first.sources, *second.sources):
        by_key[each.key] = _together(by_key[each.key], each) if each.key in by_key else each
    moved = tuple(_moved(each, second, cited) for each in second.sentences)
    understood_as = translate("plan.and", language).join(each.understood_as for each in answers)
    found = [each for each in answers if each.outcome == "answered"]
    return answers[main].model_copy(
        update={
            "outcome": found[0].outcome if found else answers[main].outcome,
            "sentences": (*first.sentences, *moved),
            "sources": tuple(by_key[key] for key in cited),
            "paths": (*first.paths, *second.paths),
            "understood_as": understood_as,
        }
    )


def _together(one: Source, other: Source) -> Source:
    """A source that both cite; of a company's columns each may cite another one."""
    return one if other.text in one.text else one.model_copy(update={"text": f"{one.text} · {other.text}"})


def _cited(answers: tuple[QuestionAnswer, QuestionAnswer]) -> list[str]:
    """The keys of the sources of both, each once."""
    return list(dict.fromkeys(source.key for each in answers for source in each.sources))


def _moved(sentence: AnswerSentence, second: QuestionAnswer, cited: Sequence[str]) -> AnswerSentence:
    """A sentence of the ``second`` answer whose marks count the sources of both."""

    def moved(mark: re.Match[str]) -> str:
        number = int(mark[1])
        known = 0 < number <= len(second.sources)
        return f"[{cited.index(second.sources[number - 1].key) + 1}]" if known else mark[0]

    return sentence.model_copy(update={"text": _MARK.sub(moved, sentence.text)})
