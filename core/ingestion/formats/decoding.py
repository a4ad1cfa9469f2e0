"""Bytes → text, whatever encoding a file came in."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

import chardet

from core.errors import DataUnreadableError
from core.ingestion.formats.latin_encodings import latin_encoding
from core.ingestion.formats.odd_lines import UNREADABLE, OddLine, decode_by_lines, decodes, holds_utf_8, mostly_utf_8
from core.ingestion.formats.sniffing import READ
from core.ingestion.records.problems import RowProblem

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MARK = "\ufeff"
_LOOKED_AT = 64_000  # bytes; enough to tell encodings apart
_FEW_ZEROS = 100  # zero characters that a damaged text may hold; more are no text
_MANY_ZEROS = 0.2
"""Share of zero bytes from which a text without a mark is UTF-16: of Latin text it is a half, of UTF-8 none."""
_OF_SEVERAL_BYTES = {"gb18030": "GB18030", "big5": "Big5", "cp949": "CP949", "euc_jp": "EUC-JP", "cp932": "CP932"}
"""Python's names, and those of the detector."""
_OF_ONE_BYTE = (
    "Windows-1250",
    "Windows-1251",
    "Windows-1252",
    "Windows-1253",
    "Windows-1254",
    "Windows-1255",
    "Windows-1256",
    "Windows-1257",
    "Windows-1258",
    "TIS-620",
    "KOI8-R",
)
_FEW_ODD = 0.25  # share of odd lines up to which the encoding of the others is looked for
_MANY_ODD = 0.5  # share of odd lines from which the encoding is not that of the file


@dataclass(frozen=True)
class DecodedText:
    """The text of a file without its byte-order mark, the encoding it was in, and the lines that are in another."""

    text: str
    encoding: str
    odd: tuple[OddLine, ...] = ()

    def problems(self, file: str) -> tuple[RowProblem, ...]:
        """Of every odd line, that it was read by itself or holds what cannot be read."""
        return tuple(
            RowProblem(
                file,
                each.line,
                "",
                "in_another_encoding" if each.encoding else "not_decoded",
                each.encoding or UNREADABLE,
                repaired=True,
            )
            for each in self.odd
        )


def decode(raw: bytes, file: str, encoding: str = "") -> DecodedText:
    """Read a text in ``encoding``, else in UTF-8, UTF-16, UTF-32 or what it looks most like, such as GB18030.

    A few lines in another encoding do not decide how the others are read. Raises DataUnreadableError for what is no
    text: undecodable bytes, or many zero characters.
    """
    if encoding:
        return _checked(DecodedText(_decoded(raw, encoding, file).removeprefix(_MARK), encoding), file)
    for mark, marked in _BYTE_ORDER_MARKS:
        if raw.startswith(mark) and marked != "utf-8":
            return _checked(DecodedText(_decoded(raw, marked, file), marked), file)
    bare = raw.removeprefix(codecs.BOM_UTF8)
    for usual in (*_without_mark(bare), "utf-8"):
        try:
            return _checked(DecodedText(bare.decode(usual), usual), file)
        except UnicodeDecodeError:
            continue
    if mostly_utf_8(bare) or bare != raw:  # what it says of itself
        return _by_lines(bare, "utf-8", file)
    likely = _likely_encoding(raw[:_LOOKED_AT])
    if not likely:
        raise DataUnreadableError(file=file, fault="unknown_encoding", known=READ)
    return _by_lines(raw, likely, file)


def _likely_encoding(head: bytes) -> str:
    """What a text that is not in Unicode looks most like; "" for no text."""
    found, latin = _detected(head), latin_encoding(head)
    if found in _OF_SEVERAL_BYTES:
        return found
    return latin or _of_most_lines(head) or found


def _detected(text: bytes) -> str:
    """The name of the encoding as Python has it."""
    known = ("ascii", *_OF_SEVERAL_BYTES.values(), *_OF_ONE_BYTE)
    encoding = chardet.detect(text, include_encodings=known, no_match_encoding="ascii")["encoding"]
    return "" if encoding in (None, "ascii") else codecs.lookup(encoding).name


def _of_most_lines(head: bytes) -> str:
    """The encoding of several bytes a character that nearly all lines are in, where a few damaged ones hide it."""
    lines = [line for line in head.splitlines() if not line.isascii()][:-1]  # the last may be cut off
    for encoding in _OF_SEVERAL_BYTES:
        whole = [line for line in lines if decodes(line, encoding)]
        if 0 < len(lines) - len(whole) <= _FEW_ODD * len(lines) and _detected(b"\n".join(whole)) == encoding:
            return encoding
    return ""


def _by_lines(raw: bytes, encoding: str, file: str) -> DecodedText:
    """In this encoding but for odd lines. Raises DataUnreadableError where those are many."""
    if not (encoding != "utf-8" and holds_utf_8(raw)):
        try:
            return _checked(DecodedText(raw.decode(encoding), encoding), file)
        except UnicodeDecodeError:
            pass
    text, odd = decode_by_lines(raw, encoding)
    count = len(raw.splitlines())
    if len(odd) > _MANY_ODD * count:
        raise DataUnreadableError(file=file, fault="many_odd_lines", odd=len(odd), count=count, encoding=encoding)
    return _checked(DecodedText(text, encoding, odd), file)


def _without_mark(raw: bytes) -> tuple[str, ...]:
    """UTF-16 without a mark: every other byte of its Latin characters is zero."""
    head = raw[:_LOOKED_AT]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) < _MANY_ZEROS * max(1, len(head) // 2):
        return ()
    return ("utf-16-be",) if even > odd else ("utf-16-le",)


def _decoded(raw: bytes, encoding: str, file: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw[: error.start].decode(encoding, "replace").count("\n") + 1
        raise DataUnreadableError(file=file, fault="not_in_encoding", line=line, encoding=encoding) from error
    except LookupError as error:
        known = ", ".join(("utf-8", "utf-16", *_OF_SEVERAL_BYTES, "cp1252"))
        raise DataUnreadableError(file=file, fault="no_encoding", encoding=encoding[:80], known=known) from error


def _checked(read: DecodedText, file: str) -> DecodedText:
    if read.text.count("\0") > max(_FEW_ZEROS, len(read.text) // 100):
        raise DataUnreadableError(file=file, fault="zero_bytes", known=READ)
    return read
