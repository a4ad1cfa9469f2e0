"""Cleaning of text that comes from outside."""

from __future__ import annotations

import re
import unicodedata

COMPANY_SLOT = "{x}"
"""What stands for a name or a pronoun in a masked question, and in the cue words of the ontology."""
CHINESE_CHARACTER = re.compile(r"[\u4e00-\u9fff]")
PRONOUNS = re.compile(
    r"\b(?!(?-i:IT\b))(?:it|its|them|their|he|him|his|she|her|this company|the company)\b"
    r"|这家公司|该公司|它们|它|(?<![其吉])[他她](?!们)",
    re.IGNORECASE,
)
"""What stands for a company or a person named before; "IT" is information technology."""
_LINE_BREAKS = re.compile(r"[\r\n\t\v\f\x85\u2028\u2029]+")


def clean_text(text: str) -> str:
    """Remove control, bidirectional-override and unassigned characters; line breaks become one space.

    Zero-width joiners and everything printable stay: the text is shown as it is, never interpreted.
    """
    if text.isprintable():  # nothing to remove, by far the most frequent case
        return text.strip()
    return "".join(each for each in _LINE_BREAKS.sub(" ", text) if not _is_invisible(each)).strip()


def holds_invisible(text: str) -> bool:
    """Whether ``clean_text`` takes more out of it than line breaks and what stands at its ends."""
    return not text.isprintable() and any(map(_is_invisible, _LINE_BREAKS.sub(" ", text)))


def _is_invisible(character: str) -> bool:
    return character != "\u200d" and unicodedata.category(character) in {"Cc", "Cf", "Cs", "Cn", "Co"}
