"""Whatever lists come with ids of their own: no known company loses its names silently."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Entity
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.own_ids import Bringing
from core.ingestion.checking.validation import validate
from core.ingestion.records.merging import together
from core.ingestion.records.raw_records import RawRecord
from core.names.normalise import fold_characters
from core.ontology import default_ontology

IDS = st.sampled_from(["1", "2", "3", "4", "007", "V-1", "V-2", "key", "1 (other.csv)"])
NAMES = st.sampled_from(["Boreal Optics", "Quantia Steel", "Meridian", "宁德时代", "CATL", "Halcyon Paper", "甲"])
KNOWN = st.lists(
    st.builds(
        Entity,
        id=IDS,
        type=st.just("company"),
        name_zh=NAMES,
        name_en=NAMES,
        origin=st.sampled_from(["first.csv:2", "other.csv:3"]),
    ),
    unique_by=lambda each: each.id,
    max_size=5,
)
FIELDS = st.fixed_dictionaries(
    {"id": IDS}, optional={"name": NAMES, "name_zh": NAMES, "name_en": NAMES, "aliases": st.tuples(NAMES)}
)
DRAFTS = st.lists(
    st.builds(RawRecord, st.just("entity"), st.sampled_from(["first.csv", "next.csv"]), st.integers(2, 9), FIELDS),
    max_size=6,
    unique_by=lambda each: each.line,
)
BRINGING = st.sampled_from(
    [
        Bringing("next.csv", frozenset({"next.csv"}), (), ("first.csv", "other.csv")),
        Bringing("first.csv", frozenset({"first.csv"}), ("first.csv",), ("first.csv", "other.csv")),
        Bringing("other.csv", frozenset({"next.csv", "other.csv"}), ("other.csv",), ("first.csv", "other.csv")),
    ]
)


@given(KNOWN, DRAFTS, BRINGING, st.sampled_from([None, True, False]))
def test_no_known_company_loses_its_name_silently(
    known: list[Entity], raw_records: list[RawRecord], bringing: Bringing, same: bool | None
) -> None:
    found = validate(raw_records, default_ontology(), Choices(same_ids=same), known, bringing=bringing)
    before = {each.id: each for each in known}
    reported = {(each.file, each.line) for each in found.repairs if each.reason == "renamed"}
    for entity in found.data.entities:
        if entity.id not in before:
            continue
        after = together(before[entity.id], entity)
        shown = {fold_characters(name) for name in (after.name_zh, after.name_en)}
        names = {fold_characters(name) for name in (before[entity.id].name_zh, before[entity.id].name_en)}
        rows = {(file, int(line)) for file, _, line in (each.rpartition(":") for each in entity.origin.split("; "))}
        assert names <= shown or rows & reported


@given(KNOWN, DRAFTS, BRINGING, st.sampled_from([None, True, False]))
def test_every_row_gets_in_or_is_explained(
    known: list[Entity], raw_records: list[RawRecord], bringing: Bringing, same: bool | None
) -> None:
    found = validate(raw_records, default_ontology(), Choices(same_ids=same), known, bringing=bringing)
    explained = {(each.file, each.line) for each in (*found.data.problems, *found.repairs)}
    there = {place for each in found.data.entities for place in each.origin.split("; ")}
    assert all(f"{each.file}:{each.line}" in there or (each.file, each.line) in explained for each in raw_records)
