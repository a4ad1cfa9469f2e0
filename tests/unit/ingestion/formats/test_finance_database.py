"""FinanceDatabase and OpenCorporates in their published columns; all content is invented but for one real set."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import cast

import pyarrow.parquet as pq
import pytest

from core.ingestion.formats.reading import read_file
from core.names.normalise import fold_characters
from tests.published_files import bring
from tests.support import ROOT

DATASETS = Path(os.environ.get("GUANXI_DATASETS", ROOT.parent / "shared" / "datasets"))
EQUITIES = DATASETS / "global_equities"
COLUMNS = (
    *("symbol", "name", "summary", "currency", "sector", "industry_group", "industry", "exchange", "mic", "market"),
    *("country", "state", "city", "zipcode", "website", "market_cap", "isin", "cusip", "figi", "composite_figi"),
    *("shareclass_figi", "delisted"),
)
ALPHA = {
    "symbol": "ALP.DE",
    "name": "Alpha Cells AG",
    "summary": "Alpha makes cells.",
    "currency": "EUR",
    "sector": "Industrials",
    "industry_group": "Capital Goods",
    "industry": "Electrical Equipment",
    "exchange": "GER",
    "mic": "XETR",
    "market": "Xetra",
    "country": "Germany",
    "city": "Köln",
    "website": "https://alpha.example",
    "market_cap": "Mid Cap",
    "isin": "DE000ALPHA01",
    "figi": "BBG000000001",
    "delisted": "False",
}


def table(rows: Iterable[Mapping[str, object]]) -> bytes:
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, COLUMNS, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue().encode()


def test_the_listings_of_a_company_are_one() -> None:
    listed = {
        "symbol": "ALPF",
        "name": "Alpha Cells AG",
        "country": "Germany",
        "exchange": "PNK",
        "isin": "US0ALPHA0001",
    }
    other = {"symbol": "ALP.L", "name": "Alpha Cells AG", "country": "United Kingdom"}
    found = bring(("GER.csv", table([ALPHA, listed, other, {"symbol": "TESTM", "currency": "USD"}])))
    assert set(found.entities) == {"ALP.DE", "ALP.L"}
    company = found.entities["ALP.DE"]
    assert company.tickers == ("ALP.DE", "ALPF")
    assert company.identifiers == ("isin:DE000ALPHA01", "isin:US0ALPHA0001")
    assert (company.country, company.place, company.industry) == ("Germany", "Köln", "Electrical Equipment")
    assert (company.description_en, dict(company.attributes)["market_cap"]) == ("Alpha makes cells.", "Mid Cap")
    assert dict(company.attributes)["exchange"] == "GER|PNK"
    assert found.refused == [(5, "missing")]
    assert any(each.reason == "keys_not_read" and "figi" in each.detail for each in found.problems)


@pytest.mark.skipif(not EQUITIES.is_dir(), reason=f"the set global_equities is not in {DATASETS} (set GUANXI_DATASETS)")
def test_real_listings() -> None:
    """The set has the facts of the published file in other columns: here they stand in its own."""
    names = ("id", "name", "description", "country", "city", "website", "industry_group", "market_cap", "isin")
    companies = {
        each["id"]: each for each in pq.read_table(EQUITIES / "companies.parquet", columns=[*names]).to_pylist()
    }
    listings = pq.read_table(EQUITIES / "listings.parquet").slice(0, 3_000).to_pylist()
    rows = []
    for each in listings:
        company = companies[each["company"]]
        kept = {key: company[key] for key in names if key not in ("id", "description")}
        listed = {key: each[key] for key in ("symbol", "exchange", "market", "currency")}
        rows.append({**kept, "summary": company["description"], **listed})
    (found,) = read_file(table(rows), "equities.csv", max_bytes=10**8).raw_records
    named = {(fold_characters(row["name"]), row["country"]) for row in rows if row["name"]}
    assert len(found.items) == len(named)
    tickers = {ticker for each in found.items for ticker in cast("tuple[str, ...]", each.values["tickers"])}
    assert tickers == {row["symbol"] for row in rows}
    assert not [each for each in found.problems if not each.repaired]


def test_the_bulk_columns_of_open_corporates() -> None:
    columns = (
        "company_number,jurisdiction_code,name,normalised_name,company_type,nonprofit,current_status,incorporation_date,"
        "dissolution_date,branch,previous_names,inactive,registered_address.locality,registered_address.country"
    )
    names = "Alpha Cells LLC,alpha cells llc"
    row = f"07,us_de,{names},LLC,,Dissolved,2001-02-03,2020-01-01,,Alfa LLC|Aleph LLC,true,Dover,US"
    found = bring(("companies.csv", f"{columns}\n{row}\n"))
    company = found.entities["us-de/07"]
    assert (company.name_en, company.founded, company.place, company.country) == (
        "Alpha Cells LLC",
        2001,
        "Dover",
        "US",
    )
    assert set(company.aliases) == {"Alfa LLC", "Aleph LLC"}
    kept = dict(company.attributes)
    assert (kept["current_status"], kept["dissolution_date"], kept["jurisdiction_code"]) == (
        "Dissolved",
        "2020-01-01",
        "us_de",
    )
