"""Known companies that a name of an import may mean: those called so, and those called nearly so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.domain.records import Entity
from core.domain.results import NameChoice
from core.ingestion.known_entities import CompanyNames
from core.ontology import COMPANY, Ontology
from core.retrieval.linking import NameIndex
from core.storage.knowledge_base import KnowledgeBase

_OFFERED = 3
_LOOKED_UP = 50


@dataclass(frozen=True)
class CreatedEnd:
    """An end of a relation that was not there and is made, and known companies that are called nearly so."""

    entity: Entity
    near: tuple[NameChoice, ...] = ()

    @property
    def is_number(self) -> bool:
        """Whether it is called by a number, an id or a code of a list that is not here, and by no name."""
        return not any(map(str.isalpha, self.entity.name_en))


def company_names(knowledge_base: KnowledgeBase) -> CompanyNames:
    """The table of normalised names that a version holds."""
    return CompanyNames(knowledge_base.names.companies, knowledge_base.entity_ids)


def created_ends(
    created: Sequence[Entity], knowledge_base: KnowledgeBase, ontology: Ontology
) -> tuple[CreatedEnd, ...]:
    """All of them, those with near names first, which are looked up for the first 50 companies."""
    index = NameIndex(knowledge_base, ontology)
    companies = [each for each in created if each.type == COMPANY]
    near = {each.id: _near(each.name_en, index) for each in companies[:_LOOKED_UP]}
    ends = [CreatedEnd(each, near.get(each.id, ())) for each in created]
    return tuple(sorted(ends, key=lambda end: not end.near))


def _near(name: str, index: NameIndex) -> tuple[NameChoice, ...]:
    link = index.link_name(name)
    return (link.choices or tuple(map(index.choice, link.entity_ids)))[:_OFFERED]  # 300750, of 300750.SZ, is linked
