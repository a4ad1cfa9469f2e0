"""Whom a row without an id is about: the one known company that it fits, or a new one; never two that differ."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Attribute, Entity
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validated_records import ValidatedRecords
from core.ingestion.checking.validation import validate
from core.ingestion.records.raw_records import RawRecord
from core.messages import LANGUAGES
from core.ontology import default_ontology

ONTOLOGY = default_ontology()
TESLA = Entity(
    id="tesla",
    type="company",
    name_zh="特斯拉",
    name_en="Tesla",
    aliases=("Tesla Motors",),
    tickers=("TSLA",),
    country="US",
    industry="industry-ev",
    founded=2003,
    description_zh="生产电动汽车。",
    description_en="Makes cars.",
)
CATL = Entity(id="catl", type="company", name_zh="宁德时代", name_en="CATL", tickers=("300750.SZ", "3750.HK"))
CHIPS = Entity(id="chips", type="company", name_zh="三星电子", name_en="Samsung Electronics")
CELLS = Entity(id="cells", type="company", name_zh="三星SDI", name_en="Samsung SDI")
INDUSTRY = Entity(id="industry-ev", type="industry", name_zh="电动汽车", name_en="EVs")
HBM = Entity(id="hbm", type="product", name_zh="高带宽内存（HBM）", name_en="high-bandwidth memory (HBM)")
KNOWN = (TESLA, CATL, CHIPS, CELLS, INDUSTRY, HBM)


def row(line: int = 2, attributes: tuple[tuple[str, str], ...] = (), **values: Any) -> RawRecord:
    return RawRecord("entity", "f.csv", line, values, attributes)


def end(target: str, **values: Any) -> RawRecord:
    return RawRecord("relation", "r.csv", 2, {"source": "catl", "label": "supplies", "target": target, **values})


def valid(*raw_records: RawRecord, known: tuple[Entity, ...] = KNOWN, **choices: Any) -> ValidatedRecords:
    return validate(raw_records, ONTOLOGY, Choices(**choices), known)


def ids(found: ValidatedRecords) -> list[str]:
    return [each.id for each in found.data.entities]


def reasons(found: ValidatedRecords) -> list[tuple[str, str]]:
    return [(each.reason, each.detail) for each in found.data.problems]


@pytest.mark.parametrize(
    ("values", "meant", "by"),
    [
        ({"name": "特斯拉"}, "tesla", "name"),
        ({"name": "TESLA, INC."}, "tesla", "name"),
        ({"name": "Tesla Motors"}, "tesla", "name"),
        ({"name": "NewCo", "former_names": ("Tesla",)}, "tesla", "other_name"),
        ({"tickers": ("tsla",)}, "tesla", "identifier"),
        ({"tickers": ("300750",)}, "catl", "identifier"),
        ({"tickers": ("03750.HK",), "name": "宁德时代新能源"}, "catl", "identifier"),
        ({"name": "HBM", "type": "product"}, "hbm", "name"),
    ],
)
def test_a_row_updates_the_only_company_that_it_fits(values: dict[str, Any], meant: str, by: str) -> None:
    found = valid(row(**values))
    assert ids(found) == [meant]
    assert [(each.entity_id, each.by, each.line) for each in found.fits] == [(meant, by, 2)]


@pytest.mark.parametrize(
    ("values", "identifier"),
    [
        ({"id": "C-1", "name": "特斯拉"}, "C-1"),  # an id of its own always wins
        ({"name": "Tesla", "tickers": ("TL0",)}, "TL0"),  # another ticker of the same exchange
        ({"name": "HBM"}, "HBM"),  # a company, not the product
        ({"name": "Tesla Energy"}, "Tesla Energy"),
        ({"name": "Samsung", "tickers": ("SMSN.L",)}, "SMSN.L"),
    ],
)
def test_a_row_that_fits_none_is_a_company_of_its_own(values: dict[str, Any], identifier: str) -> None:
    found = valid(row(**values))
    assert ids(found) == [identifier]
    assert (found.fits, reasons(found)) == ((), [])


@pytest.mark.parametrize("name", ["Samsung", "三星"])
def test_a_name_that_may_be_of_several_is_refused_with_all_of_them(name: str) -> None:
    found = valid(row(name=name))
    assert (ids(found), reasons(found)) == ([], [("fits_several", "cells, chips")])
    assert all("cells, chips" in found.data.problems[0].message(language) for language in LANGUAGES)
    assert ids(valid(row(name=name), update_known=False)) == [name]
    assert ids(valid(row(name=name), meant={name: "chips"})) == ["chips"]


def test_a_name_and_a_ticker_of_two_companies_are_nobody() -> None:
    found = valid(row(name="Tesla", tickers=("300750.SZ",)))
    assert reasons(found) == [("fits_several", "catl, tesla")]


def test_with_the_switch_off_every_row_is_a_company_of_its_own() -> None:
    found = valid(row(name="特斯拉"), row(3, tickers=("TSLA",)), update_known=False)
    assert (ids(found), found.fits) == (["特斯拉", "TSLA"], ())


def test_an_update_says_what_the_row_says_and_no_worse_than_what_is_there() -> None:
    given = row(
        name="Tesla, Inc.",
        country="美国",
        industry="汽车",
        founded="2004",
        description="重要客户",
        attributes=(("收入", "88"),),
    )
    (found,) = valid(given).data.entities
    assert (found.name_zh, found.name_en, found.aliases) == ("特斯拉", "Tesla", ("Tesla, Inc.",))
    assert (found.country, found.industry, found.founded, found.description_zh) == ("US", "", 2004, "")
    assert {each.name: each.value for each in found.attributes} == {
        "收入": "88",
        "industry": "汽车",
        "description": "重要客户",
    }
    (moved,) = valid(row(name="Tesla", country="Mexico")).data.entities
    assert moved.country == "Mexico"  # the later source's value counts


def test_what_is_known_of_a_company_counts_for_every_row_about_it() -> None:
    found = valid(row(2, id="tesla", name="Tesla"), row(3, name="特斯拉", description="客户"), row(4, name="TSLA Co"))
    assert (ids(found), found.data.entities[0].description_zh) == (["tesla", "TSLA Co"], "")


def test_a_company_with_one_name_gets_one_for_each_language() -> None:
    plain = Entity(id="x", type="company", name_zh="Acme", name_en="Acme")
    (found,) = valid(row(name_zh="艾克姆", name_en="Acme"), known=(plain,)).data.entities
    assert (found.id, found.name_zh, found.name_en) == ("x", "艾克姆", "Acme")


REGISTERS = [
    row(2, (("company_number", "1"), ("jurisdiction_code", "gb")), name="GLOBAL TRADING LIMITED"),
    row(3, (("company_number", "1"), ("jurisdiction_code", "ie")), name="GLOBAL TRADING LIMITED"),
    row(4, (("company_number", "7"), ("jurisdiction_code", "hk")), name="GLOBAL TRADING LIMITED"),
]
TRADING = Entity(id="g", type="company", name_zh="Global Trading", name_en="Global Trading")


@pytest.mark.parametrize("known", [(), (TRADING,)])
def test_rows_of_one_name_in_several_registers_are_several_companies(known: tuple[Entity, ...]) -> None:
    found = valid(*REGISTERS, known=known)
    assert (ids(found), reasons(found), found.fits) == (["gb/1", "ie/1", "hk/7"], [], ())
    again = valid(*reversed(REGISTERS), known=(*known, *found.data.entities))
    assert sorted(ids(again)) == sorted(ids(found))
    assert [each.by for each in again.fits] == ["identifier"] * 3


def test_rows_are_found_by_their_number_in_a_register() -> None:
    found = valid(*REGISTERS, CATL_ROW, *(end(given) for given in ("gb/1", "7")), known=(CATL,))
    assert [each.target for each in found.data.relations] == ["gb/1", "hk/7"]


def test_a_company_called_as_something_else_is_has_an_id_of_its_own() -> None:
    atlas = Entity(id="Atlas", type="product", name_zh="Atlas", name_en="Atlas")
    assert ids(valid(row(name="Atlas"), known=(atlas,))) == ["Atlas (company)"]
    assert ids(valid(row(name="Atlas"), known=())) == ["Atlas"]


CATL_ROW = row(9, name="宁德时代")


def test_jurisdictions_alone_keep_rows_of_one_name_apart_and_countries_do_not() -> None:
    apart = [row(line, (("jurisdiction", code),), name="Atlas") for line, code in ((2, "gb"), (3, "Ireland"))]
    assert ids(valid(*apart)) == ["Atlas (gb)", "Atlas (ie)"]
    assert ids(valid(*reversed(apart))) == ["Atlas (ie)", "Atlas (gb)"]  # whatever their order
    sites = [row(line, name="Atlas", country=country) for line, country in ((2, "UK"), (3, "Ireland"))]
    found = valid(*sites)
    assert ids(found) == ["Atlas"]
    told = [(3, "was_joined", "Atlas"), (3, "was_replaced", "UK → Ireland")]
    assert [(each.line, each.reason, each.detail) for each in found.repairs] == told


def test_another_number_or_jurisdiction_of_a_known_company_is_another_company() -> None:
    known = TRADING.model_copy(update={"attributes": (Attribute("LEI", "A"), Attribute("jurisdiction", "gb"))})
    other = row(2, (("LEI", "B"),), name="Global Trading")
    elsewhere = row(2, (("jurisdiction", "hk"),), name="Global Trading")
    same = row(2, (("lei code", "a"), ("jurisdiction", "United Kingdom")), name="Globex")
    for said, meant in ((other, "Global Trading"), (elsewhere, "Global Trading"), (same, "g")):
        assert ids(valid(said, known=(known,))) == [meant]


def test_rows_about_one_company_of_the_same_import_are_put_together() -> None:
    own = row(2, id="1", name="Hollow Oak", aliases=("HOL",))
    found = valid(row(5, name="HOL", country="US"), row(6, name="hollow oak"), own)
    (only,) = found.data.entities
    assert (only.id, only.country, only.origin) == ("1", "US", "f.csv:2; f.csv:5")
    assert [(each.line, each.reason) for each in found.repairs] == [(5, "was_joined")]
    assert [(each.line, each.reason) for each in found.data.problems] == [(6, "duplicate_id")]


@pytest.mark.parametrize(("given", "meant"), [("Tesla, Inc.", "tesla"), ("TSLA", "tesla"), ("HBM Works", "HBM Works")])
def test_ends_are_found_by_names_as_rows_are_and_made_where_nothing_fits(given: str, meant: str) -> None:
    found = valid(end(given))
    assert [each.target for each in found.data.relations] == [meant]
    assert [each.id for each in found.created] == ([meant] if meant == given else [])
    chosen = valid(end("Tesla Inn"), end("X"), meant={"Tesla Inn": "tesla"})
    assert [each.target for each in chosen.data.relations] == ["tesla", "X"]


NAMES = st.sampled_from(
    ["特斯拉", "Tesla", "TESLA INC", "Samsung", "Atlas", "Atlas Ltd", "宁德时代", "CATL", "HBM", ""]
)
ROWS = st.tuples(
    NAMES,
    st.sampled_from(["", "", "TSLA", "300750", "ZZZ"]),
    st.sampled_from(["", "1", "2"]),
    st.sampled_from(["", "gb", "ie"]),
    st.sampled_from(["", "", "tesla", "own"]),
)


def drawn(line: int, name: str, ticker: str, number: str, place: str, own: str) -> RawRecord:
    told = tuple((key, value) for key, value in (("company number", number), ("jurisdiction", place)) if value)
    return row(line, told, name=name, id=own, tickers=(ticker,) if ticker else ())


@given(st.lists(ROWS, max_size=7), st.booleans())
def test_no_row_is_lost_and_no_two_that_differ_become_one(cells: list[tuple[str, ...]], update: bool) -> None:
    found = valid(*(drawn(line, *each) for line, each in enumerate(cells)), update_known=update)
    lines_of = {
        each.id: [int(origin.rpartition(":")[2]) for origin in each.origin.split("; ")] for each in found.data.entities
    }
    refused = {each.line for each in found.data.problems}
    assert sorted([*(line for lines in lines_of.values() for line in lines), *refused]) == [*range(len(cells))]
    for lines in lines_of.values():
        for part in (2, 3):  # numbers, jurisdictions
            assert len({cells[line][part] for line in lines if not cells[line][4]} - {""}) <= 1
    assert {each.entity_id for each in found.fits} <= {each.id for each in KNOWN}
    assert update or not found.fits
