"""Which entities each passage names, and in what role."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.domain.name_finder import NameFinder
from core.domain.records import Mention, MentionRole, Passage
from core.storage.embeddings import Vectors

_ROLE_SCORE: dict[MentionRole, float] = {"PRIMARY": 1.0, "SECONDARY": 0.6, "PERIPHERAL": 0.3}
_SENTENCE_ENDS = "。！？.!?"


def find_mentions(
    finder: NameFinder,
    passages: Sequence[Passage],
    passage_vectors: Vectors,
    entity_vectors: dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]],
) -> list[Mention]:
    """Mentions of all passages, one per passage and entity.

    Role: PRIMARY if the title names the entity, SECONDARY if the first sentence does, else PERIPHERAL.
    Position score: 1 at the start of the text, falling to 0 at its end. Similarity score: cosine, at least 0.
    ``passage_vectors`` has shape (len(passages), dimension).
    """
    mentions = []
    for passage, vector in zip(passages, passage_vectors, strict=True):
        in_title = {i for match in finder.find(passage.title, respect_case=True) for i in match.entity_ids}
        first: dict[str, int] = dict.fromkeys(in_title, 0)
        for match in finder.find(passage.text, respect_case=True):
            for entity_id in match.entity_ids:
                first.setdefault(entity_id, match.start)
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
