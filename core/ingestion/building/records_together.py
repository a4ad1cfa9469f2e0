"""What a version holds of the data folder and the imported sources: all of it together, or without one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.ingestion.records.accepted_relations import accepted_part
from core.ingestion.records.csv_files import DataSet, read_data_set
from core.ingestion.records.document_updates import outdated_passages
from core.ingestion.records.merging import merged
from core.ingestion.records.removals import without
from core.ingestion.records.sources import load_source, source_info, sources_of_current
from core.ingestion.records.unified_companies import Unified, unified
from core.ontology import Ontology
from core.settings import Settings
from core.workspace.removals import Removals, load_removals
from core.workspace.text_reviews import TextReviewStore
from core.workspace.verdicts import Verdict, load_verdicts, said


def records_together(
    settings: Settings,
    ontology: Ontology,
    imported: Mapping[str, DataSet],
    removals: Removals,
    deciding: Sequence[Verdict] = (),
) -> Unified:
    """The data folder and these sources, with what was accepted of their texts, without what was taken out or is
    outdated, every company once. ``deciding``: what is said of companies beside what was said before.

    Raises DataUnreadableError, and what reading the removals and the decisions does.
    """
    folder = settings.knowledge_base_folder
    told = [replace(part, problems=()) for part in imported.values()]  # a person saw them before the import
    files = [source_info(folder, source).files for source in imported]
    outdated = outdated_passages([(each, part.passages) for each, part in zip(files, told, strict=True)])
    taken_out = removals.model_copy(update={"passages": (*removals.passages, *sorted(outdated))})
    parts = [read_data_set(settings.data_folder, ontology), *told]
    parts.append(accepted_part(TextReviewStore(folder).all(), parts, taken_out, ontology))
    everything = without(merged(parts, ontology), taken_out)
    return unified(everything, said((*load_verdicts(folder), *deciding)), settings.merge_same_company_from)


def records_without(source_id: str, settings: Settings, ontology: Ontology) -> Unified:
    """What a build without this source would write. Raises SourceDamagedError too."""
    folder = settings.knowledge_base_folder
    others = {each: load_source(folder, each) for each in sources_of_current(folder) if each != source_id}
    return records_together(settings, ontology, others, load_removals(folder))
