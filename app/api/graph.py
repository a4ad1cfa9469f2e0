"""``/api/graph``: entities of all types with what they relate to, and figures of the whole."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.api.companies import EntityId, Listed, Passages, profile_of
from app.api.documented import PROBLEMS
from app.api.fields import ApiRequest
from app.api.serving import ServingHere
from core.dossier.profile import EntityProfile
from core.statistics import statistics
from core.statistics.figures import Statistics

router = APIRouter(prefix="/api/graph", tags=["graph"])


@router.get("/entities/{entity_id:path}", responses=PROBLEMS, summary="An entity with its neighbours")
async def entity(
    entity_id: EntityId, serving: ServingHere, neighbours_per_type: Listed = 20, passages: Passages = 10
) -> EntityProfile:
    """A company, product, industry, person, place or anything else that the graph holds."""
    return await profile_of(entity_id, serving, neighbours_per_type, passages)


@router.get("/statistics", response_model=Statistics, responses=PROBLEMS, summary="What the graph holds, counted")
async def graph_statistics(request: Request, serving: ServingHere) -> Response:
    """Counts by type, degrees, components, coverage of vectors."""
    return await serving.answer(
        request,
        ApiRequest(),
        lambda pipeline, _: (statistics(pipeline.base.knowledge_base, pipeline.base.ontology), True),
    )
