"""Which relation type a question asks for, by the ontology's cue words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from core.domain.name_finder import NameMatch
from core.domain.text import CHINESE_CHARACTER, COMPANY_SLOT, PRONOUNS
from core.ontology import Ontology, RelationEnd, RelationType


@dataclass(frozen=True)
class AskedRelation:
    """A relation type and which end the asked-for companies are at.

    ``forward``: the query company is the source (asks for its customers), ``backward``: it is the target (asks
    for its suppliers), ``either``: both.
    """

    type: str
    end: RelationEnd
    also: tuple[tuple[str, RelationEnd], ...] = field(default=(), compare=False)  # what answers as well

    @property
    def types(self) -> tuple[str, ...]:
        """All relation types that answer."""
        return (self.type, *dict(self.also))

    def matches(self, relation_type: str, *, forward: bool, symmetric: bool) -> bool:
        """Whether a relation with the query at its source (``forward``) or target answers the question."""
        for wanted, end in ((self.type, self.end), *self.also):
            if relation_type == wanted and (end == "either" or symmetric or (end == "forward") == forward):
                return True
        return False


@dataclass(frozen=True)
class AskedInOntology:
    """An asked relation together with the ontology that says how types relate."""

    asked: AskedRelation
    ontology: Ontology

    @property
    def type(self) -> str:
        """The relation type."""
        return self.asked.type

    def answers(self, relation_type: str, *, forward: bool) -> bool:
        """Whether a relation of this type, with the query at its source (``forward``) or target, is asked for."""
        symmetric = self.ontology[relation_type].symmetric
        return self.asked.matches(relation_type, forward=forward, symmetric=symmetric)

    def concerns(self, relation_type: str) -> bool:
        """Whether edges of this type lead to what is asked for: the type itself, or the bridge that implies it."""
        implied = relation_type in self.ontology and self.ontology[relation_type].shared == self.asked.type
        return implied or relation_type in self.asked.types


def has_pronoun(question: str) -> bool:
    """Whether the question speaks of "it" or 它, which means nothing without a company."""
    return PRONOUNS.search(question) is not None


def mask_names(question: str, names: Iterable[NameMatch]) -> str:
    """The question with company names and pronouns replaced by ``{x}``, so that word order can be told."""
    masked, position = [], 0
    for match in names:
        masked += [question[position : match.start], COMPANY_SLOT]
        position = match.end
    masked.append(question[position:])
    text = PRONOUNS.sub(COMPANY_SLOT, "".join(masked))
    return re.sub(
        r"\s+", " ", text.replace(COMPANY_SLOT + "'s", COMPANY_SLOT).replace(COMPANY_SLOT + "’s", COMPANY_SLOT)
    )


def asked_relation(masked_question: str, ontology: Ontology) -> AskedRelation | None:
    """The relation type of the longest cue found in the question; None if there is no cue."""
    text = masked_question.casefold()
    unspaced = text.replace(" ", "")
    best: tuple[int, AskedRelation] | None = None
    for relation_type in ontology.types.values():
        for end, words in relation_type.cues.items():
            for cue in (*words.zh, *words.en):
                folded = cue.casefold()
                occurs = folded in text or folded in unspaced  # most do not: what follows takes longer
                if occurs and _contains(text, folded) and (best is None or _weight(cue) > best[0]):
                    best = (_weight(cue), AskedRelation(relation_type.id, end, _answered_also_by(relation_type, end)))
    return best[1] if best else None


def _answered_also_by(relation_type: RelationType, end: RelationEnd) -> tuple[tuple[str, RelationEnd], ...]:
    opposite: dict[RelationEnd, RelationEnd] = {"forward": "backward", "backward": "forward", "either": "either"}
    return ((relation_type.reverse_of, opposite[end]),) if relation_type.reverse_of else ()


def _weight(cue: str) -> int:
    """Length of a cue; a Chinese character says about as much as three letters."""
    return len(cue) + 2 * len(CHINESE_CHARACTER.findall(cue))


def _contains(text: str, cue: str) -> bool:
    if CHINESE_CHARACTER.search(cue):
        return cue in text.replace(" ", "")
    return re.search(rf"(?<![a-z0-9]){re.escape(cue)}(?![a-z0-9])", text) is not None
