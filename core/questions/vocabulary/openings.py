"""How questions are opened politely: words that ask for an answer and say nothing of companies, words/openings.yaml."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources

import yaml

_SOME = re.compile(
    "(?:列出|列举|举出|举|列|说出|说|给出|给我?|找出|找|推荐|介绍|来|提供|讲|数|挑|选|报)(?:一下|出|我)?几(?:家|个|款|种|位|间)"
)


def opening_of(question: str) -> tuple[int, int] | None:
    """Where the opening of a question stands: "Could you supply a list of", 请提供; None where it has none."""
    for pattern in _patterns():
        found = pattern.match(question)
        if found is not None and found[0].strip():
            return found.end() - len(found[0].lstrip()), found.end()
    return None


def some_in(folded: str) -> Iterator[tuple[int, int]]:
    """Where 几家 behind a request asks for some, not how many: 列出几家, 给我几个."""
    for match in _SOME.finditer(folded):
        yield match.span()


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    text = resources.files("core.questions").joinpath("words", "openings.yaml").read_text(encoding="utf-8")
    document: dict[str, dict[str, list[str]]] = yaml.safe_load(text)
    english = {part: _any(words) for part, words in document["english"].items()}
    chinese = {part: _any(words) for part, words in document["chinese"].items()}
    return re.compile(_english(**english), re.IGNORECASE), re.compile(_chinese(**chinese))


def _any(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words)})"


def _english(because: str, requests: str, long_requests: str, gives: str, tells: str, wants: str, lists: str) -> str:
    """Why it is asked, and a request: "For my report, could you supply me with a list of"."""
    asked = f"(?:{long_requests}|{requests})"
    return (
        rf"\s*(?:{because}(?:\s*[,.;:]|\s+and\b|\s+so\b|(?=\s+(?:i|we|could|please|who|which|what)\b))+\s*)?"
        rf"(?:{asked},? {gives}(?: me| us)?(?: with)?(?: {lists})?(?! to\b)"
        rf"|{gives} (?:me|us)(?: with)?(?: {lists})?"
        rf"|{gives} {lists}"
        rf"|provide(?= (?:the|all|a)\b)"
        rf"|(?:{long_requests} )?{tells}|{wants}|{long_requests})?(?=\s|(?<=\s))"
    )


def _chinese(greetings: str, because: str, requests: str, fillers: str, gives: str, looks: str, wants: str) -> str:
    """A greeting, why it is asked, and a request: 您好，我在写报告，请提供."""
    return (
        rf"\s*(?:{greetings}[，,。!！\s]*)?(?:{because}[，,。\s]+)?"
        rf"(?:(?:{requests}{fillers}*|(?=\S+一[份下个]))"
        rf"{gives}(?:给)?(?:我们?|咱们)?(?:一下|一份|一个|一张)?(?:关于)?"
        rf"|{requests}{fillers}+{looks}?|{wants})?"
    )
