"""Tables of people: who has, or had, which office or post in which company, also those of one company without a column
that names it: boards, org charts, contacts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from core.ingestion.cells.cell_kinds import cells_of, holds_shares
from core.ingestion.cells.cell_names import may_be_name
from core.ingestion.cells.column_words import fields_by_name, folded_name, folded_words, read_as
from core.ingestion.cells.days_of_terms import days_of_terms
from core.ingestion.formats.table import Table
from core.ingestion.mapping.names_in_parts import columns_of_parts
from core.ingestion.mapping.offices import folded_office_words, is_post, is_salutation, is_title, office_words
from core.ingestion.mapping.table_mapping import ATTRIBUTE, NAMES, TableMapping
from core.names.normalise import has_legal_form
from core.names.person_names import is_name_of_person

_MOST = 0.5
"""Share of the positions of a board that are known offices."""
_NOT_FROM_OTHERS = ("source", "target", "label", "start", "end", "year", "id", "weight")
_OF_COMPANIES = ("country", "industry", "tickers", "founded", "aliases", "identifiers")
"""Fields of columns that show that a list is one of companies, each with somebody to talk to."""


@dataclass(frozen=True)
class _People:
    """The columns of a table of people. ``certain``: these say by themselves that it is one."""

    columns: tuple[str, ...] = ()
    label: str = ""
    company: str = ""
    position: str = ""
    start: str = ""
    end: str = ""
    certain: bool = False


def people_mapping(table: Table) -> TableMapping | None:
    """Relations of the people of a table that is certainly one of people, or of a board of one company; None of any
    other. A company that no column names is asked for, and so is what they are in it, without a column of posts."""
    found = _people_of(table)
    if not found.columns:
        return None
    if found.certain and _is_of_one_record(found) and not _lists_companies(table, found):
        return _mapping(table, found)
    cells = list(cells_of(table, found.position)) if found.position else []
    posts = sum(map(is_post, cells))
    return None if found.company or not cells or posts < _MOST * len(cells) else _mapping(table, found, label="")


def board_mapping(table: Table) -> TableMapping | None:
    """Relations of the people with their companies, from the day of their appointment to that of their resignation;
    None of a table that lists something else.

    A column that is called director says what its people are, beside one of positions or of such days. One that is
    called name is of people where a column of positions holds posts that are known.
    """
    found = _people_of(table)
    told = found.position or found.start or found.end
    if not (found.company and found.columns and told) or _lists_companies(table, found):
        return None
    return _mapping(table, found, label=found.label) if _is_of_one_record(found) else None


def leave_out_posts(table: Table, columns: dict[str, str]) -> None:
    """A column called title whose cells are posts or salutations, CEO or Mr, is no name of companies."""
    titles = [
        column
        for column, field in columns.items()
        if field in NAMES and folded_name(column) in folded_office_words("positions") and _says_posts(table, column)
    ]
    for column in titles:
        del columns[column]
    if titles:
        left = [each for each in table.columns if each not in titles]
        columns |= fields_by_name("companies", [each for each in left if each not in columns], columns.values())


def _says_posts(table: Table, column: str) -> bool:
    cells = list(cells_of(table, column))
    return bool(cells) and sum(is_title(cell) or is_salutation(cell) for cell in cells) >= _MOST * len(cells)


def _mapping(table: Table, found: _People, label: str = "") -> TableMapping:
    fields = {found.company: "target", found.position: "label", found.start: "start", found.end: "end"}
    columns = dict.fromkeys(found.columns, "source") | {column: field for column, field in fields.items() if column}
    left = [column for column in table.columns if column not in columns]
    if len(found.columns) == 1 and (found.position or label):
        columns |= fields_by_name("relations", left, taken=_NOT_FROM_OTHERS)
        ids = fields_by_name("relations", left, taken=columns.values())
        columns |= {column: ATTRIBUTE for column, field in ids.items() if field == "id"}  # numbers of people
        columns |= dict.fromkeys(_days_of_contracts(left), ATTRIBUTE)
    else:
        columns |= dict.fromkeys(left, ATTRIBUTE)  # of contacts, days are those of the last call, say
    return TableMapping(kind="relations", columns=columns, constants={"label": label} if label else {})


def _days_of_contracts(columns: Collection[str]) -> Iterator[str]:
    """Columns of days that are not those of an office: 合同到期日. Another contract may follow."""
    for column in columns:
        name = {column: folded_name(column)}
        if days_of_terms(name) and not days_of_terms(name, of_offices=True):
            yield column


def _people_of(table: Table) -> _People:
    """What the columns of a table of people are; no columns of people where it is none."""
    known = read_as(table.columns)
    parts = columns_of_parts(known)
    parts = parts if _hold_names(table, parts) else ()
    company = _called(known, folded_office_words("companies"), *parts)
    position = _position(table, known, company, *parts)
    company = company or (_company_by_name(known, position, *parts) if parts else "")
    start = _called(known, folded_office_words("starts"))
    end = _called(known, folded_office_words("ends"))
    if position:
        days = {day: column for column, day in days_of_terms(known, ("year", "end"), of_offices=True).items()}
        start, end = start or days.get("year", ""), end or days.get("end", "")
    columns, label, certain = _columns_of_people(table, known, parts, (position, company))
    return _People(columns, label, company, position, *_apart(start, end, columns), certain)


def _apart(start: str, end: str, columns: tuple[str, ...]) -> tuple[str, str]:
    return ("" if start in columns else start), ("" if end in columns else end)


def _position(table: Table, known: Mapping[str, str], *taken: str) -> str:
    """The first column that is called so and does not hold Mr and Ms."""
    called = [each for each, name in known.items() if name in folded_office_words("positions") and each not in taken]
    return next((each for each in called if not _is_of_salutations(table, each)), "")


def _is_of_salutations(table: Table, column: str) -> bool:
    cells = list(cells_of(table, column))
    return bool(cells) and sum(map(is_salutation, cells)) >= _MOST * len(cells)


def _company_by_name(known: Mapping[str, str], *taken: str) -> str:
    """A column of a table of contacts that is called as names of companies alone are: Customer, Kunde."""
    left = [
        column for column in known if column not in taken and known[column] not in folded_words("names_of_anything")
    ]
    return next((column for column, field in fields_by_name("companies", left).items() if field in NAMES), "")


def _columns_of_people(
    table: Table, known: Mapping[str, str], parts: tuple[str, ...], taken: tuple[str, str]
) -> tuple[tuple[str, ...], str, bool]:
    """The columns of the people, the relation that these say they have with the companies, and whether they are
    certainly people."""
    position = taken[0]
    for label, names in office_words()["people"].items():
        if column := _called(known, frozenset(map(folded_name, names)), position):
            return (column,), label, False
    either = folded_office_words("superiors_or_people")
    superior = _called(known, folded_office_words("superiors")) or _called(known, either)
    employee = _called(known, folded_office_words("employees"), *taken)
    if employee and (position or superior) and _holds_people(table, employee):
        return (employee,), "", True
    whole = _called(known, folded_office_words("names") - either, *taken, *parts)
    if parts and not whole and not any(holds_shares(table, column) for column in table.columns):
        return parts, "", True
    posts = any(is_post(cell) for cell in cells_of(table, position)) if position else False
    if whole and position and superior and _holds_people(table, whole):
        clear = known[superior] not in either or posts or _reports_within(table, whole, superior)
        if clear:
            return (whole,), "", True
    whole = whole or _called(known, either & folded_office_words("names"), *taken)
    return ((whole,) if whole and posts else ()), "", False


def _holds_people(table: Table, column: str) -> bool:
    """Whether the cells may be names of people: no numbers, and few with a legal form."""
    cells = list(cells_of(table, column))
    people = sum(may_be_name(cell) and not has_legal_form(cell) for cell in cells)
    return bool(cells) and people > _MOST * len(cells)


def _hold_names(table: Table, columns: tuple[str, ...]) -> bool:
    """Whether most cells of several columns may be names: no prices, no days."""
    cells = [cell for column in columns for cell in cells_of(table, column)]
    return sum(map(may_be_name, cells)) > _MOST * len(cells)


def _reports_within(table: Table, person: str, superior: str) -> bool:
    """Whether somebody of a column is the superior of another one, or most are clearly called as people are."""
    people = list(cells_of(table, person))
    named = sum(map(is_name_of_person, people)) >= _MOST * len(people)
    return named or not {*people}.isdisjoint(cells_of(table, superior))


def _lists_companies(table: Table, found: _People) -> bool:
    """Whether a table lists companies first, each once, beside somebody to talk to: it says what these are, or has no
    column of posts."""
    if not found.company or len(found.columns) < 2 or not found.certain:
        return False
    first = table.columns.index(found.company) < min(map(table.columns.index, found.columns))
    companies = list(cells_of(table, found.company))
    left = [each for each in table.columns if each not in (*found.columns, found.company, found.position)]
    told = {*fields_by_name("companies", left, NAMES).values()} & {*_OF_COMPANIES}
    return first and len({*companies}) == len(companies) and (bool(told) or not found.position)


def _is_of_one_record(found: _People) -> bool:
    """Whether posts and days are those of the people: of {"ceo": …, "board": [{"name": …, "role": …}]} the roles are
    those of others."""
    told = [each for each in (found.position, found.start, found.end) if each]
    return all(_record_of(each) == _record_of(found.columns[0]) for each in told)


def _record_of(column: str) -> str:
    """Which nested record a column is of: board of board.role."""
    return column.rpartition(".")[0]


def _called(known: Mapping[str, str], words: Collection[str], *taken: str) -> str:
    return next((column for column, name in known.items() if name in words and column not in taken), "")
