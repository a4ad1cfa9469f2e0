"""Lists of deals of which some are stakes or joint ventures: what their type says, and else their share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ingestion.checking.import_choices import Choices
from core.ingestion.mapping.relation_labels import MappedLabel
from tests.unit.ingestion.checking.test_facts_of_tables import imported

STAKES = [
    *("Minority stake", "Minority investment", "Strategic investment", "Minority interest", "Minority acquisition"),
    *("minority_stake", "Equity investment (Series B)", "Capital increase", "Growth capital", "PIPE", "Funding round"),
    *(
        "少数股权",
        "参股",
        "增资",
        "战略投资",
        "战略入股",
        "股权投资",
        "收购少数股权",
        "增资入股",
        "定增认购",
        "少數股權投資",
    ),
    *("Minderheitsbeteiligung", "Kapitalerhöhung", "Prise de participation minoritaire", "Participación minoritaria"),
    *("少数株主持分の取得", "出資", "資本参加"),
]
WHOLE = [
    *(
        "Acquisition",
        "Merger",
        "Takeover",
        "Acquisition of majority stake",
        "Majority stake",
        "Buyout",
        "LBO",
        "Control",
    ),
    *("Merger & Acquisition", "100% acquisition", "Controlling interest", "Full acquisition", "Asset purchase"),
    *("收购", "并购", "全资收购", "控股权收购", "吸收合并", "要约收购", "資産收購"),
    *("Übernahme", "Mehrheitsbeteiligung", "Rachat", "Fusion", "Adquisición", "買収", "合併"),
]
VENTURES = [
    "Joint venture",
    "JV",
    "joint-venture",
    "合资",
    "成立合资公司",
    "Gemeinschaftsunternehmen",
    "合弁",
    "Coentreprise",
]
COLUMNS = [
    "Deal type",
    "Transaction type",
    "Type",
    "Type of deal",
    "Nature of transaction",
    "交易类型",
    "收购方式",
    "Transaktionsart",
]


def kinds(header: str, *rows: str) -> list[str]:
    text = "\n".join((header, *rows))
    return [each.type for each in imported(("deals.csv", f"{text}\n")).data.relations]


@pytest.mark.parametrize("word", STAKES)
@pytest.mark.parametrize("share", ["", "12.5"])
def test_a_stake_makes_a_shareholder(word: str, share: str) -> None:
    text = f"Acquirer,Target,Deal type,Stake acquired (%)\na,b,{word},{share}\nb,a,Acquisition,100\n"
    found = imported(("deals.csv", text))
    first = found.data.relations[0]
    assert (first.source, first.type, first.target) == ("a", "shareholder_of", "b")
    assert first.share_low == (float(share) if share else None)
    assert dict(first.attributes) == {"Deal type": word}
    assert [(each.line, each.field, each.reason, each.detail) for each in found.repairs] == [
        (2, "Deal type", "was_stake", word)
    ]


@pytest.mark.parametrize("word", WHOLE)
@pytest.mark.parametrize("share", ["", "100", "30"])
def test_an_acquisition_stays_one_whatever_its_share(word: str, share: str) -> None:
    rows = (f"a,b,{word},{share}", "b,a,Merger,")
    assert kinds("Acquirer,Target,Deal type,Stake acquired (%)", *rows) == ["acquired"] * 2


@pytest.mark.parametrize("word", VENTURES)
def test_a_joint_venture_is_one(word: str) -> None:
    assert kinds("Acquirer,Target,Deal type", f"a,b,{word}", "b,a,Merger") == ["joint_venture", "acquired"]


@pytest.mark.parametrize("column", COLUMNS)
def test_whatever_the_column_is_called(column: str) -> None:
    rows = ("a,b,Acquisition", "b,a,Minority stake", "b,a,Merger")
    assert kinds(f"Buyer,Target company,{column}", *rows) == ["acquired", "shareholder_of", "acquired"]
    rows = ("a,b,收购", "b,a,增资", "b,a,并购")
    assert kinds(f"收购方,标的公司,{column}", *rows) == ["acquired", "shareholder_of", "acquired"]


@pytest.mark.parametrize("said", ["", "Share purchase", "Strategic", "股权转让", "Cash"])
@pytest.mark.parametrize(("share", "kind"), [("12.5", 1), ("50", 1), ("10-30", 1), ("50.1", 0), ("100", 0), ("", 0)])
def test_where_no_type_is_told_the_share_tells(said: str, share: str, kind: int) -> None:
    text = f"Acquirer,Target,Deal type,Stake acquired (%)\na,b,{said},{share}\nb,a,Acquisition,100\n"
    found = imported(("deals.csv", text))
    assert found.data.relations[0].type == ("acquired", "shareholder_of")[kind]
    told = [(each.field, each.reason, each.detail) for each in found.repairs]
    assert told == ([("share", "was_stake", share.replace("-", "–"))] if kind else [])


def test_what_a_person_says_of_the_label_counts() -> None:
    text = "source,target,label,share\na,b,acquired,12\nb,a,收购,12\n"
    assert kinds(*text.splitlines()) == ["shareholder_of", "shareholder_of"]
    told = Choices(labels={"acquired": MappedLabel("acquired"), "收购": MappedLabel("acquired")})
    assert [each.type for each in imported(("deals.csv", text), choices=told).data.relations] == ["acquired"] * 2


def test_the_buyer_holds_the_shares_from_whichever_end() -> None:
    (relation,) = imported(("x.csv", "source,type,target,share\na,acquired by,b,12\n")).data.relations
    assert (relation.source, relation.type, relation.target) == ("b", "shareholder_of", "a")


def test_what_an_export_says_stays() -> None:
    header = (
        "id,source,target,type,weight,confidence,year,share_low,share_high,evidence_zh,evidence_en,passage_id,origin"
    )
    assert kinds(header, "r,a,b,acquired,1,1,2020,12,12,,,,x.csv:2") == ["acquired"]


@given(st.sampled_from(STAKES + WHOLE + VENTURES), st.sampled_from(["", "100", "51", "50", "1"]))
def test_every_deal_comes_in_once_with_its_ends(word: str, share: str) -> None:
    (relation,) = imported(("x.csv", f"Acquirer,Target,Deal type,Stake\na,b,{word},{share}\n")).data.relations
    assert {relation.source, relation.target} == {"a", "b"}
    assert relation.type in ("acquired", "shareholder_of", "joint_venture")
