"""Verbs joined by “and”: splits 收购的公司 behind another verb, as in 投资和收购的公司, into the verb and the noun.

Names the second verb as not understood where a plan chains both relations and ignores the “and”.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.domain.plan import Related, nodes_of, sets_within
from core.ontology import Ontology
from core.questions.parsing.chart import Reading, Token
from core.questions.vocabulary.lexicon import lexicon_of

_JOINING = frozenset(("and", "both"))
_COMPANIES = ("的公司", "的企业")
_BY = " by"
_IS = ("is ", "are ", "was ", "were ", "be ", "been ", "being ")
"""Before a passive of its own: who supplied and was funded by Nvidia."""


def verbs_apart(folded: str, tokens: Sequence[Token], ontology: Ontology) -> list[Token]:
    """The words, of which 收购的公司 behind another verb are a verb and whom it is done to, and “funded by” behind
    “supplied and” a verb and by whom both are done."""
    lexicon, parted = lexicon_of(ontology), list[Token]()
    for token in tokens:
        said = folded[token.start : token.end]
        words: tuple[str, ...] = (said,)
        if said.endswith(_COMPANIES) and "noun" in token.readings:
            words = (said[:-3], "的", said[-2:])
        elif said.endswith(_BY) and "verb" in token.readings and not said.startswith(_IS):
            words = (said.removesuffix(_BY), _BY)
        meant = [lexicon[each.strip()] or {} for each in words]
        apart = len(words) > 1 and "verb" in meant[0] and _is_joined(parted)
        parted += _in_parts(token, words, meant) if apart else [token]
    return parted


def _in_parts(token: Token, words: Sequence[str], meant: Sequence[Mapping[str, tuple[Any, ...]]]) -> Iterator[Token]:
    start = token.start
    for word, readings in zip(words, meant, strict=True):
        yield Token(start, start + len(word), readings)
        start += len(word)


def _is_joined(before: Sequence[Token]) -> bool:
    """Whether a verb and a word that joins stand last."""
    return len(before) > 1 and "verb" in before[-2].readings and not _JOINING.isdisjoint(before[-1].readings)


def unread_verbs(tokens: Sequence[Token], best: Reading, makes: str | None) -> list[tuple[int, int]]:
    """The places of verbs that a chain of relations takes for a step behind another verb, passing over the word that
    joins both. ``makes``: the relation to products; to make and sell says one thing."""
    chain = any(isinstance(each, Related) and _leads_on(each) for _, each in nodes_of(best.meaning))
    found = []
    for place, (one, joining, verb) in enumerate(zip(tokens, tokens[1:], tokens[2:], strict=False)):
        verbs = [each.type for each in one.readings.get("verb", ())]
        joined = verbs and "and" in joining.readings and "verb" in verb.readings
        if chain and joined and makes not in verbs and place + 1 in best.skipped:
            found.append((verb.start, verb.end))
    return found


def _leads_on(related: Related) -> bool:
    return any(isinstance(each, Related) for _, each in sets_within(related.of))
