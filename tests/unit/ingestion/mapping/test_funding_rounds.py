"""Lists of funding rounds: every investor with the day and, where it is the only one, the amount of its round."""

from __future__ import annotations

import pytest

from tests.unit.ingestion.checking.test_facts_of_tables import imported

HEADER = (
    "Transaction Name,Organization Name,Funding Type,Money Raised,Money Raised Currency,Announced Date,Investor Names"
)
ROUNDS = f"""{HEADER}
Seed - Lumenade,Lumenade AI,Seed,4000000,USD,2022-03-14,"Sequoia Capital, Y Combinator, Ada Whitfield"
Series A - Lumenade,Lumenade AI,Series A,22000000,USD,2023-11-02,"Andreessen Horowitz, NVIDIA, Sequoia Capital"
Series A - Xingcha,星槎机器人,Series A,150000000,CNY,2024-06-18,"腾讯, 红杉中国, 小米集团"
Grant - Kestrel,Kestrel Optics AB,Grant,5000000,SEK,2020-05-05,"Vinnova,"
Grant - Kestrel 2,Kestrel Optics AB,Grant,7000000,SEK,2021-05-05,
"""


def test_every_investor_of_a_round_has_its_day() -> None:
    found = imported(("rounds.csv", ROUNDS), known=())
    told = {(each.source, each.target, each.start) for each in found.data.relations}
    assert told == {
        ("Sequoia Capital", "Lumenade AI", "2022-03-14"),
        ("Y Combinator", "Lumenade AI", "2022-03-14"),
        ("Ada Whitfield", "Lumenade AI", "2022-03-14"),
        ("Andreessen Horowitz", "Lumenade AI", "2023-11-02"),
        ("NVIDIA", "Lumenade AI", "2023-11-02"),
        ("Sequoia Capital", "Lumenade AI", "2023-11-02"),
        ("腾讯", "星槎机器人", "2024-06-18"),
        ("红杉中国", "星槎机器人", "2024-06-18"),
        ("小米集团", "星槎机器人", "2024-06-18"),
        ("Vinnova", "Kestrel Optics AB", "2020-05-05"),
    }
    assert {each.type for each in found.data.relations} == {"shareholder_of"}


def test_the_amount_of_a_round_is_that_of_its_only_investor() -> None:
    found = imported(("rounds.csv", ROUNDS), known=())
    amounts = {each.source: (each.amount, each.currency) for each in found.data.relations if each.amount}
    assert amounts == {"Vinnova": (5e6, "SEK")}
    of_several = dict(next(each for each in found.data.relations if each.source == "NVIDIA").attributes)
    assert (of_several["amount"], of_several["currency"], of_several["Funding Type"]) == ("22000000", "USD", "Series A")


def test_what_a_round_without_investors_says_is_said_of_the_company() -> None:
    found = imported(("rounds.csv", ROUNDS), known=())
    kestrel = next(each for each in found.data.entities if each.name_en.startswith("Kestrel"))
    assert dict(kestrel.attributes) == {
        "Transaction Name": "Grant - Kestrel 2",
        "Funding Type": "Grant",
        "Money Raised": "7000000",
        "Money Raised Currency": "SEK",
        "Announced Date": "2021-05-05",
    }
    assert found.data.problems == ()


@pytest.mark.parametrize(
    ("headers", "amount", "currency"),
    [
        ("公司名称,融资轮次,融资金额(万元),融资时间,投资方", 125000.0, "CNY"),
        ("企业名称,轮次,融资额（百万美元）,公告日期,投资人", 12.5e6, "USD"),
        ("Company,Round,Amount raised (USD m),Announced,Investor", 12.5e6, "USD"),
        ("Company,Stage,Round size in EUR mn,Date of round,Investors", 12.5e6, "EUR"),
        ("Company,Kind,Deal value (m),Closed,Acquirer", 12.5e6, ""),
    ],
)
def test_rounds_of_one_investor_each(headers: str, amount: float, currency: str) -> None:
    text = f"{headers}\nGamma,A,12.5,2023-04-03,Rho Fund\nDelta,B,7,2024-04-03,Tau Fund\n"
    first, second = imported(("x.csv", text)).data.relations
    assert (first.source, first.target, first.start) == ("Rho Fund", "Gamma", "2023-04-03")
    assert first.type == ("acquired" if "Acquirer" in headers else "shareholder_of")
    assert (first.amount, first.currency, second.start) == (amount, currency, "2024-04-03")
    assert dict(first.attributes) == {headers.split(",")[1]: "A"}


