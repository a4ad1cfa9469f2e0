"""Columns of a table of companies that hold other companies: competitors, suppliers, parents; several in a cell.

Such a column becomes relations: its field is ``relation:`` with the type, and ``:reversed`` where the companies of its
cells are at the source. "Suppliers" of X is ``relation:supplies:reversed``: each of them supplies X.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import repeat

from core.ingestion.cells.cell_kinds import cells_of, is_sentence
from core.ingestion.cells.cell_names import may_be_name, names_in_cell
from core.ingestion.cells.column_words import (
    TableKind,
    folded_name,
    folded_words,
    is_ultimate,
    known_names,
    read_as,
    words,
)
from core.ingestion.cells.end_fields import ENDS, end_fields, other_end
from core.ingestion.formats.table import Table
from core.ingestion.mapping.deal_kinds import relation_of_deal
from core.ingestion.mapping.holder_kinds import is_kind_of_holder
from core.ingestion.mapping.relation_labels import MappedLabel, RelationLabels
from core.ingestion.mapping.table_mapping import ATTRIBUTE, RELATION, TableMapping
from core.ingestion.records.raw_records import RawRecord
from core.names.person_names import is_name_of_person
from core.ontology import COMPANY, FALLBACK_TYPE, Ontology

_PERSON = "person"
_REVERSED = ":reversed"
_MOST = 0.8  # share of names
_INITIALS = re.compile(r"(?:[A-Z]\.[ -]?){1,3}[A-Z][^\W\d_]+(?:[ -][A-Z][^\W\d_]+)?")


def relation_field(mapped: MappedLabel) -> str:
    """What a column of such companies becomes."""
    return f"{RELATION}{mapped.type}{_REVERSED if mapped.reversed else ''}"


def mapped_by_field(field: str) -> MappedLabel | None:
    """The relation that such a field is; None for any other."""
    if not field.startswith(RELATION):
        return None
    kind = field.removeprefix(RELATION)
    return MappedLabel(kind.removesuffix(_REVERSED), kind.endswith(_REVERSED))


def relation_fields(ontology: Ontology) -> tuple[str, ...]:
    """All that a column of companies can become."""
    kinds = [
        kind for kind in ontology.types.values() if kind.source == kind.target == COMPANY and kind.id != FALLBACK_TYPE
    ]
    return tuple(
        relation_field(MappedLabel(kind.id, back))
        for kind in kinds
        for back in ((False,) if kind.symmetric else (False, True))
    )


def further_fields(kind: TableKind, ontology: Ontology) -> tuple[str, ...]:
    """What columns of such a table can become beside its fields, also several of them: relations of companies, and what
    is said of the ends of relations."""
    further: Mapping[TableKind, tuple[str, ...]] = {"companies": relation_fields(ontology), "relations": end_fields()}
    return further.get(kind, ())


def with_relations(mapping: TableMapping, table: Table, ontology: Ontology) -> TableMapping:
    """The mapping of a table of companies with the columns that are called so and hold names as relations."""
    if mapping.kind != "companies":
        return mapping
    found = {
        column: relation_field(mapped)
        for column, mapped in _called_so(mapping, ontology)
        if holds_names(table, column) and not holds_clerks(table, column)
    }
    return mapping.model_copy(update={"columns": mapping.columns | _without_ultimate(found)})


def _without_ultimate(found: Mapping[str, str]) -> dict[str, str]:
    """The columns without an ultimate parent beside the immediate one, whose parent it may be."""
    ultimate = set(filter(is_ultimate, found))
    nearer = {field for column, field in found.items() if column not in ultimate}
    return {column: field for column, field in found.items() if column not in ultimate or field not in nearer}


def unclear_columns(mapping: TableMapping, table: Table, ontology: Ontology) -> tuple[str, ...]:
    """Attributes that are called like relations but hold numbers or sentences."""
    return tuple(column for column, _ in _called_so(mapping, ontology) if not holds_names(table, column))


def _called_so(mapping: TableMapping, ontology: Ontology) -> Iterator[tuple[str, MappedLabel]]:
    if mapping.kind != "companies":
        return
    for column, field in mapping.columns.items():
        if field == ATTRIBUTE and (mapped := relation_called(column, ontology)) is not None:
            yield column, mapped


def relation_called(column: str, ontology: Ontology) -> MappedLabel | None:
    """What relation a row has with the companies of a column that is called so; None: the name says none."""
    parts = [part for part in column.split(".") if part.strip() and not part.isdigit()]
    if len(parts) > 1 and folded_name(parts[-1]) in (*known_names()["companies"]["name"], *folded_words("values")):
        parts = parts[:-1]
    if not parts or any(folded_name(part) not in folded_words("containers") for part in parts[:-1]):
        return None
    name = re.sub(r"[\s_()-]*\d+\)?$", "", parts[-1])  # competitor 1, competitor 2
    known = _relation_words(ontology.fingerprint, ontology)
    for form in _forms(folded_name(name)):
        if form in folded_words("no_relations"):
            return None
        if form in known:
            return known[form]
    mapped = _labels(ontology.fingerprint, ontology).find(name)
    return mapped if mapped is not None and _is_of_companies(mapped, ontology) else None


def is_other_type(
    table: Table, column: str, ontology: Ontology, *, of_holders: bool = False, of_deals: bool = False
) -> bool:
    """Whether a column called type has no relation that the ontology knows: Tier 1, Framework agreement.
    ``of_holders``: in a list of who holds how much, where Founder and Investor say who holds. ``of_deals``: in one of
    deals, whose kinds are told together where the ontology does not know all: Merger, Minority stake."""
    if folded_name(column) not in folded_words("types"):
        return False
    labels = _labels(ontology.fingerprint, ontology)
    cells = dict.fromkeys(cells_of(table, column))
    known = [cell for cell in cells if labels.find(cell) is not None]
    kinds_of_deals = of_deals and len(known) < len(cells)
    return all(
        (of_holders and is_kind_of_holder(cell)) or (kinds_of_deals and relation_of_deal(cell)) for cell in known
    )


def add_unnamed_label(table: Table, columns: dict[str, str]) -> None:
    """The column whose cells all say what its header does is the label; what is then left alone is the target."""
    if "label" in columns.values():
        return
    for place, column in enumerate(table.columns):
        cells = {row.cells[place] for row in table.rows[:20]}
        if column not in columns and cells == {column}:
            columns[column] = "label"
    left = [column for column in table.columns if column not in columns]
    if "label" in columns.values() and "target" not in columns.values() and len(left) == 1:
        columns[left[0]] = "target"  # company, IS_PARTIAL_OWNER_OF, company (3)


def end_beside_label(table: Table, columns: Mapping[str, str], ontology: Ontology) -> dict[str, str]:
    """The other end of relations of which one end and the label are known, most of its cells as relations: the column
    right behind the label, or else the only one that is left and holds names. Nothing where either is not so."""
    ends = {field for field in columns.values() if field in ENDS}
    label = next((column for column, field in columns.items() if field == "label"), "")
    cells = list(cells_of(table, label)) if label else []
    labels = _labels(ontology.fingerprint, ontology)
    if len(ends) != 1 or not cells or sum(labels.find(cell) is not None for cell in cells) < _MOST * len(cells):
        return {}
    named = [each for each in table.columns if each not in columns and _is_of_names(table, each)]
    behind = table.columns[table.columns.index(label) + 1 :][:1]
    found = [each for each in behind if each in named] or (named if len(named) == 1 else [])
    return {found[0]: other_end(next(iter(ends)))} if found else {}


def _is_of_names(table: Table, column: str) -> bool:
    return any(cells_of(table, column)) and holds_names(table, column)


def column_of_end(columns: Sequence[str], names: Sequence[str]) -> str:
    """The column that is called so, or so with a word such as "name" after it, as few words as can be, or "tier 1"
    before it; else "" """
    suffixes = [folded_name(each) for each in words()["end_suffixes"]]
    called = [folded_name(name) for name in names]
    wanted = {*called, *(f"{prefix}{name}" for prefix in folded_words("end_prefixes") for name in called)}
    ranked = [
        (place, column)
        for column, folded in read_as(columns).items()
        for place, suffix in enumerate(suffixes)
        if folded.endswith(suffix) and folded[: len(folded) - len(suffix)] in wanted
    ]
    return min(ranked, key=lambda each: each[0])[1] if ranked else ""


def _forms(folded: str) -> Iterator[str]:
    """The name of a column, and what is left of it without words that only say which or that it lists them."""
    yield folded
    for word in sorted(folded_words("which_companies"), key=len, reverse=True):
        for left in (folded.removeprefix(word), folded.removesuffix(word)):
            if left not in (folded, ""):
                yield from _forms(left)


def _is_of_companies(mapped: MappedLabel, ontology: Ontology) -> bool:
    """Whether it is between companies, or between companies and people: founders, chief executives."""
    kind = ontology[mapped.type]
    of_company = kind.target == COMPANY or (kind.source == COMPANY and kind.target == _PERSON and not mapped.reversed)
    return of_company and mapped.type not in (FALLBACK_TYPE, "synonym")


@lru_cache(maxsize=4)
def _labels(_: str, ontology: Ontology) -> RelationLabels:
    return RelationLabels(ontology)


@lru_cache(maxsize=4)
def _relation_words(_: str, ontology: Ontology) -> Mapping[str, MappedLabel]:
    """Folded word → relation: what the ontology calls the other end, and what column_names.yaml has of the languages
    that the ontology does not speak."""
    found: dict[str, MappedLabel] = {}
    for kind in ontology.types.values():
        for back, end in ((False, kind.other_end["forward"]), (True, kind.other_end["backward"])):
            mapped = MappedLabel(kind.id, back and not kind.symmetric)
            if _is_of_companies(mapped, ontology):
                found = {folded_name(word): mapped for word in (end.zh, end.en, f"{end.en}s")} | found
    for word, mapped in _words_of_other_languages():
        if mapped.type in ontology:
            found.setdefault(folded_name(word), mapped)
    return found


def _words_of_other_languages() -> Iterator[tuple[str, MappedLabel]]:
    for kind, ends in words()["relation_columns"].items():
        for end, names in ends.items():
            yield from ((word, MappedLabel(kind, end == "backward")) for word in names)
    for pair in words()["ends"]:
        yield from ((word, MappedLabel(pair["label"], reversed=True)) for word in pair["source"])
        yield from ((word, MappedLabel(pair["label"])) for word in pair["target"])


def holds_names(table: Table, column: str) -> bool:
    """Whether most of what the first cells hold may be names; numbers are, where they are ids of the table. True for a
    column without any."""
    ids = {cell for each in table.columns if folded_name(each) == "id" for cell in cells_of(table, each)}
    cells = list(cells_of(table, column))
    told = [name in ids or may_be_name(name) for cell in cells for name in names_in_cell(cell)]
    return not is_mostly_sentences(cells) and sum(told) >= _MOST * len(told)


def holds_clerks(table: Table, column: str) -> bool:
    """Whether a column called buyer says who buys for the company: most cells are names that only people have, as
    M. Keller, Anna Braun and 王晓明 are."""
    cells = list(cells_of(table, column)) if folded_name(column) in folded_words("buyers") else []
    people = sum(bool(_INITIALS.fullmatch(cell.strip())) or is_name_of_person(cell) for cell in cells)
    return bool(cells) and people >= _MOST * len(cells)


def is_mostly_sentences(cells: list[str]) -> bool:
    """Whether more than one cell in five is a sentence."""
    return sum(map(is_sentence, cells)) > (1 - _MOST) * len(cells)


def names_in_cells(raw_record: RawRecord) -> Iterator[tuple[str, str, str]]:
    """Field, column and name of all that the cells of such columns name; of one relation each name once."""
    for field, cells in raw_record.values.items():
        if field.startswith(RELATION) and isinstance(cells, tuple):
            column_of: dict[str, str] = {}
            for cell, column in zip(cells, raw_record.columns.get(field) or repeat(field), strict=False):
                for name in names_in_cell(str(cell)):
                    column_of.setdefault(name, column)
            yield from ((field, column, name) for name, column in column_of.items())
