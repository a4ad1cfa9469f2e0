"""Whether two names alone are of one company."""

from __future__ import annotations

from core.domain.records import Entity
from core.domain.text import clean_text
from core.entity_resolution.comparable_names import comparable_name
from core.entity_resolution.evidence import compared, judged
from core.ontology import COMPANY

_LONGEST = 300  # characters of a name that are compared, as many as an entity's name may have


def pair_score(first: str, second: str) -> float:
    """How likely two companies are one, in [0, 1], of which nothing but a name each is known. Symmetric.

    Nothing but punctuation is no name, and scores 0.

    >>> pair_score("Siemens AG", "Siemens Aktiengesellschaft") > 0.9 > 0.1 > pair_score("Siemens AG", "Volkswagen AG")
    True
    """
    names = [clean_text(name)[:_LONGEST].strip() for name in (first, second)]
    if not all(map(comparable_name, names)):
        return 0.0
    pair = (compared(_named(entity_id, name)) for entity_id, name in zip(("first", "second"), names, strict=True))
    return judged(*pair, shared_neighbours=0, related=False).score


def _named(entity_id: str, name: str) -> Entity:
    return Entity(id=entity_id, type=COMPANY, name_zh=name, name_en=name)
