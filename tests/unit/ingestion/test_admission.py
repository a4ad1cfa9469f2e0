"""Records-to-be become a data set: completed, mapped, refused with a reason, and nothing guessed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Entity
from core.ingestion.admission import admit
from core.ingestion.admitted import Admitted
from core.ingestion.drafts import Draft
from core.ingestion.import_choices import Choices
from core.ingestion.problems import RowProblem
from core.ingestion.relation_labels import MappedLabel
from core.messages import LANGUAGES
from core.ontology import default_ontology

ONTOLOGY = default_ontology()
KNOWN = Entity(id="catl", type="company", name_zh="宁德时代", name_en="CATL", tickers=("300750.SZ",))


def entity(**values: Any) -> Draft:
    return Draft("entity", "f.csv", 2, values)


def relation(source: str, label: str, target: str, **values: Any) -> Draft:
    return Draft("relation", "f.csv", 3, {"source": source, "label": label, "target": target, **values})


def passage(text: str, **values: Any) -> Draft:
    return Draft("passage", "f.csv", 4, {"text": text, **values})


def admitted(*drafts: Draft, **choices: Any) -> Admitted:
    return admit(drafts, ONTOLOGY, Choices(**choices), (KNOWN,))


def repairs(found: Admitted) -> list[tuple[int, str, str, str]]:
    assert all(each.repaired for each in found.repairs)
    return [(each.line, each.field, each.reason, each.detail) for each in found.repairs]


def reasons(found: Admitted) -> list[tuple[str, str, str]]:
    return [(each.field, each.reason, each.detail) for each in found.data.problems]


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
    (found,) = admitted(entity(**values)).data.entities
    assert (found.name_zh, found.name_en, found.id, found.type, found.origin) == (
        *names,
        identifier,
        "company",
        "f.csv:2",
    )


def test_texts_go_where_their_language_says() -> None:
    (found,) = admitted(
        entity(name="甲", description="生产电池", description_en="Batteries", founded="1999-05-01")
    ).data.entities
    assert (found.description_zh, found.description_en, found.founded) == ("生产电池", "Batteries", 1999)
    data = admitted(
        relation("catl", "supplies", "x", evidence="CATL supplies X.", year="2020-01"), create_missing=True
    ).data
    assert (data.relations[0].evidence_en, data.relations[0].year) == ("CATL supplies X.", 2020)
    texts = admitted(passage("你好"), passage("Hello", id="p", language="xx")).data.passages
    assert [each.language for each in texts] == ["zh", "en"]
    assert texts[0].id.startswith("text:")
    assert texts[1].id == "p"


@pytest.mark.parametrize("given_type", ["company", "Organization", "公司", "Stock"])
def test_kinds_of_entities_have_many_names(given_type: str) -> None:
    assert admitted(entity(id="a", type=given_type)).data.entities[0].type == "company"


def test_an_unknown_kind_is_left_to_a_person() -> None:
    found = admitted(entity(id="a", type="Concept"), entity(id="b", type="Concept"))
    assert (found.data.entities, dict(found.unknown_types)) == ((), {"Concept": 2})
    assert reasons(found)[0] == ("type", "unknown_entity_type", "Concept")
    assert (
        admitted(entity(id="a", type="Concept"), entity_types={"Concept": "product"}).data.entities[0].type == "product"
    )


def test_relations_end_at_ids_names_and_tickers() -> None:
    drafts = [entity(id="a", name="Alpha", aliases=("Alpha Inc.",)), entity(id="b", name="贝塔")]
    ends = [("a", "catl"), ("Alpha", "CATL"), ("ALPHA INC.", "宁德时代"), ("贝塔", "300750.sz")]
    dated = (
        relation(source, "supplies", target, year=f"{2020 + place}") for place, (source, target) in enumerate(ends)
    )
    found = admitted(*drafts, *dated).data
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
    (found,) = admitted(entity(id="a"), entity(id="b"), relation("a", label, "b")).data.relations
    assert (found.type, found.source, found.target) == (kind, source, target)


@pytest.mark.parametrize("label", ["industry_of", "in_industry", "所属行业"])
@pytest.mark.parametrize("ends", [("a", "steel"), ("steel", "a")])
def test_of_a_bridge_the_company_is_the_source(label: str, ends: tuple[str, str]) -> None:
    drafts = [entity(id="a"), entity(id="steel", type="industry"), relation(ends[0], label, ends[1])]
    (found,) = admitted(*drafts).data.relations
    assert (found.type, found.source, found.target) == ("in_industry", "a", "steel")


def test_unknown_labels_are_listed_and_can_be_mapped() -> None:
    drafts = [entity(id="a"), relation("a", "ally", "catl"), relation("catl", "ally", "a"), relation("a", "", "catl")]
    found = admitted(*drafts)
    assert (found.data.relations, dict(found.unknown_labels)) == ((), {"ally": 2})
    assert reasons(found)[-1] == ("label", "missing", "")
    mapped = admitted(*drafts[:3], labels={"ally": MappedLabel("supplies", reversed=True)})
    assert [(each.source, each.target) for each in mapped.data.relations] == [("catl", "a"), ("a", "catl")]
    assert (dict(mapped.told_labels), dict(mapped.unknown_labels)) == ({"ally": 2}, {})


def test_ends_that_are_not_there_are_explained_or_created() -> None:
    drafts = [
        relation("catl", "supplies", "Nowhere"),
        relation("catl", "produces", "cells"),
        relation("", "supplies", "catl"),
    ]
    found = admitted(*drafts, create_missing=False)
    assert found.data.relations == ()
    assert reasons(found) == [
        ("target", "unknown_entity", "Nowhere"),
        ("target", "unknown_entity", "cells"),
        ("source", "missing", ""),
    ]
    created = admitted(*drafts).data  # the default
    assert [(each.id, each.type) for each in created.entities] == [("Nowhere", "company"), ("cells", "product")]
    assert len(created.relations) == 2


def test_an_end_that_cannot_be_an_entity_is_not_created() -> None:
    found = admitted(relation("catl", "supplies", "x" * 201), create_missing=True)
    assert found.data.relations == found.data.entities == ()
    assert {each[1] for each in reasons(found)} == {"text_too_long"}


def test_a_name_of_two_is_no_end() -> None:
    found = admitted(entity(id="a", name="Same"), entity(id="b", name="Same"), relation("Same", "supplies", "catl"))
    assert reasons(found) == [("source", "ambiguous_entity", "Same")]


def test_a_relation_to_itself_and_numbers_out_of_range_are_refused() -> None:
    found = admitted(
        relation("catl", "supplies", "CATL"),
        relation("catl", "supplies", "x", weight="0"),
        relation("x", "supplies", "y", weight="-1"),
        relation("z", "supplies", "z"),
        create_missing=True,
    )
    assert [each[1] for each in reasons(found)] == ["self_relation", "out_of_range", "out_of_range", "self_relation"]
    assert found.data.entities == found.repairs == ()  # nobody was created for a relation that is refused


def test_a_name_of_one_that_is_there_and_one_that_comes_means_the_one_that_comes() -> None:
    found = admitted(entity(id="300750", name="宁德时代"), entity(id="byd"), relation("宁德时代", "supplies", "byd"))
    assert [each.source for each in found.data.relations] == ["300750"]


@pytest.mark.parametrize(
    ("given", "year"),
    [
        ("2021", 2021),
        ("2021-05-12", 2021),
        ("20210512", 2021),
        ("202105", 2021),
        ("12/05/2021", 2021),
        ("FY2021", 2021),
        ("May 2003", 2003),
        ("２０２１年", 2021),
        ("2021.0", 2021),
        ("1999/2001", 1999),
        ("20215", None),
        ("notayear", None),
        ("0", None),
        ("36526", None),
        ("3021", None),
        ("12", None),
    ],
)
def test_a_year_is_found_wherever_it_stands_and_another_text_costs_the_cell(given: str, year: int | None) -> None:
    found = admitted(entity(id="a", founded=given), relation("catl", "supplies", "a", year=given))
    assert [each.founded for each in found.data.entities] == [each.year for each in found.data.relations] == [year]
    how = ("was_left_out", given) if year is None else ("was_cut", str(year))
    wanted = [] if given == str(year) else [(2, "founded", *how), (3, "year", *how)]
    assert repairs(found) == wanted


@pytest.mark.parametrize(
    ("given", "weight"),
    [
        ("0.5", 0.5),
        ("0,5", 0.5),
        ("50%", 0.5),
        ("50 %", 0.5),
        ("1e-05", 1e-5),
        (".5", 0.5),
        (0.5, 0.5),
        ("1", 1.0),
        ("85", None),
        ("strong", None),
        ("nan", None),
    ],
)
def test_a_weight_is_read_as_people_write_it_and_another_text_costs_the_cell(
    given: object, weight: float | None
) -> None:
    found = admitted(entity(id="a"), relation("catl", "supplies", "a", weight=given, confidence=given))
    (only,) = found.data.relations
    assert (only.weight, only.confidence) == ((weight, weight) if weight else (1.0, 1.0))
    left_out = [(3, name, "was_left_out", str(given)) for name in ("weight", "confidence")]
    assert repairs(found) == ([] if weight else left_out)


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
    Draft, st.sampled_from(["entity", "relation", "passage"]), st.just("f.csv"), st.integers(1, 9), VALUES
)


@given(st.lists(DRAFTS, max_size=8), st.booleans())
def test_every_record_gets_in_or_is_explained(drafts: list[Draft], create: bool) -> None:
    found = admit(drafts, ONTOLOGY, Choices(create_missing=create), (KNOWN,))
    data = found.data
    loaded = len(data.entities) + len(data.relations) + len(data.passages)
    assert loaded + len(data.problems) >= len(drafts)
    ids = {each.id for each in data.entities} | {"catl"}
    assert all({each.source, each.target} <= ids for each in data.relations)
    assert len({each.id for each in data.relations}) == len(data.relations)
    for problem in data.problems:
        assert isinstance(problem, RowProblem)
        assert all(problem.message(language) for language in LANGUAGES)


def test_what_is_changed_on_the_way_in_is_told() -> None:
    two = [relation(KNOWN.id, "partner", "k2", id="r", year=year) for year in ("2020", "2021")]
    found = admitted(
        entity(id="k2", name="Ac\u202eme\x00", founded="1999-03-01"),
        *two,
        relation(KNOWN.id, "partner", "new", year="2020"),
        passage("soft\u00adware\ttext", language="English"),
        create_missing=True,
    )
    assert reasons(found) == []
    assert repairs(found) == [
        (2, "name", "was_cleaned", ""),
        (2, "founded", "was_cut", "1999"),
        (3, "target", "was_created", "new"),
        (3, "id", "was_numbered", "r--2"),
        (4, "text", "was_cleaned", ""),
        (4, "language", "was_guessed", "English"),
    ]
    assert [each.id for each in found.data.relations] == ["r", "r--2", f"{KNOWN.id}--partner--new"]
    assert found.data.passages[0].text == "software text"


def test_attributes_are_kept_as_texts_without_what_nobody_sees() -> None:
    given = (("员工\u200b", " 12\x00 "), ("note", "n" * 1001), ("\u200b", "x"), ("empty", "\u200b"), ("a" * 101, "1"))
    found = admitted(replace(entity(id="k2", name="Acme"), attributes=given))
    assert {each.name: each.value for each in found.data.entities[0].attributes} == {
        "员工": "12",
        "note": "n" * 1000,
        "a" * 100: "1",
    }
    assert reasons(found) == []
    assert repairs(found) == [(2, "note", "was_shortened", "1000")]


def test_what_is_not_given_is_no_repair() -> None:
    """Ids, languages and names that the data leaves open are completed, not changed; nor are spaces and line breaks."""
    pairs = [relation(KNOWN.id, "partner", "k2", year=year) for year in ("2020", "2021")]
    found = admitted(entity(id="k2", name=" Acme\n"), *pairs, passage("one\r\ntwo\x0cthree"))
    assert repairs(found) == []
    assert len(found.data.relations) == 2
    assert found.data.passages[0].text == "one two three"


def test_a_row_that_says_exactly_what_one_before_it_does_stands_once() -> None:
    again = [relation(KNOWN.id, "partner", "k2", **given) for given in ({}, {}, {"year": "2020"}, {"id": "r"})]
    found = admitted(entity(id="k2", name="Acme"), *again, passage("Steel."), passage("Steel."), passage("Coal."))
    assert [each.id for each in found.data.relations] == [
        f"{KNOWN.id}--partner--k2",
        f"{KNOWN.id}--partner--k2--2",
        "r",
    ]
    assert [each.text for each in found.data.passages] == ["Steel.", "Coal."]
    assert reasons(found) == [("", "said_twice", ""), ("text", "said_twice", "")]


def test_the_same_text_of_two_documents_is_two_passages() -> None:
    found = admitted(*(passage("Steel.", document_id=document) for document in ("jan", "feb", "")))
    assert len({each.id for each in found.data.passages}) == 3


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("2024-05-01T08:30:00Z", "2024-05-01"),
        ("2024/05/01", "2024-05-01"),
        ("2024年5月1日", "2024-05-01"),
        ("20240501", "2024-05-01"),
        ("2024.5.1 08:30", "2024-05-01"),
        ("2024年5月", "2024-05"),
        ("2024/5", "2024-05"),
        ("FY2024", "2024"),
        ("2024-02-30", "2024"),
        ("2024-05-01", "2024-05-01"),
        ("2024-05", "2024-05"),
        ("2024", "2024"),
        ("soon", ""),
        ("99999999", ""),
    ],
)
def test_a_day_is_read_as_people_write_it_and_another_text_costs_the_cell(given: str, kept: str) -> None:
    found = admitted(passage("Steel.", date=given))
    assert found.data.passages[0].date == kept
    assert reasons(found) == []
    how = ("was_dated", kept) if kept else ("was_left_out", given)
    assert repairs(found) == ([] if given == kept else [(4, "date", *how)])


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("News", "news"),
        ("新闻", "news"),
        ("新聞", "news"),
        ("公告", "filing"),
        ("FILING", "filing"),
        ("笔记", "note"),
        ("网站", "website"),
        ("website", "website"),
        ("Tagesbericht", "Tagesbericht"),
        ("", "note"),
    ],
)
def test_a_kind_of_source_is_known_by_its_usual_names(given: str, kept: str) -> None:
    assert admitted(passage("Steel.", source_kind=given)).data.passages[0].source_kind == kept


def test_a_type_that_is_not_the_one_it_has_is_told() -> None:
    assert repairs(admitted(entity(id=KNOWN.id, name="CATL", type="person"))) == [(2, "type", "type_stays", "company")]
    assert repairs(admitted(entity(id=KNOWN.id, name="CATL", type="公司"))) == []
    assert repairs(admitted(entity(id=KNOWN.id, name="CATL"))) == []


@pytest.mark.parametrize("field_name", ["id", "tickers", "name", "name_zh"])
def test_an_id_that_repeats_is_told_of_the_field_it_comes_from(field_name: str) -> None:
    value = ("600001",) if field_name == "tickers" else "600001"
    found = admitted(*(entity(**{"name_en": "", "name": name, field_name: value}) for name in ("600001", "600001")))
    assert reasons(found) == [("name" if field_name == "name_zh" else field_name, "duplicate_id", "600001")]


def test_a_row_that_is_refused_is_not_repaired_too() -> None:
    found = admitted(relation("k", "nonsense", "k2\x00"))
    assert len(found.data.problems) == 1
    assert found.repairs == ()


@given(st.text(alphabet="aB1 \u200b\u00a0\u3000\t\n\u00ad\u202e\x7f\ufeffé\u0301-/", min_size=1, max_size=6))
def test_ends_are_found_whatever_was_cleaned_from_their_ids(identifier: str) -> None:
    own = f"x{identifier}"
    found = admitted(entity(id=own, name="Firm"), relation(own, "supplies", "catl"), relation("catl", "partner", own))
    (only,) = found.data.entities
    assert [(each.source, each.target) for each in found.data.relations] == [(only.id, "catl"), ("catl", only.id)]


def test_a_row_that_names_nobody_is_refused_for_one_reason() -> None:
    found = admitted(entity(country="CN", founded="2001"))
    assert reasons(found) == [("name", "no_name_or_id", "")]
