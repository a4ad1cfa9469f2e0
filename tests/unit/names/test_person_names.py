"""Names that are clearly those of people are told from names of companies; what may be either is no person's."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from core.names.person_names import in_ordinary_order, is_last_name_first, is_name_of_person

DATA = Path(__file__).parents[3] / "data"
PEOPLE = """
王晓明|张伟|李娜|欧阳娜娜|诸葛亮|司马懿明|埃隆·马斯克|罗伯特·博世|刘金成|曾毓群|何小鹏|王先生|陳麗華
Anna Braun|ANNA BRAUN|Jean-Luc Dupont|John D. Rockefeller|Ludwig van Beethoven|Jörg Müller|Sinéad O'Connor|Sean O’Neill
Braun, Anna|Dr. Lumen Okafor|Ms Adichie|Wang Xiaoming|Xiaoming Wang|Zeng Yuqun|María del Carmen Fernández
"""
NOT_CLEAR = """
青云传感|宁德时代|晨星机器人|李宁|万科|金龙鱼|王府井|苏泊尔|周大福|罗技|戴姆勒|蔡司|华为|上海启明创业投资合伙企业（有限合伙）|王氏集团|卡尔·蔡司基金会|张江高科|林德|先生|王
Lumen Robotics|Acme Energy|North Star|BlackRock|Volvo Cars|Vanguard Group|Li Auto|Li Ning
Pan Asia|Yum China|Thomas Cook AG
Frank Recruitment Group|Anna|J. P. Morgan|Carl Zeiss 2|anna braun|Mr|Tesla, Inc.|Braun, Holding|3M
A, B|, |Charles River Laboratories
"""


@pytest.mark.parametrize("name", [each for line in PEOPLE.split("\n") for each in line.split("|") if each])
def test_a_name_of_a_person_is_told(name: str) -> None:
    assert is_name_of_person(name)


@pytest.mark.parametrize("name", [each for line in NOT_CLEAR.split("\n") for each in line.split("|") if each])
def test_a_name_that_a_company_may_have_is_none(name: str) -> None:
    assert not is_name_of_person(name)


def test_names_of_the_sample_are_told_apart() -> None:
    """Of the companies hardly any is taken for a person, of the people most are told."""
    by_type: dict[bool, list[str]] = {True: [], False: []}
    for file, of_people in (("companies.csv", False), ("concepts.csv", True)):
        with (DATA / file).open(encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows):
                if not of_people or row["type"] == "person":
                    by_type[of_people] += [row["name_zh"], row["name_en"]]
    told = {each: sum(map(is_name_of_person, names)) / len(names) for each, names in by_type.items()}
    assert told[False] < 0.005
    assert told[True] > 0.75


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("WHITCOMBE, Eleanor Jane", "Eleanor Jane Whitcombe"),
        ("BRANDT, Jürgen", "Jürgen Brandt"),
        ("Okonkwo, Chukwuemeka", "Chukwuemeka Okonkwo"),
        ("O'BRIEN, MARY ANN", "Mary Ann O'Brien"),
        ("MCDONALD, Ian", "Ian McDonald"),
        ("VAN DER BERG, Jan", "Jan van der Berg"),
        ("Garcia Lopez, Maria", "Maria Garcia Lopez"),
        ("SMITH, John, Sir", "John Smith"),
        ("SMITH, Dr. J. P.", "J. P. Smith"),
        ("ИВАНОВ, Пётр", "Пётр Иванов"),
        ("WANG, Xiaoming", "Wang Xiaoming"),
    ],
)
def test_the_last_name_first_is_said_in_the_ordinary_order(written: str, said: str) -> None:
    assert in_ordinary_order(written) == said
    assert in_ordinary_order(said) == ""


@pytest.mark.parametrize(
    "written",
    """
Smith, Jr.|SMITH, III|Foo, Inc.|NORDLICHT OPTIK, GmbH|Larry Page, Bill Gates|Thomas, Peter|A, B|A, Bosch
Acme Energy, Tesla|Goldman Sachs, Morgan Stanley|SIEMENS PENSION TRUSTEES LTD|王晓明, 张伟
Smith, John, Jones, Mary|, |Davies, 2|,
""".replace("\n", "|")
    .strip("|")
    .split("|"),
)
def test_what_is_no_person_with_the_last_name_first_stays(written: str) -> None:
    assert in_ordinary_order(written) == ""


def test_a_title_behind_the_forenames_is_no_further_person() -> None:
    assert is_last_name_first("SMITH, John, Sir")
    assert not is_last_name_first("Smith, John, Mary")
