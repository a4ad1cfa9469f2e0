"""Which sentence of retrieved texts is nearest to a question, by the words they share: a quote, not a claim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.domain.function_words import CHINESE, ENGLISH, any_of
from core.names.normalise import fold_characters

_SENTENCES = re.compile(r"(?<=[。！？!?])\s*|(?<=[a-z0-9)\"”]\.)\s+(?=[A-Z\"“])")
_WORDS = re.compile(r"[a-z0-9][a-z0-9.\-]*[a-z0-9]|[a-z0-9]")
_RUNS = re.compile(r"[\u3400-\u9fff]+")
_LEFT_OUT_ZH = re.compile(
    rf"{any_of(each for each in CHINESE if len(each) > 1)}"
    "|什么时候|哪一?年|何时|哪里|哪儿|多久|为什么|怎么|做什么|干什么|现在|目前|出来|起来|下来"
)
_PARTICLES_ZH = frozenset("的了是在有从被把由吗呢着过地得之都就也还年月日谁哪")
_SYNONYMS = ((re.compile(r"\b(?:go|goes|went|going) public\b|\bipo\b|上市"), " listed "),)
_LEFT_OUT = ENGLISH | frozenset(("when", "where", "why", "how", "year", "long", "much", "many", "now"))
_WHEN = re.compile(r"\bwhen\b|\byear\b|\bdate\b|哪一?年|何年|何时|什么时候|几几年|什么时间", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_WITH_A_YEAR = 1.5
_LEAST_SHARED = 0.34


@dataclass(frozen=True)
class Quotable:
    """A text that was retrieved. ``about``: it is the description of what the question names."""

    key: str
    title: str
    text: str
    about: bool = False


@dataclass(frozen=True)
class Quote:
    """A sentence as it stands, and the text it is from."""

    key: str
    text: str


def nearest_sentence(question: str, names: Iterable[str], texts: Sequence[Quotable]) -> Quote | None:
    """The sentence that shares the most of what the question says beside ``names``; in one whose text names what is
    asked about. A question that says nothing beside names is answered by what the first description begins with.

    None where no sentence shares a third of it.
    """
    folded = fold_characters(question)
    called = [fold_characters(name) for name in names]
    for name in called:
        folded = folded.replace(name, " ")
    wanted = _terms(folded)
    if not wanted:
        described = (Quote(text.key, each) for text in texts if text.about for each in _sentences(text.text))
        return next(described, None)
    asks_when = _WHEN.search(question) is not None
    best: tuple[float, Quote] | None = None
    for place, text in enumerate(texts):
        if (
            called
            and not text.about
            and not any(name in fold_characters(f"{text.title} {text.text}") for name in called)
        ):
            continue
        for sentence in _sentences(text.text):
            shared = len(wanted & _terms(fold_characters(sentence))) / len(wanted)
            dated = asks_when and _YEAR.search(sentence) is not None
            score = shared * (_WITH_A_YEAR if dated or not asks_when else 1.0) - 0.001 * place
            if shared >= _LEAST_SHARED and (best is None or score > best[0]):
                best = score, Quote(text.key, sentence)
    return None if best is None else best[1]


def _names_any(text: Quotable, called: Sequence[str]) -> bool:
    folded = fold_characters(f"{text.title} {text.text}")
    return any(name in folded for name in called)


def _sentences(text: str) -> list[str]:
    return [each.strip() for each in _SENTENCES.split(text) if each and each.strip()]


def _terms(folded: str) -> frozenset[str]:
    """Words, without their endings, and Chinese characters."""
    for pattern, same in _SYNONYMS:
        folded = pattern.sub(same, folded)
    words = {_stem(word) for word in _WORDS.findall(folded) if word not in _LEFT_OUT}
    characters = set("".join(_RUNS.findall(_LEFT_OUT_ZH.sub(" ", folded)))) - _PARTICLES_ZH
    return frozenset(words | characters)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
