"""Texts in cells of spreadsheets: never run as formulas, and back as they were."""

from __future__ import annotations

import re

# Spreadsheets skip white space and invisible characters before a formula, and East Asian ones read full-width signs.
# Apostrophes count as well: with one more before each such text, taking one off always gives back what was stored.
_FORMULA = re.compile(r"[\s\x00-\x1f\u00ad\u200b-\u200f\u2060\ufeff']*[\t\r\n=+\-@＝＋－＠]")
# A tab or line break among them is reason enough.


def safe_cell(text: str) -> str:
    """``text`` with an apostrophe before anything a spreadsheet would run as a formula, after leading white space,
    invisible characters or apostrophes too. Where the result matches such a text, its first apostrophe was added."""
    return f"'{text}" if _FORMULA.match(text) else text


def original_cell(cell: str) -> str:
    """What ``safe_cell`` made the cell of."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
