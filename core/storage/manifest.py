"""The manifest of a published version."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from core.errors import GuanxiError, KnowledgeBaseCorruptError, first_line
from core.storage.checksums import MANIFEST, SEAL, FileMark, damaged_files, is_sealed, sealed

SCHEMA_VERSION = 7


class KnowledgeBaseOutdatedError(GuanxiError):
    """The published version has another schema than this program reads."""

    code: ClassVar[Literal["knowledge_base_outdated"]]


class Counts(BaseModel):
    """Rows of each table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    entities: int = Field(ge=0)
    companies: int = Field(ge=0)
    relations: int = Field(ge=0)
    passages: int = Field(ge=0)
    mentions: int = Field(ge=0)
    links: int = Field(ge=0)
    skipped_rows: int = Field(0, ge=0)


class Manifest(BaseModel):
    """``manifest.json`` of one version; written last, so its presence means the version is whole.

    ``edge_types`` names the codes of the graph's type array: relation types first, then mention roles.
    ``company_types``: the entity types that are no bridges.
    ``data_fingerprint`` tells whether the data files have changed since; ``sources`` are the ids of the imported
    sources that are in it. ``files``: every other file of the version as it was written, by its path; ``checksum``: of
    all other fields. Both are missing in versions that were written before there were checksums.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: int
    build_id: str
    created_at: str
    embedding_model: str
    embedding_dimension: int = Field(ge=1)
    edge_types: tuple[str, ...]
    company_types: tuple[str, ...] = ("company",)
    data_fingerprint: str
    sources: tuple[str, ...] = ()
    counts: Counts
    files: dict[str, FileMark] = Field(default_factory=dict)
    checksum: str = ""

    @property
    def described(self) -> dict[str, Any]:
        """What a person reads of it: without the files and their checksums."""
        return self.model_dump(mode="json", exclude={"files", "checksum"})


def write_manifest(version: Path, manifest: Manifest) -> Manifest:
    """Write the manifest of a version with its checksum; returns it with that. Raises OSError."""
    content = sealed(manifest.model_dump(mode="json"))
    (version / MANIFEST).write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
    return Manifest.model_validate_json((version / MANIFEST).read_bytes())


def read_manifest(version: Path) -> Manifest:
    """The manifest of a version folder.

    Raises KnowledgeBaseOutdatedError if it has a schema that is not read, KnowledgeBaseCorruptError if it cannot be
    read or is not what was written.
    """
    try:
        content = manifest_fields(version)
        found = content["schema_version"]
        if found != SCHEMA_VERSION:
            raise KnowledgeBaseOutdatedError(found=int(found), expected=SCHEMA_VERSION)
        return Manifest.model_validate(content)
    except (OSError, LookupError, TypeError, AttributeError, RecursionError, ValueError) as error:
        raise _corrupt(version, first_line(error)) from error


def manifest_fields(version: Path) -> dict[str, Any]:
    """The manifest of a version of whatever schema. Raises OSError, or ValueError if it is not what was written."""
    content = json.loads((version / MANIFEST).read_text(encoding="utf-8"))
    if not isinstance(content, dict) or (({"files", SEAL} & content.keys()) and not is_sealed(content)):
        raise ValueError("it is not what was written")
    return content


def is_whole(version: Path, *below: str) -> bool:
    """Whether those files of ``version`` whose names begin as ``below`` says are what was written, as far as is known:
    nothing is known of a version of another schema, without checksums or without a manifest."""
    if not (version / MANIFEST).is_file():
        return True
    try:
        manifest = read_manifest(version)
    except KnowledgeBaseOutdatedError:
        return True
    except KnowledgeBaseCorruptError:
        return False
    return not any(damaged_files(version, manifest.files, below=below))


def _corrupt(version: Path, detail: str) -> KnowledgeBaseCorruptError:
    return KnowledgeBaseCorruptError(folder=str(version), detail=f"{MANIFEST}: {detail}"[:300])
