"""Which companies a name may mean, and all that is recorded of one entity."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from core.discovery.name_resolution import QueryEmptyError, QueryTooLongError, refused_name
from core.domain.results import NameChoice
from core.domain.strict_fields import Whole
from core.dossier.profile import EntityProfile, entity_profile
from core.dossier.similar import SimilarEntity, similar_entities
from core.dossier.timeline import Timeline, entity_timeline
from core.errors import EntityUnknownError
from core.operations.context import Context
from core.operations.fields import Clean, CompanyName, ListedNeighbours, ListedPassages, RequiredName
from core.operations.operation import Examples, Input, Output, operation
from core.operations.relationships import NAME_ERRORS

EntityId = Annotated[
    str,
    Field(min_length=1, max_length=500, description="The id as the data has it; it may hold /.", examples=["catl"]),
    Clean,
]
_CATL: Examples = {"zh": {"company": "宁德时代"}, "en": {"company": "CATL"}}


class NameRequest(Input):
    """A name in Chinese or English."""

    asks: ClassVar = ("company",)

    company: Annotated[
        CompanyName,
        Field(description="Name, alias, ticker, id, or a part of a name.", json_schema_extra={"minLength": 1}),
    ] = Field(alias="q")


class NamedCompanies(Output):
    """``found``: one company bears the name. ``ambiguous``: several do. ``unknown``: none does; these are nearest."""

    outcome: Literal["found", "ambiguous", "unknown"]
    companies: tuple[NameChoice, ...] = Field(description="At most six, likeliest first.")


class CompanyRequest(Input):
    """One company by any of its names."""

    company: RequiredName


class Listed(Input):
    """How much of an entity is listed."""

    neighbours_per_type: ListedNeighbours = 20
    passages: ListedPassages = 10


class ProfileRequest(Listed, CompanyRequest):
    """One company by any of its names, and how much of it is listed."""

    renamed: ClassVar = {"max_passages": "passages", "neighbours": "neighbours_per_type"}


class EntityRequest(Listed):
    """An entity of any type by its id, and how much of it is listed."""

    entity_id: EntityId


class SimilarRequest(CompanyRequest):
    """One company by any of its names."""

    max_results: Whole = Field(10, ge=1, le=100, description="Entities at most.")


class SimilarAnswer(Output):
    """The entities whose profile reads most like that of ``entity_id``."""

    entity_id: str
    similar: tuple[SimilarEntity, ...]


@operation(
    title="Companies by name",
    examples={"zh": {"company": "宁德"}, "en": {"company": "300750"}},
    errors=(QueryEmptyError, QueryTooLongError),
)
def find_companies(context: Context, asked: NameRequest) -> NamedCompanies:
    """Which companies a name in Chinese or English, an alias, a ticker or an id means, or the nearest names."""
    base = context.base
    link = base.names.link_name(asked.company)
    if link.outcome != "linked":
        return NamedCompanies(outcome="ambiguous" if link.outcome == "ambiguous" else "unknown", companies=link.choices)
    entities = map(base.knowledge_base.entity, link.entity_ids)
    found = (
        NameChoice(company_id=each.id, name_zh=each.name_zh, name_en=each.name_en, similarity=1.0) for each in entities
    )
    return NamedCompanies(outcome="found", companies=tuple(found))


def _profile(context: Context, entity_id: str, asked: Listed) -> EntityProfile:
    return entity_profile(
        context.base.knowledge_base,
        context.base.ontology,
        entity_id,
        neighbours_per_type=asked.neighbours_per_type,
        passages=asked.passages,
    )


@operation(
    title="All about a company",
    examples=_CATL,
    errors=NAME_ERRORS,
)
def get_company(context: Context, asked: ProfileRequest) -> EntityProfile:
    """What is recorded of one company, found by id, name, alias or ticker: names, description, neighbours by type
    of relation with evidence, passages that name it, and links of these to other sources. A name that is unknown or
    means several is refused with the choices and their ids."""
    found = _profile(context, context.entity(asked.company), asked)
    if not found.is_company:
        raise refused_name(asked.company, context.base.names.link_name(asked.company).choices)
    return found


@operation(
    title="Timeline of a company",
    examples=_CATL,
    errors=NAME_ERRORS,
)
def get_timeline(context: Context, asked: CompanyRequest) -> Timeline:
    """Relations of a company by the year they began or were reported, the earliest first."""
    return entity_timeline(context.base.knowledge_base, context.base.ontology, context.entity(asked.company))


@operation(
    title="Entities like a company",
    examples={"zh": {"company": "宁德时代", "max_results": 5}, "en": {"company": "CATL"}},
    errors=NAME_ERRORS,
)
def find_similar(context: Context, asked: SimilarRequest) -> SimilarAnswer:
    """Entities whose profile reads like that of a company, and what both are related to."""
    base, entity = context.base, context.entity(asked.company)
    found = similar_entities(base.knowledge_base, base.ontology, base.settings, entity, limit=asked.max_results)
    return SimilarAnswer(entity_id=entity, similar=tuple(found))


@operation(
    title="An entity with its neighbours",
    examples={"zh": {"entity_id": "product-ev-battery"}, "en": {"entity_id": "catl", "passages": 2}},
    errors=(EntityUnknownError,),
)
def get_entity(context: Context, asked: EntityRequest) -> EntityProfile:
    """The same as of a company, by id, of an entity of any type: product, industry, person, place or whatever else the
    graph holds."""
    return _profile(context, asked.entity_id, asked)
