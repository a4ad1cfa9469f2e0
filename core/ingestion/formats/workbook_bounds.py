"""How much a workbook may unpack to, asked before the reader of workbooks builds anything of it."""

from __future__ import annotations

import re
import zipfile

from core.errors import DataUnreadableError

MAX_UNPACKED_BYTES = 1_000_000_000
MAX_SHARED_BYTES = 300_000_000
"""Of the texts that cells share, which are all held at once."""
MAX_HELD_BYTES = 20_000_000
"""Of what is held as a whole: a row, a text that cells share, and every part of the workbook that is no sheet."""
MAX_HELD_TAGS = 500_000
"""Of the same: the widest row has 100,000 with a formula in each cell, the most formats that there can be 400,000."""
MAX_RATIO = 200
"""Unpacked to packed bytes. Rows that say much the same are packed to a fiftieth; a bomb to a thousandth."""

_SHARED = re.compile(r"(?i)xl/sharedStrings\.xml")
_SHEETS = re.compile(r"xl/worksheets/[^/]+")
_HELD = re.compile(r"\[Content_Types\]\.xml|(?:.*/)?_rels/.*|docProps/.*|xl/theme/.*|xl/chartsheets/.*|xl/[^/]*\.xml")
"""What the reader reads as a whole; pictures, drawings, pivot tables and the like it leaves alone."""
_BEGINS = re.compile(rb"<(?:\w+:)?(?:row|si)[ />]")
_PIECE = 1_000_000  # bytes
_LONGEST = 40  # bytes of such a beginning, with a prefix


def check_bounds(packed: zipfile.ZipFile, name: str) -> None:
    """Raises DataUnreadableError for a workbook that would take far more memory than its file, by what it says that it
    unpacks to, and by what lies between the beginnings of rows and of shared texts. What ``packed`` raises goes on."""
    members = packed.infolist()
    shared = sum(member.file_size for member in members if _SHARED.fullmatch(member.filename))
    for size, most in ((sum(member.file_size for member in members), MAX_UNPACKED_BYTES), (shared, MAX_SHARED_BYTES)):
        if size > most:
            raise DataUnreadableError(file=name, fault="unpacks_to", size=f"{size:,}", most=f"{most:,}")
    if any(_is_bomb(packed, member) for member in members):
        raise DataUnreadableError(file=name, fault="workbook_bomb")


def _is_bomb(packed: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    if member.file_size > max(MAX_HELD_BYTES, MAX_RATIO * member.compress_size):
        return True
    by_rows = any(kind.fullmatch(member.filename) for kind in (_SHARED, _SHEETS))
    if not by_rows and not _HELD.fullmatch(member.filename):
        return False
    size, tags, before = 0, 0, b""
    with packed.open(member) as part:
        while piece := part.read(_PIECE):
            if by_rows and _BEGINS.search(before + piece):
                size, tags = 0, 0
            size, tags, before = size + len(piece), tags + piece.count(b"<"), piece[-_LONGEST:]
            if size > MAX_HELD_BYTES or tags > MAX_HELD_TAGS:
                return True
    return False
