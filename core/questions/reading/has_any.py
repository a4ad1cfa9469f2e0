"""Who has any, or none, of a relation: 有合资公司的车企, 哪些车企没有合资公司.

跟大众有合资公司的车企 has a verb with its object.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.names.normalise import fold_characters
from core.ontology import Ontology
from core.questions.parsing.chart import Token
from core.questions.vocabulary.lexicon import lexicon_of

_HAS, _NOT, _OF = "有", "没", "的"
_KINDS = frozenset(("class", "company"))
_READ_AS = ("noun", "verb")


def has_any(question: str, tokens: Sequence[Token], ontology: Ontology) -> list[Token]:
    """The words, of which a verb such as 有合资公司 is what somebody has, where nobody is named before it."""
    folded = fold_characters(question)
    words = [folded[each.start : each.end] for each in tokens]
    split: list[Token] = []
    named = False
    for place, token in enumerate(tokens):
        named = named or "name" in token.readings
        denied = place > 0 and words[place - 1] == _NOT
        before = tokens[: place - denied][-1:]
        behind = words[place + 1 : place + 2]
        opens = not before and behind == [_OF]
        closes = bool(before) and not _KINDS.isdisjoint(before[0].readings) and not behind
        is_split = words[place].startswith(_HAS) and not named and (opens or closes)
        parts = list(_parted(words[place], token, ontology, denied=denied)) if is_split else []
        if parts and denied:
            split.pop()
        split += parts or [token]
    return split


def _parted(said: str, verb: Token, ontology: Ontology, *, denied: bool) -> Iterator[Token]:
    """To have, or to have none, and what."""
    lexicon = lexicon_of(ontology)
    readings = (lexicon[said.removeprefix(_HAS)] or {}) if "verb" in verb.readings else {}
    kept = {name: readings[name] for name in _READ_AS if name in readings}
    has = lexicon[f"{_NOT}{_HAS}" if denied else _HAS]
    if kept and has is not None:
        yield Token(verb.start - denied * len(_NOT), verb.start + len(_HAS), has)
        yield replace(verb, start=verb.start + len(_HAS), readings=kept)
