"""Tables whose column of relations tells that another column holds the other end, whatever that is called."""

from __future__ import annotations

import pytest

from tests.unit.ingestion.checking.test_facts_of_tables import imported

ROWS = (
    "Zorblatt Motors,customer of,CATL,2023,Zorblatt Motors buys battery cells from CATL.\n"
    "Zorblatt Motors,competitor of,Tesla,2024,Zorblatt Motors competes with Tesla in city cars.\n"
    "Quuxtronics,supplier of,Zorblatt Motors,2022,Quuxtronics supplies displays to Zorblatt Motors.\n"
)
RELATIONS = {
    ("CATL", "supplies", "Zorblatt Motors"),
    ("Zorblatt Motors", "competitor", "Tesla"),
    ("Quuxtronics", "supplies", "Zorblatt Motors"),
}


@pytest.mark.parametrize(
    "header",
    [
        "company,relation,other company,since,note",
        "company,relation,counterparty,since,note",
        "company,relation,with whom,since,note",
        "company,relationship,name of the other,since,note",
        "from,relation,whoever,since,note",
        "公司,关系,对方,自,备注",
        "公司,关系,另一家企业,自,备注",
    ],
)
def test_the_column_behind_the_relation_is_its_other_end(header: str) -> None:
    found = imported(("ties.csv", f"{header}\n{ROWS}"))
    assert {(each.source, each.type, each.target) for each in found.data.relations} == RELATIONS
    assert found.data.problems == ()


@pytest.mark.parametrize(
    "text",
    [
        "company,relation,remark\nZorblatt,good,2023\nQuux,bad,2024\n",  # no relation that is known
        "company,type,amount\nZorblatt,supplier,23\nQuux,customer,24\n",  # no names behind it
    ],
)
def test_other_tables_stay_lists_of_companies(text: str) -> None:
    found = imported(("list.csv", text))
    assert found.data.relations == ()
    assert {each.id for each in found.data.entities} >= {"Zorblatt", "Quux"}


@pytest.mark.parametrize(
    "column",
    [
        "Exit Date",
        "Exit",
        "Exited on",
        "Divestment date",
        "Sold on",
        "退出时间",
        "退出日期",
        "出售日期",
        "Ausstiegsdatum",
    ],
)
def test_an_exit_ends_a_holding(column: str) -> None:
    rows = "Temasek,Palmleaf Foods,41,2017-02-20,2023-11-30\nTemasek,Corvex Ltd,12,2019-01-01,\n"
    found = imported(("holdings.csv", f"Investor,Portfolio Company,Stake (%),Date of Investment,{column}\n{rows}"))
    assert [(each.target, each.end) for each in found.data.relations] == [
        ("Palmleaf Foods", "2023-11-30"),
        ("Corvex Ltd", ""),
    ]
