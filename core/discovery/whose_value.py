"""Whose a value is, where a question asks for that of several companies: the chief executives of Ford and GM."""

from __future__ import annotations

from collections.abc import Mapping

from core.discovery.members import executed
from core.discovery.understood import Understood
from core.domain.plan import Entities, Or, Related, SetPlan
from core.messages import Language, translate
from core.retrieval.terms import in_brackets


def whose_values(understood: Understood, asked: SetPlan, language: Language) -> Mapping[str, str]:
    """Entity → the companies in brackets whose value it is; empty where one company, or another set, is asked about."""
    parts = asked.args if isinstance(asked, Or) else ()
    related = [each for each in parts if isinstance(each, Related) and isinstance(each.of, Entities)]
    if not related or len(related) < len(parts) or len({(each.type, each.end) for each in related}) > 1:
        return {}
    words = understood.words(language)
    owners: dict[str, list[str]] = {}
    for part in related:
        for member in executed(part, understood.base, understood.day):
            owners.setdefault(member.entity_id, []).append(words.set(part.of))
    separator = translate("reason.separator", language)
    return {each: in_brackets(separator.join(dict.fromkeys(own)), language) for each, own in owners.items()}
