"""Every operation, in the order in which they are listed."""

from __future__ import annotations

from typing import Any

from core.operations.cited_sources import get_source
from core.operations.companies import find_companies, find_similar, get_company, get_entity, get_timeline
from core.operations.connections import compare_companies, find_path
from core.operations.data_files import export_data, save_source_report
from core.operations.duplicates import decide_duplicates, find_duplicates
from core.operations.facts import answer_fact
from core.operations.feedback import decide_recommendation, judge_result, list_feedback
from core.operations.graph_statistics import graph_statistics
from core.operations.importing_files import import_files
from core.operations.kept_data import (
    build_knowledge_base,
    check_data,
    link_passages,
    list_sources,
    list_versions,
    restore_version,
)
from core.operations.name_pairs import compare_names
from core.operations.nearest import find_nearest
from core.operations.operation import Operation
from core.operations.ownership import (
    find_ownership_chains,
    get_ownership,
    get_ownership_file,
    get_ownership_tree,
)
from core.operations.passage_search import search_passages
from core.operations.proposals import list_proposals, read_texts, review_proposals
from core.operations.recommendations import recommend_relations
from core.operations.relationships import discover_relationships
from core.operations.removal import delete_data
from core.operations.saved_by_name import keep_presets, keep_searches
from core.operations.types_in_force import change_types, get_ontology
from core.operations.workspace_file import keep_workspace

CATALOGUE: tuple[Operation[Any, Any], ...] = (
    discover_relationships,
    answer_fact,
    recommend_relations,
    search_passages,
    find_nearest,
    find_companies,
    get_company,
    get_entity,
    get_timeline,
    get_ownership,
    get_ownership_tree,
    find_ownership_chains,
    get_ownership_file,
    get_source,
    find_similar,
    compare_companies,
    find_path,
    graph_statistics,
    get_ontology,
    list_sources,
    list_versions,
    find_duplicates,
    list_proposals,
    decide_recommendation,
    judge_result,
    restore_version,
    link_passages,
    delete_data,
    decide_duplicates,
    read_texts,
    review_proposals,
    compare_names,
    build_knowledge_base,
    import_files,
    save_source_report,
    export_data,
    check_data,
    change_types,
    list_feedback,
    keep_searches,
    keep_presets,
    keep_workspace,
)
OFFERED = tuple(each for each in CATALOGUE if not each.command_only)
"""Those that other programs may ask for, over HTTP and, if they only read, as tools."""
READS = tuple(each for each in OFFERED if each.effect == "read")
