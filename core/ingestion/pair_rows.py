"""Tables of which every row says something of two companies, though their columns are called as those of a list of
companies are: who holds how much of a listed company, what it buys from whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from core.ingestion.cell_kinds import holds_shares
from core.ingestion.column_words import fields_by_name
from core.ingestion.end_fields import end_field, other_end
from core.ingestion.formats.table import Table
from core.ingestion.identifiers import is_of_identifiers
from core.ingestion.relation_columns import mapped_by_field, names_in_cell
from core.ingestion.relation_labels import MappedLabel
from core.ingestion.table_mapping import ATTRIBUTE, NAMES, RELATION, TableMapping
from core.ontology import COMPANY

_Row = Mapping[str, str]
_OF_OWNERSHIP = ("shareholder_of", "subsidiary_of")
_MOST = 0.8  # share of cells
_NO_FACTS = ("source", "target", "label", "id", "source_id", "passage_id", "weight", "confidence")
_SHARES = ("share", "share_low", "share_high")
_BESIDE_A_SHARE = ("as_of", "start", "end")
"""What other columns say of the relation also where every company stands once."""


def as_pairs(mapping: TableMapping, table: Table) -> TableMapping:
    """A list of companies with one column of others as relations, where companies repeat with others, of which the rows
    say something, or where a column says how much is held.

    What all rows of a company say alike is said of that company, the rest of the relation.
    """
    related = [column for column, field in mapping.columns.items() if field.startswith(RELATION)]
    named = next((column for field in NAMES for column, given in mapping.columns.items() if given == field), "")
    mapped = mapped_by_field(mapping.columns[related[0]]) if len(related) == 1 and named else None
    if mapping.kind != "companies" or mapped is None:
        return mapping
    ends = (named, related[0])
    rows = [cells for row in table.rows if (cells := dict(zip(table.columns, row.cells, strict=True)))[named].strip()]
    of_relations = {column for column in mapping.columns if _differs(rows, named, column)}
    share = _share(table, mapping) if mapped.type in _OF_OWNERSHIP else ""
    repeats = _repeats(rows, *ends) and not of_relations <= set(ends)
    if not (repeats or share) or not _names_one(rows, related[0]):
        return mapping
    if not repeats:
        of_relations = set()
    elif not any(row[named] != rows[0][named] for row in rows):  # nothing shows what is the company's
        of_relations |= {column for column, field in mapping.columns.items() if field == ATTRIBUTE}
    return _of_pairs(mapping, mapped, ends, share, of_relations)


def _of_pairs(
    mapping: TableMapping, mapped: MappedLabel, ends: tuple[str, str], share: str, of_relations: set[str]
) -> TableMapping:
    own = "target" if mapped.reversed else "source"
    columns = dict(zip(ends, (own, other_end(own)), strict=True)) | ({share: "share"} if share else {})
    of_others = mapped.type not in _OF_OWNERSHIP  # a share is one of what is bought
    taken = (*_NO_FACTS, *(_SHARES if share or of_others else ()))
    others = {column: field for column, field in mapping.columns.items() if column not in columns}
    likely = [column for column, field in others.items() if field == ATTRIBUTE or column in of_relations]
    facts = fields_by_name("relations", likely, taken)
    for column, field in others.items():
        if column in of_relations or (column in facts and (of_relations or facts[column] in _BESIDE_A_SHARE)):
            columns[column] = facts.get(column, ATTRIBUTE)
        else:
            columns[column] = end_field(own, ATTRIBUTE if field == "id" and is_of_identifiers(column) else field)
    return TableMapping(
        kind="relations", columns=columns, constants={"label": mapped.type, end_field(own, "type"): COMPANY}
    )


def _share(table: Table, mapping: TableMapping) -> str:
    """The only column that says how much is held; "" if there is none."""
    found = [column for column, field in mapping.columns.items() if field == ATTRIBUTE and holds_shares(table, column)]
    return found[0] if len(found) == 1 else ""


def _names_one(rows: Sequence[_Row], column: str) -> bool:
    """Whether few cells of a column of companies name several."""
    cells = [row[column] for row in rows if row[column].strip()]
    return sum(len(names_in_cell(cell)) > 1 for cell in cells) <= (1 - _MOST) * len(cells)


def _repeats(rows: Sequence[_Row], named: str, related: str) -> bool:
    """Whether most rows are of companies that stand in several, with others."""
    beside: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row[related].strip():
            beside[row[named].strip()].add(row[related].strip())
    of_several = sum(len(beside[row[named].strip()]) > 1 for row in rows)
    return 2 * of_several > len(rows)


def _differs(rows: Sequence[_Row], named: str, column: str) -> bool:
    """Whether rows of one company say different things in a column."""
    said: dict[str, str] = {}
    cells = ((row[named].strip(), cell) for row in rows if (cell := row[column].strip()))
    return any(said.setdefault(company, cell) != cell for company, cell in cells)
