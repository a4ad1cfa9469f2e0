"""As whom somebody has another: 把宁德时代当供应商的车企 are its customers; 给大众当供应商 is a verb by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.names.normalise import fold_characters
from core.ontology import Ontology
from core.questions.parsing.chart import Token
from core.questions.vocabulary.lexicon import lexicon_of

_AS = re.compile("当作|当成|当|做|作为|作|视为|视作")
_TAKES = frozenset(("把", "将", "以"))


def with_roles(question: str, tokens: Sequence[Token], ontology: Ontology) -> list[Token]:
    """The words, of which a verb such as 当供应商 is a role behind 把 and a name."""
    folded = fold_characters(question)
    taken = False
    split: list[Token] = []
    for before, token in zip((None, *tokens), tokens, strict=False):
        named = before is not None and "name" in before.readings
        split += _parted(folded, token, ontology) if taken and named else [token]
        taken = folded[token.start : token.end] in _TAKES or (taken and "name" in token.readings)
    return split


def _parted(folded: str, verb: Token, ontology: Ontology) -> Iterator[Token]:
    said = _AS.match(folded, verb.start, verb.end)
    readings = lexicon_of(ontology)[folded[said.end() : verb.end]] if said and "verb" in verb.readings else None
    if said is None or readings is None or "noun" not in readings:
        yield verb
        return
    yield replace(verb, end=said.end(), readings={"as": (said[0],)})
    yield replace(verb, start=said.end(), readings=readings)
