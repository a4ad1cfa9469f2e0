"""How large companies are, as figures that can be compared with one another and with what a question says."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import ConfigDict

from core.domain.records import Attribute, Record
from core.ingestion.mapping.company_sizes import CLASS, SizeReader
from core.storage.knowledge_base import KnowledgeBase
from core.storage.record_files import RecordFile


@dataclass(frozen=True, eq=False)
class Sizes:
    """``amounts``: of the measure (market value, staff …) that most companies state, of several columns the largest:
    US dollars or people. ``classes``: the place of "Mid Cap" and the like in [0, 1]. Both have shape (entities,), NaN
    where nothing is said. ``measure``: what the amounts measure, "" where there are none.
    """

    amounts: NDArray[np.float64]
    classes: NDArray[np.float64]
    measure: str = ""

    @property
    def ranked(self) -> NDArray[np.float64]:
        """What the largest and the smallest are told by: amounts, or classes where no amount is stated."""
        return self.classes if np.isnan(self.amounts).all() else self.amounts


class _Described(Record):
    """What of an entity is read: a fifth of the time that all of it takes."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    attributes: tuple[tuple[str, str], ...] = ()


def sizes_of(base: KnowledgeBase) -> Sizes:
    """Of the companies of a knowledge base."""
    reader, found = SizeReader(), dict[str, dict[int, float]]()
    for node, entity in enumerate(RecordFile(_Described, base.folder / "records" / "entities").all()):
        if entity.attributes and base.is_company[node]:
            for measure, figure in reader.read(Attribute(*each) for each in entity.attributes):
                of_measure = found.setdefault(measure, {})
                of_measure[node] = max(figure, of_measure.get(node, figure))
    classes = found.pop(CLASS, {})
    stated = Counter({measure: len(by_node) for measure, by_node in found.items()}).most_common(1)
    amounts = found[stated[0][0]] if stated else {}
    measure = stated[0][0] if stated else ""
    return Sizes(_by_node(amounts, base.graph.entities), _by_node(classes, base.graph.entities), measure)


def _by_node(figures: dict[int, float], nodes: int) -> NDArray[np.float64]:
    column = np.full(nodes, np.nan)
    column[list(figures)] = list(figures.values())
    return column
