"""What the columns of a table mean: guessed from their names, corrected by a person, remembered."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from core.domain.names import fold_characters
from core.domain.spreadsheet_cells import original_cell
from core.domain.text import CHINESE_CHARACTER
from core.ingestion.drafts import Draft, DraftKind, Drafts
from core.ingestion.formats.table import Table, list_values
from core.shipped import read_shipped

TableKind = Literal["companies", "relations", "passages"]
_KINDS: dict[TableKind, DraftKind] = {"companies": "entity", "relations": "relation", "passages": "passage"}
_LISTS = ("aliases", "former_names", "tickers")
ATTRIBUTE = "attribute"
"""What a column becomes that is kept under its own name; several may."""
ATTRIBUTE_PREFIX = "attribute:"
"""Before the names of such columns in an export, so that none of them is taken for a field."""
_ORIGIN = "origin"  # of an export: an import says anew where its rows come from
_NAMES = ("name", "name_zh", "name_en")
_NEEDED: dict[TableKind, tuple[tuple[str, ...], ...]] = {
    "relations": (("source",), ("target",)),
    "passages": (("text",),),
    "companies": ((*_NAMES, "id", "tickers"),),
}


class TableMapping(BaseModel):
    """What a table lists, and which field each column becomes; columns that are not there are not read.

    ``constants`` are values of fields for all rows, such as the ``label`` of relations of one type, or the ``type`` of
    entities.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: TableKind
    columns: dict[str, str]
    constants: dict[str, str] = Field(default_factory=dict)

    @property
    def missing(self) -> tuple[str, ...]:
        """Fields without which nothing of the table can be read; of alternatives the first."""
        given = set(self.columns.values()) | set(self.constants)
        lacking = tuple(any_of[0] for any_of in _NEEDED[self.kind] if not given & set(any_of))
        return lacking if self.kind != "relations" or "label" in given else (*lacking, "label")

    @property
    def nameless(self) -> bool:
        """Whether companies of the table would be called by their ids or tickers."""
        return (
            self.kind == "companies" and not self.missing and not {*_NAMES} & {*self.columns.values(), *self.constants}
        )


def fields_of(kind: TableKind) -> tuple[str, ...]:
    """What a column of such a table can become."""
    return (*_known_names()[kind], *([] if kind == "passages" else [ATTRIBUTE]))


def guess_mapping(table: Table) -> TableMapping:
    """The kind of table that explains most columns by their names, and that explanation; of companies and relations
    all other columns are kept as attributes.

    A column between the two ends whose cells all say the same, as its header does, is the label of the relations.
    """
    return with_attributes(_best_guess(table), table.columns)


def with_attributes(mapping: TableMapping, columns: Sequence[str]) -> TableMapping:
    """The mapping with all other columns as attributes; of passages none are kept."""
    if mapping.kind == "passages":
        return mapping
    others = {column: ATTRIBUTE for column in columns if column not in mapping.columns and column != _ORIGIN}
    return mapping.model_copy(update={"columns": mapping.columns | others})


def usual_mapping(kind: TableKind, columns: Sequence[str]) -> TableMapping:
    """Of a table that is known to list this: every column by its name."""
    return with_attributes(TableMapping(kind=kind, columns=fields_by_name(kind, columns)), columns)


def _best_guess(table: Table) -> TableMapping:
    companies, relations, passages = (_guess(table, kind) for kind in get_args(TableKind))
    of_two = not _is_about_one_company(table, companies, relations)
    if of_two and not relations.missing:
        return relations
    if not passages.missing and len(passages.columns) >= max(len(companies.columns), len(relations.columns)):
        return passages
    return relations if of_two and relations.missing == ("label",) else companies


def _is_about_one_company(table: Table, companies: TableMapping, relations: TableMapping) -> bool:
    """A table with a company's name and, say, its industry is a list of companies unless it names relations: by a
    column of their labels, or by what its ends are called where no other column is a name."""
    ends = {column for column, field in relations.columns.items() if field in ("source", "target")}
    other_name = any(field in _NAMES and column not in ends for column, field in companies.columns.items())
    told = "label" in relations.constants and not other_name
    named = told or "label" in relations.columns.values() or len(table.columns) == 2
    return not named and len(companies.columns) > len(relations.columns)


def fields_by_name(kind: TableKind, columns: Sequence[str]) -> dict[str, str]:
    """Which field each column that is known by its name becomes."""
    fields: dict[str, str] = {}
    for field, names in _known_names()[kind].items():
        for name in names:
            found = next((each for each in columns if each not in fields and folded_name(each) == name), None)
            if found is not None:
                fields[found] = field
                break
    return fields


def attribute_name(column: str) -> str:
    """What an attribute is called whose column is called so."""
    return column.removeprefix(ATTRIBUTE_PREFIX)


def field_value(field: str, cell: str) -> object:
    """What a cell that is not empty says of a field: one text, or several."""
    return list_values(cell) if field in _LISTS else cell


def _guess(table: Table, kind: TableKind) -> TableMapping:
    columns = fields_by_name(kind, table.columns)
    if kind == "companies":
        _add_likely_name(table, columns)
        _add_other_names(table, columns)
    if kind != "relations":
        return TableMapping(kind=kind, columns=columns)
    label = _add_telling_ends(table, columns)
    _add_unnamed_label(table, columns)
    told = bool(label) and "label" not in columns.values()
    return TableMapping(kind=kind, columns=columns, constants={"label": label} if told else {})


