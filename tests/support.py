"""Small data folders for tests, written as the CSV files a user would write."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import hypothesis
import lancedb
import numpy as np

from core.domain.records import Entity
from core.ingestion.building.embedded_texts import entity_text
from core.names.name_finder import NameFinder
from core.names.name_tables import entity_names, folded_names
from core.ontology import default_ontology
from core.retrieval.linking import NameIndex
from core.settings import Settings
from core.storage.checksums import sealed
from core.storage.knowledge_base import KnowledgeBase
from core.storage.lexical_index import lexical_index

ROOT = Path(__file__).resolve().parents[1]
COLUMNS = {
    "companies.csv": (
        "id",
        "name_zh",
        "name_en",
        "aliases",
        "tickers",
        "country",
        "industry",
        "founded",
        "description_zh",
        "description_en",
    ),
    "concepts.csv": ("id", "type", "name_zh", "name_en"),
    "relations.csv": (
        *("source", "type", "target", "year", "weight", "evidence_zh", "evidence_en"),
        *("start", "end", "as_of", "status", "share_low", "share_high", "source_id"),
    ),
    "passages.csv": ("id", "title", "language", "source_kind", "date", "text"),
}
Row = Mapping[str, str]
Value = TypeVar("Value")


def sample_companies() -> int:
    """How many companies the bundled sample has."""
    with (ROOT / "data" / "companies.csv").open(encoding="utf-8", newline="") as file:
        return sum(1 for _ in csv.DictReader(file))


def examples(count: int, quick: int = 25) -> int:
    """How many examples a property that says so itself tries: ``count`` in ``make check``, in ``make test`` ``quick``
    at most, as many as every other."""
    return min(count, quick) if hypothesis.settings.get_current_profile_name() == "quick" else count


def write_data(
    folder: Path,
    *,
    companies: Iterable[Row] = (),
    concepts: Iterable[Row] = (),
    relations: Iterable[Row] = (),
    passages: Iterable[Row] = (),
) -> Path:
    """Write the four CSV files; missing cells are empty. Returns ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    tables = zip(COLUMNS.items(), (companies, concepts, relations, passages), strict=True)
    for (name, columns), rows in tables:
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    return folder


def company(identifier: str, name_zh: str = "", name_en: str = "", **cells: str) -> dict[str, str]:
    """A row of companies.csv; the names default to the id."""
    return {"id": identifier, "name_zh": name_zh or identifier, "name_en": name_en or identifier, **cells}


def relation(source: str, kind: str, target: str, evidence: str = "stated in a test", **cells: str) -> dict[str, str]:
    """A row of relations.csv with the evidence in both languages."""
    return {"source": source, "type": kind, "target": target, "evidence_zh": evidence, "evidence_en": evidence, **cells}


def dated_example(folder: Path) -> Path:
    """Shareholders and suppliers of Alpha Cells, some of which are so no more, and two documents that disagree about
    who holds how much of Beta Works."""
    names = {
        "alpha": ("阿尔法电芯", "Alpha Cells"),
        "beta": ("贝塔制造", "Beta Works"),
        "north": ("北方资本", "North Capital"),
        "south": ("南方资本", "South Capital"),
        "east": ("东方资本", "East Capital"),
        "west": ("西方资本", "West Capital"),
        "mills": ("米尔斯矿业", "Mills Mining"),
        "smith": ("史密斯锂业", "Smith Lithium"),
        "grand": ("格兰德集团", "Grand Group"),
    }
    rows = [
        dated("north", "shareholder_of", "alpha", start="2010", end="2021-06", share_low="20"),
        dated("south", "shareholder_of", "alpha", start="2015-03-01", share_low="30", share_high="30"),
        dated("east", "shareholder_of", "alpha", start="2008", end="2026"),
        dated("west", "shareholder_of", "alpha", start="2005", end="2010-12-31"),
        dated("west", "shareholder_of", "alpha", start="2018"),
        dated("mills", "supplies", "alpha", start="2012", end="2019"),
        dated("smith", "supplies", "alpha", start="2016"),
        dated("smith", "supplies", "beta", status="ended"),
        dated("mills", "acquired", "smith", start="2013", end="2017"),
        dated("east", "shareholder_of", "beta", as_of="2018", status="current"),
        dated("east", "shareholder_of", "beta", as_of="2023", end="2022", status="ended"),
        dated("grand", "shareholder_of", "beta", as_of="2019", share_low="51", share_high="51", source_id="report-19"),
        dated("grand", "shareholder_of", "beta", as_of="2024", share_low="35", share_high="35", source_id="report-24"),
    ]
    write_data(folder, companies=[company(each, *both) for each, both in names.items()], relations=rows)
    (folder / "sources.csv").write_text(
        "id,title,publisher,url,date\n"
        "report-19,Annual report 2019,Grand Group,https://example.com/2019,2020-03\n"
        "report-24,Annual report 2024,Grand Group,https://example.com/2024,2025-03\n",
        encoding="utf-8",
    )
    return folder


