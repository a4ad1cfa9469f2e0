"""What can be claimed in answer to a question, and in which words: nothing that its whole wording does not ask for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from core.discovery.recorded_values import RecordedValue, recorded_value, related_names
from core.discovery.searched import Searched
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


def claimed_answer(searched: Searched, listed: Sequence[str], language: Language) -> QuestionAnswer:
    """``listed``: companies, one of each name, in the order in which they are listed."""
    value = _value(searched, language)
    if value is not None:
        return value
    if searched.understood.may_claim:
        return _companies(searched, listed, language)
    ignored = _ignored(searched)
    if not ignored:
        return QuestionAnswer()
    quoted = translate("reason.separator", language).join(
        translate("answer.quoted", language, words=words) for words in ignored
    )
    said = AnswerSentence(text=translate("answer.partly_understood", language, words=quoted))
    return QuestionAnswer(outcome="partly_understood", not_understood=ignored, sentences=(said,))


def _ignored(searched: Searched) -> tuple[str, ...]:
    """The words that had no part in choosing companies; none where the question is open: all of a topic is searched
    for, except what no search understands, and a fact is looked for in texts."""
    words = searched.understood.reading.not_understood
    if searched.understood.asked is not None and not searched.understood.asks_for_a_place:
        return words
    if not searched.understood.link.entity_ids:
        return tuple(dict.fromkeys(found.group() for each in words for found in _CONDITION.finditer(each)))
    return words if searched.understood.intention.intent == DISCOVERY else ()


def _companies(searched: Searched, listed: Sequence[str], language: Language) -> QuestionAnswer:
    if not searched.understood.members:
        said = translate("answer.empty", language, **_asked_in_words(searched, language))
        return QuestionAnswer(outcome="empty", kind="companies", sentences=(AnswerSentence(text=said),))
    ids = _one_per_name(searched, [each for each in listed if searched.understood.answers_question(each)])
    return QuestionAnswer(
        outcome="answered",
        kind="companies",
        company_ids=ids,
        sentences=(AnswerSentence(text=_counted(searched, ids, language)),),
    )


def _one_per_name(searched: Searched, listed: Iterable[str]) -> tuple[str, ...]:
    """Those listed, then the members that no search has found."""
    ids = list(listed)
    namesakes = searched.base.knowledge_base.namesakes
    taken = {bearer for each in ids for bearer in (each, *namesakes(each))}
    for member in searched.understood.members:
        if member not in taken:
            ids.append(member)
            taken |= {member, *namesakes(member)}
    return tuple(ids)


def _asked_in_words(searched: Searched, language: Language) -> dict[str, str]:
    return {"role": searched.understood.asked_role(language), "company": searched.understood.query_name(language)}


def _counted(searched: Searched, ids: Sequence[str], language: Language) -> str:
    """How many; those that only a relation of another type makes an answer are counted apart."""
    answering = searched.understood.answering
    assert answering is not None  # nothing is claimed otherwise
    ends, others = dict(answering.also), Counter[str]()
    for company_id in ids:
        kinds = searched.understood.answered_by[company_id]
        if answering.type not in kinds:
            others[kinds[0]] += 1
    said = translate(
        "answer.companies", language, count=len(ids) - others.total(), **_asked_in_words(searched, language)
    )
    for kind, count in others.items():
        role = searched.base.ontology[kind].other_end_is(language, forward=ends[kind] == "forward")
        said += translate("answer.also_counted", language, role=role, count=count)
    return said + translate("reason.full_stop", language)


def _value(searched: Searched, language: Language) -> QuestionAnswer | None:
    """A column, or what relations to products, people and the like lead to; None where neither is asked for."""
    base, about, asked = searched.base.knowledge_base, searched.understood.link.entity_ids, searched.understood.asked
    if searched.understood.asked_value is not None:
        key, attribute = searched.understood.asked_value.kind, searched.understood.asked_value.attribute
        found = recorded_value(base, searched.base.ontology, about[0], searched.understood.asked_value, language)
        if key == "figure":
            attribute = translate(f"figure.{attribute}", language)
        words = {"company": searched.understood.query_name(language), "attribute": attribute}
        return _told(found, f"answer.value.{key}", f"answer.no_value.{key}", words, language)
    leads_to_others = (
        asked is not None
        and asked.end == "forward"
        and searched.base.ontology.is_bridge(searched.base.ontology[asked.type].target)
    )
    if asked is None or not leads_to_others or not searched.understood.may_claim:
        return None
    found = related_names(base, searched.base.ontology, about[0], asked.type, language)
    return _told(
        found, "answer.value.relation", "answer.no_value.relation", _asked_in_words(searched, language), language
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
