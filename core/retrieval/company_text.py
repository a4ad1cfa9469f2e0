"""What the reranker reads: the question, and one compact text per company made from what was retrieved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from core.domain.records import Relation
from core.domain.text import CHINESE_CHARACTER
from core.messages import Language, translate
from core.ontology import Ontology
from core.retrieval.evidence import Evidence
from core.retrieval.terms import has_ended, in_brackets, term
from core.retrieval.vector_search import TripletMatch
from core.storage.knowledge_base import KnowledgeBase

_RELATIONS = 3
_TRIPLETS = 3
_DESCRIPTION_CHARACTERS = 400


def language_of(text: str) -> Language:
    """Chinese where ``text`` holds a Chinese character, else English."""
    return "zh" if CHINESE_CHARACTER.search(text) else "en"


def company_text(
    knowledge_base: KnowledgeBase,
    ontology: Ontology,
    company_id: str,
    evidence: Evidence,
    triplets: Iterable[TripletMatch],
    language: Language,
) -> str:
    """Names, description, the strongest recorded relations to the query and the best triplets, each sentence once.

    ``triplets`` come best first. The most telling parts stand first: what is too long is cut at its end.
    """
    entity = knowledge_base.entity(company_id)
    rows = [relation.row for relation in evidence.relations] + [bridge.company_row for bridge in evidence.bridges]
    found = (match.relation_id for match in triplets if company_id in (match.source, match.target))
    rows_found = [knowledge_base.relation_row(relation_id) for relation_id in islice(found, _TRIPLETS)]
    sentences = [
        sentence
        for row in dict.fromkeys([*rows[:_RELATIONS], *rows_found])
        for sentence in _sentences(knowledge_base, ontology, row, language)
    ]
    names = " ".join(dict.fromkeys((entity.name(language), entity.other_name(language)))).strip()
    parts = [names, *sentences, entity.description(language)[:_DESCRIPTION_CHARACTERS]]
    return "\n".join(dict.fromkeys(part for part in parts if part))


def _sentences(knowledge_base: KnowledgeBase, ontology: Ontology, row: int, language: Language) -> Iterator[str]:
    """The relation read as a sentence, and its evidence."""
    relation = knowledge_base.relation(row)
    yield relation_sentence(knowledge_base, ontology, relation, language)
    yield relation.evidence(language)


def stated_as_of(
    knowledge_base: KnowledgeBase, ontology: Ontology, relation: Relation, day: int, language: Language
) -> str:
    """The evidence of a recorded relation as it stands; where the data gives none, ``sentence_as_of``."""
    evidence = relation.evidence(language)
    return evidence or sentence_as_of(knowledge_base, ontology, relation, day, language)


def sentence_as_of(
    knowledge_base: KnowledgeBase, ontology: Ontology, relation: Relation, day: int, language: Language
) -> str:
    """A recorded relation read as a sentence, in the past where it has ended by a ``day`` of eight digits."""
    kind = ontology[relation.type]
    sentence = relation_sentence(knowledge_base, ontology, relation, language)
    if not has_ended(relation, kind, day):
        return sentence
    said = in_brackets(term(relation, kind, day, language), language)
    return translate("term.past", language, term=said, sentence=sentence)


def relation_sentence(knowledge_base: KnowledgeBase, ontology: Ontology, relation: Relation, language: Language) -> str:
    """A recorded relation read as a sentence, such as "CATL supplies Tesla"."""
    return stated(knowledge_base, ontology, relation.type, relation.source, relation.target, language)


def stated(
    knowledge_base: KnowledgeBase, ontology: Ontology, relation_type: str, source: str, target: str, language: Language
) -> str:
    """A relation of this type between two entities, by their ids, as a sentence; it need not be recorded."""
    names = {
        "source": knowledge_base.entity(source).name(language),
        "target": knowledge_base.entity(target).name(language),
    }
    return ontology[relation_type].sentence.text(language).format(**names)
