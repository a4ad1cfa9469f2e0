"""The walk of a question: which files a reader follows from the press of Discover to the drawn answer.

    python -m tests.research.walk
    python -m tests.research.walk --company byd --query "Who are its suppliers?"

Runs the page over the configured knowledge base without a browser, and notes the functions that it calls. What counts
as a move and what is left out: docs/decisions/structure.md, "The walk of a question".
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from streamlit.testing.v1 import AppTest

from app.runtime.services import services
from core.monitoring.request_ids import CarryingExecutor

ROOT = Path(__file__).parents[2]
PARTS = {
    "the answer": ("pages/discover.py", "answered"),
    "the list": ("pages/discover.py", "show_cards"),
    "the graph": ("app/discover/graph_panel.py", "graph_panel"),
}
WORDS = (
    *(f"core/{name}/" for name in ("domain", "messages", "monitoring", "names", "ontology", "runtime", "storage")),
    *("core/errors.py", "core/exploring/drawing.py", "core/settings.py"),
    *("app/runtime/", "app/widgets/", "app/state/view_", "app/state/sliders.py", "app/state/tuning_state.py"),
)
"""What every line speaks."""
INSIDE = ("core/retrieval/", "core/reasoning/", "core/workspace/", "app/api/")
"""What one stage does inside, and the API, which runs in the same process."""
QUESTIONS = ("core/questions/",)
"""Inside as well, since a question is read and executed there."""


@dataclass(frozen=True)
class Function:
    """A function of the product: its file below the root, its name, its first line."""

    file: str
    name: str
    line: int


@dataclass(frozen=True)
class Call:
    """A function with all of the product that it was called from, the nearest first."""

    called: Function
    callers: tuple[Function, ...]

    @property
    def part(self) -> str | None:
        """Of which part of the page; None outside of those that are taken."""
        for each in (*reversed(self.callers), self.called):
            for part, begun in PARTS.items():
                if (each.file, each.name) == begun:
                    return part
        return None


@dataclass(frozen=True)
class Move:
    """A change of file; ``back``: up to a caller, to read on."""

    part: str
    come_from: str
    to: Function
    back: bool


@dataclass(frozen=True)
class Walk:
    """Moves in their order, and all files that they lead through."""

    files: frozenset[str]
    moves: tuple[Move, ...]


def walk(calls: Iterable[Call], left_out: Sequence[str], parts: Sequence[str] = tuple(PARTS)) -> Walk:
    """The walk through these calls: each function where it is first called, without files that begin as ``left_out``.

    Only moves within ``parts`` are counted; what was read in a part before is not read again.
    """
    seen: set[Function] = set()
    files, moves = set[str](), list[Move]()
    here = ""
    for call in calls:
        part, called = call.part, call.called
        if part is None or called in seen or called.file.startswith(tuple(left_out)):
            continue
        seen.add(called)
        if part not in parts:
            continue
        files.add(called.file)
        caller = next((each for each in call.callers if not each.file.startswith(tuple(left_out))), None)
        if here and called.file != here and caller is not None and caller.file != here:
            moves.append(Move(part, here, caller, back=True))
            here = caller.file
        if here and called.file != here:
            moves.append(Move(part, here, called, back=False))
        here = called.file
    return Walk(frozenset(files), tuple(moves))


class _WhereWaitedFor(Future[Any]):
    """Work that is done by whoever first waits for it."""

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self._work: Callable[[], Any] | None = work

    def _done(self) -> None:
        work, self._work = self._work, None
        if work is None:
            return
        try:
            self.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised where it is waited for
            self.set_exception(error)

    def result(self, timeout: float | None = None) -> Any:
        self._done()
        return super().result(timeout)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        self._done()
        return super().exception(timeout)


def _submit(_: CarryingExecutor, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
    return _WhereWaitedFor(lambda: work(*args, **kwargs))


def calls_of(company: str, query: str) -> list[Call]:
    """All calls of functions of the product while the page answers, in their order."""
    calls: list[Call] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called, *callers = _of_the_product(frame) or (None,)
            if called is not None and called == _function(frame):
                calls.append(Call(called, tuple(each for each in callers if each is not None)))

    page = AppTest.from_file(str(ROOT / "app/main.py"), default_timeout=300)
    page.query_params["company"], page.query_params["q"] = company, query
    threading.setprofile(note)
    try:
        with patch.object(CarryingExecutor, "submit", _submit):
            page.run()
    finally:
        threading.setprofile(None)
    if page.exception:
        raise RuntimeError(page.exception[0].message)
    return calls


def _of_the_product(frame: FrameType) -> tuple[Function, ...]:
    return tuple(each for each in map(_function, _up(frame)) if each is not None)


def _up(frame: FrameType) -> Iterator[FrameType]:
    above: FrameType | None = frame
    while above is not None:
        yield above
        above = above.f_back


def _function(frame: FrameType) -> Function | None:
    code = frame.f_code
    file = code.co_filename.removeprefix(f"{ROOT}/")
    ours = file.startswith(("app/", "core/", "pages/"))
    return Function(file, code.co_qualname, code.co_firstlineno) if ours else None


def table(calls: Sequence[Call]) -> Iterator[str]:
    """The rows of the decision, and the answer with the reading and executing of its question."""
    main = (*WORDS, *INSIDE, *QUESTIONS)
    yield _row("everything", walk(calls, WORDS))
    yield _row("main line", walk(calls, main))
    for part in PARTS:
        yield _row(f"of it: {part}", walk(calls, main, [part]))
    yield _row("the answer, with core/questions", walk(calls, (*WORDS, *INSIDE), ["the answer"]))


def _row(name: str, walked: Walk) -> str:
    back = sum(each.back for each in walked.moves)
    return f"{name:<34}{len(walked.files):>4} files {len(walked.moves):>4} moves {back:>4} steps back up"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--company", default="catl", metavar="ID", help="asked about; default: catl")
    parser.add_argument("--query", default="Who are its competitors?", metavar="WORDS", help="default: its competitors")
    options = parser.parse_args()
    served = services()
    while not served.warm:
        if served.error is not None:
            raise served.error
        time.sleep(0.1)
    calls = calls_of(options.company, options.query)
    print("\n".join(table(calls)))
    for move in walk(calls, (*WORDS, *INSIDE, *QUESTIONS)).moves:
        print(f"{'  back up to' if move.back else 'on to':<13}{move.to.file}:{move.to.line} {move.to.name}")


if __name__ == "__main__":
    main()
