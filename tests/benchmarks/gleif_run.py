"""Reads and maps very many records of the golden copy's form in one process: figures as JSON.

python -m tests.benchmarks.gleif_run write FILE COUNT makes an invented file with as many columns as the published one;
/usr/bin/time -v python -m tests.benchmarks.gleif_run read FILE reads it. A FILE called .json has the form of the JSON.
"""

from __future__ import annotations

import csv
import io
import json
import resource
import sys
import time
from collections import Counter
from pathlib import Path

from core.ingestion.formats.gleif import gleif_stream
from core.ingestion.records.raw_records import RawRecord
from tests.unit.ingestion.formats.test_gleif import COMPANY, as_golden_json

COLUMNS = 338
STATUS = "Registration.RegistrationStatus"
WITHDRAWN = 50  # of so many records one


def write(path: Path, count: int) -> None:
    """As many companies with ids of their own, all else alike."""
    begin, row, between, end = _json_parts() if path.suffix == ".json" else _csv_parts()
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(begin)
        for place in range(count):
            status = "ANNULLED" if place % WITHDRAWN == 0 else COMPANY[STATUS]
            file.write(between if place else "")
            file.write(row.replace(COMPANY["LEI"], f"{place:020}").replace(COMPANY[STATUS], status))
        file.write(end)


def _csv_parts() -> tuple[str, str, str, str]:
    file = io.StringIO(newline="")
    others = [f"Entity.Other.{place}" for place in range(COLUMNS - len(COMPANY))]
    writer = csv.DictWriter(file, [*COMPANY, *others], restval="", quoting=csv.QUOTE_ALL)
    writer.writeheader()
    header = file.getvalue()
    writer.writerow(COMPANY)
    return header, file.getvalue().removeprefix(header), "", ""


def _json_parts() -> tuple[str, str, str, str]:
    return '{"records":[', json.dumps(as_golden_json(), ensure_ascii=False), ",", "]}"


def read(path: Path) -> dict[str, object]:
    """Rows per second, the most memory, what came and what was left out."""
    begin, came = time.perf_counter(), 0
    left_out: Counter[str] = Counter()
    with path.open("rb") as file:
        for each in gleif_stream(file, path.name):
            if isinstance(each, RawRecord):
                came += each.kind != "source"
            else:
                left_out[each.reason] += 1
    seconds = time.perf_counter() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rows = came + left_out.total()
    return {
        "rows": rows,
        "came": came,
        "left_out": dict(left_out),
        "seconds": round(seconds, 1),
        "rows_per_second": round(rows / seconds),
        "peak_mb": round(peak),
        "file_mb": round(path.stat().st_size / 1e6),
    }


if __name__ == "__main__":
    mode, name, *more = sys.argv[1:]
    if mode == "write":
        write(Path(name), int(more[0]))
    else:
        print(json.dumps(read(Path(name))))
