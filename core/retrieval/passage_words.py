"""Scores passages by the words of the question: one that only names the company does not yet state what is asked.

Weights are designed and were compared on the public parts of the passage tasks alone: docs/retrieval.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from core.domain.records import Passage
from core.domain.text import COMPANY_SLOT
from core.ingestion.records.profiles import PROFILE
from core.names.normalise import FUNCTION_WORDS, fold_characters
from core.ontology.types import RelationType
from core.storage.relation_graph import FloatArray

MOST_READ = 60
"""Passages whose texts are read: the best ones by everything else."""
_CONTENT, _CUES, _TITLE, _NEXT_TITLE = 0.2, 0.1, 0.2, 0.1
_FIRST = 3
"""Passages in which the title of another one may be named: the next step of a chain."""
_SHORTEST_TITLE = 4
_WORD = re.compile(r"[a-z0-9]{2,}")
_CHINESE = re.compile(r"[\u3400-\u9fff]+")
_BETWEEN_WORDS = re.compile(r"[^a-z0-9\u3400-\u9fff]+")
_ENDINGS = ("ings", "ing", "ed", "es", "s")
_SHORTEST_STEM = 3


@dataclass(frozen=True)
class AskedWords:
    """``content``: stems of English words and pairs of Chinese characters, without names; ``cues_en``, ``cues_zh``:
    words by which the relation asked for is told; ``question``: all of it, folded, in which titles are looked for."""

    content: frozenset[str] = frozenset()
    cues_en: tuple[str, ...] = ()
    cues_zh: tuple[str, ...] = ()
    question: str = ""


def asked_words(question: str, without_names: str, relation: RelationType | None) -> AskedWords:
    """Of a question, as written and with its names masked, and of the relation that it asks for."""
    folded = fold_characters(without_names)
    stems = {_stem(word) for word in _WORD.findall(folded) if word not in FUNCTION_WORDS}
    pairs = {run[at : at + 2] for run in _CHINESE.findall(folded) for at in range(len(run) - 1)}
    cues = [] if relation is None else list(relation.cues.values())
    return AskedWords(
        frozenset(stems | pairs),
        _bare(word.lower() for each in cues for word in each.en),
        _bare(word for each in cues for word in each.zh),
        fold_characters(question),
    )


def said_in(asked: AskedWords, passages: Sequence[Passage]) -> FloatArray:
    """How much each passage, the best first, says of what is asked, shape (passages,), at most 0.5.

    That is the share of the content words that it holds, rarer ones weighing more; whether it holds a word of the
    relation; and whether the question, or one of the first passages, names its title.
    """
    texts = [f" {_BETWEEN_WORDS.sub(' ', fold_characters(each.text))} " for each in passages]
    said = _CONTENT * _content_shares(asked.content, texts)
    first = " ".join(fold_characters(each.text) for each in passages[:_FIRST])
    for place, (text, passage) in enumerate(zip(texts, passages, strict=True)):
        chinese = _CHINESE.search(text) is not None
        cues = asked.cues_zh if chinese else asked.cues_en
        said[place] += _CUES * any((cue if chinese else f" {cue} ") in text for cue in cues)
        title = fold_characters(passage.title)
        if len(title) >= _SHORTEST_TITLE and passage.source_kind != PROFILE:  # those are titled by the company's name
            said[place] += _TITLE if title in asked.question else _NEXT_TITLE if title in first else 0.0
    return said


def _bare(cues: Iterable[str]) -> tuple[str, ...]:
    """Without the place of a name: 供货给 of 供货给{x}."""
    return tuple(dict.fromkeys(filter(None, (cue.replace(COMPANY_SLOT, "").strip() for cue in cues))))


def _content_shares(content: frozenset[str], texts: Sequence[str]) -> FloatArray:
    units = sorted(content)
    if not units or not texts:
        return np.zeros(len(texts))
    holds = np.array(
        [[(unit if unit[0] > "z" else f" {unit}") in text for unit in units] for text in texts], dtype=float
    )
    weights = np.array([log((len(texts) + 1) / (count + 0.5)) for count in holds.sum(axis=0)])
    shares: FloatArray = holds @ weights / weights.sum()
    return shares


def _stem(word: str) -> str:
    ending = next((each for each in _ENDINGS if word.endswith(each) and len(word) - len(each) >= _SHORTEST_STEM), "")
    return word.removesuffix(ending)
