"""English messages with a count are right for one, too: {count:row|rows}."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from core.messages import catalogue, translate

TEXTS = {
    "company",
    "entity",
    "first",
    "second",
    "folder",
    "where",
    "tool",
    "operation",
    "part",
    "model",
    "name",
    "other",
    "known",
    "suffix",
    "owner",
    "held",
    "spoken",
}
"""Placeholders that never stand for a number; every other one may."""
VERBS = "counts|lies|means|occurs|is|has|was|does|says|its|as|ms|across|besides|sources"
"""What ends in s without being a plural."""
BEHIND = "of|to|and|or|in|is|are|was|has|as|that|which|with|by|at|on|but|if|not|more than"
WORDS = rf"(?: (?!(?:{BEHIND})\b)[a-z]+)"
PLURAL_NOUN = re.compile(rf"\b1{WORDS}{{0,2}}? (?!(?:{VERBS})\b)[a-z]+s\b")
PLURAL_VERB = re.compile(rf"\b1{WORDS}{{0,3}} (?:are|have|were|do|go|lose|stay|stand|need)\b|\b(?:are|were) 1\b")


def wrong_for_one(template: str, text: str) -> list[str]:
    found = [each.group() for pattern in (PLURAL_NOUN, PLURAL_VERB) for each in pattern.finditer(text)]
    return [each for each in found if each not in template]  # what stands there whatever is filled in


@pytest.mark.parametrize(
    "text",
    ["1 relations", "1 more neighbours", "1 strongest nodes are drawn", "1 relation have", "There are 1", "1 do not"],
)
def test_what_is_wrong_for_one_is_found(text: str) -> None:
    assert wrong_for_one("", text)


def test_one_is_followed_by_the_singular() -> None:
    wrong = {}
    for key, texts in catalogue().items():
        if key.startswith(("library_reason.", "usage_reason.")):
            continue  # its English is found in texts, never filled in
        names = {name for _, name, _, _ in Formatter().parse(texts["en"]) if name}
        text = translate(key, "en", **{name: "X" if name in TEXTS else 1 for name in names})
        if found := wrong_for_one(texts["en"], text):
            wrong[key] = found
    assert wrong == {}
