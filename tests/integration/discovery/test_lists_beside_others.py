"""What one list says does not change what others say: owners by several types of relation, industries in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.imports import imported, opened

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
