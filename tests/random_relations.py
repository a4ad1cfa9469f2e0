"""A small base of entities of every kind, and random relations with dates and statuses put into it in memory."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

from core.domain.partial_dates import is_after
from core.domain.records import Attribute, Entity, Relation
from core.ingestion.building.build import publish_data_set
from core.ingestion.progress import ProgressReporter
from core.ingestion.records.csv_files import DataSet
from core.ontology import default_ontology
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from core.storage.relation_facts import relation_facts
from core.storage.relation_graph import build_graph
from core.storage.relation_table import RelationTable
from tests.plain_relations import Edge, Thing
from tests.support import settings_for

THINGS = (
    Thing("a", country="CN", founded=1999, industry="cells", tickers=("300001.SZ", "1.HK"), size="1000"),
    Thing("b", country="DE", founded=2005, industry="cells", tickers=("300002.SZ",), size="2000"),
    Thing("c", country="Germany", founded=2005, tickers=("C",), size="2000"),
    Thing("d", country="TR", industry="banks"),
    Thing("e", country="JP", founded=1970, industry="other trades", size="3000"),
    Thing("f", country="CN", founded=2011, industry="other trades", tickers=("2.HK",)),
    Thing("g"),
    Thing("h", country="US", founded=1999, size="10"),
    Thing("cells", "industry"),
    Thing("banks", "industry"),
    Thing("anode", "product"),
    Thing("drone", "product"),
    Thing("ann", "person"),
    Thing("rome", "place"),
)
NAMESAKES = ({"g", "h"},)
COMPANIES = tuple(each.id for each in THINGS if each.type == "company")
TARGETS = {
    "produces": ("anode", "drone"),
    "in_industry": ("cells", "banks"),
    "founded_by": ("ann",),
    "located_in": ("rome",),
}
DAYS = ("", "2010", "2019", "2019-05", "2019-05-03", "2021-01-31", "2026", "2026-11", "2026-11-25", "2026-11-26")
LATER = "2090"


def random_edge(random: Random, kind: str) -> Edge:
    """A relation of a type with any dates and status."""
    source = random.choice(COMPANIES)
    target = random.choice([each for each in TARGETS.get(kind, COMPANIES) if each != source])
    start, end = random.choice(["", "", *DAYS]), random.choice(["", "", "", "", *DAYS, LATER])
    if start and end and end < start:
        start, end = end, start
    if is_after(start, end):
        end = ""
    status = random.choice([*[""] * 8, "current", "ended", "planned", "denied", "reported"])
    return Edge(source, kind, target, start, end, status, random.choice([0.25, 0.5, 1.0]), random.choice(DAYS))


def base_without_relations(folder: Path, encoder: Encoder) -> KnowledgeBase:
    """The entities, built in a folder."""
    names = {each: f"Company {sorted(same)[0]}" for same in NAMESAKES for each in same}
    entities = tuple(
        Entity(
            id=each.id,
            type=each.type,
            name_zh=names.get(each.id, each.id),
            name_en=names.get(each.id, each.id),
            country=each.country,
            founded=each.founded or None,
            industry=each.industry,
            tickers=each.tickers,
            attributes=(Attribute("revenue", each.size),) if each.size else (),
        )
        for each in THINGS
    )
    configured = settings_for(folder / "data", folder / "kb")
    progress = ProgressReporter(None)
    publish_data_set(DataSet(entities, (), (), ()), "", configured, encoder, default_ontology(), progress)
    return open_knowledge_base(configured.knowledge_base_folder, embedding_model=encoder.name)


def with_relations(base: KnowledgeBase, edges: Sequence[Edge]) -> KnowledgeBase:
    """The base with other relations: what a build writes, in memory."""
    other = copy.copy(base)
    for name in ("prominence", "relation_counts", "newer_ends"):
        vars(other).pop(name, None)
    records = [
        Relation(
            id=f"r{row}",
            source=each.source,
            target=each.target,
            type=each.type,
            start=each.start,
            year=int(each.start[:4]) if each.start else None,
            end=each.end,
            status=each.status,
            as_of=each.as_of,
        )
        for row, each in enumerate(edges)
    ]
    rows = {each.id: row for row, each in enumerate(records)}
    other.relation = records.__getitem__  # type: ignore[assignment,method-assign]
    other._relation_row = rows  # type: ignore[assignment]
    other.strongest_relations = other._strongest_relations  # type: ignore[assignment]
    other.relation_facts = relation_facts(RelationTable.of(records))
    codes = {kind: code for code, kind in enumerate(base.manifest.edge_types)}
    ends = np.array([(base.node_of[each.source], base.node_of[each.target]) for each in edges], dtype=np.int64)
    source, target = ends.reshape(-1, 2).T
    other.graph = build_graph(
        base.graph.entities,
        0,
        len(edges),
        source,
        target,
        np.array([each.weight for each in edges], dtype=np.float64),
        np.array([codes[each.type] for each in edges], dtype=np.int64),
    )
    return other
