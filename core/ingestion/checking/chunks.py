"""Chunks that another program cut: a text each, with where it comes from, what it is about and perhaps its vector."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from core.domain.records import MAX_IDENTIFIER, Entity
from core.domain.text import clean_text
from core.ingestion.records.raw_records import RawRecord, RawRecords
from core.messages import Language
from core.names.normalise import fold_characters

NAMELESS = "chunks"
"""What problems and origins name for a chunk that does not say where it comes from; their line is its place, from 1."""
_Cleaned = AfterValidator(clean_text)
_ZERO = 1e-12
_Word = Annotated[str, Field(max_length=200), _Cleaned]
_Component = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-1e6, le=1e6)]


class ChunkOrigin(BaseModel):
    """Where a chunk comes from and what it is about; everything may be left open.

    ``language``: ``zh`` or ``en``, or the programming language of code; that of its words is then found out from the
    text. ``entity_name`` and ``entity_type``: what the chunk is about, such as a function of a program.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Annotated[str, Field(max_length=500), _Cleaned] = ""
    path: _Word = ""
    language: _Word = ""
    entity_name: _Word = ""
    entity_type: _Word = ""
    author: _Word = ""
    date: _Word = ""
    url: Annotated[str, Field(max_length=2000), _Cleaned] = ""


class Chunk(BaseModel):
    """A text to be searched and cited. ``embedding``: its vector by the model of the knowledge base; empty: it is
    made."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(min_length=1, max_length=MAX_IDENTIFIER), _Cleaned]
    content: Annotated[str, Field(min_length=1, max_length=20_000), _Cleaned]
    embedding: tuple[_Component, ...] = Field((), max_length=8192)
    source_kind: Annotated[str, Field(min_length=1, max_length=100), _Cleaned] = "note"
    source_type: _Word = ""
    source_id: _Word = ""
    metadata: ChunkOrigin = ChunkOrigin()

    @property
    def has_direction(self) -> bool:
        """Whether its vector can be scaled to length one."""
        return any(abs(component) > _ZERO for component in self.embedding)


def chunk_raw_records(chunks: Sequence[Chunk], known: Iterable[Entity], *, extract_entities: bool) -> RawRecords:
    """Every chunk as a passage-to-be; if ``extract_entities``, what it is about as an entity-to-be, unless one of the
    ``known`` entities bears that name already.

    The name stands in the title then, so that the passage is primarily about it.
    """
    about = {fold_characters(chunk.metadata.entity_name) for chunk in chunks if extract_entities} - {""}
    there = {name for entity in known for name in _names(entity) if name in about}
    items: list[RawRecord] = []
    for place, chunk in enumerate(chunks, start=1):
        name = chunk.metadata.entity_name if extract_entities else ""
        origin = " ".join(filter(None, (chunk.source_type, chunk.source_id))) or NAMELESS
        items.append(RawRecord("passage", origin, place, _passage(chunk, name)))
        if name and fold_characters(name) not in there:
            there.add(fold_characters(name))
            values = {"name": name, "type": chunk.metadata.entity_type, "id": _entity_id(chunk)}
            items.append(RawRecord("entity", origin, place, values))
    return RawRecords(tuple(items))


def _names(entity: Entity) -> set[str]:
    return {fold_characters(name) for name in (entity.id, entity.name_zh, entity.name_en, *entity.aliases)}


def _entity_id(chunk: Chunk) -> str:
    """Readable and the same whenever the chunk comes again."""
    path, name = chunk.metadata.path, chunk.metadata.entity_name
    return f"{path}#{name}"[:200] if path else name


def _passage(chunk: Chunk, about: str) -> dict[str, object]:
    origin = chunk.metadata
    title = origin.title or " · ".join(filter(None, (about, origin.path)))
    if about and fold_characters(about) not in fold_characters(title):
        title = f"{about} · {title}"
    spoken = origin.language if origin.language in get_args(Language) else ""
    return {
        "id": chunk.id,
        "text": chunk.content,
        "title": title[:500],
        "source_kind": chunk.source_kind,
        "document_id": chunk.source_id or origin.path,
        "language": spoken,
        "date": origin.date,
        "publisher": origin.author,
        "url": origin.url,
        "path": origin.path,
        "program_language": "" if spoken else origin.language,
    }
