"""TF-IDF over company texts (Salton & Buckley 1988): which companies are described in the same words.

Words are runs of Latin letters and digits, alone and in pairs, and pairs and triples of Chinese
characters with the edges of their run. Terms are
numbered by hash, so that no vocabulary has to be kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.names.code_points import code_points, in_batches, raw_code_points
from core.names.normalise import FUNCTION_WORDS, fold_characters
from core.storage.mapped_files import map_array, save_arrays, spans

TERMS = 1 << 20
_LATIN_END = 0x7B  # after z
_RUNS = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]+")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class TermVector:
    """A text as weighted terms, unit length: ``terms`` and ``weights``, shape (distinct terms,)."""

    terms: NDArray[np.int32]
    weights: Floats


@dataclass(frozen=True, eq=False)
class LexicalIndex:
    """Texts as unit TF-IDF vectors, by text (``terms``, ``weights`` from ``starts``) and by term (``texts``,
    ``text_weights`` from ``term_starts``). ``rarity``: inverse document frequency per term, shape (TERMS,)."""

    starts: NDArray[np.int64]
    terms: NDArray[np.int32]
    weights: Floats
    term_starts: NDArray[np.int64]
    texts: NDArray[np.int32]
    text_weights: Floats
    rarity: Floats

    def __len__(self) -> int:
        return len(self.starts) - 1

    def of(self, row: int) -> TermVector:
        """The stored vector of text ``row``."""
        part = slice(self.starts[row], self.starts[row + 1])
        return TermVector(self.terms[part], self.weights[part])

    def of_text(self, text: str) -> TermVector:
        """The vector of a new text; empty if it has no words."""
        terms, counts = _counted(text)
        return TermVector(terms, _unit((1.0 + np.log(counts)) * self.rarity[terms]))

    def texts_with(self, word: str) -> NDArray[np.int32]:
        """Texts that hold ``word``, ascending: a folded run of Latin letters and digits, or two or three Chinese
        characters. Rarely a few more: different terms may share a hash."""
        term = _number(word)
        return self.texts[self.term_starts[term] : self.term_starts[term + 1]]

    def similarities(self, vector: TermVector) -> Floats:
        """Cosine of every text with ``vector``, shape (texts,), in [0, 1]."""
        from core.storage.term_kernels import add_up  # loads the compiler

        sums = np.zeros(len(self))
        firsts = self.term_starts[vector.terms]
        counts = self.term_starts[vector.terms + 1] - firsts
        if counts.any():
            texts, of_texts = (spans(part, firsts, counts) for part in (self.texts, self.text_weights))
            add_up(texts, of_texts, counts, np.array(vector.weights), sums)  # read-only, it would be compiled again
        return np.clip(sums, 0.0, 1.0).astype(np.float32)


def lexical_index(texts: Sequence[str]) -> LexicalIndex:
    """Index ``texts``: weight (1 + ln tf) · (1 + ln((1 + N)/(1 + df))), scaled to unit length."""
    from scipy.sparse import csr_array  # 13 MB that a process which only searches has no use for

    from core.storage.term_kernels import weigh  # loads the compiler

    rows, terms, counts = _counted_in_each(texts)
    rarity = 1.0 + np.log((1.0 + len(texts)) / (1.0 + np.bincount(terms, minlength=TERMS)))
    starts = np.searchsorted(rows, np.arange(len(texts) + 1))
    damped = 1.0 + np.log(np.maximum(1, np.arange(counts.max(initial=0) + 1)))  # of each count once
    weights = np.empty(len(terms), dtype=np.float32)
    weigh(starts, terms, counts, damped, rarity, weights)
    by_term = csr_array((weights, terms, starts), (len(texts), TERMS)).tocsc()  # sorts by counting
    return LexicalIndex(
        starts=starts,
        terms=terms,
        weights=weights,
        term_starts=by_term.indptr.astype(np.int64),
        texts=by_term.indices.astype(np.int32),
        text_weights=by_term.data,
        rarity=rarity.astype(np.float32),
    )


def save_lexical_index(index: LexicalIndex, folder: Path) -> None:
    """Write one file per array into ``folder``."""
    save_arrays(folder, **{field.name: getattr(index, field.name) for field in fields(index)})


def map_lexical_index(folder: Path) -> LexicalIndex:
    """The saved index.

    Raises OSError or ValueError if it cannot be read or does not fit.
    """
    names = ("starts", "terms", "weights", "term_starts", "texts", "text_weights", "rarity")
    arrays: dict[str, Any] = {name: map_array(folder / f"{name}.npy") for name in names}
    index = LexicalIndex(**arrays)
    whole = (
        len(index.terms) == len(index.weights) == len(index.texts) == len(index.text_weights) == index.starts[-1]
        and len(index.rarity) == len(index.term_starts) - 1 == TERMS
    )
    if not whole:
        raise ValueError(f"{folder.name}: the arrays do not fit one another")
    return index


def _counted_in_each(texts: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Row of the text, term and count of all that ``_counted`` finds in each text, text by text."""
    from core.storage.term_kernels import TERMS_A_CHARACTER, find_terms  # loads the compiler

    function_words = sorted(FUNCTION_WORDS)
    words, word_starts = raw_code_points(function_words)
    initials = np.searchsorted([ord(word[0]) for word in function_words], np.arange(_LATIN_END + 1))

    def count(part: slice) -> NDArray[np.int32]:
        some = code_points(texts[part])
        room = np.empty(TERMS_A_CHARACTER * (len(some.folded) + 1), dtype=np.int64)
        occurring = room[: find_terms(some.folded, some.starts, words, word_starts, initials, np.uint64(TERMS), room)]
        distinct, counts = np.unique(occurring, return_counts=True)
        return np.array([distinct // TERMS + part.start, distinct % TERMS, counts], dtype=np.int32)

    rows, terms, counted = np.concatenate([np.zeros((3, 0), dtype=np.int32), *in_batches(count, texts)], axis=1)
    return rows, terms, counted


def _counted(text: str) -> tuple[NDArray[np.int32], NDArray[Any]]:
    """Distinct terms of a text, ascending, and how often each occurs."""
    numbers = np.fromiter((_number(term) for term in _terms(text)), dtype=np.int32)
    return np.unique(numbers, return_counts=True)


def _terms(text: str) -> Iterator[str]:
    previous = ""
    for run in _RUNS.findall(fold_characters(text)):
        if _CHINESE.match(run):
            edged = f" {run} "  # what a word ends with says what kind of thing it is: 管 in 无缝钢管
            yield from (edged[place : place + size] for size in (2, 3) for place in range(len(edged) - size + 1))
            previous = ""
        elif run not in FUNCTION_WORDS:
            yield run
            if previous:
                yield f"{previous} {run}"
            previous = run


def _number(term: str) -> int:
    """FNV-1a, 64 bit, folded to the number of terms: the same in every process and on every machine."""
    value = 0xCBF29CE484222325
    for byte in term.encode("utf-8", "surrogatepass"):
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return int((value ^ (value >> 40)) % TERMS)


def _unit(weights: NDArray[Any]) -> Floats:
    length = float(np.sqrt(np.sum(weights * weights)))
    return np.asarray(weights / length if length > 0 else weights, dtype=np.float32)
