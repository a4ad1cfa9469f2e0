"""Exhibit 21 of an annual report to the SEC: the subsidiaries of a registrant, as its page or as a table of several."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.ingestion.cells.column_words import folded_name, known_names
from core.ingestion.formats.html import HtmlPage
from core.ingestion.formats.html_cells import HtmlRow
from core.ingestion.formats.sec_companies import cik
from core.ingestion.formats.table import Table
from core.ingestion.mapping.sum_rows import reason_against, rows_without_a_company
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord, RawRecords
from core.names.normalise import is_legal_form

_SUBSIDIARY = re.compile(
    r"(?:(?:full |legal )?name (?:of )?(?:the )?)?(?:significant )?subsidiar(?:y|ies)(?: company)?(?: name)?"
)
_NAME_ALONE = re.compile(r"(?:legal |full )?name|entity(?: name)?|name of (?:entity|company)|company(?: name)?")
_JURISDICTION = re.compile(r"jurisdiction|incorporat|organi[sz]|formation|^(?:state|country|domicile|location)\b")
_PARENT = re.compile(r"(?:parent|registrant)(?: company)?(?: name)?|company(?: name)?")
_CIK = re.compile(r"(?:(?:parent|registrant|company) )?cik(?: number)?")
_SHARE = re.compile(r"%|percent|ownership|owned|voting")
_DAY = re.compile(r"(?:filing |report |period |as of )?date|(?:fiscal )?year|as of")
_SUBSIDIARIES_OF = re.compile(r"\bsubsidiaries\s+of\s+(?P<name>[^:;]+)", re.IGNORECASE)
_TITLE = re.compile(
    r"(?:list of )?(?:significant |principal )?subsidiaries(?: of (?:the )?(?:registrant|company))?", re.IGNORECASE
)
_AFTER_NAME = re.compile(r"\s+(?:as of|as at|at|on)\s+.*$|[\s*†(\d)]+$", re.IGNORECASE)
_OF_OTHERS = re.compile(r"\b(?:suppliers?|customers?|competitors?|partners?|shareholders?|investors?)\b", re.IGNORECASE)
_NOBODY = re.compile(r"(?:the |our )?(?:registrant|company|issuer|corporation|parent)\b.*", re.IGNORECASE)


@dataclass(frozen=True)
class _Columns:
    """Places of what a table says of each subsidiary; -1 of what it does not. ``header``: what all columns are
    called."""

    header: Sequence[str]
    name: int
    jurisdiction: int
    share: int
    parent: int = -1
    cik: int = -1
    day: int = -1


def is_exhibit_21(page: HtmlPage) -> bool:
    """Whether a page speaks of subsidiaries and has tables of names and jurisdictions, and no others that say what
    their columns are: a report has lists of customers and boards as well."""
    said = " ".join((*page.lines, *(cell for rows in page.tables for row in rows[:2] for cell in row.cells)))
    if "subsidiar" not in said.lower():
        return False
    listing = [any(_columns(rows[place].said) for place in _tops(rows)) for rows in page.tables]
    headings = page.headings or ("",) * len(page.tables)
    others = (
        _has_header(rows) or heading
        for rows, heading, lists in zip(page.tables, headings, listing, strict=True)
        if not lists and len(rows) > 1
    )
    return any(listing) and not any(others)


def _has_header(rows: Sequence[HtmlRow]) -> bool:
    """Whether the first row of several cells is one of header cells."""
    first = next((row for row in rows if not row.alone and len(row.cells) > 1), None)
    return first is not None and bool(first.header)


def exhibit_21_raw_records(page: HtmlPage, name: str) -> RawRecords:
    """Every subsidiary with its jurisdiction, and that it is one of the registrant which the page names; where it names
    none, that is reported, and the subsidiaries come without."""
    parent = registrant(page.lines)
    items: list[RawRecord] = [RawRecord("entity", name, 1, {"name": parent})] if parent else []
    problems = [] if parent else [RowProblem(name, 1, "", "no_registrant", repaired=True)]
    for rows in page.tables:
        top = next((place for place in _tops(rows) if _columns(rows[place].said)), None)
        columns = _columns(rows[top].said) if top is not None else None
        if columns is None:
            continue
        for row in rows[(top or 0) + 1 :]:
            if len(row.said) < 2:
                problems.append(RowProblem(name, row.line, "", "cell_count", f"{len(row.said)} / 2"))
            elif reason := reason_against(row.said[0], row.said[1]):
                problems.append(RowProblem(name, row.line, "", reason, row.said[0][:80]))
            else:
                items += _subsidiary(name, row.line, row.said, columns, parent)
    return RawRecords(tuple(items), tuple(problems))


def is_subsidiary_list(table: Table) -> bool:
    """Whether a table has a column of subsidiaries, one of jurisdictions, and one of registrants, and none of other
    companies. One of subsidiaries and their parents says by its columns what it lists, as any table does."""
    columns = _columns(table.columns, with_parent=True)
    if columns is None or max(columns.parent, columns.cik) < 0:
        return False
    if any(_OF_OTHERS.search(each) for each in table.columns):
        return False
    return columns.cik >= 0 or not table.columns[columns.parent].lower().startswith("parent")


def subsidiary_list_raw_records(table: Table) -> RawRecords:
    """Every subsidiary with its jurisdiction, and that it is one of the company, by its name or its CIK, in its row."""
    columns = _columns(table.columns, with_parent=True)
    assert columns is not None  # or it is no such list
    items: list[RawRecord] = []
    problems = list(table.problems)
    fields = {table.columns[columns.name]: "source", table.columns[columns.parent]: "target"}
    refused = rows_without_a_company(table, fields if columns.parent >= 0 else {table.columns[columns.name]: "name"})
    problems += refused.values()
    parents: dict[str, None] = {}
    for row in (row for place, row in enumerate(table.rows) if place not in refused):
        called = row.cells[columns.parent].strip() if columns.parent >= 0 else ""
        number = cik(row.cells[columns.cik]) if columns.cik >= 0 else ""
        parent = number or called
        if not parent or not row.cells[columns.name].strip():
            problems.append(RowProblem(table.name, row.line, "", "missing"))
            continue
        if parent not in parents:
            parents[parent] = None
            identified = {"id": number, "identifiers": (f"cik:{number}",)} if number else {}
            items.append(RawRecord("entity", table.name, row.line, {**identified, "name": called or number}))
        items += _subsidiary(table.name, row.line, row.cells, columns, parent)
    return RawRecords(tuple(items), tuple(problems))


def registrant(lines: Sequence[str]) -> str:
    """Whose subsidiaries a page says that it lists: "Subsidiaries of Alpha, Inc.", or a line with a legal form beside
    the title; "" where it says only that they are the registrant's."""
    for line in lines:
        found = _SUBSIDIARIES_OF.search(line)
        if found and (name := _cleaned(found["name"])) and not _NOBODY.fullmatch(name):
            return name
    for place, line in enumerate(lines):
        if _TITLE.fullmatch(_cleaned(line)):
            beside = (*lines[max(place - 1, 0) : place], *lines[place + 1 : place + 2])
            return next((_cleaned(each) for each in beside if is_legal_form(_cleaned(each).split()[-1])), "")
    return ""


