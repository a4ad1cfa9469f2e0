"""``GET /api/v1/companies?q=``: which companies a name may mean."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from app.api.documented import PROBLEMS
from app.api.fields import ApiAnswer, NamePart
from app.api.serving import ServingHere
from core.domain.results import NameChoice

router = APIRouter(prefix="/api/v1", tags=["companies"])


class NamedCompanies(ApiAnswer):
    """``found``: one company bears the name. ``ambiguous``: several do. ``unknown``: none does; these are nearest."""

    outcome: Literal["found", "ambiguous", "unknown"]
    companies: tuple[NameChoice, ...] = Field(description="At most six, likeliest first.")


@router.get("/companies", responses=PROBLEMS, summary="Companies by name")
async def companies(q: NamePart, serving: ServingHere) -> NamedCompanies:
    """Link a name in Chinese or English, an alias, a ticker or an id to companies."""
    pipeline = serving.pipeline()
    link = await serving.workshop.run(lambda: pipeline.names.link_name(q))
    if link.outcome == "linked":
        entities = [pipeline.knowledge_base.entity(each) for each in link.entity_ids]
        found = tuple(
            NameChoice(company_id=each.id, name_zh=each.name_zh, name_en=each.name_en, similarity=1.0)
            for each in entities
        )
        return NamedCompanies(outcome="found", companies=found)
    return NamedCompanies(outcome="ambiguous" if link.outcome == "ambiguous" else "unknown", companies=link.choices)
