"""Companies of which it is unknown whether they belong to a set that asks for a country: none is recorded of them."""

from __future__ import annotations

from itertools import islice

from core.discovery.footnotes import SOURCES_EACH
from core.discovery.members import executed, lines_of
from core.discovery.understood import Understood
from core.domain.plan import Filter, SetPlan
from core.questions.execution.columns import countries_of
from core.questions.execution.outermost import outermost

_LOOKED_AT = 200


def without_country(understood: Understood, asked: SetPlan) -> dict[str, tuple[int, ...]]:
    """Members of the set without its country filters whose country is not on record, with some of their relations.

    Empty where the set filters by no country, or starts from no relation.
    """
    wherever = _wherever(asked)
    if wherever is None or outermost(wherever) is None:
        return {}
    knowledge_base = understood.base.knowledge_base
    countries = countries_of(knowledge_base)
    found = lines_of(executed(wherever, understood.base, understood.day), understood.base)
    return {
        member.entity_id: member.rows[:SOURCES_EACH]
        for member in islice((*found.lines.values(), *found.others), _LOOKED_AT)
        if countries.codes[member.node] < 0
    }


def _wherever(asked: SetPlan) -> SetPlan | None:
    """The set without the countries that its members have to be from, or not; None where it asks for none."""
    if not isinstance(asked, Filter):
        return None
    inner = _wherever(asked.arg)
    if asked.attribute == "country":
        return asked.arg if inner is None else inner
    return None if inner is None else asked.model_copy(update={"arg": inner})
