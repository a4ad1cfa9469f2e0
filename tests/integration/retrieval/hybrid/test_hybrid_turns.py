"""Searches at once and questions in turn."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from core.retrieval import hybrid, searches
from tests.integration.retrieval.hybrid.bench import Bench


class SlowDictionary(dict[str, float]):
    """Time passes between reading a value and writing the next."""

    def get(self, *arguments: Any) -> Any:
        value = super().get(*arguments)
        time.sleep(0.05)
        return value


def test_searches_that_end_at_once_lose_no_time_of_each_other(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    class Watched(hybrid._Search):
        def search(self) -> searches.Searched:
            self._milliseconds = SlowDictionary()  # type: ignore[assignment]
            futures = [self.start("text", lambda: None, lambda: None) for _ in range(4)]
            assert [future.result() for future in futures] == [None] * 4
            spent.update(self._milliseconds)
            self._milliseconds = {}
            return super().search()

    spent: dict[str, float] = {}
    ticks = threading.local()

    def clock() -> float:  # every search takes exactly one second
        ticks.now = getattr(ticks, "now", 0.0) + 1.0
        return float(ticks.now)

    monkeypatch.setattr(hybrid, "_Search", Watched)
    monkeypatch.setattr(hybrid.time, "perf_counter", clock)
    bench.retrieve("hub")
    assert spent == {"text": 4000.0}


def test_questions_take_turns_in_the_order_they_came(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    going_on, most = 0, 0
    counting, first_in = threading.Lock(), threading.Event()
    go_on = threading.Event()

    class Watched(hybrid._Search):
        def search(self) -> searches.Searched:
            nonlocal going_on, most
            with counting:
                going_on += 1
                most = max(most, going_on)
                begun.append(self._question.text)
            first_in.set()
            go_on.wait(10)
            found = super().search()
            with counting:
                going_on -= 1
            return found

    monkeypatch.setattr(hybrid, "_Search", Watched)
    monkeypatch.setattr(hybrid, "_TURNS", 1)
    retriever = bench.retriever()
    with ThreadPoolExecutor(5) as users:
        asked = []
        for number in range(5):
            asked.append(users.submit(retriever.retrieve, bench.question("hub", text=str(number))))
            assert first_in.wait(10)
            while retriever._turns._work_queue.qsize() < number:
                time.sleep(0.001)
        go_on.set()
        found = [each.result() for each in asked]
    assert (begun, most) == ([str(number) for number in range(5)], 1)
    assert all(result.candidates.company_ids for result in found)
