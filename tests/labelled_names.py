"""The labelled names of data/same_companies.csv: how alike each pair is judged, and whether it is one company."""

from __future__ import annotations

import csv
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.domain.records import Entity
from core.entity_resolution.evidence import compared, judged
from core.ingestion.records.csv_files import read_data_set
from core.ontology import default_ontology
from tests.support import ROOT


def named(name: str) -> Entity:
    """A company of which nothing but its name is known."""
    return Entity(id=f"~{name}"[:200], type="company", name_zh=name[:300], name_en=name[:300])


def labelled_names(half: Literal["tune", "test"]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Score of each pair of names, and whether they are of one company; the name asked about is hidden in the other."""
    known = {entity.id: entity for entity in read_data_set(ROOT / "data", default_ontology()).entities}
    with (ROOT / "data" / "same_companies.csv").open(encoding="utf-8", newline="") as file:
        asked = [row for row in csv.DictReader(file) if row["half"] == half]
    scores = []
    for row in asked:
        other = known[row["company"]] if row["company"] else named(row["other_name"])
        hidden = tuple(alias for alias in other.aliases if alias != row["name"])
        pair = compared(named(row["name"])), compared(other.model_copy(update={"aliases": hidden}))
        scores.append(judged(*pair, shared_neighbours=0, related=False).score)
    return np.array(scores), np.array([row["same"] == "1" for row in asked])


def precision_and_recall(
    scores: NDArray[np.float64], right: NDArray[np.bool_], threshold: float, findable: int
) -> tuple[float, float]:
    """Precision over what scores at least ``threshold``, recall over everything that is to be found."""
    proposed = scores >= threshold
    hits = int((proposed & right).sum())
    return hits / max(1, int(proposed.sum())), hits / findable
