"""What one list says does not change what others say: owners by several types of relation, industries in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.ontology import Ontology
from core.questions.vocabulary.lexicon import IndustryClass, industry_classes
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.imports import imported, opened
from tests.support import examples

HOLDERS = """Shareholder,Company,Percent,Since
Orchard Lane Capital LLP,Halden Robotics Ltd,45%,2020
Orchard Lane Capital LLP,Kestrel Logistics GmbH,12%,2021
Li Moyuan,Halden Robotics Ltd,5%,2019
"""
PEOPLE = """Name,Chief executive,Industry,Country
Halden Robotics Ltd,Li Moyuan,Robotics,United Kingdom
Parcelino S.p.A.,Carla Neri,Logistics,Italy
Corvo Haulage SpA,Gino Fo,Logistics,Italy
Tidal Batteries Ltd,Sue Park,Battery manufacturing,United Kingdom
"""
PARENTS = """Parent,Subsidiary,Share
Li Moyuan,Moyuan Parts Ltd,80%
Carla Neri,Parcelino S.p.A.,70%
Halden Holdings AG,Halden Robotics Ltd,52%
"""
Ask = Callable[[str], QuestionAnswer]


@pytest.fixture
def asking(own_base: Settings, ontology: Ontology, encoder: Encoder) -> Callable[[str, str], Ask]:
    """Imports a list, and answers questions then."""

    def with_list(name: str, text: str) -> Ask:
        imported(own_base, ontology, ((name, text.encode()),))
        pipeline = DiscoveryPipeline(Base.over(opened(own_base), ontology, own_base), encoder=lambda: encoder)

        def asked(question: str) -> QuestionAnswer:
            language = "en" if question.isascii() else "zh"
            return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer

        return asked

    return with_list


OWNS = ("What does Li Moyuan own?", "companies owned by Li Moyuan", "Li Moyuan名下有哪些公司", "Li Moyuan拥有哪些公司")
BOTH = "Who owns both Halden Robotics and Kestrel Logistics?"


def test_who_is_a_parent_does_not_change_what_people_hold(asking: Callable[[str, str], Ask]) -> None:
    asking("people.csv", PEOPLE)
    asked = asking("holders.csv", HOLDERS)
    for question in OWNS:
        assert asked(question).company_ids == ("Halden Robotics Ltd",), question
    assert asked(BOTH).company_ids == ("Orchard Lane Capital LLP",)
    asked = asking("parents.csv", PARENTS)
    for question in OWNS:
        assert set(asked(question).company_ids) == {"Halden Robotics Ltd", "Moyuan Parts Ltd"}, question
    for question in ("Li Moyuan's subsidiaries", "Li Moyuan旗下有哪些公司"):
        assert asked(question).company_ids == ("Moyuan Parts Ltd",), question
    assert asked(BOTH).company_ids == ("Orchard Lane Capital LLP",)


def test_an_industry_in_words_is_of_a_class_of_companies(asking: Callable[[str, str], Ask]) -> None:
    asked = asking("people.csv", PEOPLE)
    carriers, maker = {"Parcelino S.p.A.", "Corvo Haulage SpA"}, {"Tidal Batteries Ltd"}
    assert set(asked("Italian logistics companies").company_ids) == carriers
    assert carriers <= set(asked("物流公司有哪些").company_ids)
    assert asked("Is Parcelino a logistics company?").value is True
    assert asked("Is Parcelino a battery maker?").value is False
    assert set(asked("British battery companies").company_ids) == maker
    assert set(asked("How many Italian logistics companies are there?").company_ids) == carriers


def test_every_class_of_companies_is_asked_for_where_its_industry_is_in_words(
    asking: Callable[[str, str], Ask],
) -> None:
    """In either language; no question fails, and each lists the company whose industry has a word of the class."""
    kinds = [each for each in industry_classes() if each.words]
    said = {f"Cmp{number} Ltd": industry for number, industry in enumerate(_written_industries(kinds))}
    rows = [f'{name},"{industry}",Italy' for name, industry in said.items()]
    asked = asking("industries.csv", "\n".join(["Name,Industry,Country", *rows]))
    missing = []
    for kind in kinds:
        for word in kind.words[: examples(len(kind.words), quick=2)]:
            question = f"{word} in Italy" if word.isascii() else f"意大利的{word}有哪些"
            found = asked(question)
            of_class = {name for name, industry in said.items() if industry in kind.named}
            if found.outcome == "answered" and not of_class & set(found.company_ids):
                missing.append(question)
            asked(f"Which suppliers of Tesla are {word}?" if word.isascii() else f"特斯拉的供应商里有哪些是{word}")
    assert not missing


OWN_INDUSTRIES = (
    ("Telecommunications", "Telecommunications companies in Austria", ""),
    ("Automotive", "Automotive companies in Austria", ""),
    ("Batteries", "Batteries companies in Austria", ""),
    ("Robotics", "Robotics companies in Austria", ""),
    ("Energy storage", "Energy storage companies in Austria", ""),
    ("医药", "", "奥地利的医药公司"),
    ("家电", "", "奥地利的家电公司"),
    ("储能", "", "奥地利的储能企业有哪些"),
    ("新能源", "", "奥地利的新能源公司"),
    ("机器人", "", "奥地利的机器人公司"),
    ("集成电路", "", "奥地利的集成电路企业"),
)


def test_the_very_words_of_a_column_find_its_companies(asking: Callable[[str, str], Ask]) -> None:
    """Whether or not they are words of a class too; what was answered before the list stays in the answer."""
    goods = (
        "Source,Type,Target,Target type\nSunstore AG,produces,储能系统,product\nTidal,produces,Battery packs,product\n"
    )
    before = asking("goods.csv", goods)
    known = {question: set(before(question).company_ids) for question in ("储能公司有哪些", "Who makes battery packs?")}
    rows = [f"Cmp{number} Ltd,{industry},Austria" for number, (industry, *_) in enumerate(OWN_INDUSTRIES)]
    asked = asking("industries.csv", "\n".join(["Name,Industry,Country", *rows]))
    for number, (_, *questions) in enumerate(OWN_INDUSTRIES):
        for question in filter(None, questions):
            assert f"Cmp{number} Ltd" in asked(question).company_ids, question
    for question, ids in known.items():
        assert len(ids) == 1 and ids <= set(asked(question).company_ids), question


def _written_industries(kinds: Sequence[IndustryClass]) -> list[str]:
    """A word of each language of each class."""
    words = [
        next((each for each in kind.named if each.isascii() is latin), "") for kind in kinds for latin in (True, False)
    ]
    return sorted(set(filter(None, words)))


SUPPLIERS = (
    "Supplier,Customer\nAro Ltd,Hub Works Ltd\nBex Ltd,Hub Works Ltd\nCal Ltd,Hub Works Ltd\nDov Ltd,Hub Works Ltd\n"
)


@pytest.mark.parametrize(
    ("staff", "largest"),
    [
        ({"Aro Ltd": "130000"}, None),
        ({"Aro Ltd": "130", "Bex Ltd": "900", "Cal Ltd": "20"}, "Bex Ltd"),
    ],
)
def test_the_largest_is_told_only_where_most_are_known(
    asking: Callable[[str, str], Ask], staff: dict[str, str], largest: str | None
) -> None:
    asking("suppliers.csv", SUPPLIERS)
    asked = asking("staff.csv", "\n".join(["Company,Employees", *(f"{name},{size}" for name, size in staff.items())]))
    for question, word in (
        ("Who is the largest supplier of Hub Works?", "largest"),
        ("Hub Works最大的供应商是谁", "最大的"),
    ):
        found = asked(question)
        told = " ".join(each.text for each in found.sentences)
        if largest is None:
            assert len(found.company_ids) == 4, question
            assert f"“{word}”" in told
        else:
            assert found.company_ids == (largest,), question
