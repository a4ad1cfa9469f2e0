"""What stands at the head of an entity's page beside its names: people in roles, website, how large it is."""

from __future__ import annotations

import re

from core.domain.asked_figures import FIGURES, PEOPLE, Figure
from core.domain.partial_dates import PartialDate, today
from core.domain.records import Attribute, Entity
from core.domain.results import Result
from core.ingestion.mapping.company_sizes import tells_size
from core.ingestion.mapping.identifiers import identity_of
from core.messages import LANGUAGES, Language, translate
from core.names.normalise import fold_characters
from core.ontology import Ontology
from core.retrieval.short_forms import PERSON
from core.retrieval.tenses import in_force
from core.runtime.top_k import places_of_largest
from core.storage.knowledge_base import KnowledgeBase

_MOST_PEOPLE = 12
_LOOKED_AT = 1_000  # relations to others than companies, the strongest
_OFFICES: dict[Figure, re.Pattern[str]] = {
    office: re.compile(pattern) for office, pattern in FIGURES.items() if office in PEOPLE
}
_DIRECTOR = re.compile(r"(?:board )?(?:members?|directors?)|board of directors|董事会成员|董事")
_WIKIDATA: dict[str, Figure] = {"p169": "chief_executive", "p488": "chair"}
_WEBSITE = re.compile(
    r"(?:official |company |corporate )?(?:web ?sites?|home ?pages?|url)|p856|官方网站|公司网址|网站|官网|网址"
)
_AS_OF = re.compile(r"as of|(?:fiscal|reporting|financial) (?:year|date|period)|截至|报告期|财年")


class PersonInRole(Result):
    """Somebody with a role at an entity: by a relation to a person, or by a column of its row, without an ``id``."""

    role: dict[Language, str]
    name: dict[Language, str]
    id: str = ""
    relation_id: str = ""
    start: PartialDate = ""


class Particulars(Result):
    """``identifiers``: kind and value, those with their kind and those in columns of the row. ``website`` may have no
    scheme, as the data has it. ``sizes``: columns that tell how large it is, as they are; ``sizes_as_of``: when that
    was, where a column says so."""

    identifiers: tuple[tuple[str, str], ...] = ()
    people: tuple[PersonInRole, ...] = ()
    website: str = ""
    sizes: tuple[Attribute, ...] = ()
    sizes_as_of: str = ""


def particulars(base: KnowledgeBase, ontology: Ontology, entity: Entity) -> Particulars:
    """Read from the relations to people that are in force, but holdings, and from the columns of the row."""
    called = [(fold_characters(each.name.replace("_", " ")).strip(), each.value) for each in entity.attributes]
    sizes = tuple(each for each in entity.attributes if tells_size(each.name))
    people = [*_by_relation(base, ontology, entity), *(one for each in called for one in _by_column(*each))]
    return Particulars(
        identifiers=_identifiers(entity),
        people=tuple(people[:_MOST_PEOPLE]),
        website=next((value for name, value in called if _WEBSITE.fullmatch(name)), ""),
        sizes=sizes,
        sizes_as_of=next((value for name, value in called if _AS_OF.fullmatch(name)), "") if sizes else "",
    )


def _identifiers(entity: Entity) -> tuple[tuple[str, str], ...]:
    typed = entity.typed_identifiers
    kinds = {kind for kind, _ in typed}
    found = identity_of(entity)
    in_columns = {**found.values, **({"register": (found.in_register,)} if found.in_register else {})}
    return (*typed, *((kind, value) for kind, each in in_columns.items() if kind not in kinds for value in each))


def _by_relation(base: KnowledgeBase, ontology: Ontology, entity: Entity) -> list[PersonInRole]:
    rows, others = base.relations_of(base.node_of[entity.id])
    chosen = ~base.is_company[others] & in_force(base, ontology, rows, today())
    rows, others = rows[chosen], others[chosen]
    strongest = places_of_largest(base.graph.weight[rows], _LOOKED_AT)
    rows, others = rows[strongest], others[strongest]
    found = []
    for row, other in zip(rows.tolist(), others.tolist(), strict=True):
        relation, person = base.relation(row), base.entity_at(other)
        kind = ontology[relation.type]
        if person.type != PERSON or kind.holding is not None:
            continue
        forward = relation.source == entity.id
        found.append(
            PersonInRole(
                role={language: kind.other_end_is(language, forward=forward) for language in LANGUAGES},
                name={language: person.name(language) for language in LANGUAGES},
                id=person.id,
                relation_id=relation.id,
                start=relation.start or str(relation.year or ""),
            )
        )
    return found


def _by_column(name: str, value: str) -> list[PersonInRole]:
    key = _role_of(name)
    if not key:
        return []
    role = {language: translate(key, language) for language in LANGUAGES}
    names = filter(None, (each.strip() for each in value.split("|")))
    return [PersonInRole(role=role, name=dict.fromkeys(LANGUAGES, each)) for each in names]


def _role_of(name: str) -> str:
    """The message that says which role a column is about; empty for none."""
    office = _WIKIDATA.get(name) or next((each for each, words in _OFFICES.items() if words.fullmatch(name)), None)
    if office is not None:
        return f"figure.{office}"
    return "company.role.director" if _DIRECTOR.fullmatch(name) else ""
