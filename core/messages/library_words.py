"""What libraries, the operating system and checks of values say, found in a text and said in its language."""

from __future__ import annotations

import errno
import os
import re
from functools import cache
from string import Formatter
from typing import NamedTuple

from core.messages import Language, catalogue, translate

_LIBRARY, _SYSTEM, _USAGE = "library_reason.", "system_reason.", "usage_reason."
_NUMBER = re.compile(r"\[Errno \d+\] | \(os error \d+\)")

_NUMERIC = {"line", "column", "position", "offset", "place"}


class _Said(NamedTuple):
    pattern: re.Pattern[str]
    key: str

    def in_chinese(self, found: re.Match[str]) -> str:
        """What was found, with what stands in its places."""
        return translate(self.key, "zh", **found.groupdict())


def in_words(text: str, language: Language) -> str:
    """``text`` with what the operating system says in it said in ``language``, without the numbers of its errors; in
    Chinese with what libraries say, too."""
    for reason, key in _system_reasons().items():
        if reason in text:
            text = _NUMBER.sub("", text).replace(reason, translate(key, language))
    if language == "zh":
        text = _in_chinese(text, _LIBRARY)
    return text


def usage_in_words(text: str, language: Language) -> str:
    """What argparse says of a command that is written wrongly, and what the checks of its values say, likewise."""
    said = _in_chinese(text, _USAGE) if language == "zh" else text
    return in_words(said, language)


def _in_chinese(text: str, prefix: str) -> str:
    for said in _reasons(prefix):
        text = said.pattern.sub(said.in_chinese, text)
    return text


@cache
def _system_reasons() -> dict[str, str]:
    """What the operating system says → the key of the message that says it in both languages."""
    names = {key.removeprefix(_SYSTEM): key for key in catalogue() if key.startswith(_SYSTEM)}
    return {os.strerror(getattr(errno, name)): key for name, key in names.items() if hasattr(errno, name)}


@cache
def _reasons(prefix: str) -> tuple[_Said, ...]:
    """Those with most words of their own first: “Input should be {expected}” fits most others as well."""
    keys = [key for key in catalogue() if key.startswith(prefix)]
    keys.sort(key=lambda key: -len(re.sub(r"\{\w+\}", "", catalogue()[key]["en"])))
    return tuple(_Said(_pattern(catalogue()[key]["en"]), key) for key in keys)


def _pattern(template: str) -> re.Pattern[str]:
    """Of a text of the library: {x} stands for any text in one line, as short as can be, (s) for an s or none."""
    parts: list[str] = []
    for literal, name, _, _ in Formatter().parse(template):
        parts.append(re.escape(literal).replace(r"\(s\)", "s?"))
        if name:
            anything = r"\d+" if name in _NUMERIC else r".+?" if "".join(parts) else r"\S+?"
            parts.append(f"(?P<{name}>{anything})")
    begin = r"(?<![\w.])" if template[0].isalnum() else ""
    end = r"(?=;|$)" if parts[-1].endswith(".+?)") else ""
    return re.compile(begin + "".join(parts) + end, re.MULTILINE)