@pytest.mark.parametrize(
    "text",
    [
        "Company,Country,Investors\nGamma,DE,Rho; Tau\nDelta,FR,Rho\n",
        "Company,Date,Investors\nGamma,2020,Rho; Tau\nDelta,2021,Rho\n",
        "Company,Total funding,Investors\nGamma,20,Rho; Tau\nDelta,21,Rho\n",
        "Company,Deal value,Supplier\nGamma,20,Rho\nDelta,21,Tau\n",
    ],
)
def test_a_list_of_companies_and_their_holders_is_no_list_of_deals(text: str) -> None:
    found = imported(("x.csv", text))
    assert {each.name_en for each in found.data.entities} == {"Gamma", "Delta", "Rho", "Tau"}
    column = text.split(",")[1]
    assert column not in {each.name for relation in found.data.relations for each in relation.attributes}


def test_commas_separate_where_cells_of_a_column_list_names() -> None:
    rows = 'Rho,"Gamma, Delta, Zeta"\nTau,"Gamma, Iota"\nPsi,Omega\n'
    found = imported(("x.csv", f"Supplier,Customer\n{rows}"))
    assert [(each.source, each.target) for each in found.data.relations] == [
        ("Rho", "Gamma"),
        ("Rho", "Delta"),
        ("Rho", "Zeta"),
        ("Tau", "Gamma"),
        ("Tau", "Iota"),
        ("Psi", "Omega"),
    ]
    one = imported(("x.csv", 'Supplier,Customer\nRho,"Gamma, Delta, Zeta"\nTau,Iota\nPsi,Omega\n'))
    assert "Gamma, Delta, Zeta" in {each.target for each in one.data.relations}


@pytest.mark.parametrize("lead", ["", ",Lead Investors"])
def test_few_rounds_of_several_investors_are_rounds(lead: str) -> None:
    header = f"Organization Name,Money Raised,Money Raised Currency,Announced Date,Funding Type,Investor Names{lead}"
    rows = [
        'Peregrine Bio,25000000,USD,2023-04-11,Series A,"Andreessen Horowitz, Lagoon Ventures",Andreessen Horowitz',
        "Peregrine Bio,4000000,USD,2021-09-02,Seed,Lagoon Ventures,Lagoon Ventures",
        'Mistral Orchard,8000000,EUR,2024-01-30,Seed,"Bpifrance, Google",Bpifrance',
    ]
    table = "\n".join([header, *(row if lead else row.rpartition(",")[0] for row in rows)])
    told = [
        (each.source, each.target, each.start, each.amount)
        for each in imported(("r.csv", table), known=()).data.relations
    ]
    assert told == [
        ("Andreessen Horowitz", "Peregrine Bio", "2023-04-11", None),
        ("Lagoon Ventures", "Peregrine Bio", "2023-04-11", None),
        ("Lagoon Ventures", "Peregrine Bio", "2021-09-02", 4000000.0),
        ("Bpifrance", "Mistral Orchard", "2024-01-30", None),
        ("Google", "Mistral Orchard", "2024-01-30", None),
    ]


@pytest.mark.parametrize(
    ("text", "investors"),
    [
        (
            "company,round,date,amount,currency,lead_investor,other_investors\n"
            "Mistwood AI,Seed,2022-03-01,3500000,USD,Fern Ventures,Acorn Capital\n"
            "Mistwood AI,Series A,2024-05-02,18000000,USD,Sequoia Capital,Fern Ventures;Acorn Capital\n",
            {
                ("Fern Ventures", "2022-03-01"),
                ("Acorn Capital", "2022-03-01"),
                ("Sequoia Capital", "2024-05-02"),
                ("Fern Ventures", "2024-05-02"),
                ("Acorn Capital", "2024-05-02"),
            },
        ),
        (
            "项目,轮次,日期,金额,领投方,跟投方\n"
            "云帆智能科技,A轮,2022-04-18,1.2亿元,红杉中国,高瓴资本\n"
            "云帆智能科技,B轮,2024-01-09,3.5亿元,鼎峰创投,\n",
            {("红杉中国", "2022-04-18"), ("高瓴资本", "2022-04-18"), ("鼎峰创投", "2024-01-09")},
        ),
        (
            "公司名称,轮次,日期,金额,投资方\n云帆智能科技,A轮,2022-04-18,1.2亿元,红杉中国\n"
            "云帆智能科技,B轮,2024-01-09,3.5亿元,高瓴资本\n",
            {("红杉中国", "2022-04-18"), ("高瓴资本", "2024-01-09")},
        ),
    ],
)
def test_leading_and_further_investors_are_each_one(text: str, investors: set[tuple[str, str]]) -> None:
    found = imported(("x.csv", text), known=()).data
    assert {(each.source, each.start) for each in found.relations} == investors
    assert {each.type for each in found.relations} == {"shareholder_of"}


@pytest.mark.parametrize("column", ["Value (USD m)", "Price (USD m)", "EV (USD m)", "金额（百万美元）"])
def test_what_was_paid_may_be_called_value_or_price(column: str) -> None:
    text = f"Acquirer,Target,Date,{column}\nCorvex Ltd,Lumina Ltd,2023-03-14,420\n"
    (deal,) = imported(("x.csv", text), known=()).data.relations
    assert (deal.type, deal.amount, deal.currency) == ("acquired", 420_000_000, "USD")
