"""A cell with a Chinese and a Latin name beside each other holds both, unless a part only says more of one name."""

from __future__ import annotations

import pytest

from core.names.two_languages import in_two_languages


@pytest.mark.parametrize(
    ("name", "zh", "en"),
    [
        ("Qingyun Sensors 青云传感", "青云传感", "Qingyun Sensors"),
        ("青云传感 Qingyun Sensors", "青云传感", "Qingyun Sensors"),
        ("青云传感（Qingyun Sensors Co., Ltd.）", "青云传感", "Qingyun Sensors Co., Ltd."),
        ("Qingyun Sensors(青云传感有限公司)", "青云传感有限公司", "Qingyun Sensors"),
        ("Qingyun  Sensors  青云传感", "青云传感", "Qingyun  Sensors"),
        ("Tesla 特斯拉", "特斯拉", "Tesla"),
        ("Müller & Söhne 米勒公司", "米勒公司", "Müller & Söhne"),
    ],
)
def test_both_names_are_told(name: str, zh: str, en: str) -> None:
    assert in_two_languages(name) == (zh, en)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Lumen Robotics",
            "青云传感",
            "TCL科技",
            "LG新能源",
            "SK 海力士",
            "Tesla 中国",
            "Bosch (China)",
            "博世（China）",
            "",
        ),
        *(
            "General Motors 中国",
            "Volvo 汽车",
            "比亚迪（BYD）",
            "Lumen Robotics 有限公司",
            "青云传感 Ltd",
            "Toyota トヨタ",
            "青云 / Second line",
        ),
    ],
)
def test_what_says_more_of_one_name_is_no_second_one(name: str) -> None:
    assert in_two_languages(name) is None
