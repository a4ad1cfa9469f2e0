"""Known companies that a name of an import may mean: those called so, and those called nearly so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from core.curation.same_companies import DEFAULT_MIN_SCORE
from core.domain.records import Entity, Relation
from core.domain.results import NameChoice
from core.entity_resolution.evidence import compared, judged
from core.ingestion.checking.known_entities import CompanyNames
from core.ontology import COMPANY, Ontology
from core.retrieval.linking import NameIndex
from core.storage.knowledge_base import KnowledgeBase

_OFFERED = 3
_LOOKED_UP = 50


@dataclass(frozen=True)
class CreatedEnd:
    """An end of a relation that was not there and is made, and known companies that are called nearly so. ``holds``:
    it holds shares, so it may be a person or a company."""

    entity: Entity
    near: tuple[NameChoice, ...] = ()
    holds: bool = False

    @property
    def is_number(self) -> bool:
        """Whether it is called by a number, an id or a code of a list that is not here, and by no name."""
        return _is_number(self.entity)


def _is_number(entity: Entity) -> bool:
    return not any(map(str.isalpha, entity.name_en))


def _has_code(entity: Entity, code: str) -> bool:
    return any(ticker.partition(".")[0].lstrip("0") == code.strip().lstrip("0") for ticker in entity.tickers)


@dataclass(frozen=True)
class NearCompany:
    """A company that comes, and a known one that it may be, which is called otherwise."""

    coming: str
    name: str
    known: str
    known_name: str


def near_companies(
    coming: Iterable[Entity], knowledge_base: KnowledgeBase, ontology: Ontology
) -> tuple[NearCompany, ...]:
    """Of the first 50 companies that are new, those that the page Data would propose to merge with a known one by what
    both say of themselves."""
    index, found = NameIndex(knowledge_base, ontology), []
    new = (each for each in coming if each.type == COMPANY and each.id not in knowledge_base.node_of)
    for entity in islice(new, _LOOKED_UP):
        near = {each.company_id for name in {entity.name_en, entity.name_zh} for each in index.near(name)[:_OFFERED]}
        itself = compared(entity)
        scored = [
            (judged(itself, compared(known), shared_neighbours=0, related=False).score, known)
            for known in map(knowledge_base.entity, sorted(near))
            if known.type == COMPANY
        ]
        score, known = max(scored, key=lambda each: each[0], default=(0.0, entity))
        if score >= DEFAULT_MIN_SCORE:
            found.append(NearCompany(entity.id, entity.name_en, known.id, known.name_en))
    return tuple(found)


def company_names(knowledge_base: KnowledgeBase) -> CompanyNames:
    """The table of normalised names that a version holds."""
    return CompanyNames(knowledge_base.names.companies, knowledge_base.entity_ids)


def created_ends(
    created: Sequence[Entity],
    knowledge_base: KnowledgeBase,
    ontology: Ontology,
    relations: Iterable[Relation] = (),
) -> tuple[CreatedEnd, ...]:
    """All of them, those with near names first, which are looked up for the first 50 companies. Near to a number
    is only a ticker that is that number but for its exchange: to 300750 300750.SZ, to 7 not 7203.T. ``relations``:
    those that they were made for."""
    index = NameIndex(knowledge_base, ontology)
    companies = [each for each in created if each.type == COMPANY]

    def offered(end: Entity) -> tuple[NameChoice, ...]:
        found = index.near(end.name_en)
        if _is_number(end):
            found = tuple(each for each in found if _has_code(knowledge_base.entity(each.company_id), end.name_en))
        return found[:_OFFERED]

    near = {each.id: offered(each) for each in companies[:_LOOKED_UP]}
    holdings = [(each, ontology[each.type].holding) for each in relations]
    holders = {relation.source if held.owner == "source" else relation.target for relation, held in holdings if held}
    ends = [CreatedEnd(each, near.get(each.id, ()), each.id in holders) for each in created]
    return tuple(sorted(ends, key=lambda end: not end.near))