def dated(source: str, kind: str, target: str, **cells: str) -> dict[str, str]:
    """A row of relations.csv without evidence, with what is known of its time and share."""
    return {"source": source, "type": kind, "target": target, **cells}


def document_example(folder: Path) -> Path:
    """The seed documents' own example: A competes with B, C is upstream of A, D and E are near in meaning only."""
    return write_data(
        folder,
        companies=[
            company(
                "公司A",
                "公司A",
                "Company A",
                tickers="000001.SZ",
                description_zh="公司A是人工智能企业，研发AI芯片与模型。",
                description_en="Company A is an artificial-intelligence firm that develops AI chips and models.",
            ),
            company(
                "公司B",
                "公司B",
                "Company B",
                description_zh="公司B是人工智能企业，与公司A直接竞争。",
                description_en="Company B is an artificial-intelligence firm and a direct rival of Company A.",
            ),
            company(
                "公司C",
                "公司C",
                "Company C",
                description_zh="公司C生产晶圆材料。",
                description_en="Company C makes wafer materials.",
            ),
            company(
                "公司D", "公司D", "Company D", description_zh="AI芯片制造商。", description_en="Maker of AI chips."
            ),
            company(
                "公司E", "公司E", "Company E", description_zh="云计算服务商。", description_en="Cloud service provider."
            ),
        ],
        relations=[
            relation("公司A", "competitor", "公司B", "公司A与公司B在人工智能领域是竞品。"),
            relation("公司C", "supplies", "公司A", "公司C是公司A的上游供应商。"),
        ],
        passages=[
            {
                "id": "p1",
                "title": "公司A与公司B的竞争",
                "language": "zh",
                "source_kind": "comparison",
                "date": "2024",
                "text": "公司A与公司B都研发人工智能产品，在同一市场竞争。公司C向公司A供货。",
            },
            {
                "id": "p2",
                "title": "Company A and its supplier",
                "language": "en",
                "source_kind": "industry_note",
                "date": "2024",
                "text": "Company C supplies wafer materials to Company A.",
            },
        ],
    )


def settings_for(data: Path, knowledge_base: Path, **changes: object) -> Settings:
    """Settings that read ``data`` and build into ``knowledge_base``, untouched by the environment's own."""
    return Settings(data_folder=data, knowledge_base_folder=knowledge_base, **changes)  # type: ignore[arg-type]


def stored_table(knowledge_base: KnowledgeBase, name: str) -> Any:
    """The LanceDB table of a knowledge base, to look into it."""
    return lancedb.connect(str(knowledge_base.folder / "tables")).open_table(name)


def change_manifest(version: Path, **changes: object) -> None:
    """Write other fields into the manifest of a version, as a program that means them would: with their checksum."""
    path = version / "manifest.json"
    path.write_text(json.dumps(sealed(json.loads(path.read_bytes()) | changes)), encoding="utf-8")


def without_checksums(version: Path) -> None:
    """Make the manifest of a version what it was before there were checksums."""
    path = version / "manifest.json"
    fields = {name: value for name, value in json.loads(path.read_bytes()).items() if name not in ("files", "checksum")}
    path.write_text(json.dumps(fields), encoding="utf-8")


def by_id(knowledge_base: KnowledgeBase, found: Mapping[int, Value]) -> dict[str, Value]:
    """What was found by node, by the id of the entity or passage."""
    names = [*knowledge_base.entity_ids, *knowledge_base.passage_ids]
    return {names[node]: value for node, value in found.items()}


def by_passage_node(knowledge_base: KnowledgeBase, passages: Mapping[str, Value]) -> dict[int, Value]:
    """What is said of passages, by their nodes."""
    return {knowledge_base.passage_node(passage_id): value for passage_id, value in passages.items()}


class EntityList:
    """Entities in memory where linking expects a knowledge base."""

    def __init__(self, entities: Iterable[Entity]) -> None:
        self._entities = list(entities)
        self.names = entity_names(
            self._entities, np.array([each.type == "company" for each in self._entities], dtype=bool)
        )
        self.entity_ids = [entity.id for entity in self._entities]
        self.node_of = {entity_id: node for node, entity_id in enumerate(self.entity_ids)}
        self.is_company = np.array([entity.type == "company" for entity in self._entities], dtype=bool)
        self.company_nodes = np.flatnonzero(self.is_company)
        companies = [entity for entity in self._entities if entity.type == "company"]
        self.words = lexical_index([entity_text(entity) for entity in companies])

    def entity(self, entity_id: str) -> Entity:
        """The entity with this id."""
        return self._entities[self.node_of[entity_id]]


def name_index(entities: Iterable[Entity]) -> NameIndex:
    """Linking over a few entities."""
    return NameIndex(EntityList(entities), default_ontology())


def name_finder(entities: Sequence[Entity]) -> NameFinder:
    """Finding the names of a few entities."""
    return NameFinder(folded_names(entities), [entity.id for entity in entities])
