"""Records-to-be become a data set: completed, mapped, refused with a reason, and nothing guessed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validation import validate
from core.ingestion.mapping.relation_labels import MappedLabel
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord
from core.messages import LANGUAGES
from tests.unit.ingestion.admitting import KNOWN, ONTOLOGY, entity, passage, reasons, relation, valid


@pytest.mark.parametrize(
    ("values", "names", "identifier"),
    [
        ({"id": "1", "name": "甲"}, ("甲", "甲"), "1"),
        ({"name": "Acme"}, ("Acme", "Acme"), "Acme"),
        ({"name": "甲", "name_en": "Acme"}, ("甲", "Acme"), "Acme"),
        ({"name": "Acme", "name_zh": "甲"}, ("甲", "Acme"), "Acme"),
        ({"tickers": ("600001",), "name": "甲"}, ("甲", "甲"), "600001"),
        ({"id": "7"}, ("7", "7"), "7"),
    ],
)
def test_names_and_ids_are_completed(values: dict[str, Any], names: tuple[str, str], identifier: str) -> None:
    (found,) = valid(entity(**values)).data.entities
    assert (found.name_zh, found.name_en, found.id, found.type, found.origin) == (
        *names,
        identifier,
        "company",
        "f.csv:2",
    )


def test_texts_go_where_their_language_says() -> None:
    (found,) = valid(
        entity(name="甲", description="生产电池", description_en="Batteries", founded="1999-05-01")
    ).data.entities
    assert (found.description_zh, found.description_en, found.founded) == ("生产电池", "Batteries", 1999)
    data = valid(
        relation("catl", "supplies", "x", evidence="CATL supplies X.", year="2020-01"), create_missing=True
    ).data
    assert (data.relations[0].evidence_en, data.relations[0].year) == ("CATL supplies X.", 2020)
    texts = valid(passage("你好"), passage("Hello", id="p", language="xx")).data.passages
    assert [each.language for each in texts] == ["zh", "en"]
    assert texts[0].id.startswith("text:")
    assert texts[1].id == "p"


@pytest.mark.parametrize("given_type", ["company", "Organization", "公司", "Stock"])
def test_kinds_of_entities_have_many_names(given_type: str) -> None:
    assert valid(entity(id="a", type=given_type)).data.entities[0].type == "company"


def test_an_unknown_kind_is_left_to_a_person() -> None:
    found = valid(entity(id="a", type="Concept"), entity(id="b", type="Concept"))
    assert (found.data.entities, dict(found.unknown_types)) == ((), {"Concept": 2})
    assert reasons(found)[0] == ("type", "unknown_entity_type", "Concept")
    assert valid(entity(id="a", type="Concept"), entity_types={"Concept": "product"}).data.entities[0].type == "product"


def test_relations_end_at_ids_names_and_tickers() -> None:
    raw_records = [entity(id="a", name="Alpha", aliases=("Alpha Inc.",)), entity(id="b", name="贝塔")]
    ends = [("a", "catl"), ("Alpha", "CATL"), ("ALPHA INC.", "宁德时代"), ("贝塔", "300750.sz")]
    dated = (
        relation(source, "supplies", target, year=f"{2020 + place}") for place, (source, target) in enumerate(ends)
    )
    found = valid(*raw_records, *dated).data
    assert [(each.source, each.target) for each in found.relations] == [("a", "catl")] * 3 + [("b", "catl")]
    assert [each.id for each in found.relations] == [
        "a--supplies--catl",
        "a--supplies--catl--2",
        "a--supplies--catl--3",
        "b--supplies--catl",
    ]


@pytest.mark.parametrize(
    ("label", "kind", "source", "target"),
    [("供应商", "supplies", "b", "a"), ("客户", "supplies", "a", "b"), ("竞品", "competitor", "a", "b")],
)
def test_labels_are_mapped_with_their_direction(label: str, kind: str, source: str, target: str) -> None:
    (found,) = valid(entity(id="a"), entity(id="b"), relation("a", label, "b")).data.relations
    assert (found.type, found.source, found.target) == (kind, source, target)


@pytest.mark.parametrize("label", ["industry_of", "in_industry", "所属行业"])
@pytest.mark.parametrize("ends", [("a", "steel"), ("steel", "a")])
def test_of_a_bridge_the_company_is_the_source(label: str, ends: tuple[str, str]) -> None:
    raw_records = [entity(id="a"), entity(id="steel", type="industry"), relation(ends[0], label, ends[1])]
    (found,) = valid(*raw_records).data.relations
    assert (found.type, found.source, found.target) == ("in_industry", "a", "steel")


def test_unknown_labels_are_listed_and_can_be_mapped() -> None:
    raw_records = [
        entity(id="a"),
        relation("a", "ally", "catl"),
        relation("catl", "ally", "a"),
        relation("a", "", "catl"),
    ]
    found = valid(*raw_records)
    assert (found.data.relations, dict(found.unknown_labels)) == ((), {"ally": 2})
    assert reasons(found)[-1] == ("label", "missing", "")
    mapped = valid(*raw_records[:3], labels={"ally": MappedLabel("supplies", reversed=True)})
    assert [(each.source, each.target) for each in mapped.data.relations] == [("catl", "a"), ("a", "catl")]
    assert (dict(mapped.told_labels), dict(mapped.unknown_labels)) == ({"ally": 2}, {})


def test_ends_that_are_not_there_are_explained_or_created() -> None:
    raw_records = [
        relation("catl", "supplies", "Nowhere"),
        relation("catl", "produces", "cells"),
        relation("", "supplies", "catl"),
    ]
    found = valid(*raw_records, create_missing=False)
    assert found.data.relations == ()
    assert reasons(found) == [
        ("target", "unknown_entity", "Nowhere"),
        ("target", "unknown_entity", "cells"),
        ("source", "missing", ""),
    ]
    created = valid(*raw_records).data  # the default
    assert [(each.id, each.type) for each in created.entities] == [("Nowhere", "company"), ("cells", "product")]
    assert len(created.relations) == 2


def test_an_end_that_cannot_be_an_entity_is_not_created() -> None:
    found = valid(relation("catl", "supplies", "x" * 201), create_missing=True)
    assert found.data.relations == found.data.entities == ()
    assert {each[1] for each in reasons(found)} == {"text_too_long"}


def test_a_name_of_two_is_no_end() -> None:
    found = valid(entity(id="a", name="Same"), entity(id="b", name="Same"), relation("Same", "supplies", "catl"))
    assert reasons(found) == [("source", "ambiguous_entity", "Same")]


def test_a_relation_to_itself_and_numbers_out_of_range_are_refused() -> None:
    found = valid(
        relation("catl", "supplies", "CATL"),
        relation("catl", "supplies", "x", weight="0"),
        relation("x", "supplies", "y", weight="-1"),
        relation("z", "supplies", "z"),
        create_missing=True,
    )
    assert [each[1] for each in reasons(found)] == ["self_relation", "out_of_range", "out_of_range", "self_relation"]
    assert found.data.entities == found.repairs == ()  # nobody was created for a relation that is refused


def test_a_name_of_one_that_is_there_and_one_that_comes_means_the_one_that_comes() -> None:
    found = valid(entity(id="300750", name="宁德时代"), entity(id="byd"), relation("宁德时代", "supplies", "byd"))
    assert [each.source for each in found.data.relations] == ["300750"]


ANY = (
    st.none()
    | st.text(max_size=8)
    | st.integers()
    | st.floats()
    | st.sampled_from(["catl", "CATL", "supplies", "竞品", "a"])
)

VALUES = st.dictionaries(
    st.sampled_from(
        ["id", "name", "name_zh", "type", "source", "target", "label", "text", "year", "weight", "founded", "evidence"]
    ),
    ANY,
)

DRAFTS = st.builds(
    RawRecord, st.sampled_from(["entity", "relation", "passage"]), st.just("f.csv"), st.integers(1, 9), VALUES
)


@given(st.lists(DRAFTS, max_size=8), st.booleans())
def test_every_record_gets_in_or_is_explained(raw_records: list[RawRecord], create: bool) -> None:
    found = validate(raw_records, ONTOLOGY, Choices(create_missing=create), (KNOWN,))
    data = found.data
    loaded = len(data.entities) + len(data.relations) + len(data.passages)
    different = {(each.kind, repr(each.values)) for each in raw_records}  # of equal ones one comes in
    assert loaded + len(data.problems) >= len(different)
    ids = {each.id for each in data.entities} | {"catl"}
    assert all({each.source, each.target} <= ids for each in data.relations)
    assert len({each.id for each in data.relations}) == len(data.relations)
    for problem in data.problems:
        assert isinstance(problem, RowProblem)
        assert all(problem.message(language) for language in LANGUAGES)


def test_a_row_that_says_exactly_what_one_before_it_does_stands_once() -> None:
    again = [relation(KNOWN.id, "partner", "k2", **given) for given in ({}, {}, {"year": "2020"}, {"id": "r"})]
    found = valid(entity(id="k2", name="Acme"), *again, passage("Steel."), passage("Steel."), passage("Coal."))
    assert [each.id for each in found.data.relations] == [
        f"{KNOWN.id}--partner--k2",
        f"{KNOWN.id}--partner--k2--2",
        "r",
    ]
    assert [each.text for each in found.data.passages] == ["Steel.", "Coal."]
    assert reasons(found) == [("", "said_twice", ""), ("text", "said_twice", "")]


def test_the_same_text_of_two_documents_is_two_passages() -> None:
    found = valid(*(passage("Steel.", document_id=document) for document in ("jan", "feb", "")))
    assert len({each.id for each in found.data.passages}) == 3


@pytest.mark.parametrize("field_name", ["id", "tickers", "name", "name_zh"])
def test_an_id_that_repeats_is_told_of_the_field_it_comes_from(field_name: str) -> None:
    value = ("600001",) if field_name == "tickers" else "600001"
    found = valid(*(entity(**{"name_en": "", "name": name, field_name: value}) for name in ("600001", "600001")))
    assert reasons(found) == [("name" if field_name == "name_zh" else field_name, "duplicate_id", "600001")]


@given(st.text(alphabet="aB1 \u200b\u00a0\u3000\t\n\u00ad\u202e\x7f\ufeffé\u0301-/", min_size=1, max_size=6))
def test_ends_are_found_whatever_was_cleaned_from_their_ids(identifier: str) -> None:
    own = f"x{identifier}"
    found = valid(entity(id=own, name="Firm"), relation(own, "supplies", "catl"), relation("catl", "partner", own))
    (only,) = found.data.entities
    assert [(each.source, each.target) for each in found.data.relations] == [(only.id, "catl"), ("catl", only.id)]


def test_a_row_that_names_nobody_is_refused_for_one_reason() -> None:
    found = valid(entity(country="CN", founded="2001"))
    assert reasons(found) == [("name", "no_name_or_id", "")]
