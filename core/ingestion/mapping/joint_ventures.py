"""Lists of joint ventures with their partners: beside each other, each with its share, or each in a row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from core.ingestion.cells.cell_kinds import cells_of, holds_per_cents
from core.ingestion.cells.cell_names import lists_several
from core.ingestion.cells.column_words import fields_by_name, folded_name
from core.ingestion.cells.end_fields import end_field
from core.ingestion.formats.table import Table
from core.ingestion.mapping.held_in_part import HOLDERS
from core.ingestion.mapping.relation_columns import holds_names, relation_called
from core.ingestion.mapping.seats import with_seats
from core.ingestion.mapping.table_mapping import ATTRIBUTE, NAMES, TableMapping, with_attributes
from core.ingestion.mapping.venture_rows import (
    OF_VENTURES,
    Holder,
    called_share_of,
    holder_called,
    is_of_ventures,
    shares_of_holders,
    venture_words,
    words_of_shares,
)
from core.ontology import COMPANY, Ontology

_NO_FACTS = ("source", "target", "label", "share", "id", "source_id", "start")


def venture_mapping(table: Table, ontology: Ontology) -> TableMapping | None:
    """Relations of the holders of joint ventures with these, with the share of each; None of any other table."""
    holders = _holders(table)
    columns = [each.column for each in holders]
    venture = _venture(table, holders)
    if not venture or not holders:
        return None
    others = [each for each in table.columns if each not in (venture, *columns)]
    shares = _shares(table, holders, others)
    left = [each for each in others if each not in shares]
    held = bool(shares) and all(each.word in venture_words("holders") for each in holders)
    if not is_of_ventures(venture, columns) and (not held or _told_of_others(left, ontology)):
        return None
    told = {venture: "target"} | dict.fromkeys(columns, "source") | dict.fromkeys(shares, "share")
    of_company = with_attributes(TableMapping(kind="companies", columns=fields_by_name("companies", left, NAMES)), left)
    said = with_seats(of_company, table).columns
    facts = {
        column: field
        for column, field in fields_by_name("relations", left, _NO_FACTS).items()
        if said[column] == ATTRIBUTE and field in OF_VENTURES
    }
    of_target = {column: facts.get(column) or end_field("target", field) for column, field in said.items()}
    constants = {"label": HOLDERS, end_field("target", "type"): COMPANY}
    return TableMapping(kind="relations", columns=told | of_target, constants=constants)


def _told_of_others(columns: Sequence[str], ontology: Ontology) -> bool:
    """Whether columns name further companies: customers, suppliers."""
    return any(relation_called(column, ontology) is not None for column in columns)


def _venture(table: Table, holders: Sequence[Holder]) -> str:
    """The column of the ventures: called so, or beside several holders the only name of companies that there is."""
    left = [each for each in table.columns if each not in {holder.column for holder in holders}]
    called = next((each for each in left if folded_name(each) in venture_words("ventures")), "")
    names = fields_by_name("companies", [each for each in left if each != called])
    named = next((each for each, field in names.items() if field in NAMES), "")
    if called:
        return called if not named and holds_names(table, called) else ""
    return named if len(holders) > 1 else ""


def _holders(table: Table) -> list[Holder]:
    """The columns of holders: several of which each is called by its side or number, or one that stands alone."""
    found = [each for column in table.columns if (each := holder_called(column)) is not None]
    named = [each for each in found if _names_some(table, each.column)]
    several = [each for each in named if each.which]
    return several if len(several) > 1 else [each for each in named if not each.which][:1]


def _names_some(table: Table, column: str) -> bool:
    return any(cells_of(table, column)) and holds_names(table, column) and not holds_per_cents(table, column)


def _shares(table: Table, holders: Sequence[Holder], others: Sequence[str]) -> list[str]:
    """The columns of the shares of all holders; none where one is not told, or may be that of whoever reports."""
    per_cents = [each for each in others if holds_per_cents(table, each)]
    if len(holders) > 1:
        columns = [each.column for each in holders]
        called = [
            each for each in per_cents if any(called_share_of(one).fullmatch(folded_name(each)) for one in holders)
        ]
        plain = [each for each in per_cents if re.sub(r"\d+$", "", folded_name(each)) in words_of_shares()]
        found = next(
            (beside for each in (called, plain) if (beside := shares_of_holders(table.columns, columns, each))), {}
        )
        return [*found.values()]
    (holder,) = holders
    clear = holder.word in venture_words("holders") or _repeats(table, holder.column)
    found_alone = [each for each in per_cents if called_share_of(holder).fullmatch(folded_name(each))]
    return found_alone[:1] if clear and len(found_alone) == 1 else []


def _repeats(table: Table, holder: str) -> bool:
    """Whether most ventures stand in several rows, one for each partner."""
    if lists_several(table, holder, clearly=True):
        return False
    venture = next((each for each in table.columns if folded_name(each) in venture_words("ventures")), "")
    counted = Counter(cells_of(table, venture)) if venture else Counter()
    return 2 * sum(count for count in counted.values() if count > 1) > counted.total()
