"""Opening the knowledge base for a command, with progress on stderr."""

from __future__ import annotations

import sys
import time

from core.curation.ontology_in_force import ontology_in_force
from core.curation.open_or_build import open_or_build
from core.ingestion.progress import BuildProgress, ProgressListener
from core.ingestion.reading_progress import ReadingListener, ReadingProgress
from core.messages import translate
from core.operations.context import Opened
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.knowledge_base import open_knowledge_base
from core.storage.manifest import read_manifest
from core.storage.publishing import current_version
from core.workspace.presets import with_default_preset


def opened(settings: Settings) -> Opened:
    """The published version once an operation needs it, built first where there is none."""
    return untuned(with_default_preset(settings))


def untuned(settings: Settings) -> Opened:
    """The same without the default preset, for what must not depend on it."""
    return Opened(settings, lambda: _open_base(settings))


def opened_as_published(settings: Settings) -> Opened:
    """The published version, with whatever embedding model it was built; nothing is built.

    Opening raises KnowledgeBaseMissingError, KnowledgeBaseOutdatedError or KnowledgeBaseCorruptError.
    """

    def published() -> Base:
        folder = settings.knowledge_base_folder
        model = read_manifest(current_version(folder)).embedding_model
        return Base.over(open_knowledge_base(folder, embedding_model=model), ontology_in_force(settings), settings)

    return Opened(settings, published)


def _open_base(settings: Settings) -> Base:
    """Raises what ``open_or_build`` does; rows that were refused or repaired go to stderr."""
    ontology = ontology_in_force(settings)
    started = open_or_build(settings, ontology, shown())
    if started.stale_because is not None:
        reason = started.stale_because.message("en")
        key = "starting.shared_stale" if settings.knowledge_base_uri else "starting.stale"
        print(translate(key, "en", reason=reason), file=sys.stderr)
    for problem in started.problems:
        print(problem.message("en"), file=sys.stderr)
    return Base.over(started.knowledge_base, ontology, settings)


def shown() -> ProgressListener:
    """Prints a line for each stage and each per cent of a build, with rows per second and the time left."""
    last: tuple[str, int] | None = None

    def show(progress: BuildProgress) -> None:
        nonlocal last
        step = (progress.stage, int(100 * progress.fraction))
        if step != last:
            last = step
            line = f"{progress.fraction:6.1%} {progress.stage} {progress.done}/{progress.total}"
            if progress.texts_per_second:
                line += f" {progress.texts_per_second:,.0f}/s"
            if progress.seconds_left:
                line += f" {progress.seconds_left:.0f} s left"
            print(line, file=sys.stderr)

    return show


def reading_shown() -> ReadingListener:
    """Prints how far reading and checking are: once a second, so nothing of what is quickly done."""
    last = time.monotonic()

    def show(progress: ReadingProgress) -> None:
        nonlocal last
        if time.monotonic() - last < 1.0:
            return
        last = time.monotonic()
        step = f"reading {progress.file}" if progress.file else "checking"
        rate, left = progress.rows_per_second, progress.seconds_left
        pace = "" if rate is None or left is None else f" {rate:,.0f}/s {left:.0f} s left"
        print(f"{step} {progress.done}/{progress.total}{pace}", file=sys.stderr)

    return show
