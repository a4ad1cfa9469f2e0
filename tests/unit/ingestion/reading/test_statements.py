"""What a sentence says beside the relation: its status, dates, shares and amounts."""

from __future__ import annotations

import pytest

from core.ingestion.reading.proposals import ReadStatus
from core.ingestion.reading.stated_figures import figures_of
from core.ingestion.reading.statement_status import status_of
from tests.unit.ingestion.reading.conftest import MakePair


@pytest.mark.parametrize(
    ("kind", "text", "status"),
    [
        ("acquired", "甲方收购乙方。", "current"),
        ("acquired", "甲方拟收购乙方。", "planned"),
        ("acquired", "甲方否认收购乙方。", "denied"),
        ("acquired", "据报道，甲方收购了乙方。", "reported"),
        ("acquired", "甲方终止收购乙方。", "denied"),
        ("subsidiary_of", "甲方曾是乙方的子公司。", "ended"),
        ("partner", "甲方与乙方解除合作。", "ended"),
        ("acquired", "AA Corp acquired BB Corp.", "current"),
        ("acquired", "AA Corp will acquire BB Corp.", "planned"),
        ("acquired", "AA Corp agreed to buy BB Corp.", "planned"),
        ("acquired", "AA Corp denied that it bought BB Corp.", "denied"),
        ("partner", "AA Corp reportedly partners with BB Corp.", "reported"),
        ("subsidiary_of", "AA Corp, a former subsidiary of BB Corp.", "ended"),
        ("acquired", "AA Corp acquired the former BB Corp.", "current"),
        ("acquired", "AA Corp acquired BB Corp in May 2025.", "current"),
        ("acquired", "In May AA Corp acquired BB Corp.", "current"),
        ("acquired", "AA Corp acquired BB Corp on 3 May.", "current"),
        ("acquired", "AA Corp bought BB Corp on May 3, 2013.", "current"),
        ("acquired", "AA Corp acquired BB Corp in late May.", "current"),
        ("acquired", "AA Corp may acquire BB Corp in May 2026.", "planned"),
        ("acquired", "AA Corp will acquire BB Corp in May 2026.", "planned"),
    ],
)
def test_the_status_is_told_apart(kind: str, text: str, status: ReadStatus, pair: MakePair) -> None:
    names = ("甲方", "乙方") if "甲方" in text else ("AA Corp", "BB Corp")
    assert status_of(pair(text, *names), kind) == status


@pytest.mark.parametrize(
    ("kind", "text", "figures"),
    [
        ("acquired", "2018年6月1日，甲方以9亿元收购乙方49%股权。", ("2018-06-01", "", (49.0, 49.0), 9e8, "CNY")),
        ("acquired", "In 2013, AA Corp bought BB Corp for $2.98 billion.", ("2013", "", None, 2.98e9, "USD")),
        ("shareholder_of", "甲方持有乙方不超过3%的股份。", ("", "", (0.0, 3.0), None, "")),
        (
            "shareholder_of",
            "AA Corp owns at least 30 per cent of BB Corp.",
            ("", "", (30.0, 100.0), None, ""),
        ),
        ("supplies", "甲方向乙方供货，占收入的20%。", ("", "", None, None, "")),
        ("acquired", "AA Corp sold 2013 shares to BB Corp.", ("", "", None, None, "")),
        ("acquired", "2019年2月31日，甲方收购乙方。", ("2019-02", "", None, None, "")),
        ("acquired", "2019年3月31日，甲方收购乙方。", ("2019-03-31", "", None, None, "")),
        ("acquired", "甲方收购乙方，增长120%。", ("", "", None, None, "")),
    ],
)
def test_figures_are_those_of_the_sentence(kind: str, text: str, figures: tuple[object, ...], pair: MakePair) -> None:
    names = ("甲方", "乙方") if "甲方" in text else ("AA Corp", "BB Corp")
    assert tuple(figures_of(pair(text, *names), kind, "current")) == figures


@pytest.mark.parametrize(
    ("when", "start"),
    [
        ("in April 2019", "2019-04"),
        ("in May 2025", "2025-05"),
        ("in Sept. 2025", "2025-09"),
        ("on 3 May 2025", "2025-05-03"),
        ("on the 3rd of May 2025", "2025-05-03"),
        ("on May 3, 2025", "2025-05-03"),
        ("on May 31st, 2025", "2025-05-31"),
        ("on 31 June 2025", "2025-06"),
        ("in 2025", "2025"),
        ("in March for 2025 shares", ""),
    ],
)
def test_english_dates_have_the_month_and_day_they_state(when: str, start: str, pair: MakePair) -> None:
    behind = pair(f"AA Corp acquired BB Corp {when}.", "AA Corp", "BB Corp")
    before = pair(f"{when[0].upper()}{when[1:]}, AA Corp acquired BB Corp.", "AA Corp", "BB Corp")
    assert [figures_of(each, "acquired", "current").start for each in (behind, before)] == [start] * 2


def test_the_date_of_what_has_ended_is_its_end(pair: MakePair) -> None:
    ended = figures_of(pair("甲方与乙方2019年解除合作。", "甲方", "乙方"), "partner", "ended")
    assert (ended.start, ended.end) == ("", "2019")
