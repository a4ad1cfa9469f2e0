"""Numbers as the page System writes them."""

from __future__ import annotations

_UNITS = ("B", "KB", "MB", "GB", "TB")


def amount(size: int) -> str:
    """Bytes in the largest decimal unit that leaves at least 1 before the point: ``1.5 GB``."""
    number, unit = float(size), 0
    while number >= 1000 and unit < len(_UNITS) - 1:
        number, unit = number / 1000, unit + 1
    return f"{number:.0f} {_UNITS[unit]}" if unit == 0 or number >= 100 else f"{number:.1f} {_UNITS[unit]}"


def milliseconds(value: float) -> str:
    """Two digits that count below ten, whole numbers above."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"
