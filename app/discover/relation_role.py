"""What a listed company is to the one asked about, in words: customer, former supplier."""

from __future__ import annotations

from core.domain.results import RelatedCompany
from core.messages import Language, translate
from core.ontology import FALLBACK_TYPE, Ontology


def relation_role(company: RelatedCompany, ontology: Ontology, language: Language) -> str:
    """Nothing of a member that no relation makes one: of who never invested, indirect would be false."""
    judgement = company.judgement
    if is_without_relation(company):
        return ""
    role = ontology[judgement.relation_type].other_end_is(language, forward=judgement.forward)
    return translate(f"card.relation.{judgement.tense}", language, role=role)


def is_without_relation(company: RelatedCompany) -> bool:
    """Whether a company answers the question by no relation of its own."""
    return company.answers_question and company.judgement.relation_type == FALLBACK_TYPE


def is_told_by_relation(company: RelatedCompany, *, about_companies: bool) -> bool:
    """Whether relation and reason of a listed company say something: companies are asked about, or a relation makes
    it a member of the answer, as in a list of those who invested in an industry. Of an answer about a topic they would
    not."""
    return about_companies or (company.answers_question and not is_without_relation(company))
