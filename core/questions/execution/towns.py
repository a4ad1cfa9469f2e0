"""Towns that only the column ``place`` of companies names: no node of the graph stands for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from core.domain.records import in_both_languages
from core.ingestion.mapping.seats import country_of_seat
from core.names.normalise import fold_characters
from core.names.places import is_subdivision, place_called
from core.names.territories import territory_code

_PROVINCE_ZH = (2, 3)  # characters of a name
_PROVINCE_WORD = re.compile("^(?:省|(?:壮族|回族|维吾尔)?自治区)")
_NAME = re.compile(r"[\u3400-\u9fff]{2,6}|[^\W\d_\u3400-\u9fff]{2,}\.?(?:[ '’-][^\W\d_\u3400-\u9fff]+\.?){0,3}")


@dataclass(frozen=True)
class Towns:
    """``companies``: the nodes of those at each town, by what it is called in full: 曲靖 Qujing; ``called``: that, by
    each of its folded names."""

    companies: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)


def names_of_town(text: str) -> tuple[str, ...]:
    """The folded names that the text of a seat may be for: as it stands, without 市, in either language, without a
    Chinese province before it and without a country behind it; London, Ontario is another one than London."""
    said = fold_characters(text)
    both = (in_both_languages(text) or {}).values()
    town = said.rpartition(",")[0].strip() if country_of_seat(text) else ""  # Shenzhen, China
    return (said, said.removesuffix("市"), *map(fold_characters, both), without_province(said), town)


def towns_of(seats: Mapping[str, list[int]]) -> Towns:
    """The towns of the texts that companies, by node, have for their seats; texts of one name, in any language, are one
    town. A country, an address and a word for none are no towns."""
    called: dict[str, str] = {}
    companies: dict[str, list[int]] = {}
    for text in sorted(seats, key=lambda text: in_both_languages(text) is None):
        names = list(_towns_in(text))
        if names:
            town = next((called[name] for name in names if name in called), _in_full(text, names))
            for name in names:
                called.setdefault(name, town)
            companies.setdefault(town, []).extend(seats[text])
    return Towns({town: tuple(nodes) for town, nodes in companies.items()}, called)


def _towns_in(text: str) -> Iterator[str]:
    for name in dict.fromkeys(names_of_town(text)):
        if _NAME.fullmatch(name) and not any(map(_is_country, (name.title(), name.removesuffix("市")))):
            yield name


def _is_country(name: str) -> bool:
    """Whether it is a country or a region; São Paulo is a part of one."""
    return place_called(name) is not None and not is_subdivision(name)


def _in_full(text: str, names: list[str]) -> str:
    """A town as it is written: in both languages, else by its shortest name."""
    if in_both_languages(text):
        return text
    shortest = min(names, key=len)
    at = fold_characters(text).find(shortest)
    return text[at : at + len(shortest)]


def without_province(seat: str) -> str:
    """佛山 of 广东佛山 and 广东省佛山市; "" where no Chinese province stands before anything."""
    for length in _PROVINCE_ZH:
        if territory_code(seat[:length]).startswith("cn-"):
            return _PROVINCE_WORD.sub("", seat[length:]).removesuffix("市")
    return ""
