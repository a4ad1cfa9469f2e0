"""Which entities each passage names, and in what role."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from core.domain.records import MentionRole, Passage
from core.names.name_finder import FoldedNames
from core.names.name_table import Numbers
from core.storage.embeddings import Vectors
from core.storage.mapped_files import RowNumbers, spans

Rows = Mapping[str, int] | RowNumbers
MENTION_ROLES: tuple[MentionRole, ...] = get_args(MentionRole)
_NEVER_TOO_OFTEN = 500
_ROLE_SCORE: dict[MentionRole, float] = {"PRIMARY": 1.0, "SECONDARY": 0.6, "PERIPHERAL": 0.3}
_PRIMARY, _SECONDARY, _PERIPHERAL = (MENTION_ROLES.index(role) for role in _ROLE_SCORE)
_SENTENCE_END = re.compile("[。！？.!?]")
_IN_TITLE, _IN_TEXT, _RECOGNISED, _STATED = range(4)
_BLOCK = 8192  # pairs of vectors compared at a time: 32 MB at 512 dimensions


@dataclass(frozen=True, eq=False)
class Mentions:
    """Mention k: passage number ``passage[k]`` names entity number ``entity[k]`` in ``MENTION_ROLES[role[k]]``.

    Scores in [0, 1]; all of shape (mentions,), passage by passage in the order of their finding.
    """

    passage: Numbers
    entity: Numbers
    role: Numbers
    role_score: NDArray[np.float64]
    similarity_score: NDArray[np.float64]
    position_score: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.passage)

    def where(self, kept: NDArray[np.bool_]) -> Mentions:
        """Those of ``kept``, shape (mentions,)."""
        return Mentions(*(getattr(self, each.name)[kept] for each in fields(self)))

    @property
    def weight(self) -> NDArray[np.float64]:
        """Mean of the three scores, as in ``Mention.weight``."""
        return (self.role_score + self.similarity_score + self.position_score) / 3.0

    def named_in(self, passages: Sequence[Passage], entity_ids: Sequence[str]) -> dict[str, frozenset[str]]:
        """Passage id → ids of the entities it names, for the first ``len(passages)`` passages where there are any."""
        named: dict[str, set[str]] = {}
        among = self.passage < len(passages)
        for passage, entity in zip(self.passage[among].tolist(), self.entity[among].tolist(), strict=True):
            named.setdefault(passages[passage].id, set()).add(entity_ids[entity])
        return {passage_id: frozenset(ids) for passage_id, ids in named.items()}


@dataclass(frozen=True, eq=False)
class NamesInPassages:
    """Every name in the titles and in the texts of passages: number of the passage, row of an entity of this name,
    character at which it begins; both of shape (names, 3)."""

    titles: NDArray[np.int64]
    texts: NDArray[np.int64]


def names_in(passages: Sequence[Passage], names: FoldedNames) -> NamesInPassages:
    """Where ``names`` occur in ``passages``; their bearers are rows."""
    titles, texts = [passage.title for passage in passages], [passage.text for passage in passages]
    return NamesInPassages(*(_borne(part, names) for part in (titles, texts)))


def find_mentions(
    names: NamesInPassages,
    passages: Sequence[Passage],
    passage_vectors: Vectors,
    entity_rows: Rows,
    entity_vectors: Vectors,
    stated: Iterable[tuple[str, str]] = (),
    recognised: Sequence[tuple[int, int, int]] = (),
) -> Mentions:
    """Mentions of all passages, one per passage and entity.

    Role: PRIMARY if the title names the entity, SECONDARY if the first sentence does, else PERIPHERAL.
    Position score: 1 at the start of the text, falling to 0 at its end. Similarity score: cosine, at least 0.
    ``passage_vectors`` has shape (len(passages), dimension); ``entity_rows`` (by id) are rows of ``entity_vectors``.
    ``names``: what stands in these passages. ``recognised``: further (passage row, entity row, start in the text).
    ``stated``: (passage id, entity id) pairs that the source states; one not found by name counts as named at the
    start.

    What is found in more than 500 passages and more than one in a hundred is a word, not a name ("One", "People's"):
    such mentions are left out, except where the title names it or the source states it.
    """
    everything = all_mentions(names, passages, passage_vectors, entity_rows, entity_vectors, stated, recognised)
    words = words_among(np.bincount(everything.mentions.entity), len(passages))
    return everything.mentions.where(~is_word(everything, words))


@dataclass(frozen=True, eq=False)
class AllMentions:
    """Mentions, those of words among them; ``said``: which of them the source states, shape (mentions,)."""

    mentions: Mentions
    said: NDArray[np.bool_]


def all_mentions(
    names: NamesInPassages,
    passages: Sequence[Passage],
    passage_vectors: Vectors,
    entity_rows: Rows,
    entity_vectors: Vectors,
    stated: Iterable[tuple[str, str]] = (),
    recognised: Sequence[tuple[int, int, int]] = (),
) -> AllMentions:
    """The same with those of words: what can be said passage by passage."""
    lengths = np.array([len(passage.text) for passage in passages], dtype=np.int64)
    titled, named = names.titles, names.texts
    told = _stated(stated, {passage.id: row for row, passage in enumerate(passages)}, entity_rows)
    read = np.array(recognised, dtype=np.int64).reshape(len(recognised), 3)
    kind = np.repeat([_IN_TITLE, _IN_TEXT, _RECOGNISED, _STATED], [len(titled), len(named), len(read), len(told)])
    passage, entity, start = np.concatenate([titled, named, read, told]).T
    start = np.where((kind == _IN_TEXT) | (kind == _RECOGNISED), start, 0)
    pairs = passage * (len(entity_vectors) + 1) + entity
    kept = _first_of_each(passage, kind, pairs)
    said = np.isin(pairs[kept], pairs[kind == _STATED])
    kind, passage, entity, start = kind[kept], passage[kept], entity[kept], start[kept]
    sentence = np.array([_first_sentence(passage.text) for passage in passages], dtype=np.int64)
    role = np.where(kind == _IN_TITLE, _PRIMARY, np.where(start <= sentence[passage], _SECONDARY, _PERIPHERAL))
    scores = np.array([_ROLE_SCORE[each] for each in MENTION_ROLES])[role]
    similarity = _similarities(passage_vectors, passage, entity_vectors, entity)
    return AllMentions(Mentions(passage, entity, role, scores, similarity, 1.0 - start / lengths[passage]), said)


def words_among(found: Numbers, passages: int) -> NDArray[np.int64]:
    """Entities found in so many of ``passages`` passages that their name is a word. ``found``: in how many each, shape
    (entities,)."""
    return np.flatnonzero(found > max(_NEVER_TOO_OFTEN, passages // 100))


def is_word(found: AllMentions, words: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which mentions are of ``words``, and neither in a title nor stated by the source; shape (mentions,)."""
    mentions = found.mentions
    return np.asarray(np.isin(mentions.entity, words) & (mentions.role != _PRIMARY) & ~found.said)


