"""The language model works on a question in the background, for as long as somebody looks at the page."""

from __future__ import annotations

from dataclasses import replace

from app.runtime.watched import CancellationCheck, Watched
from core.discovery.answering import answer
from core.discovery.chain import model_stages, with_intention
from core.discovery.judged import Answering
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.searched import Searched
from core.domain.requests import FusionSettings
from core.domain.results import Discovery
from core.errors import GuanxiError
from core.messages import Language


class ModelWork:
    """The stages of the model on one question. ``now``: what it has made of it by now, replaced as a whole."""

    def __init__(
        self,
        pipeline: DiscoveryPipeline,
        now: Answering,
        fusion: FusionSettings,
        languages: tuple[Language, ...],
    ) -> None:
        """``languages``: that of the page first."""
        self.now = now
        self.languages = languages
        self.to_read = now.to_read
        self._pipeline = pipeline
        self._on_page = (now.searched, fusion)

        def work(check_cancelled: CancellationCheck) -> None:
            stages = model_stages(
                pipeline, now, self._listed, languages, on_judged=self._has_come_to, check_cancelled=check_cancelled
            )
            for reached in stages:
                self._has_come_to(reached)

        self.work = Watched(work)

    def page_shows(self, searched: Searched, fusion: FusionSettings) -> None:
        """The list that is shown, which is judged when that stage begins: both may have changed since the start."""
        self._on_page = (searched, fusion)

    def _listed(self, now: Answering) -> Discovery:
        searched, fusion = self._on_page
        if searched.request != now.searched.request:
            walked = with_intention(self._pipeline, searched, now.searched.understood.intention)
            now = replace(now, searched=walked)
        return answer(now.searched, fusion, self.languages[0], now.judged)

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
