from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from core.storage import freed_memory
from core.storage.freed_memory import FreedMemory, glibc_trim


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
    FreedMemory(glibc_trim()).give_back()
    assert own_megabytes() < before - 60
    assert len(kept) == 20


def test_it_is_not_done_twice_in_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    clock = iter([5.0, 5.1, 5.3])
    monkeypatch.setattr(freed_memory.time, "monotonic", lambda: next(clock))
    memory = FreedMemory(lambda pad: calls.append(pad) or 1)  # type: ignore[func-returns-value]
    memory.give_back()
    memory.give_back()
    assert calls == [0]
    memory.give_back()
    assert calls == [0, 0]


def test_elsewhere_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert glibc_trim() is None
    FreedMemory(None).give_back()
