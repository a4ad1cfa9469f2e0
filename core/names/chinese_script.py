"""Traditional Chinese characters → simplified ones, each to exactly one, so that offsets stay what they are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import opencc

_IDEOGRAPHS = (range(0x3400, 0x4DC0), range(0x4E00, 0xA000), range(0x20000, 0x2A6E0))


@cache
def simplified_characters() -> Mapping[int, str]:
    """Code point → simplified character, for those that differ; a table for ``str.translate``.

    Each character is asked for alone: OpenCC leaves some as they are within certain words (乾隆), and a comparison of
    names wants one answer for each. Mapping twice is mapping once.
    """
    converter = opencc.OpenCC("t2s")
    characters = [chr(code) for codes in _IDEOGRAPHS for code in codes]
    converted = converter.convert("\n".join(characters)).split("\n")
    table = {ord(before): after for before, after in zip(characters, converted, strict=True) if before != after}
    return {code: _last(table, character) for code, character in table.items()}


def _last(table: Mapping[int, str], character: str) -> str:
    """What ``character`` comes to in the end: 薴 → 苧 → 苎."""
    while ord(character) in table:
        character = table[ord(character)]
    return character
