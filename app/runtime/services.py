"""What all sessions share: the opened knowledge base, its pipeline, and the build that makes it."""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Callable
from threading import Event, Lock, Thread

from app.runtime import log
from app.runtime.api_status import ApiStatus
from core.curation.ontology_in_force import ontology_in_force
from core.curation.open_or_build import RebuildReason, Started, newly_published, open_or_build, rebuild
from core.curation.workspace_parts import mend
from core.discovery.pipeline import DiscoveryPipeline
from core.errors import ChangeCancelledError, GuanxiError
from core.ingestion.progress import BuildProgress, ProgressListener
from core.ingestion.records.problems import RowProblem
from core.messages import catalogue
from core.operations.context import Context, Opened
from core.operations.operation import Given, Operation, Taken
from core.retrieval.base import Base
from core.retrieval.pagerank.engines import compile_walks
from core.runtime.freed_memory import share_heaps
from core.runtime.garbage_collection import rare_garbage_collection
from core.runtime.interrupt import is_shutdown_error
from core.settings import Settings, load_settings
from core.storage.publishing import pointer_mark
from core.workspace.presets import with_default_preset

_log = logging.getLogger("guanxi")
_LOCAL_PAUSE = 1.0  # seconds between two looks at what this machine has published
Ended = Callable[[GuanxiError | None], None]


