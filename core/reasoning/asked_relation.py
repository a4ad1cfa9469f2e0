"""Which relation type a question asks for, by the ontology's cue words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from core.domain.text import CHINESE_CHARACTER, COMPANY_SLOT, PRONOUNS
from core.names.name_finder import NameMatch
from core.names.normalise import fold_characters
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


@dataclass(frozen=True)
class FoundCue:
    """``question[start:end]`` is a cue word of the ontology and asks for ``asked``; ``text`` is the cue itself.
    ``leaves_end_open``: the word alone does not say which end of a directed relation is asked for."""

    start: int
    end: int
    text: str
    asked: AskedRelation
    leaves_end_open: bool = False

    @property
    def span(self) -> tuple[int, int]:
        """Where it stands."""
        return self.start, self.end

    @property
    def names_the_company(self) -> bool:
        """Whether the word order around the company is part of the cue."""
        return COMPANY_SLOT in self.text


def asked_relation(masked_question: str, ontology: Ontology) -> AskedRelation | None:
    """The relation type of the longest cue found in the question; None if there is no cue."""
    best = longest_cue(cues_in(masked_question, ontology))
    return best.asked if best else None


def longest_cue(cues: Iterable[FoundCue]) -> FoundCue | None:
    """The cue that decides; of equally long ones the first; None without any."""
    return max(cues, key=lambda cue: _weight(cue.text), default=None)


def cues_in(masked_question: str, ontology: Ontology) -> list[FoundCue]:
    """Every place where a cue word stands, in the order of the ontology."""
    text = fold_characters(masked_question)
    unspaced = text.replace(" ", "")
    found: list[FoundCue] = []
    for relation_type in ontology.types.values():
        for cue_end, words in relation_type.cues.items():
            end: RelationEnd = "either" if cue_end == "both" else cue_end
            is_open = cue_end == "either" and not relation_type.symmetric
            for cue in (*words.zh, *words.en):
                folded = _folded(cue)
                if folded in text or folded in unspaced:  # most do not occur: what follows takes longer
                    asked = asked_of(relation_type, end)
                    found += [FoundCue(*place.span(), folded, asked, is_open) for place in _places(text, folded)]
    return found


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


_folded = cache(fold_characters)  # the cue words of an ontology are few

_OPPOSITE: dict[RelationEnd, RelationEnd] = {"forward": "backward", "backward": "forward", "either": "either"}


def _answered_also_by(relation_type: RelationType, end: RelationEnd) -> tuple[tuple[str, RelationEnd], ...]:
    return ((relation_type.reverse_of, _OPPOSITE[end]),) if relation_type.reverse_of else ()


def _weight(cue: str) -> int:
    """Length of a cue; a Chinese character says about as much as three letters."""
    return len(cue) + 2 * len(CHINESE_CHARACTER.findall(cue))


def _places(text: str, cue: str) -> Iterable[re.Match[str]]:
    """Where a cue stands: a whole word in English; between Chinese characters spaces mean nothing."""
    if CHINESE_CHARACTER.search(cue):
        parts = re.findall(r"\{x\}|\S", cue)
        return re.finditer(r"\s*".join(map(re.escape, parts)), text)
    return re.finditer(rf"(?<![a-z0-9]){re.escape(cue)}(?![a-z0-9])", text)
