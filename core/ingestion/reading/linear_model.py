"""Linear models shipped as readable numbers: feature → weight per class, a JSON file each, read once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.runtime.package_files import package_text

Scores = NDArray[np.float32]


class LinearModel:
    """Scores of ``classes``: the bias and the sum of the weights of the features that are there, each divided by the
    root of their number where the model is ``normalised``."""

    def __init__(
        self,
        classes: Iterable[str],
        bias: Iterable[float],
        weights: Mapping[str, Mapping[str, float]],
        *,
        normalised: bool,
    ) -> None:
        self.classes = tuple(classes)
        column = {name: number for number, name in enumerate(self.classes)}
        self._bias = np.array(list(bias), dtype=np.float32)
        self._row = {feature: row for row, feature in enumerate(weights)}
        self._weights = np.zeros((len(weights), len(self.classes)), dtype=np.float32)
        for row, of_classes in enumerate(weights.values()):
            for name, weight in of_classes.items():
                self._weights[row, column[name]] = weight
        self._normalised = normalised

    def scores_of_each(self, rows: Sequence[Sequence[str]]) -> Scores:
        """The scores of several at once, not normalised, shape (rows, classes)."""
        known = [[row for row in map(self._row.get, features) if row is not None] for features in rows]
        scores = np.tile(self._bias, (len(rows), 1))
        filled = [place for place, found in enumerate(known) if found]
        if filled:
            lengths = np.array([len(known[place]) for place in filled])
            weights = self._weights[np.concatenate([known[place] for place in filled])]
            scores[filled] += np.add.reduceat(weights, np.cumsum(lengths) - lengths, axis=0)
        return scores

    def scores(self, features: Iterable[str]) -> Scores:
        """The score of every class, shape (classes,)."""
        given = list(features)
        rows = [row for row in map(self._row.get, given) if row is not None]
        if not rows:
            return self._bias
        summed = self._weights[rows].sum(axis=0)
        found: Scores = self._bias + (summed / np.float32(len(given) ** 0.5) if self._normalised else summed)
        return found


@cache
def shipped_model(name: str, part: str) -> LinearModel:
    """The model ``part`` of the file ``name`` of this package. Raises FileNotFoundError, ValueError and KeyError."""
    document = json.loads(package_text(__package__, name))[part]
    return LinearModel(document["classes"], document["bias"], document["weights"], normalised=document["normalised"])
