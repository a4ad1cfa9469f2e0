"""Making the tables of names that a version holds: whole columns at a time, for there are hundreds of thousands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from marisa_trie import Trie
from numpy.typing import NDArray

from core.domain.name_forms import searchable_tickers, written_names
from core.domain.records import Entity
from core.names.code_points import raw_code_points
from core.names.distinct import distinct_numbers, distinct_texts
from core.names.entity_names import EntityNames, Namesakes
from core.names.name_finder import FoldedNames
from core.names.name_table import NameTable, Numbers
from core.names.nearest_names import BEGIN, END, NearestNames, adjacent_pairs
from core.names.normalise import FUNCTION_WORDS, fold_characters
from core.names.normalised_names import NormalisedNames

MAX_BEARERS = 20


def entity_names(
    entities: Sequence[Entity], is_company: NDArray[np.bool_], normalised: NormalisedNames | None = None
) -> EntityNames:
    """Tabulate and index the names of ``entities``; ``is_company`` has shape (entities,).

    ``normalised`` holds the normalised form of every name of a company afterwards.
    """
    normalised = NormalisedNames() if normalised is None else normalised
    borne: list[str] = []
    bearers: list[int] = []
    shown: list[str] = []
    for number in np.flatnonzero(is_company).tolist():
        entity = entities[number]
        own = (entity.name_zh, entity.name_en, *entity.aliases, *searchable_tickers(entity))
        borne += [normalised[name] for name in own]
        bearers += [number] * len(own)
        shown += (normalised[entity.name_zh], normalised[entity.name_en])
    companies = name_table(borne, bearers)
    both = np.repeat(np.flatnonzero(is_company), 2)
    return EntityNames(folded_names(entities), companies, nearest_names(companies), _namesakes(name_table(shown, both)))


def _namesakes(shown: NameTable) -> Namesakes:
    """``shown``: normalised Chinese and English names."""
    sizes = np.diff(shown.start)
    shared = sizes > 1
    shared[: shown.names[:1] == [""]] = False  # of some names nothing is left; the empty one sorts first
    group = np.repeat(np.arange(shared.sum(), dtype=np.int32), sizes[shared])
    return Namesakes(group, shown.bearer[np.repeat(shared, sizes)])


def name_table(names: Sequence[str], bearers: Sequence[int] | Numbers, most_bearers: int | None = None) -> NameTable:
    """The table of names and bearers: entity ``bearers[k]`` bears ``names[k]``; pairs may be repeated.

    ``most_bearers``: names of more are left out. The bearers of a name ascend.
    """
    told = pa.array(names, pa.string()).dictionary_encode()
    order = pc.sort_indices(told.dictionary)  # by UTF-8, which is the order of code points
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    numbers = np.asarray(bearers, dtype=np.int64)
    width = int(numbers.max(initial=0)) + 1
    place, bearer = np.divmod(distinct_numbers(place[told.indices] * width + numbers), width)
    counts = np.bincount(place, minlength=len(order))
    kept = counts <= (len(numbers) if most_bearers is None else most_bearers)
    start = np.concatenate([[0], np.cumsum(counts[kept])])
    sorted_names = told.dictionary.take(order).filter(pa.array(kept)).to_pylist()
    return NameTable(sorted_names, start.astype(np.int32), bearer[kept[place]].astype(np.int32))


def folded_names(entities: Sequence[Entity]) -> FoldedNames:
    """Names, aliases and tickers of ``entities`` (numbered in order).

    Left out is what names nobody in particular: one character, a function word ("(The)" ends many names), and what
    more than ``MAX_BEARERS`` entities are called.
    """
    written: list[str] = []
    bearers: list[int] = []
    listed: list[bool] = []  # as a ticker
    for number, entity in enumerate(entities):
        names, tickers = written_names(entity), searchable_tickers(entity)
        written += (*names, *tickers)
        bearers += [number] * (len(names) + len(tickers))
        listed += [False] * len(names) + [True] * len(tickers)
    ways, way = distinct_texts(written)  # most names occur several times
    folded = [fold_characters(name) for name in ways]
    names_somebody = np.array([len(name) > 1 and name not in FUNCTION_WORDS for name in folded], dtype=bool)[way]
    called = np.flatnonzero(names_somebody).tolist()
    table = name_table([folded[way[each]] for each in called], np.array(bearers, dtype=np.int64)[called], MAX_BEARERS)
    place = pc.fill_null(pc.index_in(pa.array(folded, pa.string()), pa.array(table.names, pa.string())), -1).to_numpy()

    def among(ways: NDArray[np.integer[Any]] | NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which names of the table are written in one of these ways."""
        found = np.zeros(len(table.names) + 1, dtype=bool)  # the last for what is not in it
        found[place[ways]] = True
        return found[:-1]

    is_listed = np.array(listed, dtype=bool)
    only_ticker = among(way[is_listed]) & ~among(way[~is_listed])
    for each in np.flatnonzero(only_ticker).tolist():
        only_ticker[each] = table.names[each] != table.names[each].upper()
    in_lower_case = among(np.array([name == name.lower() for name in ways], dtype=bool))
    return _numbered_by_trie(table, capitals=~in_lower_case, ticker=only_ticker)


