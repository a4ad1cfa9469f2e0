"""What an answer says where no company is listed."""

from __future__ import annotations

from typing import Literal

from core.discovery.searched import Searched
from core.discovery.understood import QUOTED_CHARACTERS, Understood
from core.domain.results import AnswerSentence, Discovery, QuestionAnswer
from core.domain.text import PRONOUNS
from core.messages import Language, translate
from core.names.normalise import is_written_as_name, normalise_name, reads_as_company_name


def not_linked(searched: Searched, language: Language) -> Discovery:
    """It is not known what is asked about: no company bears the name, or several do."""
    outcome: Literal["unknown_company", "ambiguous_company"] = (
        "ambiguous_company" if searched.understood.link.outcome == "ambiguous" else "unknown_company"
    )
    request, choices = searched.request, searched.understood.link.choices
    named = searched.understood.link.name or request.company or request.query
    key = f"discover.{outcome}" if choices else f"discover.{outcome}_without_choices"
    if choices and not any(each.similarity for each in choices):
        key = "discover.mentioned"
    pronoun = PRONOUNS.search(request.query)
    if outcome == "unknown_company" and not request.company and pronoun is not None:
        key, choices = "discover.pronoun_without_company", ()
    elif outcome == "unknown_company" and not choices and named == request.query and not _is_name(searched.understood):
        key = "discover.nothing_named"
    said = {"pronoun": pronoun[0]} if pronoun is not None else {}
    explanation = translate(key, language, name=named[:QUOTED_CHARACTERS], **said)
    return Discovery(
        outcome=outcome,
        named=named,
        answer=QuestionAnswer(
            outcome="ambiguous_name" if outcome == "ambiguous_company" else "unknown_name",
            not_understood=(named,) if named != request.query else (),
            sentences=(AnswerSentence(text=explanation),),
            choices=choices,
        ),
        choices=choices,
        explanation=explanation,
        timings=searched.timings,
        processing_time_ms=sum(timing.milliseconds for timing in searched.timings),
    )


def _is_name(understood: Understood) -> bool:
    """Whether a question is nothing but a name as far as can be told: a company was chosen, it is written as one, or no
    word of it has a meaning in questions."""
    question = understood.request.query
    if understood.request.company or reads_as_company_name(question) or is_written_as_name(question):
        return True
    unread = normalise_name("".join(understood.parsed.not_understood))
    return unread == normalise_name(question)


def empty_outcome(searched: Searched, hidden: int) -> Literal["nothing_related", "search_failed"]:
    """An empty list after a failed search is no proof that nothing is related."""
    return "search_failed" if searched.found.failures and not hidden else "nothing_related"


def why_nothing(searched: Searched, hidden: int, language: Language) -> str:
    """In a sentence. ``hidden``: candidates below the asked level."""
    named = bool(searched.understood.link.entity_ids)
    at_level = "discover.nothing_at_level" if named else "discover.no_level_without_company"
    key = at_level if hidden else f"discover.{empty_outcome(searched, hidden)}"
    return translate(key, language, company=searched.understood.subject(language), hidden=hidden)
