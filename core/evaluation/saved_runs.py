"""An experiment as it is saved: every score, and all that is needed to know what was measured."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Literal, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, JsonValue, ValidationError, model_validator

from core.domain.requests import FusionSettings
from core.errors import DataUnreadableError, GuanxiError
from core.evaluation.experiment import Status
from core.evaluation.metrics import METRICS, MetricName
from core.evaluation.summaries import Comparison, Results, TaskSummary
from core.evaluation.tasks import Target
from core.evaluation.variants import RetrievalChoice, Variant
from core.messages import Language
from core.runtime.regular_files import read_regular_text
from core.settings import Settings
from core.storage.manifest import Manifest

_LIBRARIES = ("numpy", "lancedb", "pyarrow", "sentence-transformers")
_SECRET = re.compile(r"(^|_)(keys?|token|secrets?|passwords?)(_|$)")


class ResultsNotWrittenError(GuanxiError):
    """The folder for an experiment's results cannot be written."""


class Saved(BaseModel):
    """Base of what is saved: frozen."""

    model_config = ConfigDict(frozen=True)


class SavedVariant(Saved):
    """What stands behind the name of a variant."""

    name: str
    fusion: FusionSettings
    retrieval: RetrievalChoice


class SavedScore(Saved):
    """One question under one variant; ``ranked`` are the first ten ids of its list."""

    variant: str
    task: str
    id: str
    target: Target
    language: Language
    status: Status
    ranked: tuple[str, ...]
    metrics: dict[MetricName, float]

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        if set(self.metrics) != set(METRICS[self.target]):
            raise ValueError(f"question {self.id}: the metrics are not {', '.join(METRICS[self.target])}")
        return self


class SavedRun(Saved):
    """``results.json``: one whole experiment."""

    format_version: Literal[1] = 1
    created_at: AwareDatetime
    build_id: str
    embedding_model: str
    versions: dict[str, str]
    options: dict[str, JsonValue]
    settings: dict[str, JsonValue]
    baseline_variant: str
    variants: tuple[SavedVariant, ...]
    summaries: tuple[TaskSummary, ...]
    comparisons: tuple[Comparison, ...] = ()
    scores: tuple[SavedScore, ...]


def run_of(
    results: Results,
    summaries: Sequence[TaskSummary],
    comparisons: Sequence[Comparison],
    *,
    variants: Sequence[Variant],
    baseline_variant: str,
    manifests: Sequence[Manifest],
    settings: Settings,
    options: dict[str, JsonValue],
) -> SavedRun:
    """A finished experiment with what it ran on, one manifest for each knowledge base, all of one embedding model."""
    return SavedRun(
        created_at=datetime.now(UTC).replace(microsecond=0),
        build_id=", ".join(manifest.build_id for manifest in manifests),
        embedding_model=manifests[0].embedding_model,
        versions={"python": platform.python_version()} | {name: version(name) for name in _LIBRARIES},
        options=options,
        settings=shown_settings(settings),
        baseline_variant=baseline_variant,
        variants=tuple(
            SavedVariant(name=variant.name, fusion=variant.fusion, retrieval=variant.retrieval) for variant in variants
        ),
        summaries=tuple(summaries),
        comparisons=tuple(comparisons),
        scores=_scores(results),
    )


def _scores(results: Results) -> tuple[SavedScore, ...]:
    return tuple(
        SavedScore(
            variant=name,
            task=score.question.task,
            id=score.question.id,
            target=score.question.target,
            language=score.question.language,
            status=score.status,
            ranked=score.ranked,
            metrics=dict(score.metrics),
        )
        for name, scores in results.items()
        for score in scores
    )


def shown_settings(settings: Settings) -> dict[str, JsonValue]:
    """The settings in force, without any whose name says that it is a secret."""
    shown: dict[str, JsonValue] = settings.model_dump(mode="json")
    return {name: value for name, value in shown.items() if not _SECRET.search(name)}


def prepare_folder(folder: Path) -> None:
    """Make the folder for results, before the long run whose results it is for. Raises ResultsNotWrittenError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultsNotWrittenError(folder=str(folder), detail=str(error)) from error


def save_run(run: Saved, markdown: str, folder: Path) -> None:
    """Write ``results.json`` and ``results.md``. Raises ResultsNotWrittenError."""
    try:
        (folder / "results.json").write_text(run.model_dump_json(), encoding="utf-8")
        (folder / "results.md").write_text(markdown, encoding="utf-8")
    except OSError as error:
        raise ResultsNotWrittenError(folder=str(folder), detail=str(error)) from error


def load_run(path: Path) -> SavedRun:
    """Read a saved ``results.json``. Raises DataUnreadableError."""
    try:
        return SavedRun.model_validate_json(read_regular_text(path))
    except (OSError, UnicodeDecodeError) as error:
        raise DataUnreadableError(file=path.name, detail=str(error)) from error
    except ValidationError as error:
        raise DataUnreadableError(file=path.name, detail=error.errors()[0]["msg"]) from error
