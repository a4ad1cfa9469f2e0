"""What the reranker reads: the question, and one compact text per company made from what was retrieved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from core.domain.partial_dates import today
from core.domain.records import Relation
from core.domain.results import Tense
from core.domain.text import CHINESE_CHARACTER
from core.messages import Language, translate
from core.ontology import Ontology, RelationType
from core.retrieval.evidence import Evidence
from core.retrieval.tenses import own_tense, tense_of
from core.retrieval.terms import in_brackets, term
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
    day: int,
    language: Language,
) -> str:
    """Names, description, the strongest recorded relations to the query and the best triplets, each sentence once.

    ``triplets`` come best first; ``day``: as of which, eight digits. The most telling parts stand first: what is too
    long is cut at its end.
    """
    entity = knowledge_base.entity(company_id)
    rows = [relation.row for relation in evidence.relations] + [bridge.company_row for bridge in evidence.bridges]
    found = (match.relation_id for match in triplets if company_id in (match.source, match.target))
    rows_found = [knowledge_base.relation_row(relation_id) for relation_id in islice(found, _TRIPLETS)]
    sentences = [
        sentence
        for row in dict.fromkeys([*rows[:_RELATIONS], *rows_found])
        for sentence in _sentences(knowledge_base, ontology, row, day, language)
    ]
    names = " ".join(dict.fromkeys((entity.name(language), entity.other_name(language)))).strip()
    parts = [names, *sentences, entity.description(language)[:_DESCRIPTION_CHARACTERS]]
    return "\n".join(dict.fromkeys(part for part in parts if part))


def _sentences(
    knowledge_base: KnowledgeBase, ontology: Ontology, row: int, day: int, language: Language
) -> Iterator[str]:
    """The relation read as a sentence, and its evidence."""
    yield sentence_as_of(knowledge_base, ontology, row, day, language)
    yield knowledge_base.relation(row).evidence(language)


def stated_as_of(knowledge_base: KnowledgeBase, ontology: Ontology, row: int, day: int, language: Language) -> str:
    """The evidence of a recorded relation as it stands; where the data gives none, ``sentence_as_of``."""
    evidence = knowledge_base.relation(row).evidence(language)
    return evidence or sentence_as_of(knowledge_base, ontology, row, day, language)


def sentence_as_of(knowledge_base: KnowledgeBase, ontology: Ontology, row: int, day: int, language: Language) -> str:
    """A recorded relation read as a sentence, such as "CATL supplies Tesla"; marked where it is not so on a ``day`` of
    eight digits: "Formerly (until 2021): …"."""
    relation, tense = knowledge_base.relation(row), tense_of(knowledge_base, ontology, row, day)
    sentence = stated(knowledge_base, ontology, relation.type, relation.source, relation.target, language)
    return _marked(sentence, relation, ontology[relation.type], tense, day, language)


def in_tense(sentence: str, relation: Relation, kind: RelationType, language: Language) -> str:
    """The sentence of a relation that is not recorded yet, marked where by its own words it is not so today."""
    return _marked(sentence, relation, kind, own_tense(relation, kind, today()), today(), language)


def _marked(sentence: str, relation: Relation, kind: RelationType, tense: Tense, day: int, language: Language) -> str:
    if tense == "now":
        return sentence
    said = in_brackets(term(relation, kind, tense, day, language), language)
    return translate(f"sentence.{tense}", language, term=said, sentence=sentence)


def triplet_as_of(
    knowledge_base: KnowledgeBase, ontology: Ontology, relation_id: str, text: str, day: int, language: Language
) -> str:
    """The triplet ``text`` of a relation as it was embedded, which is in the present tense; ``sentence_as_of`` where it
    was not read or the relation is not so on a ``day``."""
    row = knowledge_base.relation_row(relation_id)
    if text and tense_of(knowledge_base, ontology, row, day) == "now":
        return text
    return sentence_as_of(knowledge_base, ontology, row, day, language)


def stated(
    knowledge_base: KnowledgeBase, ontology: Ontology, relation_type: str, source: str, target: str, language: Language
) -> str:
    """A relation of this type between two entities, by their ids, as a sentence; it need not be recorded."""
    names = {
        "source": knowledge_base.entity(source).name(language),
        "target": knowledge_base.entity(target).name(language),
    }
    return ontology[relation_type].sentence.text(language).format(**names)
