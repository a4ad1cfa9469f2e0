"""What operations work with: what is open, and who waits for the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Self

from core.discovery.chain import AnswerListener
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.model_use import StageReport
from core.domain.results import StageTiming
from core.exploring.paths import RelationPaths
from core.ingestion.problems import RowProblem
from core.ingestion.progress import ProgressListener
from core.retrieval.base import Base
from core.settings import Settings
from core.statistics import statistics
from core.statistics.figures import Statistics


class Opened:
    """The knowledge base and what is made of it, each part when the first operation needs it.

    An operation that only reads records loads no model.
    """

    def __init__(
        self,
        settings: Settings,
        open_base: Callable[[], Base],
        pipeline_over: Callable[[Base], DiscoveryPipeline] = DiscoveryPipeline,
    ) -> None:
        self.settings = settings
        self._open_base = open_base
        self._pipeline_over = pipeline_over

    @classmethod
    def of(cls, pipeline: DiscoveryPipeline) -> Self:
        """Over a pipeline that is there."""
        return cls(pipeline.base.settings, lambda: pipeline.base, lambda _: pipeline)

    @cached_property
    def base(self) -> Base:
        """Raises what keeps it from being opened."""
        return self._open_base()

    @cached_property
    def pipeline(self) -> DiscoveryPipeline:
        """What searches."""
        return self._pipeline_over(self.base)

    @cached_property
    def statistics(self) -> Statistics:
        """Counted once: what is open does not change."""
        return statistics(self.base.knowledge_base, self.base.ontology)

    @cached_property
    def paths(self) -> RelationPaths:
        """Relations laid out for igraph, once."""
        return RelationPaths(self.base.knowledge_base)


class Context:
    """One call of an operation. ``still_wanted`` raises once nobody waits for the answer any more; ``listener`` hears
    of an answer while it is made, ``progress`` of a build.

    The operation leaves here what its stages took, what a model said, whether a part of the answer failed, and
    ``problems`` with rows of the data that a build met.
    """

    def __init__(
        self,
        opened: Opened,
        still_wanted: Callable[[], None] = lambda: None,
        listener: AnswerListener | None = None,
        progress: ProgressListener | None = None,
    ) -> None:
        self.opened = opened
        self.progress = progress
        self.still_wanted = still_wanted
        self.listener = listener
        self.timings: tuple[StageTiming, ...] = ()
        self.reports: tuple[StageReport, ...] = ()
        self.complete = True
        self.problems: tuple[RowProblem, ...] = ()

    @property
    def settings(self) -> Settings:
        """Those in force."""
        return self.opened.settings

    @property
    def base(self) -> Base:
        """The open knowledge base."""
        return self.opened.base

    @property
    def pipeline(self) -> DiscoveryPipeline:
        """What searches it."""
        return self.opened.pipeline

    def report(
        self, timings: Iterable[StageTiming] = (), reports: Iterable[StageReport] = (), *, complete: bool = True
    ) -> None:
        """What became of the stages; an answer that is not ``complete`` is not kept for others."""
        self.timings, self.reports = tuple(timings), tuple(reports)
        self.complete = complete and not any(report.fault for report in self.reports)
