"""The ownership tree as what the browser draws: boxes, lines, words; texts are set as text."""

from __future__ import annotations

from typing import Any
from unicodedata import east_asian_width

from core.dossier.ownership.tree import OwnershipTree, Stake
from core.dossier.ownership.tree_layout import HEIGHT, WIDTH
from core.messages import Language, translate
from core.retrieval.terms import share_in_words

_CELLS = 19  # of half a Chinese character each that fit into a line of a box
_LINES = 2
_ALL = 100.0


def share_words(share: tuple[float, float], language: Language) -> str:
    """Percent exact, from–to, at least or at most."""
    low, high = map(_shown, share)
    if low <= 0.0 and high >= _ALL:
        return translate("ownership.share.unknown", language)
    return share_in_words(low, None if low < _ALL <= high else high, language)


def _shown(number: float) -> float:
    """Two decimals, or two digits of what is less than them."""
    return round(number, 2) if number >= 0.1 else float(f"{number:.2g}")


def stake_words(stake: Stake, language: Language) -> str:
    """The share, or that none is recorded."""
    if stake.stated:
        return share_words(stake.share, language)
    return translate("ownership.share.controlled" if stake.control else "ownership.share.unknown", language)


def _label(stake: Stake, language: Language) -> str:
    """What stands on a line. The legend says of dotted lines that the share is unknown, not each of them again."""
    if stake.stated:
        return share_words(stake.share, language)
    return translate("ownership.tree.controlled", language) if stake.control else ""


def drawing(tree: OwnershipTree, language: Language, name: str, day: str) -> dict[str, Any]:
    """What the component is given; pixels, with the company at (0, 0)."""
    names = {box.key: box.name for box in tree.boxes}
    return {
        "boxes": [
            {
                "key": box.key,
                "id": box.id,
                "lines": fitted(box.name)
                if box.name
                else [translate("ownership.tree.more", language, count=f"{box.more:,}")],
                "name": box.name,
                "x": box.x,
                "y": box.y,
                "kind": "root" if not box.level else "more" if not box.name else "again" if box.again else "other",
                "up": box.level < 0,
                "opens": bool(box.level and box.name and box.stakes and not box.again),
                "open": bool(box.shown),
                "says": _says(box.again, bool(box.shown), box.stakes, box.level, language),
            }
            for box in tree.boxes
        ],
        "edges": [
            {
                "owner": line.owner,
                "held": line.held,
                "share": _label(line, language),
                "circular": line.circular,
                "unknown": not line.stated,
                "says": translate(
                    "ownership.tree.line",
                    language,
                    owner=names[line.owner],
                    held=names[line.held],
                    share=stake_words(line, language),
                ),
            }
            for line in tree.lines
        ],
        "width": WIDTH,
        "height": HEIGHT,
        "language": language,
        "description": translate("ownership.tree.description", language, name=name, day=day),
        "words": {
            each: translate(f"ownership.tree.{each}", language)
            for each in ("png", "svg", "page", "again", "circular_line", "unknown_line")
        },
        "filename": f"ownership-{name}",
    }


def _says(again: bool, shown: bool, stakes: int, level: int, language: Language) -> str:
    if again:
        return translate("ownership.tree.again", language)
    if not stakes or not level:
        return ""
    return translate("ownership.tree.close" if shown else "ownership.tree.open", language, count=f"{stakes:,}")


def fitted(name: str) -> list[str]:
    """A name in at most two lines of a box, cut where it is too long."""
    rows: list[str] = []
    row, used = "", 0
    for word in _words(name):
        wide = sum(map(_cells, word))
        if used and used + wide > _CELLS:
            rows, row, used = [*rows, row.strip()], "", 0
        for letter in word:
            if used + _cells(letter) > _CELLS:
                rows, row, used = [*rows, row.strip()], "", 0
            row, used = row + letter, used + _cells(letter)
    rows = [each for each in (*rows, row.strip()) if each]
    return rows if len(rows) <= _LINES else [*rows[: _LINES - 1], rows[_LINES - 1][:-1] + "…"]


def _words(name: str) -> list[str]:
    """Words with the space after them; Chinese characters one by one."""
    found: list[str] = []
    for letter in name:
        if found and not found[-1].endswith(" ") and _cells(letter) == 1 and _cells(found[-1][-1]) == 1:
            found[-1] += letter
        else:
            found.append(letter)
    return found


def _cells(letter: str) -> int:
    return 2 if east_asian_width(letter) in "WF" else 1
