"""zh_chain: A-share and Taiwan companies with industries, products, product chains and segments (Chinese)."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from core.domain.records import Entity
from core.evaluation.tasks import LabelledQuestion
from core.ingestion.records.csv_files import DataSet
from tests.research.public_sets.reading import (
    LONGEST_DESCRIPTION,
    PublicSet,
    ReadsAs,
    equally,
    mapped_relations,
    task_rows,
    unique,
    visible,
)

_ENTITY_TYPES: dict[str, str] = {
    "product": "product",
    "industry": "industry",
    "segment": "industry",
    "layer": "industry",
}
_RELATION_TYPES = {
    "主营产品": ReadsAs("produces", tells=True),
    "所属行业": ReadsAs("in_industry"),
    "產業環節": ReadsAs("in_industry"),
    "屬於": ReadsAs("in_industry"),
    "上级行业": ReadsAs("in_industry"),
    "供應下游": ReadsAs("supplies"),
    "上游材料": ReadsAs("depends_on"),
    "下游产品": ReadsAs("depends_on", turned=True),
}


def read(folder: Path) -> PublicSet:
    """Records and the tasks zh_industry_peers, tw_segment_peers and zh_concept_companies."""
    companies = pd.read_parquet(folder / "companies.parquet")
    others = pd.read_parquet(folder / "other_nodes.parquet")
    entities = [
        Entity(
            id=row.id,
            type="company",
            name_zh=row.label,
            name_en=row.label,
            aliases=tuple(row.aliases),
            tickers=(row.id.split(":")[1],) if row.id.split(":")[1].isdigit() else (),
            country=row.country,
            description_zh=row.description[:LONGEST_DESCRIPTION],
            origin=row.provenance,
        )
        for row in companies.rename(columns={"name": "label"}).itertuples()
    ]
    entities += [
        Entity(id=row.id, type=_ENTITY_TYPES[row.type], name_zh=row.label, name_en=row.label)
        for row in others.rename(columns={"name": "label"}).itertuples()
        if row.label.strip()
    ]
    entities = unique(entities)
    relations = mapped_relations(visible(folder), _RELATION_TYPES, entities, "zh")
    universes = {
        f"all companies {prefix}:*": tuple(
            company for company in companies["id"].unique() if company.startswith(prefix)
        )
        for prefix in ("CN", "TW")
    }
    questions = [
        LabelledQuestion(
            id=row["task_id"],
            task=row["task"],
            language="zh",
            company=row["query_entity"] or "",
            query=row["query_text"],
            among=row["candidates"],
            relevant=equally(row["gold"]),
        )
        for row in task_rows(folder)
    ]
    return PublicSet(DataSet(tuple(entities), tuple(relations), (), ()), tuple(questions), universes)
