"""Phrases with places that several words can take: "take {stake} in" is to take a stake, shares or an interest in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

_SLOT = re.compile(r"\{(\w+)\}")


def filled(phrases: Iterable[str], slots: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """The phrases, each with every word that its places can take; what names no slot stays as it is."""
    for phrase in phrases:
        place = _SLOT.search(phrase)
        if place is None or place[1] not in slots:
            yield phrase
            continue
        for word in slots[place[1]]:
            yield from filled((phrase[: place.start()] + word + phrase[place.end() :],), slots)
