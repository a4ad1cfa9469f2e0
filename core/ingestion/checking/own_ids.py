"""Whether the ids that rows bring are those of the known companies: another source may number others by the same ones.

An own id is that of the known company where the row shares a name, an alias, a ticker or an identifier with it. Where
it shares nothing, the rows of the table together decide: two lists that count their rows from 1 are two lists of
companies, unless most rows share something or the same source comes again. The companies of such a list get ids that
name their source: 1 (vendors.csv).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from core.domain.records import MAX_IDENTIFIER, Entity
from core.entity_resolution.similar_names import compare_names
from core.ingestion.checking.entity_rows import EntityRow
from core.ingestion.checking.known_entities import KnownEntities, names_of
from core.ingestion.mapping.identifiers import identity_of, same_ticker
from core.names.normalise import fold_characters, normalise_name

_RUNNING = re.compile(r"([^\W\d]{0,6}[-_. #]?)(\d{1,9})")
_SMALL = 1000
_DENSE = 2  # numbers of a running list are at most so many times as many as its rows
_ALIKE = 0.5  # similarity of names
_FEW = 3  # rows: with fewer, nothing is told from none of them sharing a name


@dataclass(frozen=True)
class Bringing:
    """What brings the rows. ``name``: of the source; ``files``: its own, and those of sources that come again with it;
    ``again``: the names of these; ``sources``: the names of all that are there; ``fact_sources``: ids of the sources of
    facts that are there."""

    name: str = ""
    files: frozenset[str] = frozenset()
    again: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    fact_sources: frozenset[str] = frozenset()

    def brought(self, entity: Entity) -> bool:
        """Whether it comes from one of these files."""
        origins = {origin.rpartition(":")[0] for origin in entity.origin.split("; ")}
        return any(each == file or each.startswith(f"{file} [") for each in origins for file in self.files)


@dataclass(frozen=True)
class IdClash:
    """A row whose id is that of a known company with which it shares nothing. ``same``: it is read as that company."""

    file: str
    line: int
    id: str
    name: str
    known_name: str
    same: bool


@dataclass(frozen=True)
class OwnId:
    """What the own id of a row is here. ``new``: no known company has it, though one may fit by its name; ``clash``:
    the known company that has the id as it stands and shares nothing with the row."""

    entity_id: str
    new: bool = False
    clash: Entity | None = None


@dataclass
class _Tally:
    shared: int = 0
    apart: int = 0
    brought: int = 0


def own_ids(rows: Sequence[EntityRow], known: KnownEntities, bringing: Bringing, same_ids: bool | None) -> list[OwnId]:
    """Of every row, all of which bring an id. ``same_ids``: what a person says of ids that clash; None: nothing."""
    tables: dict[str, list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        tables[row.raw_record.file].append(place)
    found: dict[int, OwnId] = {}
    for places in tables.values():
        table = _Table([rows[place] for place in places], known, bringing)
        found.update(zip(places, table.read(same_ids), strict=True))
    return [found[place] for place in range(len(rows))]


def qualified_id(own: str, source: str) -> str:
    """The id of a company that ``source`` numbers so, where another one has the number."""
    return f"{own} ({source})"[:MAX_IDENTIFIER]


def is_running_number(own: str) -> bool:
    """Whether it may be the number of a row: 7, V-007; no other identifier is so short."""
    return _RUNNING.fullmatch(own) is not None


def share_something(row: EntityRow, entity: Entity) -> bool:
    """Whether a row and an entity have a name, an alias, a ticker or an identifier that is alike."""
    own = [*row.names, *row.other_names]
    others = names_of(entity)
    if {fold_characters(name) for name in own} & {fold_characters(name) for name in others}:
        return True
    identity = identity_of(entity)
    if any(same_ticker(one, two) for one in row.identity.tickers for two in identity.tickers):
        return True
    if any(row.identity.shares_with(identity, kind) for kind in row.identity.values):
        return True
    pairs = ((normalise_name(one), normalise_name(two)) for one in own for two in others)
    return any(one and two and _alike(one, two) for one, two in pairs)


def _alike(first: str, second: str) -> bool:
    found = compare_names(first, second)
    return not found.numbers_differ and (found.little_differs or found.similarity >= _ALIKE)


class _Table:
    """The rows of one table that bring ids."""

    def __init__(self, rows: Sequence[EntityRow], known: KnownEntities, bringing: Bringing) -> None:
        self._rows, self._known, self._bringing = rows, known, bringing
        self._shares: dict[tuple[int, str], bool] = {}
        self._tallies = self._tally()

    def _tally(self) -> dict[str, _Tally]:
        """By the source whose numbering it may be, "" for ids as they stand: how many rows share something with the
        known company of their number, and how many do not. Rows without a name say nothing."""
        tallies: dict[str, _Tally] = defaultdict(_Tally)
        for place, row in enumerate(self._rows):
            for source in ("", *dict.fromkeys((self._bringing.name, *self._bringing.sources))):
                entity = self._known.before(qualified_id(row.own_id, source) if source else row.own_id)
                if entity is not None and row.named:
                    tally = tallies[source]
                    tally.brought += self._bringing.brought(entity)
                    if self._shared(place, entity):
                        tally.shared += 1
                    else:
                        tally.apart += 1
        return dict(tallies)

    def _shared(self, place: int, entity: Entity) -> bool:
        key = (place, entity.id)
        if key not in self._shares:
            self._shares[key] = share_something(self._rows[place], entity)
        return self._shares[key]

    def read(self, same_ids: bool | None) -> list[OwnId]:
        """Of every row, in their order."""
        if not self._tallies:
            return [self._one(place, self._again_without_names(), apart=False) for place in range(len(self._rows))]
        best = max(self._tallies, key=lambda source: self._tallies[source].shared)
        most = self._tallies[best].shared >= max(self._tallies[best].apart, 1)
        if same_ids is None:
            numbering = best if most else self._told_by_source()
            apart = numbering is None
        else:
            numbering = best if most or (same_ids and self._tallies[best].shared) else ("" if same_ids else None)
            apart = not same_ids
        name = self._bringing.name or self._rows[0].raw_record.file
        return [
            self._one(place, name if numbering is None else numbering, apart=apart) for place in range(len(self._rows))
        ]

    def _again_without_names(self) -> str:
        """The numbering of the source that comes again where no row says a name, or none is known."""
        numbered = (
            source
            for source in self._bringing.again
            for row in self._rows
            if self._known.before(qualified_id(row.own_id, source)) is not None
        )
        return next(numbered, "")

    def _told_by_source(self) -> str | None:
        """The numbering of the source that comes again, or the one that is there if ids are no running numbers; None:
        these are other companies."""
        for source, tally in self._tallies.items():
            again = source in self._bringing.again if source else 2 * tally.brought > tally.shared + tally.apart
            if again and (tally.shared or tally.apart < _FEW):
                return source
        return None if self._are_running else ""

    @property
    def _are_running(self) -> bool:
        """Whether the ids count the rows: small numbers, or numbers close to one another behind one beginning."""
        found = [_RUNNING.fullmatch(row.own_id) for row in self._rows]
        numbers: dict[str, set[int]] = defaultdict(set)
        for each in filter(None, found):
            numbers[each[1]].add(int(each[2]))
        dense = sum(
            len(some)
            for beginning, some in numbers.items()
            if (not beginning and max(some) < _SMALL) or _DENSE * len(some) > max(some) - min(some) > 0
        )
        return 2 * dense > len({row.own_id for row in self._rows})

    def _one(self, place: int, source: str, *, apart: bool) -> OwnId:
        row = self._rows[place]
        plain = self._known.before(row.own_id)
        clashes = plain is not None and row.named and not self._shared(place, plain)
        clash = plain if clashes else None
        if not source:
            if not (clashes and apart):
                return OwnId(row.own_id, clash=clash)
            source = self._bringing.name or row.raw_record.file
        given = qualified_id(row.own_id, source)
        if self._known.before(given) is not None:
            return OwnId(given)
        if plain is not None and not clashes and row.named:
            return OwnId(row.own_id)
        return OwnId(given, new=True, clash=clash)


def clashes(rows: Sequence[EntityRow], found: Sequence[OwnId]) -> tuple[IdClash, ...]:
    """Those rows whose id clashes, with what is made of them."""
    return tuple(
        IdClash(row.raw_record.file, row.raw_record.line, row.own_id, row.names[0], _called(own.clash), not own.new)
        for row, own in zip(rows, found, strict=True)
        if own.clash is not None
    )


def renamed(before: Entity, after: Entity) -> str:
    """What a known entity was and will be called, "" where it keeps a name of each."""
    stays = {fold_characters(name) for name in (after.name_zh, after.name_en)}
    lost = [name for name in dict.fromkeys((before.name_zh, before.name_en)) if fold_characters(name) not in stays]
    return f"{' / '.join(lost)} → {_called(after)}" if lost else ""


def _called(entity: Entity) -> str:
    return " / ".join(dict.fromkeys((entity.name_zh, entity.name_en)))
