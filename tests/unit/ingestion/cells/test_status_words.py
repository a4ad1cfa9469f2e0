"""What people write in columns of states of deals and of other relations."""

from __future__ import annotations

from typing import get_args

import pytest

from core.domain.records import RelationStatus
from core.ingestion.cells.status_words import status_in
from core.messages import LANGUAGES
from tests.unit.ingestion.checking.test_facts_of_tables import imported

DEALS = {
    "planned": "Pending, pending approval, Announced, 进行中, 正在进行, 未完成, 已签约, geplant, en attente, 予定",
    "denied": "Terminated, Withdrawn, Failed, cancelled, Deal terminated, 失败, 终止, 交易已终止, 取消, gescheitert",
    "current": "Completed, COMPLETE, closed, 完成, 已完成, 已完成（2023年）, abgeschlossen, completada",
    "ended": "ended, Sold, 已结束",
    "reported": "Rumoured, 传闻, unconfirmed",
}
OTHERS = {
    "current": "Active, ongoing, 有效, laufend, en cours, signed",
    "ended": "Terminated, Expired, closed, 终止, 已到期, beendet",
    "planned": "pending, 计划中",
}
UNKNOWN = "Purple, Not terminated, 尚未完成交割, completed or terminated, 存续, n/a, 3"


@pytest.mark.parametrize(("status", "words"), DEALS.items())
def test_words_of_deals(status: str, words: str) -> None:
    assert {status_in(each.strip(), "acquired") for each in words.split(",")} == {status}


@pytest.mark.parametrize(("status", "words"), OTHERS.items())
def test_words_of_other_relations(status: str, words: str) -> None:
    assert {status_in(each.strip(), "supplies") for each in words.split(",")} == {status}


def test_a_stake_is_bought_and_sold() -> None:
    stakes = [status_in(each, "shareholder_of") for each in ("Completed", "已完成", "Terminated", "Withdrawn")]
    assert stakes == ["current", "current", "ended", "denied"]
    assert status_in("Completed", "supplies") is None  # over, or in force?


@pytest.mark.parametrize("word", [each.strip() for each in UNKNOWN.split(",")])
def test_what_is_not_known_or_negated_is_none(word: str) -> None:
    assert status_in(word, "acquired") is None


@pytest.mark.parametrize("kind", ["acquired", "supplies", ""])
def test_the_words_of_records_are_known(kind: str) -> None:
    for status in filter(None, get_args(RelationStatus)):
        assert status_in(status, kind) == status


@pytest.mark.parametrize(
    "column", ["Status", "Deal status", "Transaction status", "Statut", "Estado", "交易进度", "状态"]
)
@pytest.mark.parametrize(
    ("word", "status"), [("Pending", "planned"), ("失败", "denied"), ("Terminated", "denied"), ("已完成", "current")]
)
def test_a_deal_that_failed_is_not_told_as_one(column: str, word: str, status: str) -> None:
    found = imported(("deals.csv", f"Acquirer,Target,{column}\na,b,{word}\n"))
    (relation,) = found.data.relations
    assert (relation.type, relation.status, relation.attributes) == ("acquired", status, ())


def test_a_status_that_is_not_known_is_named() -> None:
    found = imported(("deals.csv", "收购方,标的公司,交易进度\na,b,看情况\n"))
    (relation,) = found.data.relations
    assert (relation.status, relation.attributes) == ("", (("status", "看情况"),))
    assert [(each.field, each.reason, each.detail) for each in found.repairs] == [
        ("status", "unknown_status", "看情况")
    ]
    assert all("看情况" in found.repairs[0].message(language) for language in LANGUAGES)
