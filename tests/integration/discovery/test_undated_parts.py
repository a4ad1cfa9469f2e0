"""Of a set that asks when a relation began, those whose relation has no date are named, whatever else the set asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import And, Companies, Entities, Filter, Minus, Or, Plan, Related, RelationEnd, SetPlan, When
from core.domain.requests import DiscoveryRequest
from core.messages import Language
from core.ontology import Ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, dated, settings_for, write_data

UNDATED: dict[Language, str] = {"en": "Recorded without a date", "zh": "没有日期记录"}


def undated_of(pipeline: DiscoveryPipeline, request: DiscoveryRequest) -> str:
    told = [each.text for each in pipeline.discover(request).answer.sentences]
    return next((each for each in told if each.startswith(UNDATED[request.language])), "")


@pytest.mark.parametrize(
    ("question", "named", "others"),
    [
        ("2020年以前特斯拉的电池供应商是谁？", ("松下", "松下能源"), ("宁德时代", "英伟达")),
        ("Who supplied Tesla with batteries before 2020?", ("Panasonic", "Panasonic Energy"), ("CATL", "NVIDIA")),
        ("2015年以前苹果的屏幕供应商", ("京东方", "LG显示"), ("三星显示",)),
        ("suppliers of screens to Apple since 2015", ("BOE", "LG Display"), ("Samsung Display",)),
        ("Which Japanese companies supplied Tesla with batteries before 2020?", ("Panasonic",), ("LG", "CATL")),
        ("How many companies supplied Tesla with batteries before 2020?", ("Panasonic",), ("CATL",)),
        ("Who supplied Tesla before 2020?", ("Panasonic", "NVIDIA"), ("STMicroelectronics",)),
        ("Which companies supplied both Apple and Tesla before 2015?", ("Lens Technology",), ("Panasonic",)),
    ],
)
def test_suppliers_of_goods_without_a_date_are_named(
    sample_pipeline: DiscoveryPipeline, question: str, named: tuple[str, ...], others: tuple[str, ...]
) -> None:
    language: Language = "en" if question.isascii() else "zh"
    said = undated_of(sample_pipeline, DiscoveryRequest(query=question, language=language))
    assert all(each in said for each in named)
    assert not any(each in said for each in others)


NAMES = ("alpha", "beta", "gamma", "delta", "buyer", "other")
ROWS = [
    dated("alpha", "supplies", "buyer", start="2010"),
    dated("alpha", "supplies", "other"),
    dated("beta", "supplies", "buyer"),
    dated("beta", "supplies", "other", start="2024"),
    dated("gamma", "supplies", "buyer"),
    dated("gamma", "supplies", "other"),
    dated("delta", "supplies", "buyer", start="2024"),
    dated("delta", "partner", "buyer"),
    dated("gamma", "partner", "buyer"),
]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("undated")
    companies = [
        company(each, f"{each}公司", f"{each.title()} Works", country="DE" if each == "gamma" else "US")
        for each in NAMES
    ]
    data = write_data(folder / "data", companies=companies, relations=ROWS)
    settings = settings_for(data, folder / "kb")
    return DiscoveryPipeline(Base.over(build_and_open(settings, encoder), ontology, settings), encoder=lambda: encoder)


def by_2015(of: str, kind: str = "supplies", end: RelationEnd = "backward") -> Related:
    return Related(type=kind, end=end, of=Entities(ids=(of,)), when=When(first=None, last=2015))


PARTNERS = Related(type="partner", end="either", of=Entities(ids=("buyer",)))


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        (by_2015("buyer"), {"Beta", "Gamma"}),
        (And(args=(by_2015("buyer"), by_2015("other"))), {"Alpha", "Gamma"}),  # Beta began later with one of them
        (Or(args=(by_2015("buyer"), by_2015("other"))), {"Beta", "Gamma"}),  # Alpha is a member
        (And(args=(by_2015("buyer"), PARTNERS)), {"Gamma"}),
        (Or(args=(by_2015("buyer"), PARTNERS)), {"Beta"}),
        (Filter(arg=by_2015("buyer"), attribute="country", operator="in", values=("DE",)), {"Gamma"}),
        (Minus(arg=by_2015("buyer"), without=(PARTNERS,)), {"Beta"}),
        (Minus(arg=PARTNERS, without=(by_2015("buyer"),)), set()),
    ],
)
def test_who_may_be_a_member_is_named(pipeline: DiscoveryPipeline, asked: SetPlan, named: set[str]) -> None:
    said = undated_of(pipeline, DiscoveryRequest(plan=Plan(answer=Companies(set=asked)), language="en"))
    assert {each.title() for each in NAMES if each.title() in said} == named