def _cleaned(text: str) -> str:
    before, text = "", text.strip()
    while before != text:
        before, text = text, _AFTER_NAME.sub("", text)
    return text.strip(" ,")


def _tops(rows: Sequence[object]) -> range:
    """Where a header may stand: below a title or two."""
    return range(min(4, len(rows)))


def _columns(header: Sequence[str], *, with_parent: bool = False) -> _Columns | None:
    words = [" ".join(re.sub(r"[_\W]+", " ", cell.lower().replace("%", " percent ")).split()) for cell in header]
    jurisdiction = _first(words, _JURISDICTION.search)
    name = _first(words, _SUBSIDIARY.fullmatch)
    if name < 0 and not with_parent:
        name = _first(words, _NAME_ALONE.fullmatch)
    if name < 0 or jurisdiction < 0 or name == jurisdiction:
        return None
    share = next((at for at, word in enumerate(words) if _SHARE.search(word) and at not in (name, jurisdiction)), -1)
    if not with_parent:
        return _Columns(header, name, jurisdiction, share)
    return _Columns(
        header, name, jurisdiction, share, *(_first(words, pattern.fullmatch) for pattern in (_PARENT, _CIK, _DAY))
    )


def _first(words: Sequence[str], fits: Callable[[str], object]) -> int:
    return next((at for at, word in enumerate(words) if fits(word)), -1)


def _subsidiary(file: str, line: int, cells: Sequence[str], columns: _Columns, parent: str) -> Iterator[RawRecord]:
    def cell(place: int) -> str:
        return cells[place].strip() if 0 <= place < len(cells) else ""

    name, where = cell(columns.name).rstrip(" *†"), cell(columns.jurisdiction)
    of_country = folded_name(columns.header[columns.jurisdiction]) in known_names()["companies"]["country"]
    company = {"name": name, "country": where if of_country else ""}
    jurisdiction = (("jurisdiction", where),) if where and not of_country else ()
    read = (columns.name, columns.jurisdiction, columns.share, columns.parent, columns.cik, columns.day)
    others = tuple((called, cell(at)) for at, called in enumerate(columns.header) if at not in read and cell(at))
    yield RawRecord("entity", file, line, _given(company), jurisdiction if parent else jurisdiction + others)
    if parent:
        facts = {"share": cell(columns.share), "as_of": cell(columns.day)}
        ends = {"source": name, "target": parent, "label": "subsidiary_of"}
        yield RawRecord("relation", file, line, ends | _given(facts), others)


def _given(values: Mapping[str, object]) -> dict[str, object]:
    return {field: value for field, value in values.items() if value}
