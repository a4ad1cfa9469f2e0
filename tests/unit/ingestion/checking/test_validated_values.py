"""Values of records are read as people write them; what is changed or left out on the way in is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.ingestion.admitting import KNOWN, entity, passage, reasons, relation, repairs, valid


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
    found = valid(entity(id="a", founded=given), relation("catl", "supplies", "a", year=given))
    assert [each.founded for each in found.data.entities] == [each.year for each in found.data.relations] == [year]
    how = ("was_left_out", given) if year is None else ("was_cut", str(year))
    of_relation = ("unclear_day", given) if given == "12/05/2021" else how
    wanted = [] if given == str(year) else [(2, "founded", *how), (3, "year", *of_relation)]
    (only,) = found.data.relations
    assert repairs(found) == (wanted[:1] if only.start else wanted)  # a day or a month is kept


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
    found = valid(entity(id="a"), relation("catl", "supplies", "a", weight=given, confidence=given))
    (only,) = found.data.relations
    assert (only.weight, only.confidence) == ((weight, weight) if weight else (1.0, 1.0))
    left_out = [(3, name, "was_left_out", str(given)) for name in ("weight", "confidence")]
    assert repairs(found) == ([] if weight else left_out)


def test_what_is_changed_on_the_way_in_is_told() -> None:
    two = [relation(KNOWN.id, "partner", "k2", id="r", year=year) for year in ("2020", "2021")]
    found = valid(
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
    found = valid(replace(entity(id="k2", name="Acme"), attributes=given))
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
    found = valid(entity(id="k2", name=" Acme\n"), *pairs, passage("one\r\ntwo\x0cthree"))
    assert repairs(found) == []
    assert len(found.data.relations) == 2
    assert found.data.passages[0].text == "one two three"


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
    found = valid(passage("Steel.", date=given))
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
    assert valid(passage("Steel.", source_kind=given)).data.passages[0].source_kind == kept


def test_a_type_that_is_not_the_one_it_has_is_told() -> None:
    assert repairs(valid(entity(id=KNOWN.id, name="CATL", type="person"))) == [(2, "type", "type_stays", "company")]
    assert repairs(valid(entity(id=KNOWN.id, name="CATL", type="公司"))) == []
    assert repairs(valid(entity(id=KNOWN.id, name="CATL"))) == []


def test_a_row_that_is_refused_is_not_repaired_too() -> None:
    found = valid(relation("k", "nonsense", "k2\x00"))
    assert len(found.data.problems) == 1
    assert found.repairs == ()
