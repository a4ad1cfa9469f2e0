"""A list whose header calls no column a name is read by the names of companies in its cells."""

from __future__ import annotations

import pytest

from core.names.company_names import reads_as_company
from tests.unit.ingestion.checking.test_facts_of_tables import imported


@pytest.mark.parametrize(
    "rows",
    [
        "Prospects,City\nLumen Robotics,Berlin\nAcme Energy,Boston\n",
        "City,Lead,Contact\nBerlin,Lumen Robotics,Anna Braun\nBoston,Acme Energy,John Smith\n",
        "Who,Ticker\nLumen Robotics,LUM\nAcme Energy,ACM\n",
        "Startup,Country\nLumen Robotics GmbH,DE\nAcme Energy,US\n",
    ],
)
def test_english_names_are_told_by_a_trade_or_a_legal_form(rows: str) -> None:
    names = [each.name_en.removesuffix(" GmbH") for each in imported(("x.csv", rows)).data.entities]
    assert names == ["Lumen Robotics", "Acme Energy"]


@pytest.mark.parametrize("header", ["单位", "意向名单", "对接对象"])
def test_chinese_names_are_told_likewise(header: str) -> None:
    found = imported(("x.csv", f"{header},城市\n晨星机器人,上海\n蓝天能源,北京\n")).data
    assert [(each.name_zh, each.place) for each in found.entities] == [("晨星机器人", "上海"), ("蓝天能源", "北京")]


NO_HEADER = ("Lumen Robotics\nAcme Energy\nVolt Power\n", "晨星机器人\n蓝天能源\n")
"""A first row that is a company may not be lost as a header."""


@pytest.mark.parametrize(
    "rows",
    [
        "Task,City\nCall back,Berlin\nVisit,Boston\n",
        "事项,城市\n回访,上海\n寄样,北京\n",
        "甲方,乙方\n晨星机器人,蓝天能源\n",
        *NO_HEADER,
    ],
)
def test_other_lists_are_asked_about(rows: str) -> None:
    assert imported(("x.csv", rows)).data.entities == ()


def test_a_column_that_is_called_a_name_stays_it() -> None:
    found = imported(("x.csv", "Company,Prospect\nBoreal,Acme Energy\nTessera,Lumen Robotics\n")).data
    assert {each.name_en for each in found.entities} == {"Boreal", "Tessera"}


@pytest.mark.parametrize(
    "text", ["", "机器人", "Robotics", "acme energy", "We make robots for the whole wide world of energy"]
)
def test_a_trade_alone_is_no_name(text: str) -> None:
    assert not reads_as_company(text)
