"""What an answer tells beside its members: holders of another type of relation, people among companies."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.messages import Language
from core.ontology import Ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, dated, settings_for, write_data

NAMES = {
    "alpha": ("阿尔法电芯", "Alpha Cells"),
    "beta": ("贝塔制造", "Beta Works"),
    "gamma": ("伽马软件", "Gamma Software"),
    "north": ("北方资本", "North Capital"),
    "south": ("南方资本", "South Capital"),
}
OTHERS = {f"fund-{number}": (f"第{number}基金", f"Fund Number{number}") for number in range(1, 7)}
ROWS = [
    dated("alpha", "subsidiary_of", "north", share_low="86", share_high="91"),
    dated("south", "shareholder_of", "alpha"),
    dated("beta", "subsidiary_of", "north"),
    dated("south", "shareholder_of", "gamma", share_low="20", share_high="20"),
    dated("person-chen", "shareholder_of", "gamma", share_low="7", share_high="9"),
    *(dated(each, "shareholder_of", "fund-1", weight="1.0") for each in OTHERS if each != "fund-1"),
    dated("person-chen", "shareholder_of", "fund-1", weight="0.2"),
]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("beside")
    companies = [company(each, *both) for each, both in (NAMES | OTHERS).items()]
    people = [{"id": "person-chen", "type": "person", "name_zh": "陈一飞", "name_en": "Chen Yifei"}]
    data = write_data(folder / "data", companies=companies, concepts=people, relations=ROWS)
    settings = settings_for(data, folder / "kb")
    return DiscoveryPipeline(Base.over(build_and_open(settings, encoder), ontology, settings), encoder=lambda: encoder)


def asked(pipeline: DiscoveryPipeline, question: str, language: Language) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


@pytest.mark.parametrize(
    ("question", "language", "member", "told"),
    [
        ("Is North Capital a shareholder of Alpha Cells?", "en", "north", "as parent of Alpha Cells (86–91 %) [1]."),
        ("Does North Capital hold shares in Alpha Cells?", "en", "north", "as parent of Alpha Cells (86–91 %) [1]."),
        ("Does North Capital have a stake in Beta Works?", "en", "north", "as parent of Beta Works [1]."),
        ("北方资本是阿尔法电芯的股东吗", "zh", "north", "北方资本是阿尔法电芯的母公司（86–91%） [1]。"),
        ("Is Alpha Cells an investee of North Capital?", "en", "alpha", "subsidiary of North Capital (86–91 %) [1]."),
    ],
)
def test_a_parent_holds_shares(
    pipeline: DiscoveryPipeline, question: str, language: Language, member: str, told: str
) -> None:
    answer = asked(pipeline, question, language)
    assert (answer.outcome, answer.value, answer.company_ids) == ("answered", True, (member,))
    assert answer.sentences[0].text.endswith(told)
    assert answer.sentences[0].source_ids


@pytest.mark.parametrize(
    "question", ["Is North Capital a shareholder of Gamma Software?", "北方资本是伽马软件的股东吗"]
)
def test_who_holds_nothing_is_no_shareholder(pipeline: DiscoveryPipeline, question: str) -> None:
    assert asked(pipeline, question, "en").value is False


def test_a_shareholder_is_no_parent(pipeline: DiscoveryPipeline) -> None:
    answer = asked(pipeline, "Is South Capital the parent of Alpha Cells?", "en")
    assert answer.value is False
    assert "shareholder" in answer.sentences[-1].text


@pytest.mark.parametrize(
    ("question", "language", "members", "told"),
    [
        ("shareholders of Alpha Cells", "en", ("south",), "Recorded as parent: North Capital (86–91 %) [2]."),
        ("阿尔法电芯的股东", "zh", ("south",), "以母公司记录在案：北方资本（86–91%） [2]。"),
        ("How many shareholders does Alpha Cells have?", "en", ("south",), "Recorded as parent: North Capital"),
        ("shareholders of Beta Works", "en", (), "Recorded as parent: North Capital [1]."),
        ("investees of North Capital", "en", (), "Recorded as subsidiaries: Alpha Cells (86–91 %)"),
        ("Who owns Gamma Software?", "en", ("south",), "2 shareholders of Gamma Software are on record"),
        ("谁拥有伽马软件", "zh", ("south",), "有记录的伽马软件的股东共 2 个：1 家公司和 1 人"),
    ],
)
def test_a_list_tells_other_holders_beside_it(
    pipeline: DiscoveryPipeline, question: str, language: Language, members: tuple[str, ...], told: str
) -> None:
    answer = asked(pipeline, question, language)
    assert answer.company_ids == members
    assert any(each.text.startswith(told) and each.source_ids for each in answer.sentences), answer.sentences


@pytest.mark.parametrize(
    "question", ["parents of Alpha Cells", "Who owns Alpha Cells?", "subsidiaries of South Capital"]
)
def test_nothing_is_told_beside_what_is_recorded_as_asked(pipeline: DiscoveryPipeline, question: str) -> None:
    assert not any(each.text.startswith("Recorded as") for each in asked(pipeline, question, "en").sentences)


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [
        (
            "shareholders of Gamma Software",
            "en",
            "2 shareholders of Gamma Software are on record, 1 company and 1 person: ",
        ),
        (
            "How many shareholders does Gamma Software have?",
            "en",
            "2 shareholders of Gamma Software are on record, 1 comp",
        ),
        ("伽马软件的股东", "zh", "有记录的伽马软件的股东共 2 个：1 家公司和 1 人——南方资本 [1]、陈一飞 [2]。"),
        ("伽马软件有几个股东", "zh", "有记录的伽马软件的股东共 2 个：1 家公司和 1 人——南方资本 [1]、陈一飞 [2]。"),
    ],
)
def test_people_are_told_with_companies(
    pipeline: DiscoveryPipeline, question: str, language: Language, told: str
) -> None:
    answer = asked(pipeline, question, language)
    assert answer.company_ids == ("south",)
    assert answer.value in (None, 2)
    assert answer.sentences[0].text.startswith(told)
    assert len(answer.sentences[0].source_ids) == 2


def test_a_person_is_named_among_many_companies(pipeline: DiscoveryPipeline) -> None:
    told = asked(pipeline, "shareholders of Fund Number1", "en").sentences[0].text
    assert "5 companies and 1 person" in told
    assert "Chen Yifei" in told
    assert "and 1 more" in told
