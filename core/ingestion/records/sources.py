"""Imported sources: what a person brought, as validated records beside the versions of a knowledge base.

<knowledge base folder>/sources/<id>/   source.json · entities.jsonl · relations.jsonl · passages.jsonl ·
                                       ends.jsonl, fact_sources.jsonl (neither in those of before) · problems.json ·
                                       digests.json (SHA-256 of each other file) · files/ (originals.py)

A source never changes. Which of them a version holds stands in its manifest: publishing a version takes them in, one
without them takes them out, and restoring an old version brings them back.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.domain.fact_sources import FactSource
from core.domain.records import Entity, Passage, Record, Relation
from core.domain.stored_fields import now_in_seconds
from core.errors import GuanxiError, RefusedError, first_line
from core.ingestion.records.csv_files import DataSet
from core.ingestion.records.problems import FILE_NAME as PROBLEMS
from core.ingestion.records.problems import RowProblem, load_problems, rows_of, save_problems
from core.storage.manifest import manifest_fields
from core.storage.publishing import POINTER, new_build_id
from core.storage.record_files import LinesRead, json_line
from core.storage.relation_table import RelationTable

FOLDER = "sources"
_INFO = "source.json"
_DIGESTS = "digests.json"
_ORIGINALS = "files"
AnyRecord = TypeVar("AnyRecord", bound=Record)


class SourceDamagedError(GuanxiError):
    """An imported source cannot be read or is not what was written; what serves goes on without a build."""


class SourceUnknownError(RefusedError):
    """No imported source has this id."""


class SourceNameAmbiguousError(RefusedError):
    """Several imported sources have this name."""


class SourceInfo(BaseModel):
    """What a source is called, where it came from and how much of it got in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    name: str
    imported_at: str
    files: tuple[str, ...]
    entities: int = Field(ge=0)
    relations: int = Field(ge=0)
    passages: int = Field(ge=0)
    refused: int = Field(ge=0)
    repaired: int = Field(0, ge=0)


def describe(name: str, files: Sequence[str], data: DataSet) -> SourceInfo:
    """A new source of these records, with an id of its own; its problems may be repairs too."""
    return SourceInfo(
        id=new_build_id(),
        name=name,
        imported_at=now_in_seconds(),
        files=tuple(files),
        entities=len(data.entities),
        relations=len(data.relations),
        passages=len(data.passages),
        refused=rows_of(data.problems, repaired=False),
        repaired=rows_of(data.problems, repaired=True),
    )


def save_source(folder: Path, info: SourceInfo, data: DataSet, originals: Sequence[bytes | None] = ()) -> None:
    """Write a source below the knowledge base ``folder``; it is there whole or not at all. ``originals``: the content
    of each of its files that is to be kept."""
    target = folder / FOLDER / info.id
    partial = target.with_name(f"{info.id}.partial")
    partial.mkdir(parents=True)
    kinds: dict[str, Sequence[Record]] = {
        "entities": data.entities,
        "relations": data.relations,
        "passages": data.passages,
        "ends": data.ends,
        "fact_sources": data.fact_sources,
    }
    for name, records in kinds.items():
        with (partial / f"{name}.jsonl").open("wb") as file:
            file.writelines(map(json_line, records))
    save_problems(partial, data.problems)
    for number, content in enumerate(originals, start=1):
        if content is not None:
            original_file(folder, partial.name, number).parent.mkdir(exist_ok=True)
            original_file(folder, partial.name, number).write_bytes(content)
    (partial / _INFO).write_text(info.model_dump_json(indent=2), encoding="utf-8")
    written = sorted(file for file in partial.rglob("*") if file.is_file())
    digests = {file.relative_to(partial).as_posix(): _digest(file) for file in written}
    (partial / _DIGESTS).write_text(json.dumps(digests), encoding="utf-8")
    partial.rename(target)


def original_file(folder: Path, source_id: str, number: int) -> Path:
    """Where the original of a source's file lies, if it is kept; ``number``: from 1, in the order of its ``files``."""
    return folder / FOLDER / source_id / _ORIGINALS / str(number)


def is_as_it_came(original: Path) -> bool:
    """Whether a kept original is there and is what was imported, as far as its source says what that was."""
    told = _digests(original.parents[1]).get(f"{_ORIGINALS}/{original.name}")
    return original.is_file() and told in (None, _digest(original))


def load_source(folder: Path, source_id: str, lines: LinesRead | None = None) -> DataSet:
    """The records of a source. Raises SourceDamagedError if they cannot be read or are not what was written.

    They were validated when they were written: if their digests say that they are still what they were, they are not
    validated again, and ``lines`` keeps what they were read from.
    """
    with _opened(folder, source_id) as place, ThreadPoolExecutor(1) as beside:
        relations = beside.submit(_relations, place / "relations.jsonl")  # without the interpreter lock
        entities = tuple(_read(place / "entities.jsonl", Entity, lines))
        passages = tuple(_read(place / "passages.jsonl", Passage, lines))
        _unchanged(place / PROBLEMS)
        problems = load_problems(place)
        ends = tuple(_read_if_there(place / "ends.jsonl", Entity))
        fact_sources = tuple(_read_if_there(place / "fact_sources.jsonl", FactSource))
        return DataSet(entities, relations.result(), passages, problems, ends=ends, fact_sources=fact_sources)


@dataclass(frozen=True)
class SourceIds:
    """Of the entities of a source, with those at the ends of its relations, and of its passages."""

    entities: frozenset[str]
    passages: frozenset[str]


def source_ids(folder: Path, source_id: str) -> SourceIds:
    """Read without its relations, which most of a source may be. Raises SourceDamagedError."""
    with _opened(folder, source_id) as place:
        described, ends = _read(place / "entities.jsonl", Entity), _read_if_there(place / "ends.jsonl", Entity)
        return SourceIds(
            frozenset(each.id for each in (*described, *ends)),
            frozenset(each.id for each in _read(place / "passages.jsonl", Passage)),
        )


