"""A question about a fact that no plan holds: the sentence of the retrieved texts that is nearest to it, quoted.

Only a sentence that carries what was asked is an answer; another one is told as the nearest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from core.discovery.searched import Searched
from core.domain.results import AnswerSentence, QuestionAnswer
from core.messages import Language, translate
from core.names.name_finder import NameMatch
from core.names.places import places_in
from core.questions.plans.parsed import Parsed
from core.reasoning.quoted_fact import Quotable, nearest_sentence
from core.retrieval.base import Base
from core.retrieval.citations import passage_source

_ARTICLE = re.compile(r"^[\"“‘'(（「]*(?:(?:the|a|an)\s+)?", re.IGNORECASE)
_READ = 12
_PROFILE = "profile:"


def quote_texts(searched: Searched, language: Language) -> QuestionAnswer | None:
    """The quote with its source; None where no text says anything near to it."""
    understood, base = searched.understood, searched.base.knowledge_base
    passages = [base.passage(each) for each in searched.found.passage_scores.ranked()[:_READ]]
    about = understood.link.entity_ids
    described = {f"{_PROFILE}{code}:{each}": each for each in about for code in ("zh", "en")}
    of_language = [each for each in passages if each.language == searched.request.language]
    ordered = [*of_language, *(each for each in passages if each not in of_language)]
    named = {understood.request.query[match.start : match.end] for match in understood.names}
    named |= {name for each in about for name in (base.entity(each).name_zh, base.entity(each).name_en)}
    texts = [Quotable(each.id, each.title, each.text, about=each.id in described) for each in ordered]
    asked = (*({each} for each in about), *(set(match.entity_ids) for match in understood.names))
    companies = (frozenset(one for one in each if base.is_company[base.node_of[one]]) for each in asked)
    names = _NamesInSentences(understood.base, frozenset(about), tuple(filter(None, companies)), described)
    quote = nearest_sentence(understood.request.query, named, texts, names)
    if quote is None:
        return None
    source = passage_source(next(each for each in ordered if each.id == quote.key), "vector", 0.0)
    if quote.carries:
        sentence = AnswerSentence(text=translate("answer.fact", language, quote=quote.text), source_ids=(source.key,))
        return QuestionAnswer(outcome="answered", kind="fact", sentences=(sentence,), sources=(source,))
    missed = understood.parsed.not_understood or (understood.request.query,)
    sentence = AnswerSentence(text=_nearest(understood.parsed, quote.text, language), source_ids=(source.key,))
    return QuestionAnswer(outcome="partly_understood", not_understood=missed, sentences=(sentence,), sources=(source,))


def _nearest(parsed: Parsed, quote: str, language: Language) -> str:
    """That texts do not say what was asked can be told only where it is known what was asked."""
    if parsed.plan is None or not parsed.not_understood:
        return translate("answer.nearest_sentence", language, quote=quote)
    words = translate("reason.separator", language).join(
        translate("answer.quoted", language, words=each) for each in parsed.not_understood
    )
    return translate("answer.nearest_sentence.not_understood", language, quote=quote, words=words)


@dataclass(frozen=True)
class _NamesInSentences:
    """Names in sentences: those of what is asked about, and others.

    ``asked``: for each company that the question names, who may be meant. ``described``: text → whom it describes.
    """

    base: Base
    about: frozenset[str]
    asked: tuple[frozenset[str], ...]
    described: Mapping[str, str]

    def all_asked(self, text: Quotable, sentence: str) -> bool:
        """Whether every company of the question is in the sentence or its title, or is what the text describes."""
        matches = (match for said in (text.title, sentence) for match in self.base.names.find(said))
        found = {self.described.get(text.key, ""), *(each for match in matches for each in match.entity_ids)}
        return all(each & found for each in self.asked)

    def another(self, sentence: str) -> bool:
        """Whether there are any but places."""
        return bool(self._kinds(sentence) - {"place", "industry"})

    def place(self, sentence: str) -> bool:
        """Whether there is a place, a country or its like."""
        return bool(places_in(sentence)) or "place" in self._kinds(sentence)

    def another_first(self, sentence: str) -> bool:
        """Whether one stands at the beginning."""
        begins = len(sentence) - len(_ARTICLE.sub("", sentence))
        return any(each.start == begins for each in self._named(sentence))

    def _kinds(self, sentence: str) -> set[str]:
        return {self.base.knowledge_base.entity(each.entity_ids[0]).type for each in self._named(sentence)}

    def _named(self, sentence: str) -> list[NameMatch]:
        return [each for each in self.base.names.find(sentence) if not self.about & set(each.entity_ids)]
