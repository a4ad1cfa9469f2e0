"""What kind of file it is, by what is in it; its name only decides between text and tables."""

from __future__ import annotations

from pathlib import PurePath
from typing import Literal

FileFormat = Literal["delimited", "workbook", "parquet", "json", "graphml", "pdf", "text"]
_TEXT_SUFFIXES = (".txt", ".md", ".markdown", ".text")
_WORKBOOK_SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".ods", ".xls")
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
