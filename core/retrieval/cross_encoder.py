"""The reranking model: any sentence-transformers CrossEncoder, loaded once per process and checked before use."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import permutations
from threading import Lock, Thread
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from core.domain.results import RerankerState
from core.errors import GuanxiError, first_line
from core.messages import Language
from core.settings import Settings

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

_log = logging.getLogger("guanxi")
OBVIOUS_PAIRS: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        ("Which company makes batteries for electric cars?", "It develops and builds battery cells for electric cars."),
        ("Where can I buy fresh bread?", "This bakery sells bread and cakes, baked every morning."),
    ),
    "zh": (
        ("哪家公司生产电动汽车的电池？", "该公司研发并生产电动汽车用的动力电池。"),
        ("哪里可以买到新鲜的面包？", "这家面包店每天早上现烤现卖面包和蛋糕。"),
    ),
}
"""Per language, questions with the text that answers them; the text of the one is irrelevant to the other."""


class RerankerUnavailableError(GuanxiError):
    """The configured reranker cannot be loaded or run."""


class RerankerUnfitError(GuanxiError):
    """The configured reranker prefers an obviously irrelevant text to a relevant one."""


class Reranker(Protocol):
    """What the stage needs of a model."""

    def scores(self, question: str, texts: Sequence[str]) -> NDArray[np.float64]:
        """Relevance of each text to the question in [0, 1], shape (len(texts),)."""
        ...


class CrossEncoderReranker:
    """A CrossEncoder behind the Reranker contract. Thread-safe: one batch at a time (tokenizers are not shared)."""

    def __init__(self, model: CrossEncoder) -> None:
        self._model = model
        self._predicting = Lock()

    def scores(self, question: str, texts: Sequence[str]) -> NDArray[np.float64]:
        """Sigmoid of the model's raw output, shape (len(texts),), whatever activation the model is saved with.

        For a classifier with one label that is its relevance probability; for a causal model whose output is
        logit(yes) − logit(no) it is P(yes) among the two. Raises ValueError for scores that are no numbers.
        """
        import torch

        pairs = [(question, text) for text in texts]
        with self._predicting:
            raw = self._model.predict(
                pairs,
                batch_size=max(1, len(pairs)),
                show_progress_bar=False,
                activation_fn=torch.nn.Identity(),
                convert_to_tensor=True,
            )
        scores = torch.sigmoid(raw.double()).cpu().numpy().reshape(len(texts))
        if not np.isfinite(scores).all():
            raise ValueError("the scores are not finite")
        return np.asarray(scores, dtype=np.float64)


def load_reranker(name: str, *, max_length: int) -> CrossEncoderReranker:
    """Load a CrossEncoder by hub name or folder and check it on the obvious pairs.

    ``max_length`` (tokens of question and text together) applies where the model itself allows no less.
    Raises RerankerUnavailableError if it cannot be loaded or run, RerankerUnfitError if it fails the check.
    """
    try:
        reranker = CrossEncoderReranker(_open(name, max_length))
        _check(name, reranker)
    except RerankerUnfitError:
        raise
    except Exception as error:  # a model named by the user brings its own configuration and code: it may raise anything
        raise RerankerUnavailableError(model=name, detail=first_line(error)) from error
    return reranker


def _open(name: str, max_length: int) -> CrossEncoder:
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    from sentence_transformers import CrossEncoder

    model: CrossEncoder = CrossEncoder(name)
    if model.num_labels != 1:
        raise ValueError(f"it gives {model.num_labels} scores per pair, a reranker gives one")
    model.max_seq_length = min(max_length, model.max_seq_length or max_length)
    return model


def _check(name: str, reranker: Reranker) -> None:
    """Each text must score higher for its own question than for the other, and each question prefer its own text.

    So neither an untrained head nor a model that looks at one side only passes.
    """
    for language, pairs in OBVIOUS_PAIRS.items():
        for (question, relevant), (_, irrelevant) in permutations(pairs, 2):
            high, low = reranker.scores(question, [relevant, irrelevant])
            if not high > low:
                raise RerankerUnfitError(
                    model=name, text_language=language, relevant=f"{high:.3f}", irrelevant=f"{low:.3f}"
                )


class RerankerLoading:
    """Loads a model at most once, in whichever thread asks first. Nobody waits for another thread's loading."""

    def __init__(self, load: Callable[[], Reranker]) -> None:
        self._load = load
        self._outcome: Reranker | GuanxiError | None = None
        self._begun = False
        self._beginning = Lock()

    def begin(self) -> None:
        """Load in the background; does nothing if loading has begun."""
        if self._is_first():
            Thread(target=self._finish, name="reranker", daemon=True).start()

    def get(self) -> Reranker | None:
        """The model, loaded here if nobody has begun to; None while another thread is loading it.

        Raises the RerankerUnavailableError or RerankerUnfitError that loading ended with, however often it is asked.
        """
        if self._is_first():
            self._finish()
        if isinstance(self._outcome, GuanxiError):
            raise self._outcome.with_traceback(None)  # the same error every time: its traceback must not grow
        return self._outcome

    @property
    def state(self) -> RerankerState:
        """How far it is; loads nothing."""
        if self._outcome is None:
            return "loading"
        return "failed" if self.fault is not None else "on"

    @property
    def fault(self) -> GuanxiError | None:
        """What loading ended with, if it failed."""
        return self._outcome if isinstance(self._outcome, GuanxiError) else None

    def _is_first(self) -> bool:
        with self._beginning:
            first, self._begun = not self._begun, True
        return first

    def _finish(self) -> None:
        try:
            self._outcome = self._load()
        except GuanxiError as error:
            _log.exception("the reranker is not used")
            self._outcome = error


_CONFIGURING = Lock()


def configured_reranker(settings: Settings) -> RerankerLoading | None:
    """The loading of the configured model, the same one for the whole process; None where none is configured."""
    if not settings.reranker_model:
        return None
    with _CONFIGURING:
        return _loading(settings.reranker_model, settings.reranker_max_length)


@lru_cache(maxsize=2)
def _loading(name: str, max_length: int) -> RerankerLoading:
    return RerankerLoading(lambda: load_reranker(name, max_length=max_length))
