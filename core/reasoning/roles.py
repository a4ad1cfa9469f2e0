"""What one company can be to another, under names that a model can tell apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.messages import Language
from core.ontology import Ontology

_NOT_BETWEEN_COMPANIES = ("synonym",)


@dataclass(frozen=True)
class Role:
    """A relation type seen from the company asked about: ``forward`` if that company is its source."""

    type: str
    forward: bool


def roles_between_companies(ontology: Ontology) -> dict[str, Role]:
    """Key such as ``supplier`` → role. Types that lead to products, industries, people or places are left out: what two
    companies share implies another type."""
    found: dict[str, Role] = {}
    for kind in ontology.types.values():
        if kind.shared is not None or kind.id in _NOT_BETWEEN_COMPANIES:
            continue
        for forward in (True,) if kind.symmetric else (True, False):
            key = kind.other_end_is("en", forward=forward).replace(" ", "_").replace("-", "_")
            found[key if key not in found else f"{kind.id}_{key}"] = Role(kind.id, forward)
    return found


def described(roles: Mapping[str, Role], ontology: Ontology, language: Language) -> str:
    """One line per role: its key, what it is called, its sentence with Q for the company asked about, its tier."""
    lines = []
    for key, role in roles.items():
        kind = ontology[role.type]
        ends = {"source": "Q", "target": "X"} if role.forward else {"source": "X", "target": "Q"}
        sentence = kind.sentence.text(language).format(**ends)
        lines.append(f"- {key}: {kind.other_end_is(language, forward=role.forward)} ({sentence}; {kind.tier.value})")
    return "\n".join(lines)
