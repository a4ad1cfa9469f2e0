"""Years, weights and the like that a row can do without: what people write in such cells, as a number."""

from __future__ import annotations

import re

from core.domain.names import fold_characters

_YEAR = re.compile(r"(?<!\d)(1\d{3}|20\d{2}|2100)(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?)?(?!\d)")
_SHARE = re.compile(r"(\d*[.,]?\d+(?:e-?\d+)?)\s*(%)?")


def year_in(text: str) -> str:
    """The first year from 1000 to 2100 in a text such as 2021-05-12, 20210512, 12/05/2021 or FY2021; "" if none is."""
    found = _YEAR.search(fold_characters(text))
    return found[1] if found else ""


def share_in(text: str) -> str:
    """A share of at most 1, written as 0.5, 0,5 or 50 %; "" for what is no number and for more than 1.

    What is not above 0 stays: a relation of no weight is none, which the gate says.
    """
    if text.strip().startswith("-"):
        return text
    found = _SHARE.fullmatch(fold_characters(text).strip())
    if not found:
        return ""
    share = float(found[1].replace(",", ".")) / (100 if found[2] else 1)
    return repr(share) if share <= 1 else ""
