"""Checkouts of different versions measured in turn: start, a new question, a move of a slider, memory.

``python -m tests.benchmarks.start_run before=../before now=. --data ../before/data``

Each checkout builds its knowledge base before, then each round starts a new server of every one. Other work on the
machine lengthens the seconds of the clock; processor seconds are the server's own.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.page_client import PageClient

RESULTS = "guanxi_results"
SLIDER = "Graph weight W_g"
PAGE = "company={company}&q={question}&lang=en"
WITH_SLIDERS = f"{PAGE}&mode=weighted&wg=0.5"  # weights in an address open the panel that holds the slider
FIRST, OTHERS = "catl", ("byd", "tesla", "nvidia", "tsmc", "apple")
QUESTION = "Who+are+its+competitors%3F"
WEIGHTS = (0.3, 0.6, 0.2, 0.7, 0.4)
LONGEST = 300.0  # seconds that a first page may take
SETTLED = 3.0  # seconds until what is warmed up in the background is done


@dataclass
class Checkout:
    """One version, its knowledge base, and the figures of every round."""

    name: str
    root: Path
    environment: dict[str, str]
    figures: dict[str, list[float]] = field(default_factory=dict)

    def note(self, name: str, value: float) -> None:
        """Add one measurement."""
        self.figures.setdefault(name, []).append(value)

    def run(self, *arguments: str, log: Path) -> subprocess.Popen[bytes]:
        """Its Python, in its folder."""
        with log.open("ab") as file:
            return subprocess.Popen(
                [sys.executable, "-m", *arguments],
                cwd=self.root,
                env={**os.environ, **self.environment},
                stdout=file,
                stderr=subprocess.STDOUT,
            )


def processor(process: int) -> float:
    """Seconds of processor time that a process has used."""
    after_name = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(checkout: Checkout, port: int, log: Path) -> Iterator[tuple[str, int]]:
    """A new server of a checkout that answers; ended afterwards."""
    address = ("--server.address", "127.0.0.1", "--server.port", str(port), "--server.headless", "true")
    process = checkout.run("streamlit", "run", "app/server.py", *address, log=log)
    url = f"http://127.0.0.1:{port}"
    try:
        while not answers(f"{url}/_stcore/health"):
            if process.poll() is not None:
                raise RuntimeError(log.read_text(encoding="utf-8"))
            time.sleep(0.05)
        yield url, process.pid
    finally:
        process.terminate()
        process.wait(60)


def answers(url: str) -> bool:
    """Whether a server is there."""
    try:
        urllib.request.urlopen(url, timeout=5).close()
    except OSError:
        return False
    return True


def opened(url: str, company: str) -> float:
    """Seconds until the page of a question is drawn for a new visitor, who looks again until its list is there."""
    start = time.perf_counter()
    with PageClient(url, PAGE.format(company=company, question=QUESTION)) as client:
        while RESULTS not in client.components:
            client.open()
            if time.perf_counter() - start > LONGEST:
                raise TimeoutError(f"no list of {company}: {client.exceptions}")
            if RESULTS not in client.components:
                time.sleep(0.2)
        assert client.exceptions == []
    return time.perf_counter() - start


def one_round(checkout: Checkout, port: int, log: Path) -> None:
    """Start, ask and move a slider once more."""
    start = time.perf_counter()
    with server(checkout, port, log) as (url, process):
        opened(url, FIRST)
        checkout.note("start to the first page, s", time.perf_counter() - start)
        checkout.note("… processor until then, s", processor(process))
        time.sleep(SETTLED)
        checkout.note("… and what is warmed up after it, processor, s", processor(process))
        before = processor(process)
        taken = [opened(url, company) for company in OTHERS]
        checkout.note("a new question, page drawn, ms", statistics.median(taken) * 1000)
        checkout.note("… processor of a question, mean, ms", (processor(process) - before) / len(OTHERS) * 1000)
        with PageClient(url, WITH_SLIDERS.format(company=FIRST, question=QUESTION)) as client:
            client.open()
            client.open()  # as a browser does once it has been told the address
            before = processor(process)
            moved = [client.move(SLIDER, weight) for weight in WEIGHTS]
            assert client.exceptions == []
        checkout.note("a move of a slider, page drawn, ms", statistics.median(moved) * 1000)
        checkout.note("… processor of a move, mean, ms", (processor(process) - before) / len(WEIGHTS) * 1000)
        for name, kilobytes in resident(process).items():
            checkout.note(name, kilobytes / 1024)


def resident(process: int) -> dict[str, int]:
    """Kilobytes of memory: all that is resident, and what no file and no other process holds."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    said = {line.split(":")[0]: int(line.split()[1]) for line in lines if line.startswith(("VmRSS", "RssAnon"))}
    return {"resident memory, MB": said["VmRSS"], "… of it anonymous, MB": said["RssAnon"]}


def report(checkouts: list[Checkout]) -> str:
    """The medians as a Markdown table; below each its range."""
    lines = [f"| | {' | '.join(each.name for each in checkouts)} |", f"|---|{'---|' * len(checkouts)}"]
    for name in checkouts[0].figures:
        cells = []
        for each in checkouts:
            values = each.figures[name]
            digits = 1 if name.endswith(" s") else 0
            low, middle, high = (
                f"{value:.{digits}f}" for value in (min(values), statistics.median(values), max(values))
            )
            cells.append(f"{middle} ({low}–{high})")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure the checkouts that are named and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", metavar="NAME=FOLDER")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--port", type=int, default=8650)
    parser.add_argument("--data", type=Path, help="the data folder of all bases; each checkout its own if left out")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        checkouts = []
        for each in asked.checkouts:
            name, _, root = each.partition("=")
            data = asked.data or Path(root) / "data"
            environment = {
                "GUANXI_KNOWLEDGE_BASE_FOLDER": str(Path(folder) / name),
                "GUANXI_DATA_FOLDER": str(data.resolve()),
                "PYTHONDONTWRITEBYTECODE": "",
                "OMP_NUM_THREADS": "1",
                "MALLOC_ARENA_MAX": "2",
            }
            checkouts.append(Checkout(name, Path(root).resolve(), environment))
        for checkout in checkouts:
            log = Path(folder) / f"{checkout.name}.log"
            if checkout.run("core", "build", log=log).wait():
                raise SystemExit(log.read_text(encoding="utf-8"))
            one_round(checkout, asked.port, log)  # compiles what is compiled once
            checkout.figures.clear()
        for _ in range(asked.rounds):
            for checkout in checkouts:
                one_round(checkout, asked.port, Path(folder) / f"{checkout.name}.log")
        print(report(checkouts))


if __name__ == "__main__":
    main()
