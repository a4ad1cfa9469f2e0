"""What the columns of a table mean, guessed from their names, and from their cells where names do not say it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any, get_args

from core.domain.text import CHINESE_CHARACTER
from core.ingestion.cells.cell_kinds import (
    cells_of,
    column_of_links,
    column_of_sentences,
    column_of_shares,
    column_of_years,
    columns_of_a_time,
    says_direction,
)
from core.ingestion.cells.cell_names import lists_several
from core.ingestion.cells.column_words import (
    TableKind,
    fields_by_name,
    folded_name,
    folded_words,
    read_as,
    without_citations,
    words,
)
from core.ingestion.cells.end_fields import ENDS
from core.ingestion.formats.table import Table, TableRow
from core.ingestion.mapping.board_lists import board_mapping, leave_out_posts, people_mapping
from core.ingestion.mapping.clear_days import with_clear_days
from core.ingestion.mapping.described_ends import with_described_ends
from core.ingestion.mapping.ends_together import ends_together, transferred_between, without_transfers
from core.ingestion.mapping.entity_type_words import entity_type_words
from core.ingestion.mapping.exported_tables import exported_kind, is_attribute
from core.ingestion.mapping.goods_columns import leave_out_goods
from core.ingestion.mapping.holder_kinds import tells_kinds
from core.ingestion.mapping.joint_ventures import venture_mapping
from core.ingestion.mapping.one_other import list_with_one_other
from core.ingestion.mapping.own_figures import with_figures_of_others
from core.ingestion.mapping.pair_rows import as_pairs, deal_amount
from core.ingestion.mapping.relation_columns import (
    add_unnamed_label,
    column_of_end,
    end_beside_label,
    holds_clerks,
    holds_names,
    is_other_type,
    relation_called,
    with_relations,
)
from core.ingestion.mapping.seats import of_subsidiaries, with_seats
from core.ingestion.mapping.table_mapping import ATTRIBUTE, NAMES, TableMapping, usual_mapping, with_attributes
from core.ingestion.mapping.titled_lists import with_title
from core.ingestion.mapping.unnamed_pairs import CompaniesCalled, as_unnamed_pairs, nobody_called
from core.names.company_names import reads_as_company
from core.names.normalise import fold_characters
from core.ontology import Ontology, default_ontology

_MOST = 0.8  # share of cells
_OF_OWNERSHIP = ("shareholder_of", "subsidiary_of")
_OF_SHARES = (*_OF_OWNERSHIP, "acquired")
_NAME_WORDS = re.compile(
    r"\b(?:company|full|short|name|names|en|zh|cn|english|chinese)\b|[中英]文|名称?|全称|简称|公司|企业"
)


def guess_mapping(
    table: Table, ontology: Ontology | None = None, called: CompaniesCalled = nobody_called
) -> TableMapping:
    """The kind of table that explains most columns by their names, and that explanation; of companies and relations
    all other columns are kept as attributes, but for those of companies that hold other companies.

    A column between the two ends whose cells all say the same, as its header does, is the label of the relations. What
    an export of this program wrote is not guessed, nor is what it calls attributes. ``called``: tells known companies.
    """
    known = ontology or default_ontology()
    if (kind := exported_kind(table.columns)) is not None:
        return usual_mapping(kind, table.columns)
    told = _without_attributes(table)
    guess = people_mapping(told) or venture_mapping(told, known) or _best_guess(told, known)
    found = with_attributes(_with_told_by_cells(told, guess), told.columns)
    related = without_transfers(with_relations(with_seats(found, told), told, known), told)
    pairs = as_pairs(related, told)
    named = _with_name_by_cells(with_title(pairs, told, known), told)
    paired = as_unnamed_pairs(named, told, called)
    described = with_described_ends(with_clear_days(paired, told), told)
    return with_figures_of_others(with_attributes(described, table.columns), table)


def _with_name_by_cells(mapping: TableMapping, table: Table) -> TableMapping:
    """A list of companies that no column is called the name of, with the only column of which most cells read as names
    of companies: Prospects. A header that reads so itself is none."""
    if mapping.kind != "companies" or not (mapping.missing or mapping.nameless):
        return mapping
    left = [column for column in table.columns if mapping.columns.get(column) == ATTRIBUTE]
    found = [column for column in left if _holds_companies(table, column)]
    if len(found) != 1 or reads_as_company(found[0]):
        return mapping
    return mapping.model_copy(update={"columns": {**mapping.columns, found[0]: "name"}})


def _holds_companies(table: Table, column: str) -> bool:
    cells = list(cells_of(table, column))
    return bool(cells) and sum(map(reads_as_company, cells)) >= _MOST * len(cells)


def _without_attributes(table: Table) -> Table:
    """The table without the columns that an export calls attributes."""
    places = [place for place, column in enumerate(table.columns) if not is_attribute(column)]
    if len(places) == len(table.columns):
        return table
    rows = (TableRow(row.line, tuple(row.cells[place] for place in places)) for row in table.rows)
    return replace(table, columns=tuple(table.columns[place] for place in places), rows=tuple(rows))


def _best_guess(table: Table, ontology: Ontology) -> TableMapping:
    companies, relations, passages = (_guess(table, kind, ontology) for kind in get_args(TableKind))
    listed = relations if _lists_holders_of_one(table, companies, relations) else list_with_one_other(table, relations)
    if listed or (not companies.missing and _lists_other_companies(table, companies, relations, ontology)):
        return listed or companies
    of_two = not _is_about_one_company(table, companies, relations)
    if of_two and not relations.missing:
        return relations
    if not passages.missing and len(passages.columns) >= max(len(companies.columns), len(relations.columns)):
        return passages
    if companies.missing and relations.missing in (("source",), ("target",)):
        return relations
    if of_two and relations.missing == ("label",):
        told = _with_label_of_target(table, relations, ontology)
        of_companies = any(field == "target" and column in companies.columns for column, field in told.columns.items())
        return companies if told.missing and of_companies and not companies.missing else told
    return companies


def _lists_holders_of_one(table: Table, companies: TableMapping, relations: TableMapping) -> bool:
    """Whether a table says who holds how much of a company that none of its columns names: its only names are those of
    what is called shareholders, or subsidiaries."""
    ends = {column for column, field in relations.columns.items() if field in ENDS}
    names = {column for column, field in companies.columns.items() if field in NAMES}
    called = {column_of_end(table.columns, pair[end]) for pair in _of_owners() for end in ENDS}
    return len(ends) == 1 and ends == names and ends <= called and "share" in relations.columns.values()


def _of_owners() -> list[dict[str, Any]]:
    """What the two ends of a holding are called."""
    return [pair for pair in words()["ends"] if pair["label"] in _OF_OWNERSHIP]


def _lists_other_companies(table: Table, companies: TableMapping, relations: TableMapping, ontology: Ontology) -> bool:
    """Whether beside a column of names others are called like relations, and list several companies in a cell or are
    more than the two ends that a relation has."""
    if "label" in relations.columns.values():
        return False
    called = [column for column in table.columns if relation_called(column, ontology) is not None]
    named = any(field in NAMES and column not in called for column, field in companies.columns.items())
    with_share = {*ENDS, "share"} <= {*relations.columns.values()}
    several = len(called) > 2 or any(lists_several(table, each, clearly=with_share) for each in called)
    return named and several and any(holds_names(table, column) for column in called)


def _with_label_of_target(table: Table, relations: TableMapping, ontology: Ontology) -> TableMapping:
    """Relations of a company with those of a column that is called competitor, say: that is their label."""
    target = next(column for column, field in relations.columns.items() if field == "target")
    mapped = None if transferred_between(table.columns) else relation_called(target, ontology)
    if mapped is None or not holds_names(table, target):
        return relations
    end = ontology[mapped.type].other_end["backward" if mapped.reversed else "forward"]
    return relations.model_copy(update={"constants": {**relations.constants, "label": end.en}})


def _is_about_one_company(table: Table, companies: TableMapping, relations: TableMapping) -> bool:
    """A table with a company's name and, say, its industry is a list of companies unless it names relations: by a
    column of their labels, or by what its ends are called where no other column is a name."""
    ends = {column for column, field in relations.columns.items() if field in ("source", "target")}
    other_name = any(field in NAMES and column not in ends for column, field in companies.columns.items())
    told = "label" in relations.constants and not other_name
    named = told or "label" in relations.columns.values() or len(table.columns) == 2
    of_ties = [field for field in relations.columns.values() if field != "share"]  # some list what they hold of each
    return not named and len(companies.columns) > len(of_ties)


def _guess(table: Table, kind: TableKind, ontology: Ontology) -> TableMapping:
    if kind == "relations":
        return _guess_relations(table, ontology)
    columns = fields_by_name(kind, table.columns)
    if kind == "companies":
        leave_out_goods(table, columns)
        leave_out_posts(table, columns)
        _add_likely_name(table, columns)
        _add_other_names(table, columns)
        _leave_out_classes(table, columns, ontology)
    return TableMapping(kind=kind, columns=columns)


def _guess_relations(table: Table, ontology: Ontology) -> TableMapping:
    if (board := board_mapping(table)) is not None:
        return board
    share = column_of_shares(table, "shares")
    told = {column: field for column, field in ((share, "share"), (column_of_links(table), "url")) if column}
    told |= columns_of_a_time(table)
    usable = [column for column in table.columns if column not in told and not _is_no_label(table, column)]
    columns = fields_by_name("relations", without_citations(usable), taken=told.values()) | told
    label = _add_telling_ends(table, columns) or _add_only_end(table, columns, ontology)
    add_unnamed_label(table, columns)
    columns |= end_beside_label(table, columns, ontology)
    if label:  # the ends say what relation it is
        held = label == _OF_OWNERSHIP[0] and "share" in columns.values()
        deals = label == _OF_SHARES[-1]
        other = [each for each in columns if is_other_type(table, each, ontology, of_holders=held, of_deals=deals)]
        columns |= dict.fromkeys(other, ATTRIBUTE)
    lacking = "label" not in columns.values()
    ownership = {column for column, field in columns.items() if field == "target"} & _held_or_holders(table)
    if lacking and not label and ownership and (percentage := column_of_shares(table, "percentages")):
        columns.setdefault(percentage, "share")
    if "share" not in columns.values() and (votes := column_of_shares(table, "voting_shares")):
        columns.setdefault(votes, "share")
    return TableMapping(kind="relations", columns=columns, constants={"label": label} if label and lacking else {})


def _is_no_label(table: Table, column: str) -> bool:
    """Whether a column called type says something else than the relation: that edges are directed, who holds."""
    return says_direction(table, column) or tells_kinds(table, column)


def _held_or_holders(table: Table) -> set[str]:
    """Columns of companies that may be held by the others of their rows, or hold them."""
    return {column for column in table.columns if folded_name(column) in folded_words("held_or_holders")}


def _with_told_by_cells(table: Table, mapping: TableMapping) -> TableMapping:
    """Relations also with what was taken for an end and is none, and with columns that are known by their cells alone:
    the only one of years, and one of sentences."""
    if mapping.kind != "relations":
        return mapping
    columns = dict(mapping.columns)
    left = [column for column in table.columns if column not in columns and not _is_no_label(table, column)]
    columns |= fields_by_name("relations", left, taken=columns.values())
    for field, likely in (("year", column_of_years), ("evidence", column_of_sentences)):
        known = {"year", "start"} if field == "year" else {field, f"{field}_zh", f"{field}_en"}
        if known.isdisjoint(columns.values()):
            taken = {*columns, *of_subsidiaries(mapping, left)}
            columns.update({column: field for column in [likely(table, taken)] if column})
    return mapping.model_copy(update={"columns": columns})


def _leave_out_classes(table: Table, columns: dict[str, str], ontology: Ontology) -> None:
    """A column called type or category of which no cell is a type of entities classes the companies (customer,
    prospect): where the name is called as one of companies or it is not called type, it is another fact."""
    column = next((each for each, field in columns.items() if field == "type"), "")
    names = [each for each, field in columns.items() if field in NAMES]
    known = entity_type_words(ontology)
    if not column or any(fold_characters(cell) in known for cell in cells_of(table, column)):
        return
    of_entities = folded_words("types_of_entities")
    if folded_name(column) not in of_entities or any(_is_of_companies(each) for each in names):
        del columns[column]


def _is_of_companies(column: str) -> bool:
    """Whether names of companies alone stand in a column that is called so: customer, account name; not name, label."""
    return folded_name(column) not in folded_words("names_of_anything")


def _add_likely_name(table: Table, columns: dict[str, str]) -> None:
    if not {*NAMES} & {*columns.values()}:
        likely = (each for each in table.columns if each not in columns and _is_like_a_name(each))
        columns.update({each: "name" for each in [next(likely, "")] if each})


def _is_like_a_name(column: str) -> bool:
    """Whether its last word is "name", and the words before do not say that it is the name of a file, say."""
    spaced = " ".join(re.sub(r"[\W_]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", column)).split())
    folded = fold_characters(spaced)
    not_of_companies = words()["names_of_other_things"]
    found = re.fullmatch(r"(.*?)\s*(?:(?<![a-z])name|名称|名)", folded)
    return found is not None and not found[1].endswith(tuple(not_of_companies))


def _add_other_names(table: Table, columns: dict[str, str]) -> None:
    """Further columns of names: of a Chinese and an English one each becomes the name of its language, others are
    aliases."""
    known = read_as(table.columns)
    for column in table.columns:
        name = next((each for each, field in columns.items() if field == "name"), None)
        alike = name is not None and _are_called_alike(name, column)
        if column in columns or not (alike or _is_other_name(known.get(column, ""))):
            continue
        chinese = name is not None and _are_chinese(table, (name, column))
        if name is None or not {"name_zh", "name_en"}.isdisjoint(columns.values()) or not chinese:
            columns[column] = "aliases"
        else:
            columns.update(zip((name, column), ["name_zh" if each else "name_en" for each in chinese], strict=True))


def _are_called_alike(column: str, other: str) -> bool:
    """Whether both say the same of a company (customer and 客户名称): two names of one, not a relation of two."""
    sides = [
        {
            (pair["label"], end)
            for pair in words()["ends"]
            for end in ("source", "target")
            if not {_without_language(each) for each in pair[end]}.isdisjoint({_without_language(called)})
        }
        for called in (column, other)
    ]
    return not sides[0].isdisjoint(sides[1])


@lru_cache(maxsize=20_000)
def _without_language(column: str) -> str:
    """The folded name of a column without the words that say that it holds names, and in which language."""
    return folded_name(_NAME_WORDS.sub(" ", fold_characters(column)))


def _is_other_name(folded: str) -> bool:
    """Whether a column that is called so holds names, perhaps in a language of its own: name de, label.fr."""
    if folded in folded_words("other_names"):
        return True
    return any(
        folded == f"{name}{language}"
        for name in folded_words("names_with_language")
        for language in words()["languages"]
    )


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
    share = next((column for column, field in columns.items() if field == "share"), "")
    percentage = share or column_of_shares(table, "percentages") or column_of_shares(table, "voting_shares")
    left = [column for column in table.columns if column != percentage and not holds_clerks(table, column)]
    with_share = words()["ends_with_share"] if percentage else ()
    for ends in (*words()["ends"], *with_share, *ends_together(table, left)):
        found = [column_of_end(left, ends[end]) for end in ("source", "target")]
        if all(found) and found[0] != found[1]:
            others = {column: field for column, field in columns.items() if field not in ("source", "target")}
            if ends["label"] in _OF_SHARES:
                others |= {percentage: "share"} if percentage else {}
                others |= deal_amount(left, others.values())
            columns.clear()
            columns.update(others | dict(zip(found, ("source", "target"), strict=True)))
            return str(ends["label"])
    return ""


def _add_only_end(table: Table, columns: dict[str, str], ontology: Ontology) -> str:
    """The column of an end of a list whose other end stands nowhere in it, such as the shareholders of a company that
    its title names, and the only one of shares; what relation that is, or "" """
    share = column_of_shares(table, "percentages")
    held = share or "share" in columns.values()
    others = {each for each in columns if held and is_other_type(table, each, ontology, of_holders=True)}
    if {*ENDS, "label"} & {field for column, field in columns.items() if column not in others}:
        return ""
    likely = [(ends, end) for ends in _of_owners() for end in ENDS]
    for ends, end in (*likely, *((ends, "source") for ends in words()["ends_with_share"])):
        if column := column_of_end(table.columns, ends[end]):
            columns.update({column: end} | ({share: "share"} if share and "share" not in columns.values() else {}))
            return str(ends["label"])
    return ""
