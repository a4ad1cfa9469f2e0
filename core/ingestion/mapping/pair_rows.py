"""Tables of which every row says something of two companies, though their columns are called as those of a list of
companies are: who holds how much of a listed company, what it buys from whom."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import islice

from core.ingestion.cells.cell_kinds import cells_of, holds_shares
from core.ingestion.cells.cell_names import lists_names, names_in_cell
from core.ingestion.cells.column_words import fields_by_name, folded_name, folded_words, read_as
from core.ingestion.cells.end_fields import end_field, other_end
from core.ingestion.formats.table import LIST_SEPARATORS, Table
from core.ingestion.mapping.company_sizes import tells_size
from core.ingestion.mapping.holder_kinds import tells_kinds
from core.ingestion.mapping.identifiers import is_of_identifiers
from core.ingestion.mapping.relation_columns import mapped_by_field
from core.ingestion.mapping.relation_labels import MappedLabel
from core.ingestion.mapping.table_mapping import ATTRIBUTE, NAMES, RELATION, TableMapping
from core.ontology import COMPANY

_Row = Mapping[str, str]
OF_OWNERSHIP = ("shareholder_of", "subsidiary_of")
_OF_SHARES = (*OF_OWNERSHIP, "acquired")
_DEAL = re.compile(r"invest|fund|round|acqui|deal|transaction|announce|投资|融资|收购|并购|交易|交割|入股|公告|披露")
"""What columns of days are called by that stand in lists of deals only."""
OF_COMPANIES = re.compile(
    r"(?i)employee|headcount|staff|address|street|phone|mobile|fax|e-?mail|contact|website|sector|segment|size|listed"
    r"|status|legal|registered|registration|capital|founded|ownership type|rating|region|city|state|postal|zip|tax|vat"
    r"|duns|notes?$"
    r"|员工|人数|地址|电话|邮箱|联系人|网址|官网|行业|规模|性质|注册|资本|法人|法定代表人|成立|评级|城市|省份|地区|邮编|税号|信用代码|备注"
)
"""What columns are called by that say something of a company, whoever it supplies."""
_MOST = 0.8  # share of cells
NO_FACTS = ("source", "target", "label", "id", "source_id", "passage_id", "weight", "confidence")
_SHARES = ("share", "share_low", "share_high")
_BESIDE_A_SHARE = ("as_of", "start", "end")
"""What other columns say of the relation also where every company stands once."""


def as_pairs(mapping: TableMapping, table: Table) -> TableMapping:
    """A list of companies with one column of others as relations, where companies repeat with others, of which the rows
    say something, or where a column says how much is held, or what was paid or when. In such a list of deals, cells may
    name several, and several columns of one type may name them: lead investor, other investors.

    What all rows of a company say alike is said of that company, the rest of the relation.
    """
    related = [column for column, field in mapping.columns.items() if field.startswith(RELATION)]
    named = next((column for field in NAMES for column, given in mapping.columns.items() if given == field), "")
    of_one_type = len({mapping.columns[column] for column in related}) == 1
    mapped = mapped_by_field(mapping.columns[related[0]]) if of_one_type and named else None
    deals = mapped is not None and mapped.type in _OF_SHARES and _lists_deals(mapping)
    if mapping.kind != "companies" or mapped is None or (len(related) > 1 and not deals):
        return mapping
    ends = (named, related[0])
    rows = rows_by_column(table, named)
    of_relations = {column for column in mapping.columns if differs(rows, named, column)}
    share = _share(table, mapping) if mapped.type in _OF_SHARES else ""
    repeats = most_repeat(rows, *ends) and not of_relations <= set(ends)
    if not repeats and (of_pairs := _said_of_pairs(mapping, rows, ends)):
        repeats, of_relations = True, of_pairs
    one = _names_one(rows, related[0]) or (deals and _lists_several(table, related[0]))
    if not (repeats or share or deals) or not one:
        return mapping
    attributes = {column for column, field in mapping.columns.items() if field == ATTRIBUTE}
    if deals:
        of_relations = {column for column in attributes if not tells_size(column)}
    elif not repeats:
        of_relations = set()
    elif not any(row[named] != rows[0][named] for row in rows):  # nothing shows what is the company's
        of_relations |= attributes
    pairs = pairs_of(mapping, mapped, ends, share, of_relations)
    of_holders = {column: ATTRIBUTE for column in mapping.columns if tells_kinds(table, column)}
    further = dict.fromkeys(related[1:], pairs.columns[related[0]])  # lead investor, other investors
    return pairs.model_copy(update={"columns": pairs.columns | of_holders | further})


def rows_by_column(table: Table, named: str) -> list[_Row]:
    """The rows that name a company, each as column → cell."""
    return [cells for row in table.rows if (cells := dict(zip(table.columns, row.cells, strict=True)))[named].strip()]


def _said_of_pairs(mapping: TableMapping, rows: Sequence[_Row], ends: tuple[str, str]) -> set[str]:
    """What rows of a list in which few companies repeat, with others, say of the two: columns that are called as no
    fact of a company alone is, where one of them differs between rows of a company, and what else does; else none."""
    told = [row for row in rows if row[ends[1]].strip()]
    differing = {column for column in mapping.columns if differs(told, ends[0], column)}
    attributes = {column for column, field in mapping.columns.items() if field == ATTRIBUTE}
    facts = {column for column in attributes if not is_own(column)}
    if not stand_with_others(rows, *ends) or facts.isdisjoint(differing):
        return set()
    return facts | {column for column in attributes & differing if not tells_size(column)}


def is_own(column: str) -> bool:
    """Whether a column is called as one that says something of a company, whoever it supplies: employees, address."""
    return OF_COMPANIES.search(column) is not None or tells_size(column)


def pairs_of(
    mapping: TableMapping, mapped: MappedLabel, ends: tuple[str, str], share: str, of_relations: set[str]
) -> TableMapping:
    """A list of companies as relations of them with those of a second column, the other one of ``ends``, of which
    ``share`` and the columns ``of_relations`` say something."""
    own = "target" if mapped.reversed else "source"
    columns = dict(zip(ends, (own, other_end(own)), strict=True)) | ({share: "share"} if share else {})
    of_others = mapped.type not in _OF_SHARES  # a share is one of what is bought
    taken = (*NO_FACTS, *(_SHARES if share or of_others else ()))
    others = {column: field for column, field in mapping.columns.items() if column not in columns}
    likely = [column for column, field in others.items() if field == ATTRIBUTE or column in of_relations]
    facts = fields_by_name("relations", likely, taken)
    facts |= {} if of_others else deal_amount(likely, facts.values())
    for column, field in others.items():
        if column in of_relations or (column in facts and (of_relations or facts[column] in _BESIDE_A_SHARE)):
            columns[column] = facts.get(column, ATTRIBUTE)
        else:
            columns[column] = end_field(own, ATTRIBUTE if field == "id" and is_of_identifiers(column) else field)
    return TableMapping(
        kind="relations", columns=columns, constants={"label": mapped.type, end_field(own, "type"): COMPANY}
    )


def deal_amount(columns: Sequence[str], taken: Collection[str]) -> dict[str, str]:
    """Of a list of deals in which no column is called as an amount is, the first called value or price."""
    known = read_as(columns)
    likely = (each for each in columns if known[each] in folded_words("amounts_of_deals"))
    return {} if "amount" in taken else dict.fromkeys(islice(likely, 1), "amount")


def _lists_deals(mapping: TableMapping) -> bool:
    """Whether a column says what was paid, on which day of a deal, or when a holding ended."""
    others = [column for column, field in mapping.columns.items() if field == ATTRIBUTE]
    facts = fields_by_name("relations", others, NO_FACTS)
    days = [folded_name(column) for column, field in facts.items() if field in ("year", "announced")]
    told = {"amount", "end"} & {*facts.values()}
    return bool(deal_amount(others, facts.values()) or told) or any(map(_DEAL.search, days))


def _lists_several(table: Table, column: str) -> bool:
    """Whether what separates the names in cells of a column is clear."""
    several = [cell for cell in cells_of(table, column) if len(names_in_cell(cell)) > 1]
    return lists_names(table, column) or all(map(LIST_SEPARATORS.search, several))


def _share(table: Table, mapping: TableMapping) -> str:
    """The only column that says how much is held; "" if there is none."""
    found = [column for column, field in mapping.columns.items() if field == ATTRIBUTE and holds_shares(table, column)]
    return found[0] if len(found) == 1 else ""


def _names_one(rows: Sequence[_Row], column: str) -> bool:
    """Whether few cells of a column of companies name several."""
    cells = [row[column] for row in rows if row[column].strip()]
    return sum(len(names_in_cell(cell)) > 1 for cell in cells) <= (1 - _MOST) * len(cells)


def most_repeat(rows: Sequence[_Row], named: str, related: str) -> bool:
    """Whether most rows are of companies that stand in several, with others."""
    beside: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row[related].strip():
            beside[row[named].strip()].add(row[related].strip())
    of_several = sum(len(beside[row[named].strip()]) > 1 for row in rows)
    return 2 * of_several > len(rows)


def stand_with_others(rows: Sequence[_Row], named: str, related: str) -> bool:
    """Whether companies stand in several rows, most of which name one that no other row of the company names."""
    beside: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        if row[related].strip():
            beside[row[named].strip()].append(row[related].strip())
    several = [others for others in beside.values() if len(others) > 1]
    return bool(several) and sum(len({*each}) for each in several) >= _MOST * sum(map(len, several))


def differs(rows: Sequence[_Row], named: str, column: str) -> bool:
    """Whether rows of one company say different things in a column."""
    said: dict[str, str] = {}
    cells = ((row[named].strip(), cell) for row in rows if (cell := row[column].strip()))
    return any(said.setdefault(company, cell) != cell for company, cell in cells)
