"""What a bulk job works on, where it writes, and that it is the same job when it is started again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, reduce
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.bulk.parquet_rows import ParquetRows
from core.domain.linking import LinkingRules
from core.errors import RefusedError
from core.ontology import Ontology, default_ontology
from core.ontology.own_types import extended
from core.settings import Settings
from core.workspace.linking_rules import linking_rules

_FILE = "job.json"


class BulkDiffersError(RefusedError):
    """The output folder holds partitions of another bulk job."""


class Job(BaseModel):
    """Everything that decides a job's results. ``input`` holds ``entities``, ``relations`` and ``passages``, each one
    ``.parquet`` file as `export --format parquet` writes it, or a folder of such files."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Path
    output: Path
    partitions: int = Field(ge=1)
    embedding_model: str
    embedding_batch_size: int = Field(ge=1)
    embedding_threads: int = Field(ge=1)
    rules: LinkingRules
    own_types: tuple[str, ...] = ()

    @property
    def ontology(self) -> Ontology:
        """The ontology that ships, extended by ``own_types``, YAML each."""
        return _ontology(self.own_types)


@cache
def _ontology(own_types: tuple[str, ...]) -> Ontology:
    return reduce(extended, own_types, default_ontology())


class _Identity(BaseModel):
    """What must be the same for finished partitions to count."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    partitions: int
    embedding_model: str
    embedding_batch_size: int
    rules: LinkingRules
    own_types: tuple[str, ...]
    inputs: dict[str, str]


@dataclass(frozen=True)
class Inputs:
    """The rows that a job works on."""

    entities: ParquetRows
    relations: ParquetRows
    passages: ParquetRows


class JobFiles:
    """The inputs and outputs of a job. Raises DataUnreadableError if an input is missing or is no Parquet."""

    def __init__(self, job: Job) -> None:
        self.job = job

    @cached_property
    def inputs(self) -> Inputs:
        """The rows of the input."""
        return Inputs(*(ParquetRows(_existing(self.job.input, name)) for name in ("entities", "relations", "passages")))

    def stage(self, name: str) -> Path:
        """The folder of a stage's partitions."""
        return self.job.output / name

    def rows(self, stage: str) -> ParquetRows:
        """What a finished stage has written."""
        return ParquetRows(self.stage(stage))

    @property
    def side(self) -> Path:
        """The folder of what every partition looks things up in."""
        return self.job.output / "side"

    @property
    def gathered(self) -> Path:
        """The folder of what is put together from the partitions of a stage."""
        return self.job.output / "gathered"

    def claim(self) -> None:
        """Make the output folder this job's. Raises BulkDiffersError if it holds results of another job."""
        inputs = vars(self.inputs)
        identity = _Identity(
            partitions=self.job.partitions,
            embedding_model=self.job.embedding_model,
            embedding_batch_size=self.job.embedding_batch_size,
            rules=self.job.rules,
            own_types=self.job.own_types,
            inputs={name: rows.fingerprint() for name, rows in inputs.items()},
        )
        file = self.job.output / _FILE
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(identity.model_dump_json(indent=2), encoding="utf-8")
            return
        try:
            known = _Identity.model_validate_json(file.read_bytes())
        except ValidationError as error:
            raise BulkDiffersError(folder=str(self.job.output), detail=_FILE) from error
        differing = [name for name in _Identity.model_fields if getattr(known, name) != getattr(identity, name)]
        if differing:
            raise BulkDiffersError(folder=str(self.job.output), detail=", ".join(differing))


def _existing(folder: Path, name: str) -> Path:
    file = folder / f"{name}.parquet"
    return file if file.exists() else folder / name


def job_of(settings: Settings, *, source: Path, output: Path, partitions: int, own_types: tuple[str, ...] = ()) -> Job:
    """The job that the settings describe, with the linking rules in force."""
    return Job(
        input=source.resolve(),
        output=output.resolve(),
        partitions=partitions,
        embedding_model=settings.embedding_model,
        embedding_batch_size=settings.embedding_batch_size,
        embedding_threads=settings.embedding_threads,
        rules=linking_rules(settings),
        own_types=own_types,
    )
