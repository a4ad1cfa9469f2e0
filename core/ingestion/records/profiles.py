"""Company profiles as passages: what one description says of others is found, walked and cited like any text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from hashlib import blake2b

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.domain.records import MAX_IDENTIFIER, Entity, Passage
from core.messages import LANGUAGES, Language
from core.ontology import Ontology
from core.storage.relation_table import RelationTable

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
    for entity in entities:
        texts = {"zh": entity.description_zh.strip(), "en": entity.description_en.strip()}
        for language in LANGUAGES:
            if texts[language] and not ontology.is_bridge(entity.type):
                passages.append(
                    Passage(
                        id=_profile_id(language, entity.id),
                        text=texts[language],
                        title=entity.name(language),
                        language=language,
                        source_kind=PROFILE,
                        origin=entity.origin.partition("; ")[0],  # the row that describes it
                    )
                )
                owners.append(entity.id)
    return Profiles(tuple(passages), tuple(owners))


_RESERVED = tuple(f"{PROFILE}:{language}:" for language in LANGUAGES)
ARE_PROFILES = " OR ".join(f"id LIKE '{beginning}%'" for beginning in _RESERVED)
"""An SQL condition: which rows of passages are descriptions of entities."""


def is_reserved(passage_id: str) -> bool:
    """Whether a passage with this id could be taken for a company's description."""
    return passage_id.startswith(_RESERVED)


def _profile_id(language: Language, company_id: str) -> str:
    """Of its own for every company, and no longer than ids may be."""
    whole = f"{PROFILE}:{language}:{company_id}"
    if len(whole) <= MAX_IDENTIFIER:
        return whole
    digest = blake2b(company_id.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return f"{PROFILE}:{language}:{digest}"


@dataclass(frozen=True, eq=False)
class Bridges:
    """Of each relation to a product or an industry: the company (an id), how weak it is (negative), and the names
    there. All of one length."""

    company: pa.StringArray
    weakness: NDArray[np.float64]
    names: pa.StringArray


def bridge_names(
    relations: RelationTable, entities: Mapping[str, Entity], ontology: Ontology
) -> dict[str, Sequence[str]]:
    """Company id → names of the products and industries it relates to, strongest first, at most ``MAX_BRIDGES``."""
    return strongest_bridges(bridges(relations, entities, ontology))


def bridges(relations: RelationTable, entities: Mapping[str, Entity], ontology: Ontology) -> Bridges:
    """The relations that say what a company makes or where it belongs, in their order."""
    source, kind, target = (relations.column(each).combine_chunks() for each in ("source", "type", "target"))
    companies = [each for each in source.unique().to_pylist() if not ontology.is_bridge(entities[each].type)]
    shared = [each for each in kind.unique().to_pylist() if ontology[each].shared]
    named = [each for each in target.unique().to_pylist() if ontology.entity_type(entities[each].type).described_by]
    names = [" ".join(dict.fromkeys((entities[each].name_zh, entities[each].name_en))) for each in named]
    columns = zip((source, kind, target), (companies, shared, named), strict=True)
    found = [pc.is_in(column, pa.array(wanted, pa.string())) for column, wanted in columns]
    chosen = reduce(pc.and_, found)
    places = pc.index_in(target.filter(chosen), pa.array(named, pa.string()))
    strengths = relations.strengths()[chosen.to_numpy(zero_copy_only=False)]
    return Bridges(source.filter(chosen), -strengths, pa.array(names, pa.string()).take(places))


def strongest_bridges(found: Bridges) -> dict[str, Sequence[str]]:
    """What ``bridges`` found, in any order, as ``bridge_names`` says it."""
    company, names = found.company.dictionary_encode(), found.names.dictionary_encode()
    order_of_names = np.argsort(pc.sort_indices(names.dictionary).to_numpy())
    name = names.indices.to_numpy()
    order = np.lexsort((order_of_names[name], found.weakness, company.indices.to_numpy()))
    texts = names.dictionary.to_pylist()
    ordered = [texts[each] for each in name[order].tolist()]
    ends = np.cumsum(np.bincount(company.indices.to_numpy(), minlength=len(company.dictionary))).tolist()
    spans = zip(company.dictionary.to_pylist(), [0, *ends], ends, strict=False)
    return {each: ordered[begin : min(end, begin + MAX_BRIDGES)] for each, begin, end in spans}
