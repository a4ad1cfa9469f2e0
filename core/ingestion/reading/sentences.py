"""Texts → sentences and words, with offsets, Chinese and English in one text as well."""

from __future__ import annotations

import itertools
import re

from core.domain.text import CHINESE_CHARACTER
from core.ingestion.reading.proposals import TextSpan, Token
from core.messages import Language
from core.names.normalise import fold_characters
from core.names.word_breaks import word_breaks

LONGEST_SENTENCE = 600  # characters; what has no full stop for longer is cut: a table is no sentence
_END = re.compile(
    r"[。！？；]+[”’」』）)\"]*"
    r"|[!?;]+[\"”’)]*(?=\s|$)"
    r"|\.(?<!\b[A-Z]\.)[\"”’)]*(?=\s+[\"“(]?[A-Z0-9\u4e00-\u9fff]|\s*$)"
    r"|\n+"
)
_ABBREVIATIONS = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|St|Co|vs|No|Jr|Sr|Inc|Ltd|plc|Bros|Corp|Prof|Messrs|approx|Jan|Feb|Mar|Apr|Aug|Sept|Oct|Nov"
    r"|Dec|U\.S|U\.K|e\.g|i\.e)\.$"
)
_STARTS_NEW = re.compile(r"\s+(?:The|In|On|It|This|A|An|He|She|They|We|As|At|For|After|Since|However)\b")
_TOKEN = re.compile(r"[A-Za-zÀ-ɏ]+(?:'s|’s)?|\d+(?:[.,]\d+)*|[^\sA-Za-zÀ-ɏ\d]")


def language_of(text: str) -> Language:
    """zh where at least one character in eight is Chinese, else en."""
    return "zh" if 8 * len(CHINESE_CHARACTER.findall(text)) >= len(text) else "en"


def sentences(text: str) -> list[TextSpan]:
    """The sentences of ``text``, without the white space around them."""
    found, begin = [], 0
    for match in _END.finditer(text):
        if match[0].startswith(".") and _is_abbreviation(text, begin, match):
            continue
        found.append((begin, match.end()))
        begin = match.end()
    found.append((begin, len(text)))
    return [span for start, end in found for span in _trimmed(text, start, end)]


def _is_abbreviation(text: str, begin: int, match: re.Match[str]) -> bool:
    """Whether the full stop belongs to the word before it: "Inc." in "Apple Inc. sold" but not in "Apple Inc. The"."""
    before = text[max(begin, match.start() - 8) : match.start() + 1]
    return _ABBREVIATIONS.search(before) is not None and not _STARTS_NEW.match(text, match.end())


def _trimmed(text: str, start: int, end: int) -> list[TextSpan]:
    """The span without white space around it, in pieces of a bounded length; nothing if there is nothing else."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return [TextSpan(at, min(end, at + LONGEST_SENTENCE)) for at in range(start, end, LONGEST_SENTENCE)]


def words_of(text: str, span: TextSpan, language: Language) -> tuple[Token, ...]:
    """The words of a sentence, folded; numbers are ``#``."""
    folded = fold_characters(text[span.start : span.end])
    if language == "en":
        bounds = [match.span() for match in _TOKEN.finditer(folded)]
    else:
        breaks = sorted(word_breaks(folded))
        bounds = list(itertools.pairwise(breaks))
    tokens = []
    for start, end in bounds:
        word = folded[start:end]
        if not word.isspace():
            tokens.append(Token("#" if word[0].isdigit() else word, span.start + start, span.start + end))
    return tuple(tokens)