class Services:
    """Opens or builds the knowledge base in the background; pages read ``opened_pipeline`` once it is there.

    ``warm``: everything that a first question would have to wait for is loaded as well.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pipeline: DiscoveryPipeline | None = None
        self.progress: BuildProgress | None = None
        self.error: GuanxiError | None = None
        self.problems: tuple[RowProblem, ...] = ()
        self.rebuilt_because: RebuildReason = ""
        self.stale_because: GuanxiError | None = None
        self.stale_message = "starting.stale"
        self.changing = False
        self.change_error: GuanxiError | None = None
        self.warm = False
        self.api: ApiStatus | None = None  # where this process serves it
        self._opened: Opened | None = None
        self._lock = Lock()
        self._looking = Lock()
        self._pointer: tuple[int, int, int] | None = (0, 0, 0)  # of the version that was last looked at
        self._cancelled = Event()
        self._looked = time.monotonic()
        share_heaps()  # before its threads begin
        catalogue()  # read once, before twenty pages ask for it in the same moment
        self._run(anew=False)

    @property
    def opened_pipeline(self) -> DiscoveryPipeline:
        """The pipeline, for pages that app/main.py runs only once it is there. AssertionError before that."""
        assert self.pipeline is not None
        return self.pipeline

    @property
    def opened(self) -> Opened:
        """What operations work with: what one of them counts or lays out of a version is there for the next."""
        pipeline, opened = self.opened_pipeline, self._opened
        if opened is None or opened.pipeline is not pipeline:
            self._opened = opened = Opened.of(pipeline)
        return opened

    def rebuild(self) -> None:
        """Build anew with the configured embedding model; does nothing while a build is running."""
        with self._lock:
            if self.error is None:
                return
            self.error = None
        self._run(anew=True)

    def change(self, work: Callable[[ProgressListener], Started], ended: Ended | None = None) -> bool:
        """Import or delete in the background, then serve what that published. Pages go on with what is there meanwhile.

        ``ended`` is called at the end, with what went wrong. False, and nothing is begun, while another change is
        being made.
        """
        with self._lock:
            if self.changing:
                return False
            self.changing, self.change_error = True, None
            self._cancelled.clear()
        Thread(target=self._change, args=(work, ended), name="data-change", daemon=True).start()
        return True

    def work_of(
        self, operation: Operation[Taken, Given], asked: Taken, done: Callable[[Given], object] = lambda _: None
    ) -> Callable[[ProgressListener], Started]:
        """An operation that builds anew, for ``change``; ``done`` is told what it gives."""
        base = self.opened_pipeline.base

        def work(listener: ProgressListener) -> Started:
            context = Context(Opened(base.settings, lambda: base), progress=listener)
            done(operation.answer(context, asked))
            return context.published or Started(base.knowledge_base)

        return work

    def cancel_change(self) -> None:
        """End the change that is being made at its next step; one that is published by then stays."""
        self._cancelled.set()

    @property
    def cancelling(self) -> bool:
        """Whether the change that is being made is to end."""
        return self.changing and self._cancelled.is_set()

    def _change(self, work: Callable[[ProgressListener], Started], ended: Ended | None) -> None:
        try:
            self._serve(work(self._on_change))
        except GuanxiError as error:
            self.change_error = error
        except Exception as error:  # noqa: BLE001 - the page must say so instead of waiting for ever
            _log.exception("the data could not be changed")
            self.change_error = GuanxiError()
            self.change_error.__cause__ = error
        finally:
            self.progress = None
            self.changing = False
            if ended is not None:
                ended(self.change_error)

    @property
    def published_anew(self) -> bool:
        """Whether another process has published or restored a version here since this was last looked at."""
        return not self.changing and pointer_mark(self.settings.knowledge_base_folder) != self._pointer

    def look_for_newer(self) -> None:
        """Serve what another process has published here, before this returns; look in the background, at times, for
        what another machine has shared, a preset that was put in force, and a version that could not be opened.

        Does nothing while the data is being changed.
        """
        if self.pipeline is None:
            return
        if self.published_anew:
            self._look()
            return
        shared = bool(self.settings.knowledge_base_uri)
        pause = self.settings.shared_look_seconds if shared else _LOCAL_PAUSE
        now = time.monotonic()
        with self._lock:
            if self.changing or now - self._looked < pause:
                return
            self._looked = now
        Thread(target=self._look, kwargs={"again": True}, name="newer-version", daemon=True).start()

    def _look(self, *, again: bool = False) -> None:
        """One at a time. Others wait for it, but not while what is shared is being brought.

        ``again``: also if the pointer is as it was.
        """
        if not self._looking.acquire(blocking=not self.settings.knowledge_base_uri):
            return
        try:
            if again or self.published_anew:
                mark = pointer_mark(self.settings.knowledge_base_folder)
                try:
                    self._serve_newer()
                finally:
                    self._pointer = mark  # only now: whoever asks meanwhile waits
        finally:
            self._looking.release()

    def _serve_newer(self) -> None:
        serving = self.pipeline
        if serving is None:
            return
        shared = bool(self.settings.knowledge_base_uri)
        self.put_default_preset_in_force()
        try:
            newer = newly_published(self.settings, serving.base.knowledge_base)
        except GuanxiError as error:
            if self.stale_because is None or type(error) is not type(self.stale_because):
                _log.exception("the newest version cannot be served")
            self.stale_because = error
            self.stale_message = "starting.shared_stale" if shared else "starting.newer_unusable"
            return
        now = self.pipeline
        if newer is not None and now is not None and serving.base.knowledge_base is now.base.knowledge_base:
            pipeline = self._put_in_place(newer)
            Thread(target=self._warm_up, args=(pipeline,), name="warm-up", daemon=True).start()
        elif shared:
            self.stale_because = None

    @property
    def settings_in_force(self) -> Settings:
        """Those that questions are answered under, with the default preset."""
        return self.settings if self.pipeline is None else self.pipeline.base.settings

    def put_default_preset_in_force(self) -> None:
        """Answer under the default preset as it is now, or under the settings where there is none."""
        with self._lock:
            settings = self._tuned()
            if self.pipeline is not None and self.pipeline.base.settings != settings:
                self.pipeline = self.pipeline.with_settings(settings)

    def _tuned(self) -> Settings:
        """The settings with the default preset; without it where presets cannot be read, which the page Tune says."""
        try:
            return with_default_preset(self.settings)
        except GuanxiError:
            _log.exception("the presets cannot be read")
            return self.settings

    def _run(self, *, anew: bool) -> None:
        Thread(target=compile_walks, args=(self.settings,), name="compile-walks", daemon=True).start()
        Thread(target=self._start, args=(anew,), name="knowledge-base", daemon=True).start()

    def _start(self, anew: bool) -> None:
        make = rebuild if anew else open_or_build
        mend(self.settings.knowledge_base_folder)
        try:
            with rare_garbage_collection():
                self._serve(make(self.settings, ontology_in_force(self.settings), self._on_progress))
        except GuanxiError as error:
            _log.exception("no knowledge base to serve")
            self.error = error
        except Exception as error:  # noqa: BLE001 - the page must say so instead of waiting for ever
            if is_shutdown_error(error):
                return  # Ctrl-C while it warms up
            _log.exception("no knowledge base to serve")
            self.error = GuanxiError()
            self.error.__cause__ = error

    def _serve(self, started: Started) -> None:
        self._warm_up(self._put_in_place(started))

    def _put_in_place(self, started: Started) -> DiscoveryPipeline:
        """Answer with what was opened from now on."""
        self.problems = started.problems
        self.rebuilt_because = started.rebuilt_because
        self.stale_because = started.stale_because
        shared = bool(self.settings.knowledge_base_uri)
        self.stale_message = "starting.shared_stale" if shared else "starting.stale"
        if self.stale_because is not None:
            _log.warning("an older version serves: %s", self.stale_because.message("en"))
        pipeline = DiscoveryPipeline(Base.over(started.knowledge_base, ontology_in_force(self.settings), self._tuned()))
        pipeline.begin_loading_reranker()  # before the first question can come, which must not wait for it
        self.pipeline, self._opened = pipeline, None  # what served before is not held
        self.progress = None
        return pipeline

    def _warm_up(self, pipeline: DiscoveryPipeline) -> None:
        try:
            pipeline.warm_up()
        except GuanxiError:
            _log.exception("the embedding model could not be loaded ahead of the first question")
        self.warm = True
        gc.unfreeze()  # what served before refers to itself: frozen, it would hold its version on the disk for ever
        gc.collect()
        gc.freeze()  # the knowledge base and the libraries stay: later collections need not walk them

    def _on_progress(self, progress: BuildProgress) -> None:
        self.progress = progress

    def _on_change(self, progress: BuildProgress) -> None:
        self._on_progress(progress)
        if self._cancelled.is_set() and not progress.published:
            raise ChangeCancelledError


_CREATING = Lock()
_OF_THIS_PROCESS: list[Services] = []


def services() -> Services:
    """The one Services of this process, for page and API alike."""
    with _CREATING:
        if not _OF_THIS_PROCESS:
            settings = load_settings()
            log.listen(settings)
            _OF_THIS_PROCESS.append(Services(settings))
        return _OF_THIS_PROCESS[0]


def begun() -> bool:
    """Whether they are there already, so that the settings were found to fit."""
    return bool(_OF_THIS_PROCESS)
