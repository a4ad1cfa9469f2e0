"""What can be claimed in answer to a question, and in which words: nothing that its whole wording does not ask for."""

from __future__ import annotations

import re
from dataclasses import replace

from core.discovery.beside_names import words_beside_names
from core.discovery.entity_answers import answer_comparison, answer_path, answer_value
from core.discovery.fact_quote import quote_texts
from core.discovery.member_answers import answer_companies, answer_count
from core.discovery.searched import Searched
from core.discovery.told_names import told_names
from core.discovery.two_answers import merged
from core.discovery.undated import undated_members
from core.discovery.yes_no_answers import answer_yes_no
from core.domain.plan import Companies, Count, Path, Plan, Value, YesNo
from core.domain.results import AnswerSentence, QuestionAnswer
from core.messages import Language, translate
from core.questions.reading.senses import asks_for_a_meaning
from core.reasoning.intent_router import DISCOVERY, FACT
from core.retrieval.terms import date_in_words

_CONDITION = re.compile(
    r"(?<!\d)(?:19|20|21)\d\d(?!\d)"
    r"|\b(?:not|no|never|without|except|excluding|outside|before|after|since|until|than|how many|how much|most|fewest"
    r"|least|biggest|largest|smallest|oldest|youngest|newest|earliest|latest)\b|\w+n['’]t\b"
    r"|不是|并非|没有|除了|除外|以外|以前|以后|之前|之后|以来|最多|最少|最大|最小|最早|最晚|最新|多少|几家|不在|不做",
    re.IGNORECASE,
)
"""Words that no search for a topic can take into account."""
_FORECAST = re.compile(
    r"\b(?:who|which|what)\b.*\b(?:will|would|might|may|going to|about to)\b"
    r"|(?:谁|哪[家些个](?:公司|企业|厂商|车企|银行)?|什么(?:公司|企业))[^，。？?]{0,8}?(?:会|将|可能|快要|即将)(?!议|计|员|长)",
    re.IGNORECASE,
)
"""Asks for what is to come: no list of related companies answers that."""
_POSSIBLE = re.compile(
    r"\b(?:can|could|might|may|would|potential|prospective|possible)\b|可以|可能|能够|[还也]能|^能$|潜在", re.IGNORECASE
)
"""Words for what is not on record and may come to be."""
_INTERROGATIVE = re.compile(r"\b(?:who|what|when|where|why|how|which)\b|[谁哪]|什么|怎么|为何|多久", re.IGNORECASE)


def claimed_answer(searched: Searched, language: Language) -> QuestionAnswer:
    """The answer to the plan of a question of which all words are used; else that some were not. Of two questions in
    one, both answers."""
    understood = searched.understood
    if understood.beside is not None:
        main, beside = (
            claimed_answer(replace(searched, understood=each), language)
            for each in (understood.changed(beside=None), understood.beside)
        )
        both = (beside, main) if understood.is_second else (main, beside)
        return merged(both, int(understood.is_second), language)
    plan = understood.parsed.plan
    if plan is not None and understood.may_claim:
        answer = _executed_answer(searched, plan, language)
    else:
        answer = _not_claimed(searched, language)
    if plan is None or answer.kind == "fact" or understood.parsed.misread:
        return answer
    if understood.as_of and answer.sentences and understood.may_claim and not _is_untold(answer):
        listed = plan.answer.set if isinstance(plan.answer, Companies | Count) else None
        undated = listed is not None and bool(undated_members(understood, listed))
        said = _as_of(understood.as_of, answer.sentences, language, undated=undated)
        answer = answer.model_copy(update={"sentences": said})
    if answer.sentences and understood.may_claim:
        told = told_names(understood, plan, language)
        answer = answer.model_copy(update={"sentences": (*answer.sentences, *told)})
    read = {"plan": understood.plan, "understood_as": understood.understood_as(language)}
    return answer.model_copy(update={**read, "understood_by": understood.parsed.read_by})


