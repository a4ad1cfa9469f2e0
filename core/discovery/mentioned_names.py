"""Companies whose descriptions hold a name that nobody bears: a brand, a product, an app (WeChat, 微信)."""

from __future__ import annotations

import re
from functools import reduce

import numpy as np

from core.domain.results import NameChoice
from core.names.normalise import fold_characters
from core.retrieval.base import Base

_OFFERED = 3
_MOST = 12
"""A word in the descriptions of more companies is no brand of one of them."""
_READ = 200
_RUNS = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]{2,}")
_CHINESE_TERM = 3  # characters of the longest Chinese term of the index


def mentioned_by(base: Base, words: str) -> tuple[NameChoice, ...]:
    """At most three companies described with ``words``, those with the most relations first; none where many are.

    Their ``similarity`` is 0: no name of theirs is like it.
    """
    folded = fold_characters(words.strip())
    terms = [term for run in _RUNS.findall(folded) for term in _terms(run)]
    if not terms:
        return ()
    known = base.knowledge_base
    rows = reduce(np.intersect1d, (known.words.texts_with(term) for term in terms))
    if len(rows) > _READ:
        return ()
    said = re.compile(rf"\b{re.escape(folded)}\b" if folded.isascii() else re.escape(folded), re.ASCII)
    entities = [known.entity(known.entity_ids[node]) for node in known.company_nodes[rows].tolist()]
    texts = [f"{each.description_zh}\n{each.description_en}" for each in entities]
    written = [said.search(fold_characters(text)) for text in texts]
    holding = [
        entity.id
        for entity, text, found in zip(entities, texts, written, strict=True)
        if found and not text[found.start() : found.end()].islower()  # acquisitions is a word, Azure a name
    ]
    if len(holding) > _MOST:
        return ()
    offered = sorted(holding, key=lambda each: (-int(known.relation_counts[known.node_of[each]]), each))
    return tuple(base.names.choice(each, 0.0) for each in offered[:_OFFERED])


def _terms(run: str) -> list[str]:
    """The index terms of a run of characters: the run itself in Latin letters, its parts of three in Chinese."""
    if run.isascii():
        return [run]
    size = min(len(run), _CHINESE_TERM)
    return [run[place : place + size] for place in range(len(run) - size + 1)]
