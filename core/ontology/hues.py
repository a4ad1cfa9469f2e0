"""One hue for each display group of relation types, on light and on dark ground: pages, pictures and files agree."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

DisplayGroup = Literal["ownership", "supply", "competition", "cooperation", "context"]


class Hue(NamedTuple):
    """A colour as it is drawn on light and on dark ground."""

    light: str
    dark: str


HUES: Mapping[DisplayGroup, Hue] = MappingProxyType(
    {
        "ownership": Hue("#7A3FB0", "#B98AE8"),
        "supply": Hue("#0B7A75", "#3FB8B0"),
        "competition": Hue("#C8401F", "#F0845F"),
        "cooperation": Hue("#2C6FBB", "#7DB2F0"),
        "context": Hue("#6B7280", "#9AA6BC"),
    }
)
