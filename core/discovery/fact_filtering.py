"""A language model reads what was retrieved for a question; what it makes of it is added to what was judged before."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from core.discovery.facts import facts_of, relation_fact
from core.discovery.searched import Searched
from core.domain.results import RelatedCompany
from core.errors import GuanxiError
from core.messages import Language
from core.reasoning.fact_filter import FilteredFacts, FilterQuestion, filter_facts
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.endpoint import ModelAnswerUnusableError
from core.reasoning.synthesis import Fact

_log = logging.getLogger("guanxi")
MATCHING_RELATIONS = 10
"""Relations that the words of the question match, read besides what was retrieved of the companies."""


def filter_retrieved(
    searched: Searched,
    before: FilteredFacts | None,
    companies: Sequence[RelatedCompany],
    model: LanguageModel,
    language: Language,
    *,
    check_cancelled: Callable[[], None] | None = None,
) -> tuple[FilteredFacts | None, GuanxiError | None]:
    """``before`` with what the model says of the facts that it has not read yet: which of them bear on the question.

    The error is given where the endpoint does not answer at all. An answer that cannot be used leaves its facts as they
    are, which the filtered facts say.
    """
    question, settings = searched.request.query, searched.base.settings
    if not (settings.llm_fact_filter and question):
        return before, None
    known = before or FilteredFacts()
    facts = {fact.source: fact for fact in _candidates(searched, companies, language)}
    unread = [fact for source, fact in facts.items() if source not in known.kept and source not in known.set_aside]
    found = filter_facts(
        model,
        FilterQuestion(question, searched.understood.query_name(language), language),
        unread,
        batch_size=settings.llm_fact_filter_batch,
        temperature=settings.llm_temperature_filter,
        check_cancelled=check_cancelled,
    )
    if found.fault is not None:
        _log.warning("%d facts were not filtered: %s", found.unread, found.fault)
    return known.and_then(found), None if isinstance(found.fault, ModelAnswerUnusableError) else found.fault


def _candidates(searched: Searched, companies: Sequence[RelatedCompany], language: Language) -> list[Fact]:
    matching = searched.matching_triplets[:MATCHING_RELATIONS]
    return [
        *(fact for company in companies for fact in facts_of(searched, company, language)),
        *(relation_fact(searched, match.relation_id, language) for match in matching),
    ]
