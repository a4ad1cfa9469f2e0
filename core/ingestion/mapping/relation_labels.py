"""Relation labels of other people's data → types of the ontology. What is not known is left for a person to map."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from core.domain.text import COMPANY_SLOT
from core.names.normalise import fold_characters
from core.ontology import Ontology, RelationType

_AUXILIARIES = re.compile(r"^(?:(?:is|are|was|were|has|have|be|been|a|an|the)\s+)+")
_PASSIVE = re.compile(r"^被|\bby$")  # asked for, they are nouns; as labels, verbs that lead backwards


@dataclass(frozen=True)
class MappedLabel:
    """A type of the ontology. ``reversed``: an edge of that label leads from the type's target to its source."""

    type: str
    reversed: bool = False


class RelationLabels:
    """The labels that the ontology itself knows, in both languages.

    A verb reads from source to target ("supplies", 供货给), its inverse the other way round. A noun says what the
    target is to the source (A —供应商→ C: C supplies A), and followed by "of" what the source is to the target
    (A —supplier_of→ C: A supplies C).
    """

    def __init__(self, ontology: Ontology) -> None:
        self._known: dict[str, MappedLabel] = {}
        kinds = list(ontology.types.values())
        for kind in kinds:  # ids and verbs of all types count before the nouns of any
            self._learn(kind, (kind.id, kind.label.zh, kind.label.en), forward=True)
            self._learn(kind, (kind.inverse.zh, kind.inverse.en), forward=False)
            self._learn(kind, kind.data_labels.get("forward", ()), forward=True)
            self._learn(kind, kind.data_labels.get("backward", ()), forward=False)
        for kind in kinds:
            for forward in (True, False):
                self._learn_nouns(kind, forward=forward)

    def _learn(self, kind: RelationType, labels: Iterable[str], *, forward: bool) -> None:
        for label in labels:
            self._known.setdefault(folded_label(label), MappedLabel(kind.id, not forward and not kind.symmetric))

    def _learn_nouns(self, kind: RelationType, *, forward: bool) -> None:
        """What the other end is, seen from the source (``forward``) or the target, and words that ask for it."""
        end = kind.other_end["forward" if forward else "backward"]
        cues = kind.cues.get("forward" if forward else "backward")
        either = kind.cues.get("either") if kind.symmetric else None
        words = [end.zh, end.en]
        for each in filter(None, (cues, either)):
            words += [word for word in (*each.zh, *each.en) if COMPANY_SLOT not in word and not _PASSIVE.search(word)]
        self._learn(kind, words, forward=forward)
        self._learn(kind, [f"{word} of" for word in words], forward=not forward)
        if kind.symmetric:
            self._learn(kind, [f"{word} with" for word in (kind.id, *words)], forward=True)

    def find(self, label: str) -> MappedLabel | None:
        """The type that a label means; None if the ontology does not say."""
        return self._known.get(folded_label(label))


def folded_label(label: str) -> str:
    """Without case, width, underscores, hyphens and auxiliaries: IS_PARTIAL_OWNER_OF ≈ "partial owner of"."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label)  # camelCase
    words = " ".join(re.sub(r"[\W_]+", " ", fold_characters(spaced)).split())
    return _AUXILIARIES.sub("", words)
