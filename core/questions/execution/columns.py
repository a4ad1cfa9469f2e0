"""What the columns of a knowledge base say of its entities, as arrays: read once per open version."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from pydantic import ConfigDict

from core.domain.records import Record
from core.names.normalise import fold_characters
from core.names.regions import country_key
from core.questions.execution.sizes import Sizes, sizes_of
from core.questions.execution.towns import Towns, names_of_town, towns_of
from core.storage.entity_columns import EntityColumns, Texts, read_entity_columns
from core.storage.knowledge_base import KnowledgeBase
from core.storage.record_files import RecordFile
from core.storage.relation_graph import IntArray

LOCATED_IN = "located_in"
"""The relation type that a company's column ``place`` stands for, where no relation says it."""
INDUSTRY, PLACE = "industry", "place"
"""The entity types of industries and places."""
Read = TypeVar("Read")


class _Seated(Record):
    """What of an entity is read."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    place: str = ""


@dataclass(frozen=True, eq=False)
class _Seats:
    """``nodes``: of each entity the place that it has its seat in, -1 without one; ``towns``: where others are."""

    nodes: IntArray
    towns: Towns


@dataclass(frozen=True, eq=False)
class Columns:
    """By node, shape (entities,): ``of_entities`` as they are read, and ``industry``: where the column ``industry``
    leads: the node of an industry, or a number from ``entities`` on, one for each text that is no industry of the base;
    -1 where it is empty. ``industry_called``: the same by its text.
    """

    of_entities: EntityColumns
    industry: IntArray
    industry_called: dict[str, int]


def columns_of(knowledge_base: KnowledgeBase) -> Columns:
    """All but countries and sizes."""
    return _once(_columns, knowledge_base, _columns_by_base)


def countries_of(knowledge_base: KnowledgeBase) -> Texts:
    """ISO codes, or the text itself where it says no country: apart, as the names of all countries are read for
    that."""
    return _once(_countries, knowledge_base, _countries_by_base)


def sizes_in(knowledge_base: KnowledgeBase) -> Sizes:
    """How large its companies are: apart, as all records are read for that."""
    return _once(sizes_of, knowledge_base, _sizes_by_base)


def recorded_codes(knowledge_base: KnowledgeBase) -> frozenset[int]:
    """The places in ``edge_types`` of the types that any relation has."""
    return _once(_recorded_codes, knowledge_base, _codes_by_base)


def seats_in(knowledge_base: KnowledgeBase) -> IntArray:
    """The node of the place in the column ``place`` of each company; -1 where it names none or a relation
    ``located_in`` says it. Apart, as it reads the record of every company."""
    return _once(_seated, knowledge_base, _seats_by_base).nodes


def towns_in(knowledge_base: KnowledgeBase) -> Towns:
    """What the column ``place`` of companies says where it names no place of the graph."""
    return _once(_seated, knowledge_base, _seats_by_base).towns


def read_columns(knowledge_base: KnowledgeBase) -> None:
    """Read all of it ahead of the first plan."""
    for read in (columns_of, countries_of, sizes_in, seats_in, recorded_codes):
        read(knowledge_base)


_codes_by_base: WeakKeyDictionary[KnowledgeBase, frozenset[int]] = WeakKeyDictionary()
_columns_by_base: WeakKeyDictionary[KnowledgeBase, Columns] = WeakKeyDictionary()
_countries_by_base: WeakKeyDictionary[KnowledgeBase, Texts] = WeakKeyDictionary()
_MOST_IN_WORDS = 500
_seats_by_base: WeakKeyDictionary[KnowledgeBase, _Seats] = WeakKeyDictionary()
_sizes_by_base: WeakKeyDictionary[KnowledgeBase, Sizes] = WeakKeyDictionary()


def _once(
    read: Callable[[KnowledgeBase], Read], base: KnowledgeBase, by_base: WeakKeyDictionary[KnowledgeBase, Read]
) -> Read:
    found = by_base.get(base)
    if found is None:  # two threads may both read: they read the same
        found = by_base[base] = read(base)
    return found


def industries_in_words(base: KnowledgeBase) -> list[str]:
    """The texts of the column ``industry`` that are no industry of the base, those of the most companies first."""
    columns = columns_of(base)
    called = [text for text, node in columns.industry_called.items() if text and node >= base.graph.entities]
    numbers, counts = np.unique(columns.industry[columns.industry >= base.graph.entities], return_counts=True)
    companies = dict(zip(numbers.tolist(), counts.tolist(), strict=True))
    return sorted(called, key=lambda text: (-companies.get(columns.industry_called[text], 0), text))[:_MOST_IN_WORDS]


def _columns(base: KnowledgeBase) -> Columns:
    read = read_entity_columns(base)
    leads = _leads(base, read.industries.values, read.types)
    return Columns(
        of_entities=read,
        industry=np.array([*leads, -1])[read.industries.codes],
        industry_called=dict(zip(read.industries.values, leads, strict=True)),
    )


def _recorded_codes(base: KnowledgeBase) -> frozenset[int]:
    return frozenset(np.unique(base.graph.edge_type[: base.graph.relations]).tolist())


def _countries(base: KnowledgeBase) -> Texts:
    return columns_of(base).of_entities.countries.read_as(country_key)


def _leads(base: KnowledgeBase, texts: tuple[str, ...], types: Texts) -> list[int]:
    """Where each text of the column ``industry`` leads: by the id or else by a name of an industry."""
    is_industry = types.any_of([INDUSTRY])
    found = {text: node for text in texts if (node := base.node_of.get(text)) is not None and is_industry[node]}
    if len(found) < len(texts):
        for node in np.flatnonzero(is_industry).tolist():
            entity = base.entity_at(node)
            for name in (entity.name_zh, entity.name_en):
                found.setdefault(fold_characters(name), node)
    known = [found.get(text, found.get(fold_characters(text))) for text in texts]
    return [base.graph.entities + number if node is None else node for number, node in enumerate(known)]


def _seated(base: KnowledgeBase) -> _Seats:
    """By a name that one place bears."""
    nodes = np.full(base.graph.entities, -1)
    places = _named_once(base, columns_of(base).of_entities.types, PLACE)
    placed = np.zeros(base.graph.entities, dtype=bool)
    if LOCATED_IN in base.manifest.edge_types:
        code = base.manifest.edge_types.index(LOCATED_IN)
        placed[base.graph.source[np.flatnonzero(base.graph.edge_type[: base.graph.relations] == code)]] = True
    wanted = base.is_company & ~placed
    records = RecordFile(_Seated, base.folder / "records" / "entities").all() if wanted.any() else ()
    by_text: dict[str, list[int]] = {}  # many have their seat in one town, whose names take longer than the record
    for node, text in ((node, each.place) for node, each in enumerate(records) if each.place and wanted[node]):
        by_text.setdefault(text, []).append(node)
    for text, there in by_text.items():
        nodes[there] = next((places[each] for each in names_of_town(text) if each in places), -1)
    return _Seats(nodes, towns_of({text: there for text, there in by_text.items() if nodes[there[0]] < 0}))


def _named_once(base: KnowledgeBase, types: Texts, kind: str) -> dict[str, int]:
    """The nodes of a type by the folded names that only one of them bears."""
    bearers: dict[str, set[int]] = {}
    for node in np.flatnonzero(types.any_of([kind])).tolist():
        entity = base.entity_at(node)
        for name in filter(None, (entity.name_zh, entity.name_en, *entity.aliases)):
            bearers.setdefault(fold_characters(name), set()).add(node)
    return {name: next(iter(nodes)) for name, nodes in bearers.items() if len(nodes) == 1}
