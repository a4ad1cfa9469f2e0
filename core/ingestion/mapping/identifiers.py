"""What says that two companies of one name are one or two: identifiers, and the jurisdiction of a register.

They are identifiers with their kind, or columns of the data beside an id of its own, which are kept as attributes under
the names of their columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from core.domain.records import Attribute, Entity
from core.entity_resolution.evidence import ticker_code
from core.ingestion.cells.cell_names import says_nothing
from core.ingestion.cells.column_words import folded_name
from core.ingestion.mapping.table_mapping import TableMapping
from core.ingestion.records.raw_records import RawRecords
from core.names.normalise import fold_characters
from core.names.territories import code_of_place
from core.runtime.package_files import read_package_yaml

_JURISDICTION = "jurisdiction"
_REGISTER = "register"
RECORD = "record"
"""The kind of an identifier that is the id of a record in the published file that it came with."""


@dataclass(frozen=True)
class Identity:
    """What identifies a company beside its names: values of identifiers by their kind (of one it may have several), its
    jurisdiction and its tickers; empty where nothing is said."""

    values: Mapping[str, tuple[str, ...]]
    jurisdiction: str = ""
    tickers: tuple[str, ...] = ()

    @property
    def in_register(self) -> str:
        """Its number in the register of its jurisdiction, gb/01234567: unique everywhere; "" if either is missing."""
        number = next(iter(self.values.get(_REGISTER, ())), "")
        return f"{self.jurisdiction}/{number}" if number and self.jurisdiction else ""

    @property
    def all_values(self) -> tuple[str, ...]:
        """The values of identifiers of every kind."""
        return tuple(value for values in self.values.values() for value in values)

    @property
    def told_by(self) -> str:
        """What tells it from another one of the same name."""
        return self.in_register or next(iter(self.all_values), "") or self.jurisdiction

    def shares_with(self, other: Identity, kind: str) -> bool:
        """Whether both have one identifier of this kind, however it is written."""
        own, others = (set(map(fold_characters, each.values.get(kind, ()))) for each in (self, other))
        return not own.isdisjoint(others)

    def differs_from(self, other: Identity) -> bool:
        """Whether identifiers of one kind, jurisdictions or tickers at one exchange say that they are two."""
        kinds = self.values.keys() & other.values.keys()
        if not all(self.shares_with(other, kind) for kind in kinds):
            return True
        if self.jurisdiction and other.jurisdiction and not _within(self.jurisdiction, other.jurisdiction):
            return True
        return _different_tickers(self.tickers, other.tickers)


def identity_of(entity: Entity) -> Identity:
    """Of a record."""
    return identity_in(entity.attributes, entity.tickers, entity.identifiers)


def identity_in(
    attributes: Iterable[Attribute], tickers: Sequence[str] = (), identifiers: Iterable[str] = ()
) -> Identity:
    """From what a row says under names of its own, and from identifiers with their kind (lei:…, register:gb/…)."""
    found = {
        kind: (each.value,)
        for each in attributes
        if (kind := _kind_of(each.name)) and not says_nothing(each.value, of_identifiers=True)
    }
    for kind, _, given in (each.partition(":") for each in identifiers):
        place, _, number = given.partition("/")
        if kind == _REGISTER and number:
            found[_JURISDICTION] = (place,)
        value = number if kind == _REGISTER and number else given
        if kind in _kinds().values() and value not in found.get(kind, ()):
            found[kind] = (*found.get(kind, ()), value)
    jurisdiction = next(iter(found.pop(_JURISDICTION, ())), "")
    return Identity(found, code_of_place(jurisdiction) if jurisdiction else "", tuple(tickers))


def with_identifiers(raw_records: RawRecords, mapping: TableMapping) -> RawRecords:
    """RawRecords of a table of companies: where the column of their ids holds an identifier, such as the LEI, they are
    said to have it, since it may be that of a company which is known by another id."""
    column = next((each for each, field in mapping.columns.items() if field == "id"), "")
    if mapping.kind != "companies" or not _kind_of(column):
        return raw_records
    items = (
        replace(each, attributes=(*each.attributes, (column, str(given)))) if (given := each.values.get("id")) else each
        for each in raw_records.items
    )
    return replace(raw_records, items=tuple(items))


def is_of_identifiers(column: str) -> bool:
    """Whether a column that is called so holds identifiers, such as LEIs."""
    return _kind_of(column) != ""


def is_of_jurisdictions(column: str) -> bool:
    """Whether a column that is called so says where companies are registered."""
    return _kind_of(column) == _JURISDICTION


@lru_cache(maxsize=10_000)
def _kind_of(column: str) -> str:
    """The kind of identifier that a column holds; "" of others, as most are."""
    return _kinds().get(folded_name(column), "")


@cache
def _kinds() -> Mapping[str, str]:
    """The kind of identifier, or that it is the jurisdiction, by the folded name of a column."""
    told = read_package_yaml("core.ingestion.mapping", "identifiers.yaml")
    named = {**told["identifiers"], _JURISDICTION: told[_JURISDICTION]}
    return {folded_name(name): kind for kind, names in named.items() for name in names}


def _within(first: str, second: str) -> bool:
    """Whether two jurisdictions may be one: us and us-de."""
    return first == second or first.startswith(f"{second}-") or second.startswith(f"{first}-")


def _different_tickers(own: Sequence[str], others: Sequence[str]) -> bool:
    if not own or not others or any(same_ticker(one, two) for one in own for two in others):
        return False
    by_exchange = [{ticker.upper().partition(".")[2] for ticker in some} for some in (own, others)]
    codes = [all(map(ticker_code, some)) for some in (own, others)]  # a code without an exchange is one of another firm
    return bool(by_exchange[0] & by_exchange[1]) or (all(codes) and "" in by_exchange[0] | by_exchange[1])


def same_ticker(first: str, second: str) -> bool:
    """Whether both are one, or have one code at one exchange or at none: 300750 and 300750.SZ, 0700.HK and 00700.HK."""
    if first.upper() == second.upper():
        return True
    exchanges = {each.upper().partition(".")[2] for each in (first, second)} - {""}
    return bare_code(first) == bare_code(second) != "" and len(exchanges) < 2


def bare_code(ticker: str) -> str:
    """The digits of a ticker without leading zeros: 300750 of 300750.SZ; "" of one of letters."""
    return ticker_code(ticker).lstrip("0")
