"""The figures of real knowledge bases, against a count of their records one by one."""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.errors import KnowledgeBaseCorruptError
from core.ingestion.records.profiles import ARE_PROFILES
from core.ontology import Ontology
from core.statistics import statistics
from core.statistics.figures import Statistics, Tally
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from tests.conftest import build_and_open
from tests.support import ROOT, company, relation, settings_for, stored_table, write_data


@pytest.fixture(scope="module")
def sample(sample_pipeline: DiscoveryPipeline) -> KnowledgeBase:
    return sample_pipeline.base.knowledge_base


@pytest.fixture(scope="module")
def figures(sample: KnowledgeBase, ontology: Ontology) -> Statistics:
    return statistics(sample, ontology)


def tallied(names: Iterable[str]) -> dict[str, int]:
    return dict(Counter(names))


def as_dictionary(tally: Tally) -> dict[str, int]:
    assert tally.others == 0
    assert [each.count for each in tally.listed] == sorted((each.count for each in tally.listed), reverse=True)
    return {each.name: each.count for each in tally.listed}


def test_counts_are_those_of_the_records(sample: KnowledgeBase, figures: Statistics, ontology: Ontology) -> None:
    counts = sample.manifest.counts
    entities = [sample.entity_at(row) for row in range(counts.entities)]
    relations = [sample.relation(row) for row in range(counts.relations)]
    passages = [sample.passage_at(counts.entities + row) for row in range(counts.passages)]
    roles = stored_table(sample, "mentions").to_arrow()["role"].to_pylist()
    assert as_dictionary(figures.entities_by_type) == tallied(entity.type for entity in entities)
    assert as_dictionary(figures.relations_by_type) == tallied(each.type for each in relations)
    assert as_dictionary(figures.relations_by_family) == tallied(ontology[each.type].family for each in relations)
    assert as_dictionary(figures.passages_by_language) == tallied(each.language for each in passages)
    assert as_dictionary(figures.passages_by_source_kind) == tallied(each.source_kind for each in passages)
    assert as_dictionary(figures.mentions_by_role) == tallied(roles)
    assert as_dictionary(figures.links_by_type) == {"EXPLAINS": counts.links}
    known = [each.year for each in relations if each.year is not None]
    assert (figures.relation_years.first, figures.relation_years.last) == (min(known), max(known))
    assert (figures.relation_years.dated, figures.relation_years.undated) == (len(known), len(relations) - len(known))
    assert figures.passage_dates.undated == sum(not each.date for each in passages)


def test_degrees_are_those_of_the_companies(sample: KnowledgeBase, figures: Statistics) -> None:
    degrees = [len(sample.relations_of(node)[0]) for node in sample.company_nodes.tolist()]
    assert (figures.degrees.minimum, figures.degrees.maximum) == (min(degrees), max(degrees))
    assert figures.degrees.mean == pytest.approx(sum(degrees) / len(degrees))
    assert sum(each.companies for each in figures.degrees.histogram) == sample.manifest.counts.companies
    assert figures.isolated.count == degrees.count(0)


def test_what_the_version_says_of_itself_is_repeated(sample: KnowledgeBase, figures: Statistics) -> None:
    manifest = sample.manifest
    assert (figures.build_id, figures.created_at) == (manifest.build_id, manifest.created_at)
    assert (figures.embedding_model, figures.embedding_dimension) == ("use-multilingual", 512)
    assert (figures.sources, figures.counts) == (manifest.sources, manifest.counts)
    assert figures.storage_bytes == sum(file.stat().st_size for file in sample.folder.rglob("*") if file.is_file())


@pytest.mark.parametrize("table", ["entities", "relations", "passages"])
def test_coverage_is_that_of_the_searched_tables(table: str, sample: KnowledgeBase, figures: Statistics) -> None:
    coverage = {
        "entities": figures.entity_vectors,
        "relations": figures.relation_vectors,
        "passages": figures.passage_vectors,
    }[table]
    assert coverage.rows == stored_table(sample, table).count_rows()
    assert coverage.with_vector == stored_table(sample, table).count_rows("vector IS NOT NULL")
    assert coverage.share == pytest.approx(coverage.with_vector / coverage.rows)


