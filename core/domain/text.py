"""Cleaning of text that comes from outside."""

from __future__ import annotations

import re
import unicodedata

COMPANY_SLOT = "{x}"
"""What stands for a name or a pronoun in a masked question, and in the cue words of the ontology."""
CHINESE_CHARACTER = re.compile(r"[\u4e00-\u9fff]")
_LINE_BREAKS = re.compile(r"[\r\n\t\u2028\u2029]+")


def clean_text(text: str) -> str:
    """Remove control, bidirectional-override and unassigned characters; line breaks become one space.

    Zero-width joiners and everything printable stay: the text is shown as it is, never interpreted.
    """
    if text.isprintable():  # nothing to remove, by far the most frequent case
        return text.strip()
    single_line = _LINE_BREAKS.sub(" ", text)
    return "".join(
        character
        for character in single_line
        if character == "\u200d" or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Cn", "Co"}
    ).strip()
