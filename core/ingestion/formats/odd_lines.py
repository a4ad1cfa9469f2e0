"""Lines that are not in the encoding of their file: read by themselves where only one reading makes sense, else named.

Such lines come about where files of several programs are put together, and where bytes get lost on the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from core.ingestion.formats.latin_encodings import latin_encoding

UNREADABLE = "\ufffd"
"""What stands for bytes that no encoding explains."""
_UTF_8_TEXT = re.compile(rb"(?:[\xe2-\xef][\x80-\xbf]{2}){2}")
"""Two characters of three bytes in a row, which text in another encoding hardly ever holds."""
_KANA, _HANGUL, _IDEOGRAPH = "\u3040-\u30ff", "\uac00-\ud7a3", "\u4e00-\u9fff"
_SCRIPTS = {
    "Japanese": re.compile(f"[{_KANA}]"),
    "Korean": re.compile(f"[{_HANGUL}]"),
    "Chinese": re.compile(f"[{_IDEOGRAPH}]"),
    "Cyrillic": re.compile("[\u0400-\u04ff]"),
    "Greek": re.compile("[\u0370-\u03ff]"),
}
_LETTERS = {
    "Japanese": _KANA + _IDEOGRAPH,
    "Korean": _HANGUL,
    "Chinese": _IDEOGRAPH,
    "Cyrillic": "\u0400-\u04ff",
    "Greek": "\u0370-\u03ff",
}
_ENCODINGS = {
    "Japanese": {"cp932": "shift_jis", "euc_jp": "euc_jp"},
    "Korean": {"cp949": "euc_kr"},
    "Chinese": {"gb18030": "gb2312", "big5": "big5"},
    "Cyrillic": {"cp1251": "cp1251", "koi8_r": "koi8_r"},
    "Greek": {"cp1253": "cp1253"},
}
"""With the smallest character set of each family: what lies outside of it is rarely written, mostly a wrong reading."""
_FEWEST_LETTERS = 2  # of a line: one character may come about by any damage
_USUAL = 0.8  # share of the letters that are in that smallest set
_KANA_OF_JAPANESE = 0.05  # share of kana from which ideographs are Japanese
_CASE_WITHIN_A_WORD = re.compile("[а-яёα-ω][А-ЯЁΑ-Ω]")
_LOOKED_AT = 64_000  # characters of a file that tell its scripts


@dataclass(frozen=True)
class OddLine:
    """A line, counted from 1, that is in ``encoding`` by itself; "" where no encoding explains it."""

    line: int
    encoding: str


def mostly_utf_8(raw: bytes) -> bool:
    """Whether at least half of what is beyond ASCII are whole characters of UTF-8."""
    return 2 * len(_beyond_ascii(raw.decode("utf-8", "ignore").encode())) >= len(_beyond_ascii(raw))


def _beyond_ascii(raw: bytes) -> bytes:
    return raw.translate(None, bytes(range(128)))


def holds_utf_8(raw: bytes) -> bool:
    """Whether a text that is in another encoding may have lines in UTF-8."""
    return _UTF_8_TEXT.search(raw) is not None


@dataclass(frozen=True)
class _Rest:
    """The lines of a file that are in its own encoding, or the beginning of them."""

    text: str

    @cached_property
    def characters(self) -> frozenset[str]:
        """All that occur."""
        return frozenset(self.text)

    @cached_property
    def script(self) -> str:
        """What it is written in beside Latin letters; "" if in nothing else."""
        return _script_of(self.text)

    @cached_property
    def held(self) -> Mapping[str, int]:
        """How many of its characters are in the smallest set of each encoding that its script is written in."""
        return {wide: len(_held_by(self.text, narrow)) for wide, narrow in _ENCODINGS.get(self.script, {}).items()}


def decode_by_lines(raw: bytes, encoding: str) -> tuple[str, tuple[OddLine, ...]]:
    """The text of a file that is in ``encoding`` but for some lines, and those. Every other line is what it says; of
    an odd one that cannot be read, each byte that fits nothing is UNREADABLE."""
    lines = raw.splitlines(keepends=True)
    read = [_in_its_own(line, encoding) for line in lines]
    rest = _Rest("".join(text for text in read if text is not None)[:_LOOKED_AT])
    odd = [
        OddLine(number, _encoding_of_line(lines[number - 1], rest, encoding))
        for number, text in enumerate(read, start=1)
        if text is None
    ]
    for each in odd:
        line = lines[each.line - 1]
        read[each.line - 1] = line.decode(each.encoding) if each.encoding else line.decode(encoding, "replace")
    return "".join(text for text in read if text is not None), tuple(odd)


def decodes(line: bytes, encoding: str) -> bool:
    """Whether it can be read in this encoding."""
    try:
        line.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _in_its_own(line: bytes, encoding: str) -> str | None:
    """The line in the encoding of the file; None if it is in another."""
    if line.isascii():
        return line.decode("ascii")
    if _is_utf_8_elsewhere(line, encoding):
        return None
    return line.decode(encoding) if decodes(line, encoding) else None


def _is_utf_8_elsewhere(line: bytes, of_file: str) -> bool:
    return of_file != "utf-8" and holds_utf_8(line) and decodes(line, "utf-8")


def _encoding_of_line(line: bytes, rest: _Rest, of_file: str) -> str:
    """The only encoding in which the line is written as the ``rest`` of its file is; "" if several do, or none."""
    if _is_utf_8_elsewhere(line, of_file):
        return "utf-8"
    if of_file == "utf-8" and _is_damaged(line, rest):
        return ""
    fitting = list(_fitting(line, rest))
    return fitting[0] if len({line.decode(each) for each in fitting}) == 1 else ""


def _is_damaged(line: bytes, rest: _Rest) -> bool:
    """Whether at least half of it is UTF-8 of characters as the rest has them."""
    of_script = _SCRIPTS.get(rest.script)
    written = [
        each
        for each in line.decode("utf-8", "ignore")
        if each in rest.characters or (of_script is not None and of_script.match(each))
    ]
    return 2 * len(_beyond_ascii("".join(written).encode())) >= len(_beyond_ascii(line))


def _fitting(line: bytes, rest: _Rest) -> Iterator[str]:
    script = rest.script
    likely = [
        wide
        for wide, narrow in _ENCODINGS.get(script, {}).items()
        if decodes(line, wide) and _is_written_in(line.decode(wide), script, narrow)
    ]
    if script == "Chinese" and len(likely) > 1:  # simplified or traditional, as the rest is
        likely = [
            each for each in likely if all(rest.held[each] > rest.held[other] for other in likely if other != each)
        ]
    yield from likely
    if b"\xff" not in line and (latin := latin_encoding(line)) and decodes(line, latin):  # ÿ is hardly ever written
        yield latin


def _held_by(text: str, encoding: str) -> str:
    return text.encode(encoding, "ignore").decode(encoding)


def _script_of(text: str) -> str:
    counts = {script: len(pattern.findall(text)) for script, pattern in _SCRIPTS.items()}
    if counts["Japanese"] >= max(1, _KANA_OF_JAPANESE * counts["Chinese"]):
        return "Japanese"
    most = max(counts, key=lambda script: counts[script])
    return most if counts[most] else ""


def _is_written_in(text: str, script: str, narrow: str) -> bool:
    """Whether all letters beyond ASCII are of the script, most of them usual ones, and none changes its case within a
    word."""
    letters = "".join(each for each in text if not each.isascii() and each.isalpha())
    foreign = re.search(f"[^{_LETTERS[script]}]", letters) or _CASE_WITHIN_A_WORD.search(text)
    return not foreign and len(letters) >= _FEWEST_LETTERS and len(_held_by(letters, narrow)) >= _USUAL * len(letters)
