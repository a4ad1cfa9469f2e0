from __future__ import annotations

import ctypes
import sys
import time
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import numpy as np
import pytest

from core.runtime import freed_memory
from core.runtime.freed_memory import FreedMemory, glibc_trim


def own_megabytes() -> float:
    """Anonymous resident memory of this process."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) / 1024


@pytest.mark.skipif(glibc_trim() is None, reason="only glibc gives memory back when told to")
def test_what_was_freed_below_what_is_kept_goes_back() -> None:
    freed = [np.ones(8_000) for _ in range(1_500)]  # 64 kB each, 96 MB, from the heap
    kept = [np.ones(8_000) for _ in range(20)]
    del freed
    before = own_megabytes()
    FreedMemory(glibc_trim(), pause=0.0).give_back_soon()
    until = time.monotonic() + 10
    while own_megabytes() >= before - 60 and time.monotonic() < until:
        time.sleep(0.01)
    assert own_megabytes() < before - 60
    assert len(kept) == 20


def test_it_is_done_once_however_often_it_was_asked_for() -> None:
    calls: list[int] = []
    done = Event()

    def trim(pad: int) -> int:
        calls.append(pad)
        done.set()
        return 1

    memory = FreedMemory(trim, pause=0.05)
    for _ in range(2):
        for _ in range(5):
            memory.give_back_soon()
        assert done.wait(10)
        done.clear()
    time.sleep(0.1)
    assert calls == [0, 0]


def test_it_waits_for_a_pause_without_questions() -> None:
    done = Event()
    asked = [0.0]

    def trim(pad: int) -> int:
        asked.append(time.monotonic())
        done.set()
        return 1

    memory = FreedMemory(trim, pause=0.3)
    for _ in range(20):
        memory.give_back_soon()
        asked[0] = time.monotonic()
        time.sleep(0.05)
    assert done.wait(10)
    assert len(asked) == 2
    assert asked[1] - asked[0] >= 0.25


def test_elsewhere_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert glibc_trim() is None
    FreedMemory(None).give_back_soon()


@pytest.mark.parametrize(("told", "asked"), [("", [(-8, 2)]), ("4", [])])
def test_threads_share_two_heaps_unless_told_otherwise(
    told: str, asked: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[int, int]] = []
    library = SimpleNamespace(mallopt=lambda option, value: said.append((option, value)))
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("MALLOC_ARENA_MAX", raising=False)
    if told:
        monkeypatch.setenv("MALLOC_ARENA_MAX", told)
    freed_memory.share_heaps()
    assert said == asked


def test_where_nothing_can_be_told_nothing_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    freed_memory.share_heaps()
