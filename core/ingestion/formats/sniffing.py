"""What kind of file it is, by what is in it; its name only decides between text and tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

from core.errors import DataUnreadableError

FileFormat = Literal["delimited", "workbook", "parquet", "json", "graphml", "html", "pdf", "word", "text"]
_TEXT_SUFFIXES = (".txt", ".md", ".markdown", ".text")
_WORKBOOK_SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".ods", ".xls")
_PACKED_SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".ods", ".pdf", ".parquet", ".docx")
_DOCUMENT_SUFFIXES = (".doc", ".odt", ".rtf", ".pptx", ".ppt")
_OTHER_SUFFIXES = (
    *(".exe", ".dll", ".so", ".bin", ".msi", ".apk", ".class", ".jar", ".iso", ".dmg"),
    *(".zip", ".gz", ".bz2", ".xz", ".7z", ".rar", ".tar", ".tgz", ".zst"),
    *(".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".mp3", ".mp4", ".avi", ".mov", ".wav"),
)
READ = "CSV, TSV, Excel, .ods, Parquet, JSON, JSON Lines, GraphML, HTML, PDF, Word (.docx), .txt, .md"
"""The formats that are read, as messages name them."""
_HTML = re.compile(rb"(?i)<(?:!doctype html|html|head|body|table|document>\s*<type>)")
_FIRST_KEY = re.compile(rb'\{\s*"[^"\n]+"\s*:')
_LOOKED_AT = 4096  # bytes
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # the container of .xls


@dataclass(frozen=True)
class _Beginning:
    """``text``: the first 4 kB without zeros, byte-order mark and blanks before it."""

    raw: bytes
    text: bytes
    suffix: str


def _is_workbook(file: _Beginning) -> bool:
    return file.raw.startswith(_OLE) or (file.raw.startswith(b"PK\x03\x04") and file.suffix in _WORKBOOK_SUFFIXES)


def _is_json(file: _Beginning) -> bool:
    """Also what is called a text and begins with a key, as registers name files of JSON lines."""
    if file.suffix == ".txt":
        return _FIRST_KEY.match(file.text) is not None
    return file.text.startswith((b"{", b"[")) and file.suffix not in _TEXT_SUFFIXES


def _is_table_in_text(file: _Beginning) -> bool:
    """What Excel saves as "Unicode text": at least two lines with as many tabs in each, and a header without gaps."""
    if file.suffix != ".txt":
        return False
    coding = "utf-16" if file.raw.startswith((b"\xff\xfe", b"\xfe\xff")) else "latin-1"
    lines = file.raw[:_LOOKED_AT].decode(coding, errors="ignore").split("\n")
    whole = [line.rstrip("\r") for line in (lines[:-1] if len(file.raw) > _LOOKED_AT else lines) if line.strip()]
    header = whole[0].split("\t") if whole else []
    return len(whole) > 1 and len(header) > 1 and all(header) and len({line.count("\t") for line in whole}) == 1


_FORMATS: tuple[tuple[FileFormat, Callable[[_Beginning], bool]], ...] = (
    ("parquet", lambda file: file.raw.startswith(b"PAR1")),
    ("pdf", lambda file: file.raw.startswith(b"%PDF")),
    ("workbook", _is_workbook),
    ("word", lambda file: file.raw.startswith(b"PK\x03\x04") and file.suffix == ".docx"),
    ("graphml", lambda file: file.text.startswith(b"<") and b"graphml" in file.text.lower()),
    ("html", lambda file: _HTML.match(file.text) is not None),
    ("json", _is_json),
    ("delimited", _is_table_in_text),
    ("text", lambda file: file.suffix in _TEXT_SUFFIXES),
)


def sniff(raw: bytes, name: str) -> FileFormat:
    """The format of a file of which ``raw`` is at least the beginning: the first of ``_FORMATS`` that it looks like."""
    suffix = PurePath(name).suffix.lower()
    text = raw[:_LOOKED_AT].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    file = _Beginning(raw, text, suffix)
    return next((kind for kind, looks_like in _FORMATS if looks_like(file)), "delimited")


def check_content(kind: FileFormat, name: str) -> None:
    """Raises DataUnreadableError for what its name says is a program, an archive or a picture, and for what it says is
    a workbook, say, and is read as text: it would come in as nonsense."""
    suffix = PurePath(name).suffix.lower()
    if suffix in _OTHER_SUFFIXES:
        raise DataUnreadableError(file=name, fault="unknown_format", suffix=suffix, known=READ)
    if suffix in _DOCUMENT_SUFFIXES:
        raise DataUnreadableError(file=name, fault="word_document")
    if suffix in _PACKED_SUFFIXES and kind not in ("workbook", "parquet", "pdf", "word"):
        raise DataUnreadableError(file=name, fault="other_content", suffix=suffix)
