"""What the columns of a knowledge base say of its entities, as arrays: read once per open version."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar
from weakref import WeakKeyDictionary

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.names.normalise import fold_characters
from core.names.regions import country_code
from core.questions.sizes import Sizes, sizes_of
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray
from core.storage.tables import ENTITY_FIELDS

INDUSTRY = "industry"
"""The entity type of industries."""
_READ = ("id", "type", "country", "industry", "founded", "tickers")
Read = TypeVar("Read")


@dataclass(frozen=True, eq=False)
class Texts:
    """A column of texts: that of a node is ``values[codes[node]]``, none where the code is -1."""

    values: tuple[str, ...]
    codes: IntArray

    def any_of(self, wanted: Iterable[str]) -> NDArray[np.bool_]:
        """Which nodes have one of these texts, shape (nodes,)."""
        texts = set(wanted)
        chosen = [text in texts for text in self.values]
        return np.array([*chosen, False])[self.codes]  # the last is that of code -1


@dataclass(frozen=True, eq=False)
class Columns:
    """By node, shape (entities,). ``id_rank``: its place where all are in the order of their ids. ``countries``: ISO
    codes, or the text itself where it says no country. ``founded``: 0 where it is not known. ``tickers``: all of them,
    in capitals, and ``ticker_nodes``: of which node each is.

    ``industry``: where the column ``industry`` leads: the node of an industry, or a number from ``entities`` on, one
    for each text that is no industry of the base; -1 where it is empty. ``industry_called``: the same by its text.
    """

    id_rank: IntArray
    types: Texts
    countries: Texts
    founded: NDArray[np.int32]
    tickers: pa.Array
    ticker_nodes: IntArray
    industry: IntArray
    industry_called: dict[str, int]


def columns_of(knowledge_base: KnowledgeBase) -> Columns:
    """All but the sizes."""
    return _once(_columns, knowledge_base, _columns_by_base)


def sizes_in(knowledge_base: KnowledgeBase) -> Sizes:
    """How large its companies are: apart, as all records are read for that."""
    return _once(sizes_of, knowledge_base, _sizes_by_base)


_columns_by_base: WeakKeyDictionary[KnowledgeBase, Columns] = WeakKeyDictionary()
_sizes_by_base: WeakKeyDictionary[KnowledgeBase, Sizes] = WeakKeyDictionary()


def _once(
    read: Callable[[KnowledgeBase], Read], base: KnowledgeBase, by_base: WeakKeyDictionary[KnowledgeBase, Read]
) -> Read:
    found = by_base.get(base)
    if found is None:  # two threads may both read: they read the same
        found = by_base[base] = read(base)
    return found


def _columns(base: KnowledgeBase) -> Columns:
    table = _by_node(base)
    types, industries = _texts(table["type"]), _texts(table["industry"])
    tickers = table["tickers"].combine_chunks()
    leads = _leads(base, industries.values, types)
    return Columns(
        id_rank=np.argsort(pc.array_sort_indices(table["id"].combine_chunks()).to_numpy()),
        types=types,
        countries=_texts(table["country"], lambda text: country_code(text) or text),
        founded=pc.fill_null(table["founded"], 0).to_numpy().astype(np.int32),
        tickers=pc.utf8_upper(pc.list_flatten(tickers)),
        ticker_nodes=pc.list_parent_indices(tickers).to_numpy(),
        industry=np.array([*leads, -1])[industries.codes],
        industry_called=dict(zip(industries.values, leads, strict=True)),
    )


def _by_node(base: KnowledgeBase) -> pa.Table:
    """The columns, in the order of the nodes, which that of the table need not be."""
    read = [pa.Table.from_batches([batch]) for batch in base.table("entities").batches(_READ)]
    empty = pa.table({name: pa.array([], ENTITY_FIELDS[name]) for name in _READ})
    table = pa.concat_tables([empty, *read])
    nodes = pa.array(base.entity_ids[:], pa.string())
    return table.take(pc.index_in(nodes, table["id"]))


def _texts(column: pa.ChunkedArray, said: Callable[[str], str] = str) -> Texts:
    """The texts of a column by what they say: several may say the same."""
    encoded = pc.dictionary_encode(pc.fill_null(column, "")).combine_chunks()
    written = [said(text) for text in encoded.dictionary.to_pylist()]
    values = tuple(text for text in dict.fromkeys(written) if text)
    place = {text: code for code, text in enumerate(values)}
    codes = np.array([place.get(text, -1) for text in written], dtype=np.int64)
    return Texts(values, codes[encoded.indices.to_numpy()] if len(codes) else np.zeros(0, dtype=np.int64))


def _leads(base: KnowledgeBase, texts: tuple[str, ...], types: Texts) -> list[int]:
    """Where each text of the column ``industry`` leads: by the id or else by a name of an industry."""
    found = {text: node for text in texts if (node := base.node_of.get(text)) is not None}
    if len(found) < len(texts):
        for node in np.flatnonzero(types.any_of([INDUSTRY])).tolist():
            entity = base.entity_at(node)
            for name in (entity.name_zh, entity.name_en):
                found.setdefault(fold_characters(name), node)
    known = [found.get(text, found.get(fold_characters(text))) for text in texts]
    return [base.graph.entities + number if node is None else node for number, node in enumerate(known)]
