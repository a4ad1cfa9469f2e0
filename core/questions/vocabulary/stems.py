"""English words without their plural, and the nouns that say nothing of a name by themselves."""

from __future__ import annotations

import re

from core.names.normalise import fold_characters

WORDS = re.compile(r"[a-z0-9]+")
GENERIC = frozenset(
    {
        "drug",
        "machine",
        "system",
        "equipment",
        "product",
        "software",
        "service",
        "therapy",
        "device",
        "tool",
        "technology",
        "solution",
        "platform",
        "app",
        "maker",
        "company",
        "and",
        "of",
        "the",
        "for",
    }
)
SAYING_NOTHING = frozenset(("maker", "company", "and", "of", "the", "for"))

OF_ITS_OWN = frozenset(("equipment", "machinery", "software"))
"""Of these another name is another thing: battery equipment is no battery."""


def stems_of(name: str) -> frozenset[str]:
    """The words of a name but for the general ones."""
    return frozenset(stem_of(word) for word in WORDS.findall(fold_characters(name))) - GENERIC


def stem_of(word: str) -> str:
    """A word in small letters without its plural: battery of batteries."""
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word