def _add_likely_name(table: Table, columns: dict[str, str]) -> None:
    if not {*_NAMES} & {*columns.values()}:
        likely = (each for each in table.columns if each not in columns and _is_like_a_name(each))
        columns.update({each: "name" for each in [next(likely, "")] if each})


def _is_like_a_name(column: str) -> bool:
    """Whether its last word is "name", and the words before do not say that it is the name of a file, say."""
    words = " ".join(re.sub(r"[\W_]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", column)).split())
    folded = fold_characters(words)
    not_of_companies = read_shipped("core.ingestion", "column_names.yaml")["names_of_other_things"]
    found = re.fullmatch(r"(.*?)\s*(?:(?<![a-z])name|名称|名)", folded)
    return found is not None and not found[1].endswith(tuple(not_of_companies))


def _add_other_names(table: Table, columns: dict[str, str]) -> None:
    """Further columns of names: of a Chinese and an English one each becomes the name of its language, others are
    aliases."""
    known = {folded_name(name) for name in read_shipped("core.ingestion", "column_names.yaml")["other_names"]}
    for column in table.columns:
        if column in columns or folded_name(column) not in known:
            continue
        name = next((each for each, field in columns.items() if field == "name"), None)
        chinese = name is not None and _are_chinese(table, (name, column))
        if name is None or not {"name_zh", "name_en"}.isdisjoint(columns.values()) or not chinese:
            columns[column] = "aliases"
        else:
            columns.update(zip((name, column), ["name_zh" if each else "name_en" for each in chinese], strict=True))


def _are_chinese(table: Table, pair: tuple[str, str]) -> tuple[bool, bool] | None:
    """Which of two columns holds Chinese names by its cells, or by its header where it has none; None if both are of
    one language."""
    found = []
    for column in pair:
        place = table.columns.index(column)
        texts = [row.cells[place] for row in table.rows[:200] if row.cells[place].strip()] or [column]
        found.append(2 * sum(CHINESE_CHARACTER.search(text) is not None for text in texts) > len(texts))
    return (found[0], found[1]) if found[0] != found[1] else None


def _add_telling_ends(table: Table, columns: dict[str, str]) -> str:
    """Two columns that are called supplier and customer, say, become the ends; what relation that is, or "" """
    for ends in read_shipped("core.ingestion", "column_names.yaml")["ends"]:
        found = [_column_of_end(table.columns, ends[end]) for end in ("source", "target")]
        if all(found):
            others = {column: field for column, field in columns.items() if field not in ("source", "target")}
            columns.clear()
            columns.update(others | dict(zip(found, ("source", "target"), strict=True)))
            return str(ends["label"])
    return ""


def _column_of_end(columns: Sequence[str], names: Sequence[str]) -> str:
    """The column that is called so, or so with a word such as "name" after it, as few words as can be; else "" """
    suffixes = [folded_name(each) for each in read_shipped("core.ingestion", "column_names.yaml")["end_suffixes"]]
    wanted = {folded_name(name) for name in names}
    ranked = [
        (place, column)
        for column in columns
        for place, suffix in enumerate(suffixes)
        if (folded := folded_name(column)).endswith(suffix) and folded[: len(folded) - len(suffix)] in wanted
    ]
    return min(ranked, key=lambda each: each[0])[1] if ranked else ""


def _add_unnamed_label(table: Table, columns: dict[str, str]) -> None:
    if "label" in columns.values():
        return
    for place, column in enumerate(table.columns):
        cells = {row.cells[place] for row in table.rows[:20]}
        if column not in columns and cells == {column}:
            columns[column] = "label"
    left = [column for column in table.columns if column not in columns]
    if "label" in columns.values() and "target" not in columns.values() and len(left) == 1:
        columns[left[0]] = "target"  # company, IS_PARTIAL_OWNER_OF, company (3)


@cache
def _known_names() -> Mapping[TableKind, Mapping[str, tuple[str, ...]]]:
    known = read_shipped("core.ingestion", "column_names.yaml")
    return {
        kind: {field: tuple(folded_name(name) for name in names) for field, names in known[kind].items()}
        for kind in get_args(TableKind)
    }


def folded_name(column: str) -> str:
    """The name of a column, or another short text, without case, width, traditional script, spaces and punctuation."""
    return re.sub(r"[\W_]+", "", fold_characters(column))


def table_drafts(table: Table, mapping: TableMapping) -> Drafts:
    """Every row as a record-to-be; empty cells count as not given."""
    places = [
        (place, mapping.columns[column]) for place, column in enumerate(table.columns) if column in mapping.columns
    ]
    items = []
    constants = {field: field_value(field, value) for field, value in mapping.constants.items()}
    for row in table.rows:
        values: dict[str, object] = dict(constants)
        attributes = []
        read: dict[str, Any] = {}
        for place, field in places:
            if not (cell := original_cell(row.cells[place].strip())):
                continue
            if field == ATTRIBUTE:
                attributes.append((attribute_name(table.columns[place]), cell))
            else:
                value = field_value(field, cell)
                earlier = read.get(field, ())  # several columns may hold names, say
                values[field] = read[field] = (*earlier, *value) if isinstance(value, tuple) else value
        items.append(Draft(_KINDS[mapping.kind], table.name, row.line, values, tuple(attributes)))
    return Drafts(tuple(items), table.problems)
