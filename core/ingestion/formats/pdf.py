"""PDF → text, read by a process of its own: a small file can say pages that never end."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic

from core.errors import DataUnreadableError
from core.ingestion.reading_progress import RowProgress, no_progress

MAX_PDF_PAGES = 5_000
_WORKER = Path(__file__).with_name("pdf_worker.py")
_PATIENCE = 5.0  # seconds for any file, and …
_BYTES_PER_SECOND = 30_000  # … what dense pages take on a slow machine


def pdf_text(raw: bytes, name: str, progress: RowProgress = no_progress) -> str:
    """The text of all pages, of which ``progress`` hears, a form feed between them.

    Raises DataUnreadableError, also for a PDF without text and for one that takes far longer than its size explains.
    """
    text = "\f".join(_pages(raw, name, progress))
    if not text.strip():
        raise DataUnreadableError(file=name, fault="no_text_in_pdf")
    return text


def _pages(raw: bytes, name: str, progress: RowProgress) -> list[str]:
    patience = _PATIENCE + len(raw) / _BYTES_PER_SECOND
    pages, expected = list[str](), -1
    with closing(_lines(raw, monotonic() + patience)) as lines:
        try:
            for line in lines:
                if isinstance(line, dict):
                    raise DataUnreadableError(file=name, fault="damaged")
                if isinstance(line, str):
                    pages.append(line)
                    progress(len(pages), expected)
                elif (expected := int(line)) > MAX_PDF_PAGES:
                    raise DataUnreadableError(file=name, fault="many_pages", count=line, most=MAX_PDF_PAGES)
        except TimeoutError as error:
            raise DataUnreadableError(file=name, fault="pdf_takes_long", seconds=round(patience)) from error
    if len(pages) != expected:
        raise DataUnreadableError(file=name, fault="pdf_reader_ended")
    return pages


def _lines(raw: bytes, deadline: float) -> Generator[int | str | dict[str, str]]:
    """What the process says, line by line. Raises TimeoutError at the deadline; the process ends with the generator."""
    said: SimpleQueue[bytes] = SimpleQueue()
    with subprocess.Popen(  # noqa: S603 - this program, and a file of its own
        [sys.executable, str(_WORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        try:
            Thread(target=_follow, args=(process, raw, said), daemon=True).start()
            while (line := said.get(timeout=max(deadline - monotonic(), 0.0))).endswith(b"\n"):
                yield json.loads(line)
        except Empty as error:
            raise TimeoutError from error
        finally:
            process.kill()
            assert process.stdin is not None
            with suppress(OSError):  # of a file that it has not taken in the rest is still in the pipe
                process.stdin.close()


def _follow(process: subprocess.Popen[bytes], raw: bytes, said: SimpleQueue[bytes]) -> None:
    """Hand it the file, and on what it says; an empty line is the end."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(raw)
        process.stdin.close()
        for line in process.stdout:
            said.put(line)
    except (OSError, ValueError):  # it was killed
        pass
    said.put(b"")
