"""What operations work with: what is open, and who waits for the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Self

from core.curation.ontology_in_force import ontology_in_force
from core.curation.open_or_build import Started
from core.discovery.chain import AnswerListener
from core.discovery.name_resolution import linked_entity
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.model_use import StageReport
from core.domain.read_relations import DecidedBy
from core.domain.results import StageTiming
from core.exploring.paths import RelationPaths
from core.ingestion.progress import ProgressListener
from core.ingestion.reading_progress import ReadingListener
from core.messages import LANGUAGES, translate
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.statistics import statistics
from core.statistics.figures import Statistics
from core.storage.knowledge_base import KnowledgeBase


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

    def over(self, started: Started) -> Opened:
        """The version that was published, with the same settings."""
        ontology = ontology_in_force(self.settings)
        return Opened(
            self.settings, lambda: Base.over(started.knowledge_base, ontology, self.settings), self._pipeline_over
        )

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
        return RelationPaths(self.base.knowledge_base, self.base.ontology)


class Context:
    """One call of an operation. ``check_cancelled`` raises once nobody waits for the answer any more; ``listener``
    hears of an answer while it is made, ``progress`` of a build, ``reading`` of files that are read.
    ``decided_by``: who the decisions of this call are recorded as made by.

    The operation leaves here what its stages took, what a model said, whether a part of the answer failed,
    ``published``: the version that serves from now on, and ``notices``: what a person is told beside the answer.
    """

    def __init__(
        self,
        opened: Opened,
        check_cancelled: Callable[[], None] = lambda: None,
        listener: AnswerListener | None = None,
        progress: ProgressListener | None = None,
        reading: ReadingListener | None = None,
        decided_by: DecidedBy = "person",
    ) -> None:
        self.decided_by = decided_by
        self.opened = opened
        self.progress = progress
        self.reading = reading
        self.check_cancelled = check_cancelled
        self.listener = listener
        self.timings: tuple[StageTiming, ...] = ()
        self.reports: tuple[StageReport, ...] = ()
        self.complete = True
        self.published: Started | None = None
        self.notices: tuple[str, ...] = ()

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

    @property
    def ontology(self) -> Ontology:
        """The types in force; read anew, as nothing need be open."""
        return ontology_in_force(self.settings)

    def entity(self, name: str) -> str:
        """The id of the one entity that a name means. Raises one of ``NAME_ERRORS``."""
        return linked_entity(self.base.names, name)

    def company(self, given: str) -> str:
        """The id ``given``, or that of the one company of this name. Raises one of ``NAME_ERRORS``."""
        return given if given in self.base.knowledge_base.node_of else self.entity(given)

    def publish(self, started: Started) -> KnowledgeBase:
        """What was built serves from now on."""
        self.published = started
        return started.knowledge_base

    def report(
        self, timings: Iterable[StageTiming] = (), reports: Iterable[StageReport] = (), *, complete: bool = True
    ) -> None:
        """What became of the stages; an answer that is not ``complete`` is not kept for others."""
        self.timings, self.reports = tuple(timings), tuple(reports)
        self.complete = complete and not any(report.fault for report in self.reports)

    def tell(self, key: str, **parameters: str) -> None:
        """A notice from the message catalogue, in both languages."""
        self.notices += tuple(translate(key, language, **parameters) for language in LANGUAGES)
