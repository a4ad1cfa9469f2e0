"""Columns of the day on which a relation or an office began or ended, as the parts of its name say: 停止供货时间,
Contract expiry date. The parts are in days_of_terms.yaml."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal

from core.runtime.package_files import read_package_yaml

_PART = re.compile(r"\{([a-z_]+)\}")


Day = Literal["year", "end", "as_of", "sold", "transferred", "finished"]


def days_of_terms(
    names: Mapping[str, str], days: Sequence[Day] = ("year", "end", "as_of"), *, of_offices: bool = False
) -> dict[str, Day]:
    """Column → what it is the day of, for each of ``days`` the column whose name says it best; ``names``: column →
    folded name. ``of_offices``: those of an office that somebody holds, not of a contract with that person."""
    found: dict[str, Day] = {}
    for day in days:
        forms = _forms(of_offices)[day]
        called = (column for form in forms for column, name in names.items() if form.fullmatch(name))
        if (column := next(called, "")) and column not in found:
            found[column] = day
    return found


@cache
def _forms(of_offices: bool) -> Mapping[str, tuple[re.Pattern[str], ...]]:
    words = read_package_yaml("core.ingestion.cells", "days_of_terms.yaml")
    told: dict[str, Iterable[str]] = words["parts"]
    what = told["office"] if of_offices else (*told["what"], *told["office"])
    period = told["office_period"] if of_offices else (*told["period"], *told["office_period"])
    parts = {name: _any_of(each) for name, each in {**told, "what": what, "period": period}.items()}
    return {
        day: tuple(re.compile(_PART.sub(lambda part: parts[part[1]], form)) for form in forms)
        for day, forms in words["forms"].items()
    }


def _any_of(words: Iterable[Any]) -> str:
    return f"(?:{'|'.join(sorted((re.escape(str(word).replace(' ', '')) for word in words), key=len, reverse=True))})"
