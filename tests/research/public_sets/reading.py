"""What the readers of the public sets share."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from core.domain.records import SMALLEST_WEIGHT, Entity, Relation
from core.domain.text import clean_text
from core.evaluation.tasks import LabelledQuestion
from core.ingestion.records.csv_files import DataSet
from core.messages import Language

LONGEST_DESCRIPTION = 4000


@dataclass(frozen=True)
class PublicSet:
    """Records, questions about them, and the named sets of ids that some questions choose among."""

    records: DataSet
    questions: tuple[LabelledQuestion, ...]
    universes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadsAs:
    """How a relation of the set reads in the ontology.

    ``turned``: source and target change places. ``tells``: the row, read as a sentence, says something about a company
    that is worth finding; other rows only connect.
    """

    type: str
    turned: bool = False
    tells: bool = False


def visible(folder: Path) -> pd.DataFrame:
    """The relations that no task hides."""
    relations = pd.read_parquet(folder / "relations.parquet")
    return relations[relations["split"] == "visible"]


def mapped_relations(
    rows: pd.DataFrame, types: Mapping[str, ReadsAs], entities: Iterable[Entity], language: Language
) -> list[Relation]:
    """Relations between known entities, typed by ``types``; unknown types read as related, loops are left out.

    The evidence of a row that tells something is the row itself, in the words of the set. Ends are cleaned as the ids
    of records are.
    """
    names = {entity.id: entity.name(language) for entity in entities}
    weights = rows["weight"].fillna(1.0) if "weight" in rows else pd.Series(1.0, index=rows.index)
    relations = []
    columns = (rows["source"], rows["target"], rows["relation_type"], weights, rows["provenance"])
    for number, (*given, kind, weight, origin) in enumerate(zip(*columns, strict=True)):
        source, target = map(clean_text, given)
        if source in names and target in names and source != target:
            reading = types.get(kind, ReadsAs("related"))
            ends = (target, source) if reading.turned else (source, target)
            stated = f"{names[source]} {kind.replace('_', ' ')} {names[target]}" if reading.tells else ""
            relations.append(
                Relation(
                    id=f"r{number}",
                    source=ends[0],
                    target=ends[1],
                    type=reading.type,
                    weight=min(1.0, max(SMALLEST_WEIGHT, float(weight))),
                    evidence_zh=stated if language == "zh" else "",
                    evidence_en=stated if language == "en" else "",
                    origin=str(origin),
                )
            )
    return relations


def task_rows(folder: Path) -> Iterator[dict[str, Any]]:
    """The rows of ``tasks_public.jsonl``."""
    with (folder / "tasks_public.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def unique(entities: Iterable[Entity]) -> list[Entity]:
    """The first entity of each id: the sets are dirty."""
    kept: dict[str, Entity] = {}
    for entity in entities:
        kept.setdefault(entity.id, entity)
    return list(kept.values())


def equally(ids: Iterable[str]) -> dict[str, float]:
    """All ids relevant to the same degree."""
    return dict.fromkeys(ids, 1.0)
