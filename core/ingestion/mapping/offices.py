"""Offices that people have in companies, and the relations that these are: Chair, 独立董事, chief executive officer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from core.ingestion.cells.column_words import folded_name
from core.ingestion.records.raw_records import RawRecord
from core.names.normalise import fold_characters
from core.runtime.package_files import read_package_yaml

_BETWEEN = re.compile(r"\s*(?:[;；、,，/&+|]|(?<!\w)(?:and|und|et|y|e|en|och|og)(?!\w)|[兼及和])\s*", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\s*[(（].*?[)）]")


def relations_of_office(position: str) -> tuple[str, ...]:
    """The relation types that what stands in a column of positions is, each once; of an unknown position none."""
    whole = _office(position)
    if whole:
        return (whole,)
    return tuple(dict.fromkeys(filter(None, map(_office, _BETWEEN.split(position)))))


def is_post(position: str) -> bool:
    """Whether what stands in a column of positions is an office, or another post that only people have: CFO, VP Sales,
    Chief Digital Officer, Finanzvorstand, 财务总监."""
    return bool(relations_of_office(position)) or any(
        folded_name(part) in folded_office_words("posts") or _post().search(part) for part in _parts_of(position)
    )


def is_title(cell: str) -> bool:
    """Whether a cell of a column called title is a post, be it one that companies may have too: fund manager."""
    return is_post(cell) or any(
        fold_characters(word) in _last_words() for part in _parts_of(cell) for word in part.split()[-1:]
    )


def _parts_of(position: str) -> list[str]:
    parts = (position, *_BETWEEN.split(_IN_BRACKETS.sub("", position)))
    return [fold_characters(part).strip() for part in parts if part.strip()]


def is_salutation(cell: str) -> bool:
    """Whether a cell names nobody, but says how somebody is addressed: Mr, Frau, Prof. Dr."""
    words = re.split(r"[\s.]+", cell.strip(". "))
    return folded_name(cell) in folded_office_words("salutations") or all(
        folded_name(word) in folded_office_words("salutations") for word in words
    )


@cache
def _post() -> re.Pattern[str]:
    """How posts begin, and how words for them end."""
    first, last = (
        "|".join(sorted((re.escape(fold_characters(word)) for word in office_words()[key]), key=len, reverse=True))
        for key in ("post_beginnings", "post_endings")
    )
    return re.compile(rf"^(?:{first})\b|(?:{last})$")


@cache
def _last_words() -> frozenset[str]:
    return frozenset(map(fold_characters, office_words()["post_ends"]))


def is_of_positions(column: str) -> bool:
    """Whether a column that is called so holds offices."""
    return folded_name(column) in folded_office_words("positions")


def without_board(title: str) -> str:
    """What a title such as Board of Directors – Castellan SE or 远航股份董事会成员 names beside the board; "" where it
    names none."""
    found = _board().search(title)
    if found is None:
        return ""
    return (title[found.end() :] if found.start() == 0 else title[: found.start()]).strip()


@cache
def _board() -> re.Pattern[str]:
    """Such words at the beginning or the end, with what joins them to the name."""
    words = "|".join(sorted(map(re.escape, office_words()["boards"]), key=len, reverse=True))
    joint = r"[\s\-–—_:：·/|,，]"
    first = rf"^(?:the )?(?:{words}){joint}+(?:(?:of|at|der|des|von|de|du|la) )?(?:the )?"
    last = rf"(?:{joint}+|['’]s? |[的之の]|(?<=[^\x00-\x7f]))(?:{words})(?:名单|名册|名录|列表|一览表?|情况|信息)?$"
    return re.compile(f"{first}|{last}", re.IGNORECASE)


def with_offices(raw_record: RawRecord, column: str, position: str, otherwise: str) -> list[RawRecord]:
    """The relations of a person with a company that a row tells whose ``position`` stands in this column, which is kept
    among the other facts. One that is not known is the label, or ``otherwise`` where the column of people says it."""
    if not position:
        return [raw_record]
    labels = relations_of_office(position) or (otherwise or position,)
    said = (*raw_record.attributes, (column, position))
    return [replace(raw_record, values={**raw_record.values, "label": label}, attributes=said) for label in labels]


@cache
def office_words() -> Mapping[str, Any]:
    """offices.yaml."""
    shipped: Mapping[str, Any] = read_package_yaml("core.ingestion.mapping", "offices.yaml")
    return shipped


@cache
def folded_office_words(key: str) -> frozenset[str]:
    """One of its lists."""
    return frozenset(map(folded_name, office_words()[key]))


def _office(position: str) -> str:
    known = _offices()
    return known.get(folded_name(position), "") or known.get(folded_name(_IN_BRACKETS.sub("", position)), "")


@cache
def _offices() -> Mapping[str, str]:
    return {folded_name(word): kind for kind, words in office_words()["offices"].items() for word in words}
