"""A question about a fact that no plan holds: the sentence of the retrieved texts that is nearest to it, quoted."""

from __future__ import annotations

from core.discovery.searched import Searched
from core.domain.results import AnswerSentence, QuestionAnswer
from core.messages import Language, translate
from core.reasoning.quoted_fact import Quotable, nearest_sentence
from core.retrieval.citations import passage_source

_READ = 12
_PROFILE = "profile:"


def quote_texts(searched: Searched, language: Language) -> QuestionAnswer | None:
    """The quote with its source; None where no text says anything near to it."""
    understood, base = searched.understood, searched.base.knowledge_base
    passages = [base.passage(each) for each in searched.found.passage_scores.ranked()[:_READ]]
    about = understood.link.entity_ids
    described = {f"{_PROFILE}{code}:{each}" for each in about for code in ("zh", "en")}
    of_language = [each for each in passages if each.language == searched.request.language]
    ordered = [*of_language, *(each for each in passages if each not in of_language)]
    named = {understood.request.query[match.start : match.end] for match in understood.names}
    named |= {name for each in about for name in (base.entity(each).name_zh, base.entity(each).name_en)}
    texts = [Quotable(each.id, each.title, each.text, about=each.id in described) for each in ordered]
    quote = nearest_sentence(understood.request.query, named, texts)
    if quote is None:
        return None
    source = passage_source(next(each for each in ordered if each.id == quote.key), "vector", 0.0)
    sentence = AnswerSentence(text=translate("answer.fact", language, quote=quote.text), source_ids=(source.key,))
    return QuestionAnswer(outcome="answered", kind="fact", sentences=(sentence,), sources=(source,))
