"""At their seats on a map of the world; what has no seat on record has no place."""

from __future__ import annotations

from math import cos, pi, radians

import numpy as np
from numpy.typing import NDArray

from core.exploring.layouts.to_place import GAP, Places, ToPlace

_DEGREE = 4.0  # pixels of a degree of latitude
_NARROWER = cos(radians(35.0))  # of a degree of longitude: true to scale at the latitude of most companies
_TURN = pi * (3 - 5**0.5)  # radians, the golden angle: points of the spiral lie evenly
_STEP = 4.0  # pixels from one turn of the spiral to the next
_Points = NDArray[np.float64]


def world_map(given: ToPlace) -> Places:
    """Each at its seat, or as near to it as there is room; the first come first."""
    spots = [spot for spot in given.spots if spot.id in given.seats]
    if not spots:
        return {}
    taken: _Points = np.zeros((len(spots), 2))
    radii = np.array([spot.radius for spot in spots])
    for place, spot in enumerate(spots):
        room = radii[:place] + spot.radius + GAP / 2
        taken[place] = _nearest_free(np.array(projected(*given.seats[spot.id])), taken[:place], room)
    return {spot.id: (float(x), float(y)) for spot, (x, y) in zip(spots, taken, strict=True)}


def _nearest_free(seat: _Points, taken: _Points, room: _Points) -> _Points:
    """The first point of a spiral around ``seat`` that is as far from each of those ``taken`` as it needs ``room``."""
    first, points = 0, 64
    while True:
        tried = seat + _spiral(first, points)
        free = (np.linalg.norm(tried[:, None] - taken[None], axis=2) >= room).all(axis=1)
        if free.any():
            found: _Points = tried[int(free.argmax())]
            return found
        first, points = first + points, 2 * points


def projected(lat: float, lon: float) -> tuple[float, float]:
    """Where a place of the earth stands on the map: equirectangular, in pixels from latitude and longitude 0."""
    return lon * _NARROWER * _DEGREE, -lat * _DEGREE


def _spiral(first: int, points: int) -> _Points:
    number = np.arange(first, first + points, dtype=np.float64)
    away = _STEP * np.sqrt(number)
    return np.column_stack((away * np.cos(_TURN * number), away * np.sin(_TURN * number)))
