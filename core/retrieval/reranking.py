"""The stage after fusion: the best companies are read once per question and change places among themselves."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.domain.results import RerankerState
from core.errors import GuanxiError, first_line
from core.messages import Language, translate
from core.retrieval.cross_encoder import Reranker, RerankerLoading
from core.settings import Settings

_log = logging.getLogger("guanxi")


class RerankerFailedError(GuanxiError):
    """The reranker failed while scoring an answer's companies."""


@dataclass(frozen=True)
class Reranking:
    """What the reranker said about one question, kept while sliders move.

    ``scores``: company id → relevance in [0, 1]. Of ``wanted`` companies, those not in ``scores`` were left when
    the time budget was spent. Among the first ``top_n`` rows of any fused order, scored ones change places.
    """

    state: RerankerState = "off"
    scores: Mapping[str, float] = field(default_factory=dict)
    wanted: int = 0
    top_n: int = 0
    error: GuanxiError | None = None

    def order(self, rows: Sequence[int], company_ids: Sequence[str]) -> list[int]:
        """``rows`` (into ``company_ids``, best first) with the scored ones among the first ``top_n`` sorted by score.

        They take the places they already hold; every other row keeps its own. Equal scores keep the fused order.
        """
        places = [place for place, row in enumerate(rows[: self.top_n]) if company_ids[row] in self.scores]
        best = sorted((rows[place] for place in places), key=lambda row: -self.scores[company_ids[row]])
        ordered = list(rows)
        for place, row in zip(places, best, strict=True):
            ordered[place] = row
        return ordered

    def warnings(self, language: Language) -> list[str]:
        """What did not go as configured."""
        if self.error is not None:
            return [self.error.message(language)]
        scored = len(self.scores)
        left = scored < self.wanted
        return [translate("warning.reranker_budget", language, scored=scored, wanted=self.wanted)] if left else []


def rerank(loading: RerankerLoading, question: str, texts: Mapping[str, str], settings: Settings) -> Reranking:
    """Score ``texts`` (company id → text, best company first) in batches until the time budget is spent.

    The first batch is always scored. A model that cannot be loaded or fails leaves the fused order, with its error.
    """
    try:
        reranker = loading.get()
        if reranker is None:
            return Reranking("loading")
        scores = _scores_in_time(reranker, question, texts, settings)
    except GuanxiError as error:
        return Reranking("failed", error=error)
    return Reranking("on", scores, wanted=len(texts), top_n=settings.reranker_top_n)


def _scores_in_time(
    reranker: Reranker, question: str, texts: Mapping[str, str], settings: Settings
) -> dict[str, float]:
    """Scores by company id. Raises RerankerFailedError."""
    scores: dict[str, float] = {}
    waiting = list(texts)
    end = time.perf_counter() + settings.reranker_time_budget_ms / 1000.0
    while waiting and (not scores or time.perf_counter() < end):
        batch, waiting = waiting[: settings.reranker_batch_size], waiting[settings.reranker_batch_size :]
        try:
            relevance = reranker.scores(question, [texts[company_id] for company_id in batch])
        except Exception as error:  # whatever the model's own code raises costs the reranking, not the answer
            _log.exception("the reranker failed")
            raise RerankerFailedError(detail=first_line(error)) from error
        scores.update(zip(batch, relevance.tolist(), strict=True))
    return scores
