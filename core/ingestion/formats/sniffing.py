"""What kind of file it is, by what is in it; its name only decides between text and tables."""

from __future__ import annotations

from pathlib import PurePath
from typing import Literal

from core.errors import DataUnreadableError

FileFormat = Literal["delimited", "workbook", "parquet", "json", "graphml", "pdf", "text"]
_TEXT_SUFFIXES = (".txt", ".md", ".markdown", ".text")
_WORKBOOK_SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".ods", ".xls")
_PACKED_SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".ods", ".pdf", ".parquet")
_DOCUMENT_SUFFIXES = (".docx", ".doc", ".odt", ".rtf", ".pptx", ".ppt")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # the container of .xls


def sniff(raw: bytes, name: str) -> FileFormat:
    """The format of a file of which ``raw`` is at least the beginning."""
    suffix = PurePath(name).suffix.lower()
    if raw.startswith(b"PAR1"):
        return "parquet"
    if raw.startswith(b"%PDF"):
        return "pdf"
    if raw.startswith(_OLE) or (raw.startswith(b"PK\x03\x04") and suffix in _WORKBOOK_SUFFIXES):
        return "workbook"
    begins = raw[:4096].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if begins.startswith(b"<") and b"graphml" in begins.lower():
        return "graphml"
    if begins.startswith((b"{", b"[")) and suffix not in _TEXT_SUFFIXES:
        return "json"
    return "text" if suffix in _TEXT_SUFFIXES else "delimited"


def check_content(kind: FileFormat, name: str) -> None:
    """Raises DataUnreadableError for what its name says is a workbook, say, and is read as text: it would come in as
    nonsense."""
    suffix = PurePath(name).suffix.lower()
    if suffix in _DOCUMENT_SUFFIXES:
        raise DataUnreadableError(file=name, fault="word_document")
    if suffix in _PACKED_SUFFIXES and kind not in ("workbook", "parquet", "pdf"):
        raise DataUnreadableError(file=name, fault="other_content", suffix=suffix)
