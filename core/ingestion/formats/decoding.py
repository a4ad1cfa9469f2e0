"""Bytes → text, whatever encoding a file came in."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from charset_normalizer import from_bytes

from core.errors import DataUnreadableError
from core.ingestion.formats.latin_encodings import latin_encoding

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MARK = "\ufeff"
_OF_SEVERAL_BYTES = ("big5", "big5hkscs", "cp950", "cp949", "euc_kr", "euc_jp", "shift_jis", "cp932", "johab")
_LOOKED_AT = 64_000  # bytes; enough to tell encodings apart
_FEW_ZEROS = 100  # zero characters that a damaged text may hold; more are no text
_MANY_ZEROS = 0.2
"""Share of zero bytes from which a text without a mark is UTF-16: of Latin text it is a half, of UTF-8 none."""


@dataclass(frozen=True)
class DecodedText:
    """The text of a file without its byte-order mark, and the encoding it was in."""

    text: str
    encoding: str


def decode(raw: bytes, file: str, encoding: str = "") -> DecodedText:
    """Read a text in ``encoding``, else in UTF-8, UTF-16, UTF-32, GB18030 (and so GBK) or what it looks most like.

    Raises DataUnreadableError for what is no text: undecodable bytes, or many zero characters.
    """
    if encoding:
        return _checked(_decoded(raw, encoding, file).removeprefix(_MARK), encoding, file)
    for mark, marked in _BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            return _checked(_decoded(raw[len(mark) :] if marked == "utf-8" else raw, marked, file), marked, file)
    for usual in (*_without_mark(raw), "utf-8", *(("gb18030",) if _looks_chinese(raw) else ())):
        try:
            return _checked(raw.decode(usual), usual, file)
        except UnicodeDecodeError:
            continue
    best = from_bytes(raw[:_LOOKED_AT]).best()
    latin = latin_encoding(raw[:_LOOKED_AT])
    if best is None and not latin:
        raise DataUnreadableError(file=file, fault="unknown_encoding")
    likely = latin if best is None or (latin and best.encoding not in _OF_SEVERAL_BYTES) else best.encoding
    return _checked(_decoded(raw, likely, file), likely, file)


def _without_mark(raw: bytes) -> tuple[str, ...]:
    """UTF-16 without a mark: every other byte of its Latin characters is zero."""
    head = raw[:_LOOKED_AT]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) < _MANY_ZEROS * max(1, len(head) // 2):
        return ()
    return ("utf-16-be",) if even > odd else ("utf-16-le",)


def _looks_chinese(raw: bytes) -> bool:
    """Whether the bytes beyond ASCII come in pairs, as those of Chinese characters do; accented letters stand alone."""
    runs = re.findall(rb"[\x80-\xff]+", raw[:_LOOKED_AT])
    return sum(len(run) for run in runs if len(run) % 2 == 0) >= 0.9 * sum(map(len, runs))


def _decoded(raw: bytes, encoding: str, file: str) -> str:
    try:
        return raw.decode(encoding)
    except (UnicodeDecodeError, LookupError) as error:
        raise DataUnreadableError(file=file, detail=str(error)[:120]) from error


def _checked(text: str, encoding: str, file: str) -> DecodedText:
    if text.count("\0") > max(_FEW_ZEROS, len(text) // 100):
        raise DataUnreadableError(file=file, fault="zero_bytes")
    return DecodedText(text, encoding)
