"""``GET /api/v1/companies?q=`` and ``…/{id}``: which companies a name may mean, and all that is recorded of one."""

from __future__ import annotations

import contextlib
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from pydantic import Field

from app.api.documented import PROBLEMS
from app.api.fields import ApiAnswer, NamePart
from app.api.serving import Serving, ServingHere
from core.discovery.name_resolution import refused_name, require_asked
from core.domain.results import NameChoice
from core.dossier.profile import EntityProfile, entity_profile
from core.errors import EntityUnknownError

router = APIRouter(prefix="/api/v1", tags=["companies"])
EntityId = Annotated[
    str,
    Path(min_length=1, max_length=500, description="The id as the data has it; it may hold /.", examples=["catl"]),
]
Listed = Annotated[int, Query(ge=1, le=200, description="Neighbours listed of each relation type and direction.")]
Passages = Annotated[int, Query(ge=1, le=100, description="Passages listed.")]


class NamedCompanies(ApiAnswer):
    """``found``: one company bears the name. ``ambiguous``: several do. ``unknown``: none does; these are nearest."""

    outcome: Literal["found", "ambiguous", "unknown"]
    companies: tuple[NameChoice, ...] = Field(description="At most six, likeliest first.")


@router.get("/companies", responses=PROBLEMS, summary="Companies by name")
async def companies(q: NamePart, serving: ServingHere) -> NamedCompanies:
    """Link a name in Chinese or English, an alias, a ticker or an id to companies."""
    require_asked(serving.settings.query_max_characters, q)
    pipeline = await serving.newest_pipeline()
    link = await serving.workshop.run(lambda: pipeline.base.names.link_name(q))
    if link.outcome != "linked":
        return NamedCompanies(outcome="ambiguous" if link.outcome == "ambiguous" else "unknown", companies=link.choices)
    entities = [pipeline.base.knowledge_base.entity(each) for each in link.entity_ids]
    found = [
        NameChoice(company_id=each.id, name_zh=each.name_zh, name_en=each.name_en, similarity=1.0) for each in entities
    ]
    return NamedCompanies(outcome="found", companies=tuple(found))


@router.get("/companies/{company_id:path}", responses=PROBLEMS, summary="All about a company")
async def company(
    company_id: EntityId, serving: ServingHere, neighbours_per_type: Listed = 20, passages: Passages = 10
) -> EntityProfile:
    """Profile in both languages, neighbours by type, passages that name it, and links of these to other sources."""
    with contextlib.suppress(EntityUnknownError):
        found = await profile_of(company_id, serving, neighbours_per_type, passages)
        if found.is_company:
            return found
    nearest = await serving.workshop.run(lambda: serving.pipeline().base.names.link_name(company_id))
    raise refused_name(company_id, nearest.choices)


async def profile_of(entity_id: str, serving: Serving, neighbours_per_type: int, passages: int) -> EntityProfile:
    """The profile of any entity. Raises EntityUnknownError."""
    pipeline = await serving.newest_pipeline()
    base, ontology = pipeline.base.knowledge_base, pipeline.base.ontology
    return await serving.workshop.run(
        lambda: entity_profile(base, ontology, entity_id, neighbours_per_type=neighbours_per_type, passages=passages)
    )
