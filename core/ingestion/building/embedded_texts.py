"""The texts that are embedded: a company's profile and a relation's triplet, in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.domain.records import Entity, Passage, Relation
from core.messages import LANGUAGES, Language
from core.ontology import FALLBACK_TYPE, Ontology


def entity_text(entity: Entity, bridges: Sequence[str] = ()) -> str:
    """Names and descriptions in both languages, then the names of the products and industries it relates to."""
    names = " ".join(dict.fromkeys((entity.name_zh, entity.name_en)))
    return f"{names}. {entity.description_zh} {entity.description_en} {'; '.join(bridges)}".strip()


def passage_text(passage: Passage) -> str:
    """Title and text."""
    return f"{passage.title} {passage.text}".strip()


def triplet_sentence(relation: Relation, entities: Mapping[str, Entity], ontology: Ontology, language: Language) -> str:
    """The triplet read as a sentence, such as "CATL supplies Tesla"."""
    template = ontology[relation.type].sentence.text(language)
    source, target = entities[relation.source], entities[relation.target]
    return template.format(source=source.name(language), target=target.name(language))


def triplet_text(relation: Relation, entities: Mapping[str, Entity], ontology: Ontology) -> str:
    """The text embedded for a relation: triplet and evidence in both languages; empty without evidence.

    An empty text leaves the vector null, and null vectors never enter a search.
    """
    if not (relation.evidence_zh or relation.evidence_en):
        return ""
    typed = relation.type != FALLBACK_TYPE  # "is related to" says nothing that the evidence does not say better
    sentences = [triplet_sentence(relation, entities, ontology, language) for language in LANGUAGES if typed]
    return ". ".join(part for part in (*sentences, relation.evidence_zh, relation.evidence_en) if part)
