"""Columns of the table of entities as arrays by node: read at once, for what is asked of all companies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.domain.tickers import LETTERS_ALONE, WITHOUT_SUFFIX
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray
from core.storage.tables import ENTITY_FIELDS

_READ = ("id", "type", "country", "industry", "tickers")


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

    def read_as(self, said: Callable[[str], str]) -> Texts:
        """The column by what its texts say: several may say the same."""
        read = [said(text) for text in self.values]
        values = tuple(text for text in dict.fromkeys(read) if text)
        place = {text: code for code, text in enumerate(values)}
        return Texts(values, np.array([*(place.get(text, -1) for text in read), -1])[self.codes])


@dataclass(frozen=True, eq=False)
class Tickers:
    """``texts``: all tickers, in capitals; ``nodes``: of which node each is."""

    texts: pa.Array
    nodes: IntArray

    def matching(self, pattern: str) -> IntArray:
        """The nodes of tickers that are ``pattern``, upper or lower case; a star in it stands for any characters, and
        ``A-Z`` for letters without the suffix of a market."""
        before, star, after = pattern.upper().partition("*")
        if pattern == LETTERS_ALONE:
            fits = pc.match_substring_regex(self.texts, WITHOUT_SUFFIX)
        elif star:
            fits = pc.and_(pc.starts_with(self.texts, before), pc.ends_with(self.texts, after))
        else:
            fits = pc.equal(self.texts, before)
        found: IntArray = self.nodes[fits.to_numpy(zero_copy_only=False)]
        return found


@dataclass(frozen=True, eq=False)
class EntityColumns:
    """By node, shape (entities,). ``id_rank``: its place where all are in the order of their ids. ``founded``: 0 where
    it is not known."""

    id_rank: IntArray
    types: Texts
    countries: Texts
    industries: Texts
    founded: NDArray[np.int32]
    tickers: Tickers


def read_entity_columns(base: KnowledgeBase) -> EntityColumns:
    """Those of a knowledge base. Raises OSError or RuntimeError if they cannot be read."""
    table = _by_node(base)
    tickers = table["tickers"].combine_chunks()
    return EntityColumns(
        id_rank=np.argsort(pc.array_sort_indices(table["id"].combine_chunks()).to_numpy()),
        types=_texts(table["type"]),
        countries=_texts(table["country"]),
        industries=_texts(table["industry"]),
        founded=base.founded,
        tickers=Tickers(pc.utf8_upper(pc.list_flatten(tickers)), pc.list_parent_indices(tickers).to_numpy()),
    )


def _by_node(base: KnowledgeBase) -> pa.Table:
    """The columns, in the order of the nodes, which that of the table need not be."""
    read = [pa.Table.from_batches([batch]) for batch in base.table("entities").batches(_READ)]
    empty = pa.table({name: pa.array([], ENTITY_FIELDS[name]) for name in _READ})
    table = pa.concat_tables([empty, *read])
    nodes = pa.array(base.entity_ids[:], pa.string())
    return table.take(pc.index_in(nodes, table["id"]))


def _texts(column: pa.ChunkedArray) -> Texts:
    encoded = pc.dictionary_encode(pc.fill_null(column, "")).combine_chunks()
    written = Texts(tuple(encoded.dictionary.to_pylist()), encoded.indices.to_numpy())
    return written.read_as(str)
