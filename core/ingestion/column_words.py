"""What columns are called: names of fields in column_names.yaml, compared without what makes no difference."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, get_args

from core.names.normalise import fold_characters
from core.runtime.shipped import read_shipped

TableKind = Literal["companies", "relations", "passages"]
_ACCENTS = re.compile("[\u0300-\u036f]")
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i"})
_PATH = re.compile(r"[^\s.][^.]*(?:\.[^\s.][^.]*)+")
"""data.name, Entity.LegalName, attributes.entity.legalName.name; not "No. of staff"."""
_LABEL = re.compile(r"(.+?)[ _]?Label$")


@cache
def words() -> Mapping[str, Any]:
    """column_names.yaml."""
    shipped: Mapping[str, Any] = read_shipped("core.ingestion", "column_names.yaml")
    return shipped


def folded_name(column: str) -> str:
    """The name of a column, or another short text, without case, width, traditional script, accents, spaces and
    punctuation."""
    folded = fold_characters(column)
    if not folded.isascii():
        bare = _ACCENTS.sub("", unicodedata.normalize("NFD", folded.translate(_LETTERS)))
        folded = unicodedata.normalize("NFC", bare)
    return re.sub(r"[\W_]+", "", folded)


@cache
def folded_words(key: str) -> frozenset[str]:
    """One of the lists of the file."""
    return frozenset(map(folded_name, words()[key]))


@cache
def known_names() -> Mapping[TableKind, Mapping[str, tuple[str, ...]]]:
    """Kind of table → field → folded names, the first of which wins."""
    return {
        kind: {field: tuple(folded_name(name) for name in names) for field, names in words()[kind].items()}
        for kind in get_args(TableKind)
    }


def may_be_only_column(name: str) -> bool:
    """Whether the column of a table that has no other may be called so: of names, ids, codes or texts."""
    return folded_name(name) in _of_only_columns()


@cache
def _of_only_columns() -> frozenset[str]:
    fields = {"companies": ("name", "name_zh", "name_en", "id", "tickers"), "relations": ("source", "target")}
    known = known_names()
    listed = (known[kind][field] for kind in get_args(TableKind) for field in fields.get(kind, ("text",)))
    return frozenset(name for names in listed for name in names)


def read_as(columns: Sequence[str]) -> dict[str, str]:
    """Column → the folded name it is known by.

    Of a path in nested data (``data.name``, ``Entity.LegalName.$``) that is what is left without the objects that only
    hold the record and without the places of lists. Of a pair such as ``item`` and ``itemLabel``, as queries of
    Wikidata have them, the second is the thing and the first its id.
    """
    known = {column: folded_name(_without_containers(column)) for column in columns}
    if any(column.startswith("attributes.") for column in columns):
        known.pop("type", None)  # of JSON:API: what kind of record it is, not what kind of entity
    for column in columns:
        found = _LABEL.fullmatch(column)
        if found and found[1] in columns:
            known[column], known[found[1]] = folded_name(found[1]), folded_name(f"{found[1]} id")
    return known


def _without_containers(column: str) -> str:
    if not _PATH.fullmatch(column):
        return column
    parts = [part for part in column.split(".") if part and not part.isdigit()] or [column]
    while len(parts) > 1 and folded_name(parts[0]) in folded_words("containers"):
        parts = parts[1:]
    while len(parts) > 1 and (folded_name(parts[-1]) or "$") in {"$", *folded_words("values")}:
        parts = parts[:-1]
    return " ".join(parts)


def fields_by_name(kind: TableKind, columns: Sequence[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Which field each column that is known by its name becomes, but for fields that are ``taken``."""
    fields: dict[str, str] = {}
    known, left_out = read_as(columns), set(taken)
    for field, names in known_names()[kind].items():
        if field in left_out:
            continue
        for name in names:
            found = next((each for each in columns if each not in fields and known.get(each) == name), None)
            if found is not None:
                fields[found] = field
                break
    return fields
