"""Which entities each passage names, and in what role."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

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
    entity_vectors: dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]],
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
    return _without_words(mentions, len(passages), known)


def _without_words(mentions: list[Mention], passages: int, stated: Mapping[str, Sequence[str]]) -> list[Mention]:
    found = Counter(mention.entity_id for mention in mentions)
    most = max(_NEVER_TOO_OFTEN, passages // 100)
    return [
        mention
        for mention in mentions
        if found[mention.entity_id] <= most
        or mention.role == "PRIMARY"
        or mention.entity_id in stated.get(mention.passage_id, ())
    ]
