"""What test_search_by_rows.py runs in a fresh process: search one table, print times and memory as JSON."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import lancedb
import numpy as np

from core.storage.index_sessions import SHARED_BYTES, open_table, own_session

DIMENSION, QUESTIONS, WARM_UP = 512, 60, 5


def resident() -> int:
    """Megabytes of this process."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024


def main(version: Path, rows: int, chosen: bool) -> None:
    """``chosen``: keep decoded what the table asks for, else 8 MB whatever the table."""
    own = own_session(version, "relations", DIMENSION, rows) if chosen else None
    table = open_table(version, "relations", own or lancedb.Session(index_cache_size_bytes=SHARED_BYTES))
    before, taken, busy = resident(), [], 0.0
    for number, question in enumerate(np.random.default_rng(5).normal(size=(QUESTIONS, DIMENSION)).astype(np.float32)):
        if number == WARM_UP:
            busy = time.process_time()
        start = time.perf_counter()
        table.nearest(question, limit=50, probes=10)
        taken.append((time.perf_counter() - start) * 1000.0)
    processor = (time.process_time() - busy) / (QUESTIONS - WARM_UP) * 1000.0
    figures = {"median_ms": float(np.median(taken[WARM_UP:])), "processor_ms": processor}
    print(json.dumps({**figures, "more_mb": resident() - before, "resident_mb": resident()}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "chosen")
