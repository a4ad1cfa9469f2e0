"""What was retrieved of a company, worded as facts that a model can read."""

from __future__ import annotations

from core.discovery.searched import Searched
from core.domain.results import RelatedCompany, Source, SourceKind
from core.messages import Language, translate
from core.reasoning.asked_relation import AskedInOntology
from core.reasoning.synthesis import Fact
from core.retrieval.company_text import sentence_as_of

_FACTS = 4


def facts_of(searched: Searched, company: RelatedCompany, language: Language) -> tuple[Fact, ...]:
    """The company's best sources in words; relations of the type that is asked for come first."""
    ordered = sorted(company.sources, key=lambda source: not _is_asked_for(searched, source))
    return tuple(Fact(source.key, _in_words(searched, source, language)) for source in ordered[:_FACTS])


def relation_fact(searched: Searched, relation_id: str, language: Language) -> Fact:
    """A recorded relation: what relates to what, which its evidence may leave open, and the evidence."""
    knowledge_base = searched.base.knowledge_base
    row = knowledge_base.relation_row(relation_id)
    sentence = sentence_as_of(knowledge_base, searched.base.ontology, row, searched.understood.day, language)
    evidence = knowledge_base.relation(row).evidence(language)
    text = translate("prompt.fact", language, sentence=sentence, evidence=evidence)
    return Fact(f"{SourceKind.RELATION}:{relation_id}", text.strip())


def _in_words(searched: Searched, source: Source, language: Language) -> str:
    return relation_fact(searched, source.id, language).text if source.kind is SourceKind.RELATION else source.text


def _is_asked_for(searched: Searched, source: Source) -> bool:
    asked = searched.understood.ranking_relation
    if asked is None or source.kind is not SourceKind.RELATION:
        return False
    knowledge_base = searched.base.knowledge_base
    relation = knowledge_base.relation(knowledge_base.relation_row(source.id))
    forward = relation.source in searched.understood.link.entity_ids
    return AskedInOntology(asked, searched.base.ontology).answers(relation.type, forward=forward)
