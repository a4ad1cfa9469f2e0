"""A relation type with the end that is asked for, and what is recorded to answer it."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.ontology import Ontology, RelationEnd, RelationType

SAYS_MORE = {"similar_product": ("competitor",)}
"""Types whose recorded relations answer a question for another one: who competes with a company is like it."""


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


def asked_of(relation_type: RelationType, end: RelationEnd) -> AskedRelation:
    """What asks for an end of a relation type."""
    return AskedRelation(relation_type.id, end, _answered_also_by(relation_type, end))


def recorded_answer_to(asked: AskedRelation, ontology: Ontology) -> AskedRelation:
    """The recorded relations that make a company an answer: those asked for, those that say the same the other way
    round, and those that say more."""
    reverse = [kind.id for kind in ontology.types.values() if kind.reverse_of == asked.type]
    also = [*asked.also, *((kind, _OPPOSITE[asked.end]) for kind in reverse)]
    also += [(kind, asked.end) for kind in SAYS_MORE.get(asked.type, ()) if kind in ontology]
    return AskedRelation(asked.type, asked.end, tuple(also))


_OPPOSITE: dict[RelationEnd, RelationEnd] = {"forward": "backward", "backward": "forward", "either": "either"}


def _answered_also_by(relation_type: RelationType, end: RelationEnd) -> tuple[tuple[str, RelationEnd], ...]:
    return ((relation_type.reverse_of, _OPPOSITE[end]),) if relation_type.reverse_of else ()
