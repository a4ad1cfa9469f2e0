"""What columns are called: names of fields in column_names.yaml, compared without what makes no difference."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Any, Literal, NamedTuple, get_args

from core.ingestion.cells.days_of_terms import days_of_terms
from core.names.normalise import fold_characters
from core.runtime.package_files import read_package_yaml

TableKind = Literal["companies", "relations", "passages"]
_REMEMBERED = 20_000  # words; those of the file alone are asked for again and again
_ACCENTS = re.compile("[\u0300-\u036f]")
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i"})
_PATH = re.compile(r"[^\s.][^.]*(?:\.[^\s.][^.]*)+")
"""data.name, Entity.LegalName, attributes.entity.legalName.name; not "No. of staff"."""
_IN_BRACKETS = re.compile(r"[(（\[].*")
_LABEL = re.compile(r"(.+?)[ _]?Label$")
_BEHIND = re.compile(r"(?:[(（\[]|[,，]\s*|\s(?:in|en)\s)\s*([^()（）\[\],，]+?)\s*[)）\]]?\s*$", re.IGNORECASE)


@cache
def words() -> Mapping[str, Any]:
    """column_names.yaml."""
    shipped: Mapping[str, Any] = read_package_yaml("core.ingestion.cells", "column_names.yaml")
    return shipped


@lru_cache(maxsize=_REMEMBERED)
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


def is_ultimate(column: str) -> bool:
    """Whether a column is called as one of whoever stands at the end of a chain of owners: Ultimate parent."""
    return folded_name(column).startswith(tuple(folded_words("ultimate")))


@cache
def known_names() -> Mapping[TableKind, Mapping[str, tuple[str, ...]]]:
    """Kind of table → field → folded names, the first of which wins."""
    known = {
        kind: {field: tuple(folded_name(name) for name in names) for field, names in words()[kind].items()}
        for kind in get_args(TableKind)
    }
    known["relations"]["year"] += tuple(
        folded_name("".join(parts)) for parts in product(*words()["beginnings"].values())
    )
    return known


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
    hold the record and without the places of lists, of amounts what is left without unit and currency. Of a pair such
    as ``item`` and ``itemLabel``, as queries of Wikidata have them, the second is the thing and the first its id.
    """
    of_company = _object_of_the_company(columns)
    known = {column: _without_unit(_without_containers(column.removeprefix(of_company))) for column in columns}
    if any(column.startswith("attributes.") for column in columns):
        known.pop("type", None)  # of JSON:API: what kind of record it is, not what kind of entity
    for column in columns:
        found = _LABEL.fullmatch(column)
        if found and found[1] in columns:
            known[column], known[found[1]] = folded_name(found[1]), folded_name(f"{found[1]} id")
    return known


def _object_of_the_company(columns: Sequence[str]) -> str:
    """What stands before ``name`` in the only path that is called as a name of companies: ``account.`` of
    ``account.name``, whose other fields say what the company is."""
    found = [
        column.removesuffix("name")
        for column in columns
        if column.endswith(".name") and folded_name(column) in known_names()["companies"]["name"]
    ]
    return found[0] if len(found) == 1 else ""


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
    if kind == "relations" and "year" not in {*left_out, *fields.values()}:
        since = next((each for each in columns if each not in fields and says_since(each)), None)
        fields |= {since: "year"} if since is not None else {}
    if kind == "relations":
        fields |= _days_by_parts(
            {each: known[each] for each in columns if each not in fields}, {*left_out, *fields.values()}
        )
    return fields


def _days_by_parts(names: Mapping[str, str], taken: set[str]) -> dict[str, str]:
    """Columns of the days of a relation that no list of names has: 停止供货时间, Termination date (planned)."""
    bare = {column: folded_name(_IN_BRACKETS.sub("", column)) for column in names if _IN_BRACKETS.search(column)}
    if "start" in taken:
        taken.add("year")
    return {column: day for column, day in days_of_terms({**names, **bare}).items() if day not in taken}


def says_since(column: str) -> bool:
    """Whether a column is called since when something holds, whatever that is: Lieferbeziehung seit, Supplying since,
    供货起始. How long a company has been there (In business since) is nothing of a relation."""
    folded = folded_name(column)
    if folded.endswith(tuple(folded_words("no_beginnings"))):
        return False
    bare = _IN_BRACKETS.sub("", fold_characters(column)).replace("_", " ").split()
    return (bool(bare) and folded_name(bare[-1]) in folded_words("since")) or folded.endswith(_since_endings())


