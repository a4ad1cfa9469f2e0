"""Stakes that several rows tell: a date is that of the row that states the figure, and a newer row may end a stake."""

from __future__ import annotations

import csv
import io

import pytest

from core.dossier.ownership.csv_file import ownership_csv
from core.dossier.ownership.report import ownership
from core.dossier.ownership.stake_sources import former_stakes
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, dated, settings_for, write_data

DAY = 20261125
ROWS = [
    dated("one", "shareholder_of", "held", as_of="2023", start="2010", share_low="30", share_high="30"),
    dated("one", "shareholder_of", "held", as_of="2023", start="2012", share_low="35", share_high="35"),
    dated("two", "shareholder_of", "held", as_of="2020", start="2001", share_low="10", share_high="10"),
    dated("two", "shareholder_of", "held", as_of="2024", start="2002"),
    dated("three", "shareholder_of", "held", as_of="2018", share_low="5", share_high="5"),
    dated("three", "shareholder_of", "held", as_of="2024", end="2022", status="ended"),
]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Base:
    folder = tmp_path_factory.mktemp("stakes")
    write_data(folder / "data", companies=[company(each) for each in ("held", "one", "two", "three")], relations=ROWS)
    settings = settings_for(folder / "data", folder / "kb")
    return Base.over(build_and_open(settings, encoder), default_ontology(), settings)


def test_a_date_is_that_of_the_row_that_states_the_figure(base: Base) -> None:
    found = ownership(base, "held", DAY, "en")
    counting = found.counting()
    assert sorted(each.share or (0, 0) for each in counting["one", "held"]) == [(30, 30), (35, 35)]
    assert [each.share for each in counting["two", "held"]] == [(10, 10)]
    text = ownership_csv(base, found, (), "en").decode("utf-8-sig")
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(text))}
    one, two = rows["one"], rows["two"]
    assert (one["direct_low"], one["direct_high"], one["start"], one["as_of"]) == ("30", "35", "", "2023")
    assert (two["direct_low"], two["start"], two["as_of"]) == ("10", "2001", "2020")


def test_a_newer_row_ends_a_stake_for_the_page_as_for_questions(base: Base) -> None:
    assert {each.id for each in ownership(base, "held", DAY, "en").owners} == {"one", "two"}
    assert {each.id for each in ownership(base, "held", 20211231, "en").owners} == {"one", "two", "three"}
    assert [(each.owner, each.end) for each in former_stakes(base, "held", DAY)] == [("three", "2022")]
