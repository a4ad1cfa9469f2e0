"""What data may call the types of entities."""

from __future__ import annotations

from core.names.normalise import fold_characters
from core.ontology import Ontology


def entity_type_words(ontology: Ontology) -> dict[str, str]:
    """What data may call an entity type, folded → its id; of two types that claim a word, the first has it."""
    words: dict[str, str] = {}
    for kind in ontology.entity_types.values():
        for word in (kind.id, kind.label.zh, kind.label.en, *kind.words):
            words.setdefault(fold_characters(word), kind.id)
    return words
