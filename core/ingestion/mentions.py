"""Which entities each passage names, and in what role."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.domain.name_finder import NameFinder
from core.domain.records import Mention, MentionRole, Passage
from core.storage.embeddings import Vectors

_NEVER_TOO_OFTEN = 500
_ROLE_SCORE: dict[MentionRole, float] = {"PRIMARY": 1.0, "SECONDARY": 0.6, "PERIPHERAL": 0.3}
_SENTENCE_ENDS = "。！？.!?"


def find_mentions(
    finder: NameFinder,
    passages: Sequence[Passage],
    passage_vectors: Vectors,
    entity_vectors: Mapping[str, NDArray[np.float32]],
    stated: Iterable[tuple[str, str]] = (),
) -> list[Mention]:
    """Mentions of all passages, one per passage and entity.

    Role: PRIMARY if the title names the entity, SECONDARY if the first sentence does, else PERIPHERAL.
    Position score: 1 at the start of the text, falling to 0 at its end. Similarity score: cosine, at least 0.
    ``passage_vectors`` has shape (len(passages), dimension). ``stated``: further (passage id, entity id) pairs that
    the source states; one not found by name counts as named at the start.

    What is found in more than 500 passages and more than one in a hundred is a word, not a name ("One", "People's"):
    such mentions are left out, except where the title names it or the source states it.
    """
    told = list(stated)
    mentions = all_mentions(finder, passages, passage_vectors, entity_vectors, told)
    words = words_among(Counter(mention.entity_id for mention in mentions), len(passages))
    return without_words(mentions, words, told)


def all_mentions(
    finder: NameFinder,
    passages: Sequence[Passage],
    passage_vectors: Vectors,
    entity_vectors: Mapping[str, NDArray[np.float32]],
    stated: Iterable[tuple[str, str]] = (),
) -> list[Mention]:
    """The same with those of words: what can be said passage by passage."""
    mentions = []
    known: dict[str, list[str]] = {}
    for passage_id, entity_id in stated:
        known.setdefault(passage_id, []).append(entity_id)
    for passage, vector in zip(passages, passage_vectors, strict=True):
        titled = [found for match in finder.find(passage.title, respect_case=True) for found in match.entity_ids]
        in_title = dict.fromkeys(titled, 0)
        first: dict[str, int] = dict(in_title)
        for match in finder.find(passage.text, respect_case=True):
            for entity_id in match.entity_ids:
                first.setdefault(entity_id, match.start)
        for entity_id in known.get(passage.id, ()):
            first.setdefault(entity_id, 0)
        first_sentence = min(
            (passage.text.find(end) for end in _SENTENCE_ENDS if end in passage.text), default=len(passage.text)
        )
        for entity_id, start in first.items():
            role: MentionRole = "PERIPHERAL"
            if entity_id in in_title:
                role = "PRIMARY"
            elif start <= first_sentence:
                role = "SECONDARY"
            similarity = float(np.clip(vector @ entity_vectors[entity_id], 0.0, 1.0))
            mentions.append(
                Mention(
                    passage_id=passage.id,
                    entity_id=entity_id,
                    role=role,
                    role_score=_ROLE_SCORE[role],
                    similarity_score=similarity,
                    position_score=1.0 - start / len(passage.text),
                )
            )
    return mentions


def words_among(found: Mapping[str, int], passages: int) -> frozenset[str]:
    """Entities found in so many of ``passages`` passages that their name is a word. ``found``: in how many each."""
    most = max(_NEVER_TOO_OFTEN, passages // 100)
    return frozenset(entity_id for entity_id, count in found.items() if count > most)


def without_words(
    mentions: Iterable[Mention], words: frozenset[str], stated: Iterable[tuple[str, str]]
) -> list[Mention]:
    """``mentions`` less those of ``words`` that neither a title nor the source states."""
    known = set(stated)
    return [
        mention
        for mention in mentions
        if mention.entity_id not in words
        or mention.role == "PRIMARY"
        or (mention.passage_id, mention.entity_id) in known
    ]
