"""Rows that add up others (Total, Summe, 合计), hold what is left of a list (其他股东, free float), or are remarks
below it: no companies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from core.ingestion.cells.column_words import folded_name, folded_words
from core.ingestion.cells.end_fields import plain_field
from core.ingestion.formats.table import Table, TableRow
from core.ingestion.mapping.kept_columns import KEPT_OTHERWISE
from core.ingestion.records.problems import RowProblem

_NAMED_BY = ("name", "name_zh", "name_en", "id", "source", "target")
_NAMES = frozenset(("name", "name_zh", "name_en"))
_ENDS = ("source", "target")  # which may also refer to a row by its id
_ADDED_UP = ("attribute", "share", "amount", "weight", *_NAMED_BY)
"""Fields of columns whose numbers may be sums; years, days and codes say something of one company."""
_RELATED = "relation:"  # before what columns of other companies become
_BESIDE = ("label", "currency", "source", "target")
"""Fields of columns whose cells may say the same in every row, that of the sum too."""
_IN_BRACKETS = re.compile(r"[(（\[【].*")
_COUNT = re.compile(r"\d+$")
_NUMBER = re.compile(r"[^\w]*(\d[\d\s.,'’]*)\s*(?:%|[^\W\d]{1,8}\.?)?")
_DECIMALS = re.compile(r"[.,](?!\d{3}$)\d*$")
_YEARS = range(1900, 2101)
_REMARK = re.compile(r"\s*(?:[(（\[*†‡#]|\d+\)|[^\W\d]{1,12}[:：])")
_REMARK_BELOW = re.compile(
    r"\s*(?:[*†‡#]|[(（\[]?(?:\d{1,2}|[a-z])[)）\]]\s|[^\W\d]{1,12}(?: [^\W\d]{1,12})?\s?[:：])", re.IGNORECASE
)
_FEWEST_COLUMNS = 3  # of a table with remarks below it
_LONGEST = 60  # characters of what such a row is called
_LONG = 8  # letters of a word that other words may follow
_IDEOGRAPH = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_NEAR = 0.005  # of a sum of rounded numbers


def rows_without_a_company(table: Table, columns: Mapping[str, str]) -> dict[int, RowProblem]:
    """The places of such rows in a table whose ``columns`` become these fields, and why each is refused.

    Where a company may be called so (Total), a row is one that adds up if nothing but numbers stand in it beside what
    all rows say alike, and it is the last one, or its numbers are the sums of those above.
    """
    plain = [plain_field(columns.get(column, "")) for column in table.columns]
    fields = ["attribute" if field in KEPT_OTHERWISE else field for field in plain]
    named = [place for place, field in enumerate(fields) if field in _NAMED_BY]
    names = [place for place, field in enumerate(fields) if field in _NAMES]
    related = [place for place, field in enumerate(fields) if field.startswith(_RELATED)]
    found = _remarks_below(table)
    unclear = []
    for place, row in enumerate(table.rows[: len(table.rows) - len(found)]):
        numbered = related and all(not (cell := row.cells[at].strip()) or _number(cell) is not None for at in named)
        for at in (*named, *(related if numbered else ())):
            cell = row.cells[at].strip()
            if fields[at] == "id" and any(row.cells[name].strip() for name in names):
                continue  # it has a name
            if (reason := _reason(cell)) is None:
                continue
            if (
                fields[at] in _ENDS
                and not _has_number(row)
                and not _stands_alone(table, row, len(table.rows) - len(found))
            ):
                continue
            if reason:
                found[place] = RowProblem(table.name, row.line, table.columns[at], reason, cell[:80])
            else:
                unclear.append((place, at, cell))
            break
    last = len(table.rows)
    for place, at, cell in reversed(unclear):
        while last > place + 1 and (last - 1 in found or _is_remark(table.rows[last - 1])):
            last -= 1
        says_nothing = last == place + 1 and _stands_alone(table, table.rows[place], last)
        sums = _says_numbers_only(table, fields, place, at) and (last == place + 1 or _adds_up(table, place))
        if says_nothing or sums or _adds_up_of_one(table, fields, place, at):
            found[place] = RowProblem(table.name, table.rows[place].line, table.columns[at], "sum_row", cell[:80])
    named_otherwise = [at for at in named if fields[at] != "id"]
    before = {place: _told_before_names(table, row, named_otherwise) for place, row in enumerate(table.rows)}
    return {place: told for place, told in before.items() if told is not None} | found


def _told_before_names(table: Table, row: TableRow, named: Sequence[int]) -> RowProblem | None:
    """Why a row that names nobody, but begins with a word for a sum, is none: Total below No., and then numbers."""
    if not named or any(row.cells[at].strip() for at in named):
        return None
    said = [(at, cell.strip()) for at, cell in enumerate(row.cells) if cell.strip()]
    if not said:
        return None
    (first, word), others = said[0], said[1:]
    reason = _reason(word)
    if reason is None or not all(_number(cell) is not None for _, cell in others):
        return None
    return RowProblem(table.name, row.line, table.columns[first], reason or "sum_row", word[:80])


def _stands_alone(table: Table, row: TableRow, last: int) -> bool:
    """Whether it is the last row and says nothing but the word for a sum, where rows above say more."""
    alone = sum(1 for cell in row.cells if cell.strip()) == 1
    above = [each for each in table.rows[:last] if each is not row]
    return (
        alone
        and table.rows[last - 1] is row
        and any(sum(1 for cell in each.cells if cell.strip()) >= _FEWEST_COLUMNS for each in above)
    )


def _adds_up_of_one(table: Table, fields: Sequence[str], place: int, named: int) -> bool:
    """Whether its share is that of all rows above it about the same company: Total, Halvorsen Marine, 100 %."""
    row = table.rows[place]
    ends = [at for at, field in enumerate(fields) if field in _ENDS and at != named]
    shares = [at for at, field in enumerate(fields) if field == "share"]
    if len(ends) != 1 or len(shares) != 1 or not (of := row.cells[ends[0]].strip()):
        return False
    same = [each for each in table.rows[:place] if each.cells[ends[0]].strip() == of]
    held = [_number(each.cells[shares[0]]) for each in same]
    together, wanted = sum(each for each in held if each is not None), _number(row.cells[shares[0]])
    return len(same) > 1 and wanted is not None and wanted > 0 and abs(together - wanted) <= _NEAR * wanted


def _has_number(row: TableRow) -> bool:
    return any(_number(cell) is not None for cell in row.cells)


def _remarks_below(table: Table) -> dict[int, RowProblem]:
    """The last rows of which one cell alone says something, as "Source: Exchange" does below a list of a workbook."""
    found: dict[int, RowProblem] = {}
    for place in range(len(table.rows) - 1, -1, -1):
        row = table.rows[place]
        said = [cell for cell in row.cells if cell.strip()]
        if len(table.columns) < _FEWEST_COLUMNS or len(said) != 1 or _REMARK_BELOW.match(said[0]) is None:
            break
        found[place] = RowProblem(table.name, row.line, "", "remark_row", said[0].strip()[:80])
    return found


def _is_remark(row: TableRow) -> bool:
    """(1) Held indirectly: one cell that begins as a footnote does."""
    said = [cell for cell in row.cells if cell.strip()]
    return len(said) == 1 and _REMARK.match(said[0]) is not None


def reason_against(name: str, beside: str) -> str:
    """Why a row of this name with ``beside`` it where a company has its country is none; "" where it may be one."""
    reason = _reason(name)
    return "sum_row" if reason == "" and _number(beside) is not None else reason or ""


def _reason(cell: str) -> str | None:
    """Why nobody is called so; "" where somebody may be, None of any other name."""
    if len(cell) > _LONGEST or (cell[:2].isalnum() and cell.isascii() and cell[:2].lower() not in _beginnings()):
        return None  # by far most cells, told without folding them
    folded = _COUNT.sub("", folded_name(_IN_BRACKETS.sub("", cell)))
    if not folded:
        return None
    if folded in folded_words("remainders"):
        return "remainder_row"
    if folded in folded_words("sums") or _with_more_words().search(folded):
        return "sum_row"
    return "" if folded in folded_words("sums_or_names") else None


@cache
def _beginnings() -> frozenset[str]:
    return frozenset(word[:2] for key in ("sums", "sums_or_names", "remainders") for word in folded_words(key))


@cache
def _with_more_words() -> re.Pattern[str]:
    """Of Subtotal Germany and 前五名客户合计."""
    words = folded_words("sums")
    last = [f"{word}$" for word in words if _IDEOGRAPH.search(word)]
    first = [f"^{word}" for word in words if not _IDEOGRAPH.search(word) and len(word) >= _LONG]
    return re.compile("|".join((*first, *last)))


def _says_numbers_only(table: Table, fields: Sequence[str], place: int, named: int) -> bool:
    numbers = 0
    for at, cell in enumerate(table.rows[place].cells):
        field = fields[at] or "attribute"
        if at == named or not cell.strip() or field == "id":
            continue
        may_add_up = field in _ADDED_UP or field.startswith(_RELATED)
        if may_add_up and _number(cell) is not None and not _is_of_years(table, at):
            numbers += 1
        elif field not in (*_BESIDE, "attribute") or any(other != cell.strip() for other in _cells(table, at)):
            return False
    return numbers > 0


def _is_of_years(table: Table, at: int) -> bool:
    return all((number := _number(cell)) is not None and number in _YEARS for cell in _cells(table, at))


def _adds_up(table: Table, place: int) -> bool:
    """Whether any of its numbers is the sum of two or more above it."""
    for at, cell in enumerate(table.rows[place].cells):
        wanted, together, rows = _number(cell), 0.0, 0
        for above in range(place - 1, -1, -1):
            if wanted is None or (number := _number(table.rows[above].cells[at])) is None:
                break
            together, rows = together + number, rows + 1
            if rows > 1 and wanted and abs(together - wanted) <= _NEAR * wanted:
                return True
            if together > wanted * (1 + _NEAR):
                break
    return False


def _cells(table: Table, at: int) -> Iterator[str]:
    return (cell for row in table.rows if (cell := row.cells[at].strip()))


def _number(cell: str) -> float | None:
    """That of 1,234.50, 1.234,50, 12 %, €300 or 4 companies."""
    found = _NUMBER.fullmatch(cell.strip())
    if found is None:
        return None
    digits = re.sub(r"[\s'’]", "", found[1])
    decimals = _DECIMALS.search(digits)
    whole = digits[: decimals.start()] if decimals else digits
    return float(f"{re.sub(r'[.,]', '', whole)}.{decimals[0][1:] if decimals else 0}")
