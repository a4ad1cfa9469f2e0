"""Retrieval over a graph that is read from raw passages, beside the graph of the GPT-3.5 triples that come with them.

    python -m tests.research.read_graph --public FOLDER

The MuSiQue slice of HippoRAG. Names are found by the tagger, no entity is known beforehand; relations are read by the
patterns and the classifier, which were made for companies, while the passages are of Wikipedia.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import numpy as np

from core.defaults import default_fusion
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.records import Entity, Relation
from core.evaluation.experiment import evaluate
from core.evaluation.metrics import MetricName
from core.evaluation.tasks import TaskSet
from core.evaluation.variants import Variant, configured_retrieval
from core.ingestion.building.build import publish_data_set
from core.ingestion.progress import ProgressReporter
from core.ingestion.reading.known_names import KnownNames
from core.ingestion.reading.linear_model import shipped_model
from core.ingestion.reading.name_spans import mentions_in
from core.ingestion.reading.name_tagger import tagged_names
from core.ingestion.reading.sentences import sentences
from core.ingestion.reading.shipped_readers import NAME_FILE, text_reader
from core.ingestion.records.csv_files import DataSet
from core.names.name_tables import entity_names
from core.ontology import FALLBACK_TYPE, default_ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import load_encoder
from core.storage.knowledge_base import open_knowledge_base
from tests.research.public_sets import read_public_set

_SET = "hipporag_slices"
_METRICS: tuple[MetricName, ...] = ("recall@2", "recall@5")


class _Nobody:
    """No entity is known but one that no text names."""

    def __init__(self) -> None:
        entity = Entity(id="-", type="company", name_zh="Qzxv", name_en="Qzxv")
        self.entity_ids = [entity.id]
        self.is_company = np.array([True])
        self.names = entity_names([entity], self.is_company)


def read_records(records: DataSet) -> DataSet:
    """The passages with what is read of them alone; entities and relations of the types that the triples have here."""
    known, model = KnownNames(_Nobody()), shipped_model(NAME_FILE, "en")
    reader = text_reader(default_ontology(), known)
    named: dict[str, set[str]] = {}
    relations: dict[str, Relation] = {}
    for passage in records.passages:
        for span in sentences(passage.text):
            sentence = passage.text[span.start : span.end]
            for found in mentions_in(sentence, "en", known, lambda text, language: tagged_names(text, language, model)):
                named.setdefault(found.name, set()).add(passage.id)
        for each in reader.read(passage.text).proposals:
            key = f"{passage.id}:{each.source.name}:{each.relation_type}:{each.target.name}"[:200]
            relations[key] = Relation(
                id=key,
                source=each.source.name,
                target=each.target.name,
                type=FALLBACK_TYPE,
                evidence_en=each.quote,
                passage_id=passage.id,
            )
    ends = {end for each in relations.values() for end in (each.source, each.target)}
    names = sorted(ends | named.keys())
    entities = [Entity(id=name[:200], type="product", name_zh=name, name_en=name) for name in names]
    stated = tuple((passage, name[:200]) for name in names for passage in sorted(named.get(name, ())))
    return replace(records, entities=tuple(entities), relations=tuple(relations.values()), stated_mentions=stated)


def figures(records: DataSet, tasks: TaskSet, settings: Settings) -> Iterator[tuple[str, float]]:
    """Means over the questions, of the default fusion."""
    ontology = default_ontology()
    encoder = load_encoder(settings.embedding_model)
    publish_data_set(records, "-", settings, encoder, ontology, ProgressReporter(None))
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    pipeline = DiscoveryPipeline(Base.over(opened, ontology, settings), encoder=lambda: encoder)
    variant = Variant("hybrid", default_fusion(settings), configured_retrieval(settings))
    scores = evaluate(pipeline, tasks, [variant])["hybrid"]
    for metric in _METRICS:
        yield metric, fmean(each.metrics[metric] for each in scores)


def main() -> None:
    """Both graphs, one after the other."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--public", type=Path, required=True, metavar="FOLDER")
    found = read_public_set(parser.parse_args().public, _SET)
    tasks = TaskSet(found.questions, {})
    for name, records in (("GPT-3.5 triples", found.records), ("read without a model", read_records(found.records))):
        with TemporaryDirectory() as folder:
            settings = Settings(knowledge_base_folder=Path(folder) / "kb")
            told = ", ".join(f"{metric} {value:.3f}" for metric, value in figures(records, tasks, settings))
        print(f"{name}: {len(records.entities)} names, {len(records.relations)} relations; {told}")


if __name__ == "__main__":
    main()
