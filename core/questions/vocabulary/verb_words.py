"""Verbs of relations as words of the lexicon: their forms, what may be denied of them, and those with somebody in the
middle: took Tiffany over, gave Visa a run for its money, 抢比亚迪的饭碗."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from core.ontology import RelationType
from core.ontology.inflection import verb_forms
from core.questions.parsing.meanings import RelationVerb, Subject
from core.questions.vocabulary.slots import filled

_DENIABLE = re.compile(
    r"((?:tak|giv|gave|grant|hold|held|has|hav|had|mak|made|sell|sold|pa[iy]|collect|charg|run|ran|form|put|get|got)\w*)"
    r" (?:an? )?(\S+(?: \S+)* (?:to|from|with|in|for|of))"
)
"""A verb with an object and a preposition, whose object "no" may stand before: take no licences from."""
FRONTED = frozenset(("in", "on", "upon", "from", "to", "with", "of", "against", "under"))
"""Prepositions of verbs that may stand before what is asked for: in which companies did SoftBank invest."""
_GIVEN = frozenset(("license", "licence"))
"""Verbs that both who gives and who gets a licence may be the subject of."""
PARTED = "…"
"""In a verb, where somebody stands."""
PARTICLES = frozenset(("up", "over", "out", "in", "off", "down"))
"""Of English verbs, before or behind their object."""
Opened = tuple[str, RelationVerb]
"""What has to follow, and what both together mean."""


def verb_words(kind: RelationType, slots: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, str, Any]]:
    """Phrase, category and meaning of every verb of a relation type."""
    for subject, verbs in kind.words.verbs.items():
        for phrase in filled(verbs.zh, slots):
            if PARTED in phrase:
                yield from parted(phrase, (phrase.partition(PARTED)[0],), RelationVerb(kind.id, subject))
            else:
                yield phrase, "verb", RelationVerb(kind.id, subject, past=True)
        for phrase in filled(verbs.en, slots):
            if PARTED in phrase:
                forms = [form for form, _ in verb_forms(phrase.partition(PARTED)[0].strip())]
                yield from parted(phrase, forms, RelationVerb(kind.id, subject))
            else:
                yield from _english(phrase, kind.id, subject)


def _english(phrase: str, kind: str, subject: Subject) -> Iterator[tuple[str, str, Any]]:
    plain = RelationVerb(kind, subject)
    given = phrase in _GIVEN and subject == "target"
    for form, past in verb_forms(phrase):
        yield form, "verb", RelationVerb(kind, subject, past, given)
        first, _, particle = form.partition(" ")
        if particle in PARTICLES:  # took Tiffany over
            yield from parted(f"{first}{PARTED}{particle}", (first,), plain)
        verb, _, preposition = form.rpartition(" ")
        if verb and preposition in FRONTED:
            yield verb, "stranded", (preposition, plain)
        denied = _DENIABLE.fullmatch(form)
        if denied:
            yield f"{denied[1]} no {denied[2]}", "denied_verb", plain


def parted(phrase: str, forms: Iterable[str], verb: RelationVerb) -> Iterator[tuple[str, str, Opened | str]]:
    """The two parts of a verb as words of the lexicon; ``forms`` are those of the first part."""
    end = phrase.partition(PARTED)[2].strip()
    yield end, "closing", end
    for form in forms:
        yield form.strip(), "opened", (end, verb)
