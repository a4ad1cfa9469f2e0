"""What can be claimed in answer to a question, and in which words: nothing that its whole wording does not ask for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from core.discovery.recorded_values import RecordedValue, recorded_value, related_names
from core.discovery.retrieval_state import Retrieval
from core.domain.results import AnswerSentence, QuestionAnswer
from core.messages import Language, translate
from core.reasoning.intent_router import DISCOVERY

_CONDITION = re.compile(
    r"(?<!\d)(?:19|20|21)\d\d(?!\d)"
    r"|\b(?:not|no|never|without|except|excluding|outside|before|after|since|until|than|how many|how much|most|fewest"
    r"|least|biggest|largest|smallest|oldest|youngest|newest|earliest|latest)\b|\w+n['’]t\b"
    r"|不是|并非|没有|除了|除外|以外|以前|以后|之前|之后|以来|最多|最少|最大|最小|最早|最晚|最新|多少|几家|不在|不做",
    re.IGNORECASE,
)
"""Words that no search for a topic can take into account."""


def claimed_answer(retrieval: Retrieval, listed: Sequence[str], language: Language) -> QuestionAnswer:
    """``listed``: companies, one of each name, in the order in which they are listed."""
    value = _value(retrieval, language)
    if value is not None:
        return value
    if retrieval.may_claim:
        return _companies(retrieval, listed, language)
    ignored = _ignored(retrieval)
    if not ignored:
        return QuestionAnswer()
    quoted = translate("reason.separator", language).join(
        translate("answer.quoted", language, words=words) for words in ignored
    )
    said = AnswerSentence(text=translate("answer.partly_understood", language, words=quoted))
    return QuestionAnswer(outcome="partly_understood", not_understood=ignored, sentences=(said,))


def _ignored(retrieval: Retrieval) -> tuple[str, ...]:
    """The words that had no part in choosing companies; none where the question is open: all of a topic is searched
    for, except what no search understands, and a fact is looked for in texts."""
    words = retrieval.reading.not_understood
    if retrieval.asked is not None and not retrieval.asks_for_a_place:
        return words
    if not retrieval.link.entity_ids:
        return tuple(dict.fromkeys(found.group() for each in words for found in _CONDITION.finditer(each)))
    return words if retrieval.understood.intent == DISCOVERY else ()


def _companies(retrieval: Retrieval, listed: Sequence[str], language: Language) -> QuestionAnswer:
    if not retrieval.members:
        said = translate("answer.empty", language, **_asked_in_words(retrieval, language))
        return QuestionAnswer(outcome="empty", kind="companies", sentences=(AnswerSentence(text=said),))
    ids = _one_per_name(retrieval, [each for each in listed if retrieval.answers_question(each)])
    return QuestionAnswer(
        outcome="answered",
        kind="companies",
        company_ids=ids,
        sentences=(AnswerSentence(text=_counted(retrieval, ids, language)),),
    )


def _one_per_name(retrieval: Retrieval, listed: Iterable[str]) -> tuple[str, ...]:
    """Those listed, then the members that no search has found."""
    ids = list(listed)
    namesakes = retrieval.knowledge_base.namesakes
    taken = {bearer for each in ids for bearer in (each, *namesakes(each))}
    for member in retrieval.members:
        if member not in taken:
            ids.append(member)
            taken |= {member, *namesakes(member)}
    return tuple(ids)


def _asked_in_words(retrieval: Retrieval, language: Language) -> dict[str, str]:
    return {"role": retrieval.asked_role(language), "company": retrieval.query_name(language)}


def _counted(retrieval: Retrieval, ids: Sequence[str], language: Language) -> str:
    """How many; those that only a relation of another type makes an answer are counted apart."""
    answering = retrieval.answering
    assert answering is not None  # nothing is claimed otherwise
    ends, others = dict(answering.also), Counter[str]()
    for company_id in ids:
        kinds = retrieval.answered_by[company_id]
        if answering.type not in kinds:
            others[kinds[0]] += 1
    said = translate(
        "answer.companies", language, count=len(ids) - others.total(), **_asked_in_words(retrieval, language)
    )
    for kind, count in others.items():
        role = retrieval.ontology[kind].other_end_is(language, forward=ends[kind] == "forward")
        said += translate("answer.also_counted", language, role=role, count=count)
    return said + translate("reason.full_stop", language)


def _value(retrieval: Retrieval, language: Language) -> QuestionAnswer | None:
    """A column, or what relations to products, people and the like lead to; None where neither is asked for."""
    base, about, asked = retrieval.knowledge_base, retrieval.link.entity_ids, retrieval.asked
    if retrieval.asked_value is not None:
        key, attribute = retrieval.asked_value.kind, retrieval.asked_value.attribute
        found = recorded_value(base, retrieval.ontology, about[0], retrieval.asked_value, language)
        if key == "figure":
            attribute = translate(f"figure.{attribute}", language)
        words = {"company": retrieval.query_name(language), "attribute": attribute}
        return _told(found, f"answer.value.{key}", f"answer.no_value.{key}", words, language)
    leads_to_others = (
        asked is not None
        and asked.end == "forward"
        and retrieval.ontology.is_bridge(retrieval.ontology[asked.type].target)
    )
    if asked is None or not leads_to_others or not retrieval.may_claim:
        return None
    found = related_names(base, retrieval.ontology, about[0], asked.type, language)
    return _told(
        found, "answer.value.relation", "answer.no_value.relation", _asked_in_words(retrieval, language), language
    )


def _told(
    found: RecordedValue, key: str, key_if_none: str, words: dict[str, str], language: Language
) -> QuestionAnswer:
    if not found.names:
        said = AnswerSentence(text=translate(key_if_none, language, **words))
        return QuestionAnswer(outcome="empty", kind="value", sentences=(said,))
    value = translate("reason.separator", language).join(found.names)
    said = AnswerSentence(
        text=translate(key, language, value=value, **words), source_ids=tuple(source.key for source in found.sources)
    )
    return QuestionAnswer(outcome="answered", kind="value", value=value, sentences=(said,), sources=found.sources)
