"""The language model works on a question in the background, for as long as somebody looks at the page."""

from __future__ import annotations

from collections.abc import Callable

from app.runtime.watched import StillWanted, Watched
from core.discovery.chain import Answering, model_stages
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import FusionSettings
from core.errors import GuanxiError
from core.messages import Language


class ModelWork:
    """The stages of the model on one question. ``now``: what it has made of it by now, replaced as a whole."""

    def __init__(
        self,
        pipeline: DiscoveryPipeline,
        now: Answering,
        fusion: Callable[[], FusionSettings],
        languages: tuple[Language, ...],
    ) -> None:
        """``fusion`` gives the list to judge when that stage begins; ``languages``: that of the page first."""
        self.now = now
        self.languages = languages

        def work(still_wanted: StillWanted) -> None:
            stages = model_stages(
                pipeline, now, fusion, languages, on_judged=self._has_come_to, still_wanted=still_wanted
            )
            for reached in stages:
                self._has_come_to(reached)

        self.work = Watched(work)

    def _has_come_to(self, now: Answering) -> None:
        self.now = now

    @property
    def running(self) -> bool:
        """Whether there may be more to come."""
        return self.work.running

    @property
    def error(self) -> GuanxiError | None:
        """What ended the work early."""
        return self.work.error
