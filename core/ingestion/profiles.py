"""Company profiles as passages: what one description says of others is found, walked and cited like any text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

from core.domain.records import MAX_IDENTIFIER, Entity, Passage, Relation
from core.messages import LANGUAGES, Language
from core.ontology import Ontology
from core.storage.trusted_records import assembled

PROFILE = "profile"
MAX_BRIDGES = 20


@dataclass(frozen=True)
class Profiles:
    """``passages[k]`` is a description of the company ``owners[k]``."""

    passages: tuple[Passage, ...]
    owners: tuple[str, ...]


def profiles(entities: Iterable[Entity], ontology: Ontology) -> Profiles:
    """One passage for each language in which a company is described."""
    passages, owners = [], []
    passage = assembled(Passage)  # of values that an entity has: cleaned, and shorter than those of passages may be
    for entity in entities:
        texts = {"zh": entity.description_zh.strip(), "en": entity.description_en.strip()}
        for language in LANGUAGES:
            if texts[language] and not ontology.is_bridge(entity.type):
                passages.append(
                    passage(
                        {
                            "id": _profile_id(language, entity.id),
                            "text": texts[language],
                            "title": entity.name(language),
                            "language": language,
                            "source_kind": PROFILE,
                            "origin": entity.origin,
                        }
                    )
                )
                owners.append(entity.id)
    return Profiles(tuple(passages), tuple(owners))


def is_reserved(passage_id: str) -> bool:
    """Whether a passage with this id could be taken for a company's description."""
    return passage_id.startswith(tuple(f"{PROFILE}:{language}:" for language in LANGUAGES))


def _profile_id(language: Language, company_id: str) -> str:
    """Of its own for every company, and no longer than ids may be."""
    whole = f"{PROFILE}:{language}:{company_id}"
    if len(whole) <= MAX_IDENTIFIER:
        return whole
    digest = blake2b(company_id.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return f"{PROFILE}:{language}:{digest}"


def bridge_names(
    relations: Iterable[Relation], entities: Mapping[str, Entity], ontology: Ontology
) -> dict[str, Sequence[str]]:
    """Company id → names of the products and industries it relates to, strongest first, at most ``MAX_BRIDGES``."""
    return strongest_bridges(bridges(relations, entities, ontology))


def bridges(
    relations: Iterable[Relation], entities: Mapping[str, Entity], ontology: Ontology
) -> Iterator[tuple[str, float, str]]:
    """Of each relation to a product or an industry: the company, how weak it is (negative), and the names there."""

    @cache  # there are few kinds of relations between few kinds of entities
    def describes(source_type: str, relation_type: str, target_type: str) -> bool:
        described = ontology.entity_type(target_type).described_by and ontology[relation_type].shared
        return bool(described) and not ontology.is_bridge(source_type)

    @cache  # few products and industries, of many companies each
    def names(target: str) -> str:
        return " ".join(dict.fromkeys((entities[target].name_zh, entities[target].name_en)))

    for relation in relations:
        if describes(entities[relation.source].type, relation.type, entities[relation.target].type):
            yield relation.source, -relation.weight * relation.confidence, names(relation.target)


def strongest_bridges(found: Iterable[tuple[str, float, str]]) -> dict[str, Sequence[str]]:
    """What ``bridges`` found, in any order, as ``bridge_names`` says it."""
    by_company: dict[str, list[tuple[float, str]]] = {}
    for company, weakness, names in found:
        by_company.setdefault(company, []).append((weakness, names))
    return {company: [name for _, name in sorted(names)[:MAX_BRIDGES]] for company, names in by_company.items()}