def test_a_small_base_of_islands(tmp_path: Path, encoder: Encoder, ontology: Ontology) -> None:
    data = write_data(
        tmp_path / "data",
        companies=[company(name) for name in (*"abcd", *(f"lone{number:02}" for number in range(25)))],
        relations=[
            relation("a", "competitor", "b"),
            relation("b", "supplies", "a", year="2001"),
            relation("c", "partner", "d", year="1999"),
        ],
        passages=[
            {"id": "p", "title": "t", "language": "en", "source_kind": "news", "date": date_text, "text": "A text."}
            | {"id": f"p{number}"}
            for number, date_text in enumerate(["2020-03", "soon"])
        ],
    )
    base = build_and_open(settings_for(data, tmp_path / "base"), encoder)
    figures = statistics(base, ontology)
    assert figures.components.model_dump() == {
        "number": 27,
        "single": 25,
        "largest": 2,
        "largest_share": pytest.approx(2 / 29),
    }
    assert figures.density == pytest.approx(2 / (29 * 28 / 2))
    assert figures.isolated.count == 25
    assert figures.isolated.first == tuple(f"lone{number:02}" for number in range(20))
    assert [(each.low, each.companies) for each in figures.degrees.histogram] == [(0, 25), (1, 2), (2, 2)]
    assert (figures.relation_years.first, figures.relation_years.last, figures.relation_years.undated) == (
        1999,
        2001,
        1,
    )
    assert figures.passage_dates.model_dump() == {
        "first": date(2020, 3, 1),
        "last": date(2020, 3, 31),
        "dated": 1,
        "undated": 0,
        "unreadable": 1,
    }
    assert figures.links_by_type.listed == ()


def test_an_empty_base_has_figures_too(tmp_path: Path, encoder: Encoder, ontology: Ontology) -> None:
    base = build_and_open(settings_for(write_data(tmp_path / "data"), tmp_path / "base"), encoder)
    figures = statistics(base, ontology)
    assert (figures.components.number, figures.density, figures.degrees.histogram) == (0, 0.0, ())
    assert figures.entity_vectors.share is None
    assert Statistics.model_validate_json(figures.model_dump_json()) == figures


def test_a_table_that_cannot_be_read_is_said(
    document_knowledge_base: KnowledgeBase, tmp_path: Path, ontology: Ontology
) -> None:
    copy = Path(shutil.copytree(document_knowledge_base.folder.parents[1], tmp_path / "copy"))
    base = open_knowledge_base(copy, embedding_model="use-multilingual")
    shutil.rmtree(base.folder / "tables" / "links.lance" / "data", ignore_errors=True)
    for file in (base.folder / "tables" / "passages.lance" / "data").iterdir():
        file.write_bytes(b"")
    with pytest.raises(KnowledgeBaseCorruptError):
        statistics(base, ontology)


def test_rows_that_meet_a_condition_are_counted(sample: KnowledgeBase, figures: Statistics) -> None:
    passages, kinds = sample.table("passages"), as_dictionary(figures.passages_by_source_kind)
    assert passages.count() == sum(kinds.values())
    assert {kind: passages.count(f"source_kind = '{kind}'") for kind in kinds} == kinds
    assert passages.count("source_kind = 'nothing'") == 0


def test_passages_are_texts_of_the_data_and_descriptions_of_entities(sample: KnowledgeBase) -> None:
    with (ROOT / "data" / "passages.csv").open(encoding="utf-8", newline="") as file:
        texts = len(list(csv.DictReader(file)))
    assert sample.table("passages").count(ARE_PROFILES) == sample.manifest.counts.passages - texts
