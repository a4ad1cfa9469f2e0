"""The ways an entity is written: its names with the parts of those in parentheses, and its tickers."""

from __future__ import annotations

import re

from core.domain.records import Entity

_PARENTHESES = re.compile(r"([^（(]+)[（(]([^）)]+)[）)]")
_DIGITS_OF_A_CODE = 4


def written_names(entity: Entity) -> tuple[str, ...]:
    """Names and aliases, each followed by its parts; no tickers."""
    own = (entity.name_zh, entity.name_en, *entity.aliases)
    return tuple(part for name in own for part in (name, *name_parts(name)))


def searchable_tickers(entity: Entity) -> tuple[str, ...]:
    """Tickers with and, where they are digits, without the exchange suffix: 300750.SZ, 300750."""
    if not entity.tickers:  # most have none
        return ()
    bare = [ticker.split(".")[0] for ticker in entity.tickers]
    codes = (ticker for ticker in bare if ticker.isdigit() and len(ticker) >= _DIGITS_OF_A_CODE)
    return (*entity.tickers, *codes)


def name_parts(name: str) -> tuple[str, ...]:
    """What stands before the parentheses of a name and, in another script, in them: 存储器（HBM） → 存储器, HBM.

    In the same script it only qualifies: Alphageo (India) is not called India.
    """
    found = _PARENTHESES.fullmatch(name) if name.endswith((")", "）")) else None
    if not found:
        return ()
    before, inside = (part.strip() for part in found.groups())
    translated = before.isascii() != inside.isascii()
    return tuple(part for part in (before, inside if translated else "") if part)
