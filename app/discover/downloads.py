"""The answer as files: CSV that spreadsheets open safely, JSON, and a standalone HTML graph."""

from __future__ import annotations

import csv
import io

from app.discover.relation_role import relation_role
from core.domain.arms import ARMS
from core.domain.results import Discovery
from core.domain.spreadsheet_cells import safe_cell
from core.messages import Language
from core.ontology import Ontology
from core.operations.relationships import RelationshipsAnswer
from core.retrieval.base import Base

_COLUMNS = (
    "rank",
    "company_id",
    "name_zh",
    "name_en",
    "relevance_level",
    "relationship_type",
    "similarity",
    "reason",
    *ARMS,
    "sources",
    "reranker_score",
    "answers_question",
)


def as_csv(discovery: Discovery, ontology: Ontology, language: Language) -> bytes:
    """One row per related company; UTF-8 with a byte-order mark, so that Excel shows Chinese."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(_COLUMNS)
    for company in discovery.related_companies:
        judgement = company.judgement
        relation = relation_role(company, ontology, language)
        added = {part.arm: f"{part.contribution:.4f}" for part in company.parts}
        sources = " | ".join(f"[{source.id}] {source.text}" for source in company.sources)
        reranked = "" if company.reranker_score is None else f"{company.reranker_score:.4f}"
        texts = [company.company_id, company.name_zh, company.name_en, judgement.level.value, relation]
        row = [
            str(company.rank),
            *map(safe_cell, texts),
            f"{company.similarity:.4f}",
            safe_cell(judgement.reason),
            *(added.get(arm, "") for arm in ARMS),
            safe_cell(sources),
            reranked,
            str(company.answers_question).lower(),
        ]
        writer.writerow(row)
    return buffer.getvalue().encode("utf-8-sig")


def as_json(discovery: Discovery, base: Base, language: Language) -> bytes:
    """The whole answer with scores, paths and sources, as tools and the command line give it."""
    found = RelationshipsAnswer.of(discovery, base, language, explain=True)
    return found.model_dump_json(indent=2).encode()