def _is_untold(answer: QuestionAnswer) -> bool:
    """Neither yes nor no: it is so, but not known since when."""
    return answer.kind == "yes_no" and answer.value is None


def _as_of(
    day: str, sentences: tuple[AnswerSentence, ...], language: Language, *, undated: bool
) -> tuple[AnswerSentence, ...]:
    """The first sentence says as of when all of it is; ``undated``: and that some of it may not have been so then."""
    said = translate(
        "answer.as_of_undated" if undated else "answer.as_of",
        language,
        day=date_in_words(day, language),
        sentence=sentences[0].text,
    )
    return (sentences[0].model_copy(update={"text": said}), *sentences[1:])


def _executed_answer(searched: Searched, plan: Plan, language: Language) -> QuestionAnswer:
    match plan.answer:
        case Companies():
            return answer_companies(searched, plan.answer, language)
        case Count():
            return answer_count(searched, plan.answer, language)
        case YesNo():
            return answer_yes_no(searched, plan.answer, language)
        case Value():
            return answer_value(searched, language)
        case Path():
            return answer_path(searched, plan.answer, language)
    return answer_comparison(searched, plan.answer, language)


def _not_claimed(searched: Searched, language: Language) -> QuestionAnswer:
    understood = searched.understood
    meaning = not _names_a_company(searched) and asks_for_a_meaning(understood.request.query)
    if meaning:  # a sentence that names a thing does not say what it is
        return _partly_understood(understood.parsed.not_understood or (understood.request.query,), language)
    if understood.intention.intent == FACT or _asks_what_is_not_planned(searched):
        quote = quote_texts(searched, language)
        if quote is not None:
            return quote
    ignored = _ignored(searched)
    if ignored:
        link = understood.link
        mentioned = link.choices if link.outcome == "topic" and link.name else ()
        return _partly_understood(ignored, language).model_copy(update={"choices": mentioned})
    beside = words_beside_names(understood)
    if beside:
        return _partly_understood(beside, language, understood.query_name(language))
    return QuestionAnswer()


def _partly_understood(ignored: tuple[str, ...], language: Language, name: str = "") -> QuestionAnswer:
    """``name``: all that was understood."""
    quoted = translate("reason.separator", language).join(
        translate("answer.quoted", language, words=words) for words in ignored
    )
    key = "answer.only_name_understood" if name else "answer.partly_understood"
    sentence = AnswerSentence(text=translate(key, language, words=quoted, **({"name": name} if name else {})))
    sentences: tuple[AnswerSentence, ...] = (sentence,)
    if any(_POSSIBLE.search(each) for each in ignored):
        sentences += (AnswerSentence(text=translate("answer.see_recommend", language)),)
    return QuestionAnswer(outcome="partly_understood", not_understood=ignored, sentences=sentences)


def _names_a_company(searched: Searched) -> bool:
    base = searched.base.knowledge_base
    return any(base.is_company[base.node_of[each]] for each in searched.understood.link.entity_ids)


def _asks_what_is_not_planned(searched: Searched) -> bool:
    """Whether it asks something of what it names that is no relation and no value: 从哪儿拆出来的."""
    understood = searched.understood
    open_question = understood.parsed.plan is None and understood.ranking_cue is None and understood.link.entity_ids
    return bool(open_question) and _INTERROGATIVE.search(understood.request.query) is not None


def _ignored(searched: Searched) -> tuple[str, ...]:
    """The words that had no part in choosing companies; none where the question is open: all of a topic is searched
    for, except what no search understands, and a fact is looked for in texts."""
    words = searched.understood.parsed.not_understood
    understood = searched.understood
    if understood.parsed.plan is not None or (understood.ranking_cue is not None and not understood.asks_for_a_place):
        return words
    forecast = _FORECAST.search(understood.request.query)
    if forecast is not None and words:
        return words
    if not searched.understood.link.entity_ids:
        return tuple(dict.fromkeys(found.group() for each in words for found in _CONDITION.finditer(each)))
    return words if searched.understood.intention.intent == DISCOVERY else ()