@cache
def _since_endings() -> tuple[str, ...]:
    times = ("", *map(folded_name, words()["beginnings"]["time"]))
    return tuple(f"{ending}{time}" for ending in folded_words("since_endings") for time in times)


def without_citations(columns: Sequence[str]) -> list[str]:
    """The columns of relations without the one called Source that says where a row is taken from: where two others are
    the ends, company A and company B, and none is called Target."""
    known = read_as(columns)
    others = [column for column in columns if known[column] not in folded_words("link_columns")]
    if any(str(known.get(column)).startswith("target") for column in columns):
        return list(columns)
    return others if {"source", "target"} <= {*fields_by_name("relations", others).values()} else list(columns)


class AmountUnit(NamedTuple):
    """What the amounts of a column are counted in, and their currency (ISO 4217); "" where its header names none."""

    factor: int = 1
    currency: str = ""


@lru_cache(maxsize=1000)
def amount_unit(column: str) -> AmountUnit:
    """What the header of a column of amounts says of them: Deal value (USD m), 交易金额(万元), Price in EUR."""
    found = _amount_headers().fullmatch(_with_codes(column))
    if found is None and (behind := _BEHIND.search(column)) is not None:
        found = _units().fullmatch(_with_codes(behind[1]))
    return AmountUnit() if found is None else _unit_of(found)


def unit_called(text: str) -> AmountUnit | None:
    """What words around an amount say: USD m, 亿元, €. None of other words, and of nothing."""
    found = _units().fullmatch(_with_codes(text))
    return None if found is None else _unit_of(found)


def _unit_of(found: re.Match[str]) -> AmountUnit:
    told = found.groupdict("")
    thousands, unit = told["thousands"], told["unit"] or told["own_unit"]
    currency = told["before"] or told["behind"] or thousands[1:]  # the T of TEUR
    return AmountUnit(1000 if thousands else _factors().get(unit, 1), _currencies().get(currency, ""))


def currency_called(text: str) -> str:
    """The code of a currency that is called so: CNY of 人民币, RMB and 元; "" of other words."""
    return _currencies().get(_with_codes(text), "")


def _without_unit(column: str) -> str:
    """The folded name; of an amount without unit and currency."""
    found = _amount_headers().fullmatch(_with_codes(column))
    return found["name"] if found is not None else folded_name(column)


def _with_codes(text: str) -> str:
    """The folded name, with codes for signs of currencies."""
    folded = fold_characters(text)
    for sign, code in _signs():
        folded = folded.replace(sign, code)
    return folded_name(folded)


@cache
def _signs() -> Sequence[tuple[str, str]]:
    signs = [
        (fold_characters(name), code) for name, code in words()["currencies"].items() if re.search(r"[$€£₩₹¥]", name)
    ]
    return sorted(signs, key=lambda each: -len(each[0]))  # HK$ before $


@cache
def _currencies() -> Mapping[str, str]:
    named = {_with_codes(name): code for name, code in words()["currencies"].items()}
    return named | {code.lower(): code for code in named.values()}


@cache
def _factors() -> Mapping[str, int]:
    return {folded_name(unit): factor for unit, factor in words()["amount_units"].items()}


@cache
def _units() -> re.Pattern[str]:
    currency, unit = _any_of(_currencies()), _any_of(_factors())
    thousands = _any_of(_with_codes(each) for each in words()["thousands_of_currency"])
    first = rf"(?P<before>{currency})(?P<unit>{unit})?"
    last = rf"(?P<own_unit>{unit})(?P<behind>{currency})?"
    return re.compile(rf"(?:in|en|单位)?(?:(?P<thousands>{thousands})|{first}|{last})")


@cache
def _amount_headers() -> re.Pattern[str]:
    names = (*known_names()["relations"]["amount"], *folded_words("amounts_of_deals"))
    return re.compile(rf"(?P<name>{_any_of(names)})(?:{_units().pattern})?")


def _any_of(names: Iterable[str]) -> str:
    """A pattern of the names, longer ones first: 万亿 before 万."""
    return "|".join(map(re.escape, sorted(set(names), key=len, reverse=True)))
