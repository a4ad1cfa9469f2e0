"""global_equities: listed companies with English descriptions, industries, places and holdings."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd

from core.domain.records import Attribute, Entity
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
    "city": "place",
    "country": "place",
    "parent_not_listed": "company",
    "industry": "industry",
    "industry_group": "industry",
    "sector": "industry",
}
_RELATION_TYPES = {
    "in_country": ReadsAs("located_in"),
    "headquartered_in": ReadsAs("located_in"),
    "in_sector": ReadsAs("in_industry"),
    "in_industry_group": ReadsAs("in_industry"),
    "in_industry": ReadsAs("in_industry"),
    "partial_owner_of": ReadsAs("shareholder_of", tells=True),
}
_ALL = "all FD:* companies"


def read(folder: Path) -> PublicSet:
    """Records and the tasks named en_…; former names are hidden by the masked description."""
    companies = pd.read_parquet(folder / "companies.parquet")
    masked = companies["description_masked"].fillna("")
    companies["country"] = companies["country"].fillna("")
    companies["market_cap"] = companies["market_cap"].fillna("")
    companies["text"] = masked.where(masked != "", companies["description"].fillna(""))
    entities = [
        Entity(
            id=row.id,
            type="company",
            name_zh=row.label[:300],
            name_en=row.label[:300],
            aliases=tuple(alias[:300] for alias in row.aliases if alias.strip()),
            tickers=tuple(symbol for symbol in row.symbols if symbol.strip()),
            country=row.country,
            description_en=row.text[:LONGEST_DESCRIPTION],
            attributes=(Attribute("market cap", row.market_cap),) if row.market_cap else (),
            origin="FinanceDatabase",
        )
        for row in companies.rename(columns={"name": "label"}).itertuples()
        if row.label.strip()
    ]
    others = pd.read_parquet(folder / "other_nodes.parquet").rename(columns={"name": "label"})
    entities += [
        Entity(id=row.id, type=_ENTITY_TYPES[row.type], name_zh=row.label, name_en=row.label)
        for row in others.itertuples()
        if row.label.strip()
    ]
    entities = unique(entities)
    relations = mapped_relations(visible(folder), _RELATION_TYPES, entities, "en")
    universes = {_ALL: tuple(entity.id for entity in entities if entity.id.startswith("FD:"))}
    for file in folder.glob("*_universe.json"):
        universes[f"file:{file.name}"] = tuple(json.loads(file.read_text(encoding="utf-8")))
    questions = [
        LabelledQuestion(
            id=row["task_id"],
            task=row["task"],
            language="en",
            company=row["query_entity"] or "",
            query=row["query_text"],
            among=row["candidates"],
            relevant=equally(row["gold"]),
        )
        for row in task_rows(folder)
    ]
    return PublicSet(DataSet(tuple(entities), tuple(relations), (), ()), tuple(questions), universes)
