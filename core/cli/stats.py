"""``python -m core stats``: what the published knowledge base holds, as a table or as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import get_args

from core.curation.ontology_in_force import ontology_in_force
from core.messages import Language, translate
from core.ontology import Ontology
from core.settings import Settings
from core.statistics import statistics
from core.statistics.figures import CountName, Statistics
from core.statistics.wording import in_words, labelled_counts
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from core.storage.manifest import read_manifest
from core.storage.publishing import current_version

_WIDTH = 12


def add_options(parser: argparse.ArgumentParser) -> None:
    """How it is shown."""
    parser.add_argument("--language", choices=("zh", "en"), default="en")
    parser.add_argument("--json", action="store_true", help="for programs: every figure")


def run_stats_command(options: argparse.Namespace, settings: Settings) -> None:
    """Print the figures of the serving version, with whatever embedding model it was built; builds nothing.

    Raises KnowledgeBaseMissingError, KnowledgeBaseOutdatedError or KnowledgeBaseCorruptError.
    """
    folder = settings.knowledge_base_folder
    model = read_manifest(current_version(folder)).embedding_model
    ontology = ontology_in_force(settings)
    knowledge_base = open_knowledge_base(folder, embedding_model=model)
    figures = statistics(knowledge_base, ontology)
    print(
        figures.model_dump_json(indent=2)
        if options.json
        else table(figures, knowledge_base, ontology, options.language)
    )


def table(figures: Statistics, knowledge_base: KnowledgeBase, ontology: Ontology, language: Language) -> str:
    """One line per figure: counts before what they count, so that they stand below one another in any script."""

    def called(entity_id: str) -> str:
        return knowledge_base.entity(entity_id).name(language)

    counts = figures.counts.model_dump()
    totals = ((count, translate(f"statistics.count.{name}", language)) for name, count in counts.items())
    blocks = [_block(translate("statistics.counts", language), totals)]
    for kind in get_args(CountName):
        listed = labelled_counts(figures, kind, ontology, language)
        if listed:
            rows = ((each.count, each.label) for each in listed)
            blocks.append(_block(translate(f"statistics.{kind}", language), rows))
    bins = ((each.companies, each.limits) for each in figures.degrees.histogram)
    blocks.append(_block(translate("statistics.degree_histogram", language), bins))
    said = [f"  {phrase.label}: {phrase.text}" for phrase in in_words(figures, called, language)]
    return "\n\n".join([*blocks, "\n".join([translate("statistics.in_words", language), *said])])


def _block(title: str, rows: Iterable[tuple[int, str]]) -> str:
    return "\n".join([title, *(f"{count:>{_WIDTH},}  {label}" for count, label in rows)])
