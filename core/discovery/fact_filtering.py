"""A language model reads what was retrieved for a question; what it makes of it is kept with the retrieval."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from core.discovery.facts import facts_of, relation_fact
from core.discovery.retrieval_state import Retrieval
from core.domain.results import RelatedCompany
from core.errors import GuanxiError
from core.messages import Language
from core.reasoning.fact_filter import FilteredFacts, FilterQuestion, filter_facts
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.endpoint import ModelAnswerUnusableError
from core.reasoning.synthesis import Fact
from core.settings import Settings

_log = logging.getLogger("guanxi")
MATCHING_RELATIONS = 10
"""Relations that the words of the question match, read besides what was retrieved of the companies."""


def filter_retrieved(
    retrieval: Retrieval,
    companies: Sequence[RelatedCompany],
    model: LanguageModel,
    settings: Settings,
    language: Language,
    *,
    still_wanted: Callable[[], None] | None = None,
) -> GuanxiError | None:
    """Have the model say which facts bear on the question, except those it has read already.

    Returns the error if the endpoint does not answer at all. An answer that cannot be used leaves its facts as they
    are, which ``retrieval`` knows.
    """
    question = retrieval.request.query
    if not (settings.llm_fact_filter and question):
        return None
    before = retrieval.fact_filters.get(language, FilteredFacts())
    facts = {fact.source: fact for fact in _candidates(retrieval, companies, language)}
    unread = [fact for source, fact in facts.items() if source not in before.kept and source not in before.set_aside]
    found = filter_facts(
        model,
        FilterQuestion(question, retrieval.query_name(language), language),
        unread,
        batch_size=settings.llm_fact_filter_batch,
        temperature=settings.llm_temperature_filter,
        still_wanted=still_wanted,
    )
    retrieval.fact_filters[language] = before.and_then(found)
    if found.fault is not None:
        _log.warning("%d facts were not filtered: %s", found.unread, found.fault)
    return None if isinstance(found.fault, ModelAnswerUnusableError) else found.fault


def _candidates(retrieval: Retrieval, companies: Sequence[RelatedCompany], language: Language) -> list[Fact]:
    matching = retrieval.matching_triplets[:MATCHING_RELATIONS]
    return [
        *(fact for company in companies for fact in facts_of(retrieval, company, language)),
        *(relation_fact(retrieval, match.relation_id, language) for match in matching),
    ]
