"""Run as a program: a PDF on standard input → one line of JSON per page on standard output, each a text.

First comes the number of pages. Where something cannot be read, the last line is an object that says why. It needs
nothing of this project, so that it starts quickly.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

from pypdf import PdfReader
from pypdf.errors import PyPdfError

_FAULTS = (
    PyPdfError,
    OSError,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    IndexError,
    RecursionError,
    MemoryError,
)


def page_lines(raw: bytes) -> Iterator[int | str | dict[str, str]]:
    """How many pages there are, then their texts; an object with the ``error`` instead of what cannot be read."""
    try:
        pages = PdfReader(io.BytesIO(raw)).pages
        yield len(pages)
        for page in pages:
            yield page.extract_text()
    except _FAULTS as error:
        yield {"error": str(error)[:120] or type(error).__name__}


def main(given: BinaryIO, said: BinaryIO) -> None:
    """Read all of ``given``, and say each page as soon as it is read."""
    for line in page_lines(given.read()):
        said.write(json.dumps(line).encode() + b"\n")
        said.flush()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