def _borne(texts: Sequence[str], names: FoldedNames) -> NDArray[np.int64]:
    """(text, bearer, start) of every occurrence and every bearer of its name, in order; shape (found, 3)."""
    occurrences = [
        (row, found.start, found.number)
        for row, text in enumerate(texts)
        for found in names.occurrences(text, respect_case=True)
    ]
    text, start, number = np.array(occurrences, dtype=np.int64).reshape(-1, 3).T
    first, counts = names.start[number], np.diff(names.start)[number]
    return np.stack([np.repeat(text, counts), spans(names.bearer, first, counts), np.repeat(start, counts)], axis=1)


def _stated(pairs: Iterable[tuple[str, str]], passage_rows: Rows, entity_rows: Rows) -> NDArray[np.int64]:
    """(passage, entity, 0) of what is stated of passages that are there; shape (stated, 3)."""
    told = [(passage_rows[passage], entity_rows[entity], 0) for passage, entity in pairs if passage in passage_rows]
    return np.array(told, dtype=np.int64).reshape(len(told), 3)


def _first_of_each(passage: Numbers, kind: Numbers, pairs: Numbers) -> Numbers:
    """Places of the first of each pair, passage by passage: titles before texts before what is stated."""
    order = np.lexsort((kind, passage))  # stable: left to right within each
    first = np.sort(np.unique(pairs[order], return_index=True)[1])
    return np.asarray(order[first])


def _first_sentence(text: str) -> int:
    """Where the first sentence ends."""
    found = _SENTENCE_END.search(text)
    return found.start() if found else len(text)


def _similarities(first: Vectors, first_rows: Numbers, second: Vectors, second_rows: Numbers) -> NDArray[np.float64]:
    """Cosine of the vectors in these rows, pair by pair, in [0, 1]."""
    found = [np.zeros(0, dtype=np.float32)]
    for start in range(0, len(first_rows), _BLOCK):
        some, others = first_rows[start : start + _BLOCK], second_rows[start : start + _BLOCK]
        found.append(np.einsum("ij,ij->i", first[some], second[others]))
    return np.clip(np.concatenate(found), 0.0, 1.0).astype(np.float64)
