"""A seat with its province is in its city."""

from __future__ import annotations

import pytest

from core.questions.execution.columns import _without_province


@pytest.mark.parametrize(
    ("seat", "city"),
    [
        ("广东佛山", "佛山"),
        ("广东省佛山市", "佛山"),
        ("黑龙江哈尔滨", "哈尔滨"),
        ("内蒙古自治区包头市", "包头"),
        ("新疆维吾尔自治区乌鲁木齐", "乌鲁木齐"),
        ("佛山", ""),
        ("上海", ""),
        ("london, ontario", ""),
        ("", ""),
    ],
)
def test_the_city_behind_a_province(seat: str, city: str) -> None:
    assert _without_province(seat) == city
