"""How questions are opened politely: words that ask for an answer and say nothing of companies."""

from __future__ import annotations

import re

_POLITE = (
    r"(?:please|kindly|(?:could|can|would|will) you(?: please| kindly)?|i(?:'d| would) like you to|i want you to"
    r"|i need you to)"
)
_GIVES = r"(?:provide|supply|give|offer|deliver|send|get|find|fetch|pull|produce|compile|share|name|make|build)"
_LISTS = (
    r"(?:(?:the|a|an)? ?(?:full |complete |whole |short )?(?:list|lists|names|name|overview|table|set) of(?: all)?)"
)
_ENGLISH = re.compile(
    rf"\s*(?:{_POLITE},? {_GIVES}(?: me| us)?(?: with)?(?: {_LISTS})?(?! to\b)"
    rf"|{_GIVES} (?:me|us)(?: with)?(?: {_LISTS})?"
    rf"|{_GIVES} {_LISTS}"
    rf"|provide(?= (?:the|all|a)\b))(?=\s)",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"\s*(?:(?:请|麻烦|劳烦|烦请|可否|能否|能不能|可以|可不可以|帮忙|帮)(?:您|你|我|们|帮|忙|给|先|再|问)*|(?=\S+一[份下个]))"
    r"(?:提供|给出|供给|出|做|生成|整理|汇总)(?:给)?(?:我们?|咱们)?(?:一下|一份|一个|一张)?(?:关于)?"
)


def opening_of(question: str) -> tuple[int, int] | None:
    """Where the opening of a question stands: "Could you supply a list of", 请提供; None where it has none."""
    for pattern in (_ENGLISH, _CHINESE):
        found = pattern.match(question)
        if found is not None and found.end() > found.start():
            start = found.end() - len(found[0].lstrip())
            return start, found.end()
    return None
