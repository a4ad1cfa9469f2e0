"""Word documents (.docx) → their text, a paragraph a line: ECMA-376, part 1, WordprocessingML."""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError, iterparse

from core.errors import DataUnreadableError

MAX_TEXT_BYTES = 100_000_000
"""Of the part that holds the text, unpacked: ten thousand pages have 30 MB."""
MAX_RATIO = 200
"""Unpacked to packed bytes: text in Word's tags is packed to a twentieth, a bomb to a thousandth."""
_TEXT_PART = "word/document.xml"
_TAG = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_BEGINNING = 10_000  # bytes: declarations stand before the first element
_SIGNS = {_TAG + "tab": "\t", _TAG + "br": "\n", _TAG + "cr": "\n", _TAG + "noBreakHyphen": "-"}
_DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, ParseError),
    *(KeyError, ValueError, EOFError, OSError, OverflowError, NotImplementedError, RuntimeError),
)
"""What the readers of zip files and of XML raise for bytes that are neither."""
_DELETED = _TAG + "del"


def word_text(raw: bytes, name: str) -> str:
    """The text of a document without what is marked as deleted, an empty line between paragraphs.

    Raises DataUnreadableError for a damaged document, one that unpacks to far more than it is, and one without text.
    """
    try:
        text = "\n\n".join(filter(None, (each.strip() for each in _paragraphs(raw, name))))
    except _DAMAGED as error:
        raise DataUnreadableError(file=name, fault="damaged") from error
    if not text:
        raise DataUnreadableError(file=name, fault="no_text")
    return text


def _paragraphs(raw: bytes, name: str) -> Iterator[str]:
    words: list[str] = []
    deleted = 0
    for event, element in _elements(raw, name):
        deleted += (element.tag == _DELETED) * (1 if event == "start" else -1)
        if event == "start" or deleted:
            continue
        if element.tag == _TAG + "t":
            words.append(element.text or "")
        elif element.tag in _SIGNS:
            words.append(_SIGNS[element.tag])
        elif element.tag == _TAG + "p":
            yield "".join(words)
            words.clear()
        element.clear()


def _elements(raw: bytes, name: str) -> Iterator[tuple[str, Element]]:
    """Beginnings and ends of elements, in their order; what was read is not held."""
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        member = packed.getinfo(_TEXT_PART)
        if member.file_size > min(MAX_TEXT_BYTES, MAX_RATIO * max(member.compress_size, 1)):
            raise DataUnreadableError(file=name, fault="word_bomb")
        with packed.open(member) as part:
            if b"<!" in part.read(_BEGINNING):  # no document of Word declares entities
                raise DataUnreadableError(file=name, fault="damaged")
        with packed.open(member) as part:
            yield from iterparse(part, ("start", "end"))  # noqa: S314 - without declarations nothing expands
