"""One way to compare names: full/half width, case, punctuation and legal suffixes do not count."""

from __future__ import annotations

import re
import unicodedata

_PUNCTUATION = re.compile(r"(?:[^\w+#]|_)+")  # C, C++ and C# are three names
_LATIN_SUFFIX = re.compile(
    r"(?:\s+(?:co|ltd|limited|inc|incorporated|corp|corporation|company|plc|llc)"
    r"|\s+(?:ag|gmbh|se|sa|nv|n v|s a|kg|oyj|ab|asa))+$"
)
_CHINESE_SUFFIX = re.compile(r"(?:集团)?(?:控股)?(?:股份)?(?:有限责任公司|有限公司|公司)$")

FUNCTION_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "for",
        "from",
        "has",
        "have",
        "in",
        "inc",
        "into",
        "is",
        "it",
        "its",
        "ltd",
        "limited",
        "co",
        "corp",
        "corporation",
        "company",
        "companies",
        "of",
        "on",
        "or",
        "that",
        "the",
        "their",
        "this",
        "to",
        "was",
        "were",
        "which",
        "who",
        "whom",
        "whose",
        "with",
        "what",
        "how",
        "many",
        "much",
        "does",
        "do",
        "did",
        "when",
        "where",
        "why",
        "other",
        "also",
        "through",
        "such",
    ]
)
"""English words that say nothing of a company."""


def normalise_name(name: str) -> str:
    """Comparable form of a name; never empty unless nothing but punctuation was given.

    >>> normalise_name("ＢＹＤ Co., Ltd.")
    'byd'
    >>> normalise_name("宁德时代新能源科技股份有限公司")
    '宁德时代新能源科技'
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    spaced = _PUNCTUATION.sub(" ", folded.replace("'", "").replace("’", "")).strip()
    while (shortened := _CHINESE_SUFFIX.sub("", _LATIN_SUFFIX.sub("", spaced)).strip()) not in ("", spaced):
        spaced = shortened
    return spaced


def fold_characters(text: str) -> str:
    """Lower-case, half-width form of equal length, so that offsets in it are offsets in ``text``."""
    if text.isascii():
        return text.lower()
    folded = []
    for character in text:
        candidate = unicodedata.normalize("NFKC", character).lower()
        folded.append(candidate if len(candidate) == 1 else character)
    return "".join(folded)


def is_word_character(character: str) -> bool:
    """Whether a Latin-script name may not begin or end right beside this character (Chinese has no word breaks)."""
    return character.isalnum() and character.isascii()
