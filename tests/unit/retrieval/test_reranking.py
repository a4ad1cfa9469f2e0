from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from core.messages import LANGUAGES, Language, translate
from core.retrieval import reranking
from core.retrieval.cross_encoder import Reranker, RerankerLoading, RerankerUnavailableError
from core.retrieval.reranking import RerankerFailedError, Reranking, rerank
from core.settings import Settings

TEXTS = {f"c{n}": f"text {n}" for n in range(10)}


class Clock:
    """A clock that only a reranker's work moves."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def perf_counter(self) -> float:
        return self.seconds


class Scripted:
    """Takes ``seconds`` per batch, scores a text by its number, and fails at the batch numbered ``fails_at``."""

    def __init__(self, clock: Clock, seconds: float = 0.0, fails_at: int | None = None) -> None:
        self._clock, self._seconds, self._fails_at = clock, seconds, fails_at
        self.batches: list[list[str]] = []

    def scores(self, question: str, texts: Sequence[str]) -> NDArray[np.float64]:
        assert question
        if len(self.batches) == self._fails_at:
            raise KeyError("first line\nsecond line")
        self.batches.append(list(texts))
        self._clock.seconds += self._seconds
        return np.array([int(text.split()[1]) / 10 for text in texts])


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(reranking, "time", clock)
    return clock


def loaded(reranker: Reranker) -> RerankerLoading:
    return RerankerLoading(lambda: reranker)


def settings(**changes: int) -> Settings:
    return Settings(reranker_batch_size=3, **changes)  # type: ignore[arg-type]


def test_everything_is_scored_best_first_in_batches(clock: Clock) -> None:
    model = Scripted(clock, seconds=1.0)
    result = rerank(loaded(model), "q", TEXTS, settings())
    assert [len(batch) for batch in model.batches] == [3, 3, 3, 1]
    assert [text for batch in model.batches for text in batch] == list(TEXTS.values())
    assert (result.state, result.wanted, result.top_n) == ("on", 10, 20)
    assert result.scores == {f"c{n}": n / 10 for n in range(10)}
    assert result.warnings("en") == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("budget", "scored"), [(1, 3), (1000, 3), (1001, 6), (2500, 9), (3000, 9), (3001, 10)])
def test_no_batch_begins_after_the_budget_is_spent(budget: int, scored: int, language: Language, clock: Clock) -> None:
    result = rerank(loaded(Scripted(clock, seconds=1.0)), "q", TEXTS, settings(reranker_time_budget_ms=budget))
    assert list(result.scores) == list(TEXTS)[:scored]
    said = [] if scored == 10 else [translate("warning.reranker_budget", language, scored=scored, wanted=10)]
    assert (result.state, result.warnings(language)) == ("on", said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fails_at", [0, 2])
def test_a_model_that_fails_leaves_the_fused_order_and_says_so(fails_at: int, language: Language, clock: Clock) -> None:
    result = rerank(loaded(Scripted(clock, fails_at=fails_at)), "q", TEXTS, settings())
    assert (result.state, dict(result.scores)) == ("failed", {})
    assert isinstance(result.error, RerankerFailedError)
    assert result.warnings(language) == [result.error.message(language)]
    assert "\n" not in result.warnings(language)[0]
    assert result.order([2, 0, 1], list(TEXTS)) == [2, 0, 1]


def test_a_model_that_cannot_be_loaded_says_so_every_time() -> None:
    def load() -> Reranker:
        raise RerankerUnavailableError(model="m", detail="gone")

    loading = RerankerLoading(load)
    results = [rerank(loading, "q", TEXTS, settings()) for _ in range(2)]
    assert [result.state for result in results] == ["failed", "failed"]
    assert all("gone" in result.warnings("en")[0] for result in results)


def test_nobody_waits_for_a_model_that_is_being_loaded(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    loading = loaded(Scripted(clock))
    started: list[Callable[[], None]] = []

    class Waiting:
        def __init__(self, *, target: Callable[[], None], **_: object) -> None:
            self.start = lambda: started.append(target)

    monkeypatch.setattr("core.retrieval.cross_encoder.Thread", Waiting)
    loading.begin()
    result = rerank(loading, "q", TEXTS, settings())
    assert (result.state, result.warnings("en"), result.order([1, 0], list(TEXTS))) == ("loading", [], [1, 0])
    started[0]()
    assert rerank(loading, "q", TEXTS, settings()).state == "on"


def test_no_company_needs_no_model_run(clock: Clock) -> None:
    model = Scripted(clock)
    result = rerank(loaded(model), "q", {}, settings())
    assert (result.state, result.warnings("en"), model.batches) == ("on", [], [])


def test_scored_rows_take_the_places_scored_rows_held() -> None:
    kept = Reranking("on", {"b": 0.2, "d": 0.9, "e": 0.5, "g": 1.0}, wanted=4, top_n=5)
    ids = ["a", "b", "c", "d", "e", "f", "g"]
    assert [ids[row] for row in kept.order(range(7), ids)] == ["a", "d", "c", "e", "b", "f", "g"]


def test_equal_scores_keep_the_fused_order() -> None:
    kept = Reranking("on", dict.fromkeys("abc", 0.5), wanted=3, top_n=3)
    assert kept.order([2, 0, 1], ["a", "b", "c"]) == [2, 0, 1]
