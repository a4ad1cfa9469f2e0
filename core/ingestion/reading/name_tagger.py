"""Names of companies by how they are written and what stands beside them, known or not: one class for each token."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from core.ingestion.reading.linear_model import LinearModel, Scores
from core.ingestion.reading.proposals import TextSpan
from core.messages import Language
from core.names.normalise import fold_characters

CLASSES = ("B", "I", "E", "S", "O")
"""The token begins a name of several, is inside, ends it, is a name alone, or is outside."""
_BEGIN, _INSIDE, _END, _ALONE, _OUTSIDE = range(5)
_CLOSED = (_END, _ALONE, _OUTSIDE)
"""After these a name may begin; after the two others one goes on."""
_NEVER = float("-inf")
_WORD = re.compile(r"[A-Za-zÀ-ɏ]+|\d+(?:[.,]\d+)*|[^\sA-Za-zÀ-ɏ\d]")
_PIECE = re.compile(r"[A-Za-z]+|\d+(?:\.\d+)?|\S")
_REACH = 3  # characters or words to each side


def tokens_of(text: str, language: Language) -> list[TextSpan]:
    """English words and signs; Chinese characters, of numbers and Latin words the whole."""
    pattern = _WORD if language == "en" else _PIECE
    return [TextSpan(*match.span()) for match in pattern.finditer(text)]


def token_features(text: str, tokens: Sequence[TextSpan], language: Language) -> list[list[str]]:
    """The features of each token: itself and its neighbours, alone and in pairs, and how they are written."""
    words = [text[token.start : token.end] for token in tokens]
    shapes = [_shape(word) for word in words]
    plain = fold_characters(text)
    folded = [
        "#" if shape == "d" else plain[token.start : token.end] for token, shape in zip(tokens, shapes, strict=True)
    ]
    make = _of_word if language == "en" else _of_character
    padded = [*["<"] * _REACH, *folded, *[">"] * _REACH]
    shaped = [*["<"] * _REACH, *shapes, *[">"] * _REACH]
    return [make(padded, shaped, at + _REACH) for at in range(len(tokens))]


def _shape(word: str) -> str:
    if word[0].isdigit():
        return "d"
    if word.isascii() and word.isalpha():
        return "x" if word.islower() else "X" if word.isupper() and len(word) > 1 else "Xx"
    return "x" if word.islower() else "Xx" if word[0].isupper() else "c" if word.isalpha() else "."


def _of_word(folded: Sequence[str], shapes: Sequence[str], at: int) -> list[str]:
    word = folded[at]
    found = [f"{step} {folded[at + step]}" for step in (-2, -1, 0, 1, 2)]
    found += [f"-1 0 {folded[at - 1]} {word}", f"0 1 {word} {folded[at + 1]}"]
    found += [f"shape {step} {shapes[at + step]}" for step in (-2, -1, 0, 1, 2)]
    found.append(f"shapes {' '.join(shapes[at - 2 : at + 3])}")
    found += [f"end {word[-3:]} {shapes[at]}", f"begin {word[:2]} {shapes[at]}"]
    return [
        *found,
        f"-1 {folded[at - 1]} {shapes[at]}",
        f"1 {folded[at + 1]} {shapes[at]}",
        f"long {len(word) > 3} {shapes[at]}",
    ]


def _of_character(folded: Sequence[str], shapes: Sequence[str], at: int) -> list[str]:
    found = [f"{step} {folded[at + step]}" for step in range(-_REACH, _REACH + 1)]
    found += [f"{step} {step + 1} {folded[at + step]} {folded[at + step + 1]}" for step in range(-2, 2)]
    found.append(f"-1 1 {folded[at - 1]} {folded[at + 1]}")
    found.append(f"shapes {' '.join(shapes[at - 1 : at + 2])}")
    return found


def tagged_names(text: str, language: Language, model: LinearModel, sure: float = 0.0) -> Iterator[TextSpan]:
    """The names in ``text``, in order. ``sure``: by how much a name must score above being none."""
    tokens = tokens_of(text, language)
    if not tokens:
        return
    scores = model.scores_of_each(token_features(text, tokens, language))
    scores[:, _OUTSIDE] += np.float32(sure)
    begin = 0
    for place, kind in enumerate(best_path(scores)):
        if kind in (_BEGIN, _ALONE):
            begin = place
        if kind in (_END, _ALONE):
            yield TextSpan(tokens[begin].start, tokens[place].end)


def best_path(scores: Scores) -> list[int]:
    """The classes with the highest sum of which each may follow the one before; shape (tokens, classes).

    Plain numbers: arrays of five are slower, and this is asked of every sentence.
    """
    rows = scores.tolist()
    begin, _, _, alone, outside = rows[0]
    inside = end = _NEVER
    before: list[tuple[int, int]] = []  # of each token: the best class before it inside a name, and outside
    for of_begin, of_inside, of_end, of_alone, of_outside in rows[1:]:
        opened = max(begin, inside)
        closed, kind = _surest(end, alone, outside)
        before.append((_BEGIN if begin >= inside else _INSIDE, kind))
        begin, inside, end = closed + of_begin, opened + of_inside, opened + of_end
        alone, outside = closed + of_alone, closed + of_outside
    path = [_surest(end, alone, outside)[1]]
    for in_name, out_of_name in reversed(before):
        path.append(in_name if path[-1] in (_INSIDE, _END) else out_of_name)
    return path[::-1]


def _surest(*closed: float) -> tuple[float, int]:
    """The highest of the sums of ``_CLOSED``, and its class; of equal ones the first."""
    most = max(closed)
    return most, _CLOSED[closed.index(most)]
