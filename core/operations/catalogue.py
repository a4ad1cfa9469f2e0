"""Every operation, in the order in which they are listed."""

from __future__ import annotations

from typing import Any

from core.operations.companies import find_companies, find_similar, get_company, get_entity, get_timeline
from core.operations.connections import compare_companies, find_path
from core.operations.duplicates import decide_duplicates, find_duplicates
from core.operations.facts import answer_fact
from core.operations.feedback import decide_recommendation, judge_result
from core.operations.graph_statistics import graph_statistics
from core.operations.kept_data import get_ontology, link_passages, list_sources, list_versions, restore_version
from core.operations.nearest import find_nearest
from core.operations.operation import Operation
from core.operations.passage_search import search_passages
from core.operations.recommendations import recommend_relations
from core.operations.relationships import discover_relationships
from core.operations.removal import delete_data

CATALOGUE: tuple[Operation[Any], ...] = (
    discover_relationships,
    answer_fact,
    recommend_relations,
    search_passages,
    find_nearest,
    find_companies,
    get_company,
    get_entity,
    get_timeline,
    find_similar,
    compare_companies,
    find_path,
    graph_statistics,
    get_ontology,
    list_sources,
    list_versions,
    find_duplicates,
    decide_recommendation,
    judge_result,
    restore_version,
    link_passages,
    delete_data,
    decide_duplicates,
)
READS = tuple(each for each in CATALOGUE if each.effect == "read")
