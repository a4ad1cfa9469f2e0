"""``/api/graph/chunks`` and ``/link``: bring texts and link them, with a key that may; what takes long is a job."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import Response
from pydantic import Field

from app.api.api_context import accepted, require_change, require_ingest
from app.api.documented import ACCEPTED, PROBLEMS, example_requests
from app.api.jobs import Job, JobState, RefusedChunk
from app.api.refusals import EmbeddingsDifferError
from app.api.serving_here import ServingHere
from core.curation.chunk_importing import ChunkOptions, check_chunks, import_chunks
from core.curation.open_or_build import Started
from core.domain.strict_fields import Switch
from core.ingestion.checking.chunks import Chunk
from core.ingestion.progress import ProgressListener
from core.operations.fields import Clean
from core.operations.kept_data import LinkRequest, link_passages
from core.operations.operation import Input
from core.storage.manifest import Manifest

MAX_CHUNKS = 500
JobId = Annotated[str, Path(min_length=1, max_length=64, description="As the answer that began the job has it.")]


router = APIRouter(prefix="/api/graph", tags=["ingestion"])
_MAY_INGEST, _MAY_CHANGE = [Depends(require_ingest)], [Depends(require_change)]
_EXAMPLES = example_requests(
    zh={
        "name": "会议记录",
        "chunks": [
            {
                "id": "note-1#1",
                "content": "宁德时代与璞泰来讨论负极材料的长期供货。",
                "source_kind": "note",
                "source_type": "wiki",
                "source_id": "note-1",
                "metadata": {"title": "供应链会议", "language": "zh", "author": "Lin", "date": "2026-03-02"},
            }
        ],
    },
    en={
        "name": "battery notes",
        "chunks": [
            {
                "id": "note-2#1",
                "content": "Sodium-ion cells lose less capacity in the cold.",
                "source_kind": "note",
                "source_type": "wiki",
                "source_id": "note-2",
                "metadata": {"path": "notes/sodium.md", "entity_name": "Sodium-ion cell", "entity_type": "product"},
            }
        ],
        "create_cross_links": False,
    },
)


class ChunksRequest(Input):
    """Texts with where they come from. A chunk of an id that is there already stands for it from then on."""

    chunks: tuple[Chunk, ...] = Field(min_length=1, max_length=MAX_CHUNKS)
    extract_entities: Switch = Field(
        True, description="Whether `entity_name`, of an `entity_type` that the ontology has, becomes an entity."
    )
    create_cross_links: Switch = Field(
        True, description="Whether they are linked at once; if not, when `POST /api/graph/link` is called."
    )
    name: Annotated[str, Field(max_length=200, description="What the source is called."), Clean] = ""
    embedding_model: Annotated[
        str, Field(max_length=300, description="Which made the embeddings; another than the graph's is refused.")
    ] = ""


@router.post(
    "/chunks",
    status_code=202,
    response_model=JobState,
    responses=ACCEPTED,
    summary="Bring texts",
    dependencies=_MAY_INGEST,
)
async def chunks(asked: Annotated[ChunksRequest, _EXAMPLES], request: Request, serving: ServingHere) -> Response:
    """Texts become passages that are searched and cited, in one new version of the knowledge base: all that are valid,
    or, if anything fails, none. What is refused of them is listed in the job."""
    opened = (await serving.newest()).base
    base, settings, ontology = opened.knowledge_base, opened.settings, opened.ontology
    _require_fitting(asked, base.manifest)
    options = ChunkOptions(
        asked.name or f"API · {request.scope['state']['caller'].name}", asked.extract_entities, asked.create_cross_links
    )

    def work(job: Job, listener: ProgressListener) -> Started:
        checked = check_chunks(asked.chunks, options, base, settings, ontology)
        info, data = checked[1].info, checked[1].valid.data
        job.add(refused=tuple(map(RefusedChunk.of, data.problems)))
        started = import_chunks(asked.chunks, options, checked, settings, ontology, listener)
        job.add(source_id=info.id, passages=info.passages, entities=info.entities)
        return started

    return accepted(serving.jobs.begin(Job("chunks"), work))


def _require_fitting(asked: ChunksRequest, manifest: Manifest) -> None:
    """Vectors of another model, and those of zeros, mean nothing here."""
    given = [chunk for chunk in asked.chunks if chunk.embedding]
    fitting = all(len(each.embedding) == manifest.embedding_dimension and each.has_direction for each in given)
    if not fitting or asked.embedding_model not in ("", manifest.embedding_model):
        raise EmbeddingsDifferError(model=manifest.embedding_model, dimension=manifest.embedding_dimension)


@router.post(
    "/link",
    status_code=202,
    response_model=JobState,
    responses=ACCEPTED,
    summary="Link passages anew",
    dependencies=_MAY_INGEST,
)
async def link(serving: ServingHere) -> Response:
    """Link passages across source kinds by the rules in force, those included that came without links. Done again, it
    makes the same links."""
    return await serving.begin(link_passages, LinkRequest(), kind="link")


@router.get("/jobs/{job_id}", responses=PROBLEMS, summary="How far a job is", dependencies=_MAY_CHANGE)
async def job(job_id: JobId, serving: ServingHere) -> JobState:
    """The last 200 of the process that took them."""
    return serving.jobs.state(job_id)
