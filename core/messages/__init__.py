"""The one catalogue of user-visible texts, Chinese and English side by side."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Literal

from core.runtime.installation import as_called
from core.runtime.package_files import package_text, parse_yaml

Language = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")


def the_other(language: Language) -> Language:
    """English for Chinese and the other way round."""
    return "en" if language == "zh" else "zh"


@cache
def catalogue() -> dict[str, dict[Language, str]]:
    """All messages: key → language → template. Keys are grouped by file (``error.…``, ``discover.…``)."""
    messages: dict[str, dict[Language, str]] = {}
    for file in sorted(files(__package__).iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".yaml"):
            messages.update(parse_yaml(as_called(package_text(__package__, file.name))))
    return messages


def translate(key: str, language: Language, **parameters: str | int | float) -> str:
    """The message ``key`` in ``language`` with its placeholders filled: {count:row|rows} by the word for one or for
    another number. Raises KeyError for an unknown key."""
    template = catalogue()[key][language]
    return _NUMBERED.vformat(template, (), parameters) if "|" in template else template.format(**parameters)


class _Numbered(Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        one, several, many = format_spec.partition("|")
        return str(value) if not several else one if str(value) == "1" else many


_NUMBERED = _Numbered()


def translated_or_itself(key: str, text: str, language: Language) -> str:
    """The message ``key``; where there is none, ``text``, which is a word of the data's own (a source kind)."""
    return translate(key, language) if key in catalogue() else text


def guess_language(locale: str | None) -> Language:
    """First guess from a browser locale such as ``zh-CN`` or ``en-GB``."""
    return "zh" if locale and locale.lower().startswith("zh") else "en"