def _numbered_by_trie(table: NameTable, *, capitals: NDArray[np.bool_], ticker: NDArray[np.bool_]) -> FoldedNames:
    """The names of ``table`` in a trie, and all that belongs to them in the order of its numbers."""
    trie = Trie(table.names)
    number = np.array([trie.key_id(name) for name in table.names], dtype=np.int64)
    place = np.argsort(number)
    counts = np.diff(table.start)
    order = np.argsort(np.repeat(number, counts), kind="stable")
    start = np.concatenate([[0], np.cumsum(counts[place])]).astype(np.int32)
    return FoldedNames(trie, start, table.bearer[order], capitals[place], ticker[place])


def nearest_names(table: NameTable) -> NearestNames:
    """Index the names of ``table``."""
    names = table.names
    word_name, word_start = _words(names)
    rests = [names[place][start:] for place, start in zip(word_name.tolist(), word_start.tolist(), strict=True)]
    order = pc.sort_indices(pa.array(rests, pa.string())).to_numpy()  # stable: equal ones by name
    pair, borne = _distinct_pairs(names)
    number, owner = np.divmod(borne, max(1, len(names)))
    return NearestNames(
        word_name=word_name[order].astype(np.int32),
        word_start=word_start[order].astype(np.uint16),
        pair=pair,
        pair_start=np.searchsorted(number, np.arange(len(pair) + 1)).astype(np.int32),
        pair_name=owner.astype(np.int32),
        pairs=np.bincount(owner, minlength=len(names)).astype(np.uint16),
        length=np.array([len(name) for name in names], dtype=np.uint16),
    )


def _words(names: Sequence[str]) -> tuple[Numbers, Numbers]:
    """The name and the first character of every word of every name, name by name."""
    points, starts = raw_code_points(names)
    occurring = np.unique(points)
    spaces = occurring[[chr(point).isspace() for point in occurring.tolist()]]
    inside = ~np.isin(points, spaces)
    begins = inside.copy()
    begins[1:] &= ~inside[:-1]
    of_names = starts[:-1][np.diff(starts) > 0]  # one may be empty
    begins[of_names] = inside[of_names]
    places = np.flatnonzero(begins)
    name = np.searchsorted(starts, places, side="right") - 1
    return name, places - starts[name]


def _distinct_pairs(names: Sequence[str]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Every pair that occurs, ascending; and of every different pair of every name its number among these × the number
    of names + the place of that name, ascending: one number each is sorted far sooner than two."""
    pairs = adjacent_pairs(f"{chr(END)}{chr(BEGIN)}".join(names))
    lengths = [len(name) + 2 for name in names]  # one pair more leads from every name to the next
    owner = np.repeat(np.arange(len(lengths)), lengths)[: len(pairs)]
    inside = np.flatnonzero(pairs[: len(owner)] != np.uint64(END << 32 | BEGIN))
    pairs, owner = pairs[inside], owner[inside]
    distinct = distinct_numbers(pairs)
    return distinct, distinct_numbers(np.searchsorted(distinct, pairs) * len(names) + owner)
