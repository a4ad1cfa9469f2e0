"""What a company can be to what is asked about, under names that a model can tell apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.messages import LANGUAGES, Language
from core.ontology import Ontology

_NOT_BETWEEN_COMPANIES = ("synonym",)


@dataclass(frozen=True)
class Role:
    """A relation type seen from the company asked about: ``forward`` if that company is its source."""

    type: str
    forward: bool


def roles_of_companies(ontology: Ontology, language: Language, *, to_a_company: bool = True) -> dict[str, Role]:
    """Key such as ``supplier`` or 供应商 → role.

    Types that lead to products, industries, people or places are left out, as what two companies share implies another
    type; they count where not a company but one of these is asked about.

    The keys are in the language of the prompt: a small model that has just written a Chinese reason does not find the
    English word that fits it.
    """
    found: dict[str, Role] = {}
    for kind in ontology.types.values():
        between = kind.shared is None and not ontology.is_bridge(kind.source)
        if kind.id in _NOT_BETWEEN_COMPANIES or (to_a_company and not between):
            continue
        ends = (True, False) if between else (kind.shared is None,)  # companies are at the source of what they share
        for forward in ends[:1] if kind.symmetric else ends:
            key = kind.other_end_is(language, forward=forward).replace(" ", "_").replace("-", "_")
            found[key if key not in found else f"{kind.id}_{key}"] = Role(kind.id, forward)
    return found


def roles_in_any_language(ontology: Ontology, *, to_a_company: bool = True) -> dict[str, Role]:
    """The roles under their keys of every language: a model may answer a Chinese question in English."""
    by_language = [roles_of_companies(ontology, language, to_a_company=to_a_company) for language in LANGUAGES]
    return {key: role for roles in by_language for key, role in roles.items()}


def described(roles: Mapping[str, Role], ontology: Ontology, language: Language) -> str:
    """One line per role: its key, its sentence with Q for the company asked about, its tier."""
    lines = []
    for key, role in roles.items():
        kind = ontology[role.type]
        ends = {"source": "Q", "target": "X"} if role.forward else {"source": "X", "target": "Q"}
        sentence = kind.sentence.text(language).format(**ends)
        lines.append(f"- {key}: {sentence} ({kind.tier.value})")
    return "\n".join(lines)