@contextmanager
def _opened(folder: Path, source_id: str) -> Iterator[Path]:
    """Where the source lies; what cannot be read of it is a SourceDamagedError."""
    try:
        yield folder / FOLDER / source_id
    except (OSError, ValidationError) as error:
        raise SourceDamagedError(source=source_id, folder=str(folder / FOLDER), detail=first_line(error)) from error


def _read_if_there(file: Path, record_type: type[AnyRecord]) -> list[AnyRecord]:
    """None in a source of before, which has no such file and lists none."""
    return _read(file, record_type) if file.exists() or file.name in _digests(file.parent) else []


def _relations(file: Path) -> RelationTable:
    return RelationTable.read(file.read_bytes()) if _unchanged(file) else RelationTable.of(_read(file, Relation))


def _read(file: Path, record_type: type[AnyRecord], read: LinesRead | None = None) -> list[AnyRecord]:
    unchanged = _unchanged(file)
    with file.open("rb") as content:
        lines = content.readlines()
    records = list(map(record_type.model_validate_json, lines))
    if read is not None and unchanged:
        read.keep(records, lines)
    return records


def _unchanged(file: Path) -> bool:
    """Whether a file is what was written; False where nothing says what that was. Raises OSError if it is not."""
    told = _digests(file.parent).get(file.name)
    if told is not None and told != _digest(file):
        raise OSError(f"{file.name} is not what was written")
    return told is not None


def _digests(place: Path) -> dict[str, object]:
    """What the files of a source were when they were written; empty for a source of before, and for a damaged list:
    validating says whether a file can be read."""
    try:
        digests = json.loads((place / _DIGESTS).read_bytes())
    except (OSError, ValueError):
        return {}
    return digests if isinstance(digests, dict) else {}


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def source_info(folder: Path, source_id: str) -> SourceInfo:
    """What a source says about itself. Raises SourceUnknownError if there is none of this id, and SourceDamagedError
    also where what serves was built from one that is gone."""
    file = folder / FOLDER / source_id / _INFO
    if not file.is_file() and source_id not in sources_of_current(folder):
        raise SourceUnknownError(source=source_id)
    with _opened(folder, source_id):
        _unchanged(file)
        return SourceInfo.model_validate_json(file.read_bytes())


def sources_told(folder: Path, source_ids: Iterable[str]) -> tuple[SourceInfo, ...]:
    """What sources say about themselves; of one that cannot be read no more than its id, by which it can be deleted."""
    return tuple(_told(folder, each) for each in source_ids)


def _told(folder: Path, source_id: str) -> SourceInfo:
    try:
        return source_info(folder, source_id)
    except SourceDamagedError:
        nothing = dict.fromkeys(("entities", "relations", "passages", "refused"), 0)
        return SourceInfo(id=source_id, name=source_id, imported_at="", files=(), **nothing)


def check_source(folder: Path, source_id: str) -> None:
    """Read all of a source. Raises SourceUnknownError, or SourceDamagedError naming what is not what was written."""
    source_info(folder, source_id)
    load_source(folder, source_id)
    with _opened(folder, source_id) as place:
        kept = [place / name for name in _digests(place) if name.startswith(f"{_ORIGINALS}/")]
        changed = [file.relative_to(place).as_posix() for file in kept if not is_as_it_came(file)]
        if changed:
            raise OSError(f"{', '.join(changed)}: not what was written")


def source_report(folder: Path, source_id: str) -> tuple[RowProblem, ...]:
    """The rows that were refused or repaired when it was imported. Raises SourceUnknownError and SourceDamagedError."""
    source_info(folder, source_id)
    with _opened(folder, source_id) as place:
        _unchanged(place / PROBLEMS)
        return load_problems(place)


def sources_of_current(folder: Path) -> tuple[str, ...]:
    """Ids of the sources that the serving version holds, in the order of their import; none if nothing was published.

    Read leniently: a version whose format this program does not know any more still says what it was built from. If
    even that cannot be read, all sources that are there: what a person brought is not to be lost.
    """
    try:
        version = folder / "versions" / (folder / POINTER).read_text(encoding="utf-8").strip()
        listed = manifest_fields(version).get("sources", [])
    except (OSError, ValueError):
        listed = sorted(place.name for place in (folder / FOLDER).glob("*") if (place / _INFO).is_file())
    return tuple(str(each) for each in listed)


def source_called(folder: Path, given: str) -> str:
    """The id of the one source that bears this name, as a file does that was imported alone; else what was given.

    Raises SourceNameAmbiguousError.
    """
    sources = sources_of_current(folder)
    if not given or given in sources:
        return given
    bearers = [each.id for each in sources_told(folder, sources) if each.name == given]
    if len(bearers) > 1:
        raise SourceNameAmbiguousError(name=given, ids=", ".join(bearers))
    return bearers[0] if bearers else given


def sweep_sources(folder: Path) -> None:
    """Remove sources that no version holds: what killed imports left, and what was deleted and can no longer be
    restored. Removes nothing where any version, above all the serving one, cannot be read, so that nothing imported is
    lost. To be called under the build lock."""
    held: set[str] = set()
    versions = folder / "versions"
    try:
        serving = versions / (folder / POINTER).read_text(encoding="utf-8").strip()
        for version in (serving, *(each.parent for each in versions.glob("*/manifest.json"))):
            held.update(manifest_fields(version).get("sources", []))
    except (OSError, ValueError, TypeError):
        return
    for place in (folder / FOLDER).glob("*"):
        if place.name not in held:
            shutil.rmtree(place, ignore_errors=True)
