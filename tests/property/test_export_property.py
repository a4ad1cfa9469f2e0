"""Whatever records say, and whatever their own columns are called, an export of them comes back as the same records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.curation.exporting import EXPORT_FORMATS, ExportFormat, record_files
from core.curation.import_plans import ImportPlan
from core.domain.fact_sources import FactSource
from core.domain.records import RESERVED, Attribute, Entity, Passage, Record, Relation
from core.ingestion.cells.column_words import known_names
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validation import validate
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.saved_mappings import SavedMappings
from core.ingestion.records.csv_files import DataSet
from core.ontology import default_ontology
from tests.support import examples

AnyRecord = TypeVar("AnyRecord", bound=Record)
FIELDS = sorted({name for kind in known_names().values() for names in kind.values() for name in names})
MARKED = [
    *("identifiers", "ID", "id", "type", "Type", "LABEL", "START_ID", "END_ID", "IGNORE", "type (a)", "ID{x}"),
    *("LEI", "Entity.LegalName", "Entity.LegalJurisdiction", "company.company_number", "company.jurisdiction_code"),
    *("Relationship.RelationshipType", "Relationship.StartNode.NodeID", "symbol", "summary", "exchange", "market"),
    *("industry_group", "market_cap", "subsidiary", "jurisdiction", "CIK", "item", "itemLabel", "nameLabel"),
    *("source", "target", "Supplier", "Customer", "供应商", "客户", "competitors", "parent company", "shareholder"),
    *("Position", "Director", "Appointed", "Resigned", "origin", "name.en", "data.name", "attributes.name", "stake"),
    *(
        "%",
        "Share",
        "持股比例",
        "Since",
        "Notes",
        "path",
        "program_language",
        "attribute:x",
        "=1+1",
        "'=x",
        "a|b",
        "[1]",
    ),
]
CLEAN = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=10).filter(
    lambda text: text not in RESERVED  # which is no id, and Hypothesis knows it
)
CALLED = st.sampled_from(MARKED) | st.sampled_from(FIELDS) | CLEAN
TEXTS = [
    *(
        "1",
        "0.5",
        "2019",
        "12 %",
        "Total",
        "yes",
        "https://example.com/a",
        "=1+1",
        "'=1+1",
        "-",
        "[a]",
        '["a"]',
        "a|b; c",
    ),
    *(
        "BYD; CATL",
        "Chair",
        "company",
        "It buys cells from a maker of them in Ningde.",
        "“q”",
        "<b>",
        "&amp;",
        "1.0",
    ),
]
VALUES = st.sampled_from(TEXTS) | CLEAN
NAMES = [
    "Total",
    "Others",
    "其他股东",
    "合计",
    "free float",
    "'-x",
    "=c",
    "甲；公司",
    "Alpha, Inc.",
    "[a]",
    "7",
    "a|b",
    "n0",
    "1",
]


attributes = st.lists(st.builds(Attribute, CALLED, VALUES), max_size=5, unique_by=lambda each: each.name).map(tuple)
names = st.sampled_from(NAMES) | CLEAN
entities = st.builds(
    Entity,
    id=st.sampled_from([*NAMES, "529900T8BM49AURSDO55", "gb/01234567", "acme"]) | names,
    type=st.sampled_from(["company", "company", "product", "industry", "person", "place"]),
    name_zh=names,
    name_en=names,
    aliases=st.lists(names, max_size=3, unique=True).map(tuple),
    tickers=st.lists(names, max_size=2, unique=True).map(tuple),
    identifiers=st.sampled_from([(), ("lei:529900T8BM49AURSDO55", "register:gb/01234567"), ("isin:X", "vat:Y")]),
    country=st.sampled_from(["", "CN", "Côte d'Ivoire"]),
    place=st.sampled_from(["", "Ningde"]),
    lat=st.just(-0.5),
    lon=st.just(119.55),
    industry=st.sampled_from(["", "batteries", "acme"]),
    founded=st.sampled_from([None, 1999]),
    description_en=st.sampled_from(["", "It makes cells; and packs.", "=1+1"]),
    attributes=attributes,
)


@st.composite
def bases(draw: st.DrawFn) -> DataSet:
    """What a knowledge base may hold."""
    found = draw(st.lists(entities, min_size=2, max_size=6, unique_by=lambda each: each.id))
    ids = [each.id for each in found]
    listed = draw(
        st.lists(
            st.builds(FactSource, id=names, title=names, publisher=st.just("P")),
            max_size=2,
            unique_by=lambda each: each.id,
        )
    )
    ends = draw(
        st.lists(
            st.tuples(st.sampled_from(ids), st.sampled_from(ids)).filter(lambda each: each[0] != each[1]), max_size=4
        )
    )
    relations = [
        draw(
            st.builds(
                Relation,
                id=st.just(f"r{place}"),
                source=st.just(source),
                target=st.just(target),
                type=st.sampled_from(["supplies", "partner", "shareholder_of", "director_of"]),
                weight=st.sampled_from([1.0, 0.333333]),
                share_low=st.sampled_from([None, 24.68]),
                share_high=st.sampled_from([None, 50.0, 33.333333333333336]),
                start=st.sampled_from(["", "2019-05"]),
                end=st.sampled_from(["", "2020", "2024-05-31"]),
                as_of=st.sampled_from(["", "2025-06"]),
                status=st.sampled_from(["", "current", "ended", "planned", "denied", "reported"]),
                amount=st.sampled_from([None, 0.0, 1234567.5, 1e20]),
                currency=st.sampled_from(["", "EUR"]),
                year=st.just(2019),
                source_id=st.sampled_from(["", *(each.id for each in listed)]),
                evidence_en=st.sampled_from(["", "A supplies B.", "(a)", "2019", "-"]),
                attributes=attributes,
            )
        )
        for place, (source, target) in enumerate(ends)
    ]
    passages = draw(
        st.lists(
            st.builds(
                Passage,
                id=names,
                text=names,
                title=names,
                language=st.just("en"),
                date=st.sampled_from(["", "2020-01-02", "2020-01", "spring"]),
                source_kind=st.sampled_from(["news", "News", "note", "x"]),
                document_id=st.sampled_from(["", "d"]),
                start=st.sampled_from([0, 7]),
                end=st.just(9),
                url=st.sampled_from(["", "https://example.com"]),
                path=st.sampled_from(["", "a/b.py"]),
                program_language=st.sampled_from(["", "Python"]),
            ),
            max_size=2,
            unique_by=lambda each: each.id,
        )
    )
    return DataSet(tuple(found), tuple(relations), tuple(passages), (), fact_sources=tuple(listed))


def plain(records: Iterable[AnyRecord]) -> list[AnyRecord]:
    return sorted((each.model_copy(update={"origin": ""}) for each in records), key=lambda each: each.id)  # type: ignore[attr-defined]


def taken_in(base: DataSet, kind: ExportFormat) -> tuple[DataSet, Sequence[object]]:
    records = {
        "entities": base.entities,
        "relations": base.relations,
        "passages": base.passages,
        "sources": base.fact_sources,
    }
    files = record_files({name: partial(iter, listed) for name, listed in records.items()}, kind)
    read = tuple(read_file(raw, name, max_bytes=10**8) for name, raw in files)
    ontology = default_ontology()
    mappings = {table.name: SavedMappings().mapping(table, ontology) for file in read for table in file.tables}
    raw_records = ImportPlan("x", read, mappings).raw_records()
    valid = validate(raw_records.items, ontology, Choices())
    return valid.data, (*raw_records.problems, *valid.data.problems, *valid.repairs)


@pytest.mark.matrix()
@pytest.mark.parametrize("kind", EXPORT_FORMATS)
@given(base=bases())
@settings(max_examples=examples(20), deadline=None)
def test_what_is_exported_comes_back_as_it_was(kind: ExportFormat, base: DataSet) -> None:
    again, problems = taken_in(base, kind)
    assert problems == ()
    assert plain(again.entities) == plain(base.entities)
    assert plain(again.relations) == plain(base.relations)
    assert plain(again.fact_sources) == plain(base.fact_sources)
    if kind != "graphml":
        assert plain(again.passages) == plain(base.passages)
