"""Meanings of questions about two that are named: since and until when something is between them, whether one holds a
part of the other."""

from __future__ import annotations

import re

from core.domain.plan import Plan
from core.questions.parsing.meanings import LIKE, PAST, Args, Conditions, RelationNoun, RelationVerb
from core.questions.phrases.role_phrases import RolePhrases

_WHAT = re.compile("什么|啥|哪些|what")
_TOGETHER = frozenset(("partner", "joint_venture"))
_STOCK = frozenset(("股份", "股权", "股票", "股", "shares", "stake", "stakes", "equity"))


class PairPhrases(RolePhrases):
    """As ``RolePhrases``, of two that are named."""

    def mutual_noun(self, noun: RelationNoun) -> str | None:
        """A joint venture, 合资: the relation type of what two do with one another."""
        return noun.type if noun.deed and noun.end == "either" and not noun.conditions else None

    def mutual_verb(self, verb: RelationVerb) -> str | None:
        """合作, to form a joint venture."""
        return verb.type if verb.subject == "either" and verb.type != LIKE else None

    def since(self, kind: str, one: Args, other: Args) -> Plan | None:
        """Since when it is between them."""
        return self.yes_no(one, self._mutually(kind, other), asks="when")

    def until(self, kind: str, one: Args, other: Args) -> Plan | None:
        """When it ended: whether it still is so, which tells until when it was."""
        return self.yes_no(one, self._mutually(kind, other), asks="still")

    def is_over(self, kind: str, one: Args, other: Args) -> Plan | None:
        """Whether it has ended."""
        pred = self._mutually(kind, other)
        return None if pred is None else self.yes_no(one, (*pred, PAST))

    def _mutually(self, kind: str, other: Args) -> Conditions | None:
        return self.related_conditions(kind, "either", other)

    def doing_what(self, what: str, kind: str, pair: tuple[str, ...]) -> Plan | None:
        """腾讯和京东有什么合作: what is on record between them. 和谁 asks for others."""
        return self.path(pair) if _WHAT.fullmatch(what.lower()) and kind in _TOGETHER else None

    def made_together(self, what: str, verb: RelationVerb | str, pair: tuple[str, ...]) -> Plan | None:
        """What did Toyota and Panasonic work on, or do, together."""
        made = isinstance(verb, str) or verb.type == self.leading_to.get("product")
        return self.path(pair) if made and _WHAT.fullmatch(what.lower()) else None

    def holds(self, holder: Args, held: Args, stock: str) -> Plan | None:
        """马化腾有没有腾讯的股份."""
        if stock not in _STOCK or "shareholder_of" not in self.ontology:
            return None
        return self.yes_no(holder, self.related_conditions("shareholder_of", "backward", held))
