"""How far reading is, printed at most once a second."""

from __future__ import annotations

import pytest

from core.cli import opening
from core.ingestion.reading_progress import ReadingProgress


def test_progress_is_printed_once_a_second(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    monkeypatch.setattr(opening.time, "monotonic", lambda: now[0])
    show = opening.reading_shown()
    for seconds, progress in (
        (0.5, ReadingProgress("a.csv", 10, 99, None, None)),
        (1.2, ReadingProgress("a.csv", 20, 99, 1_500.0, 3.2)),
        (1.9, ReadingProgress("a.csv", 30, 99, 1_500.0, 3.2)),
        (2.5, ReadingProgress("", 40, 99, None, None)),
    ):
        now[0] = seconds
        show(progress)
    assert capsys.readouterr().err.splitlines() == ["reading a.csv 20/99 1,500/s 3 s left", "checking 40/99"]
