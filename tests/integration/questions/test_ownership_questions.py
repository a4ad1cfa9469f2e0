"""Questions on shares and control, in both languages: who is said to answer, and who is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Companies, Controllers, Entities, Plan, Related, Share
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.dossier.ownership.report import ownership
from core.messages import Language
from core.names.name_finder import NameMatch
from core.ontology import Ontology
from core.questions.plans.checking import PlanInvalidError
from core.questions.reading.ownership_words import parsed_ownership
from core.questions.reading.two_questions import read_question
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.plan_notation import written
from tests.support import company, dated, settings_for, write_data

DAY = 20240601
NAMES = {
    "alpha": ("阿尔法电芯", "Alpha Cells"),
    "beta": ("贝塔制造", "Beta Works"),
    "north": ("北方资本", "North Capital"),
    "south": ("南方资本", "South Capital"),
    "top": ("顶峰控股", "Summit Holding"),
    "maker": ("梅克尔汽车", "Maker Motors"),
}
ROWS = [
    dated("north", "shareholder_of", "alpha", share_low="60", share_high="60", as_of="2023"),
    dated("south", "shareholder_of", "alpha", share_low="10", share_high="25", as_of="2023"),
    dated("top", "shareholder_of", "north", share_low="70", share_high="70"),
    dated("beta", "subsidiary_of", "north", share_low="100", share_high="100"),
    dated("south", "shareholder_of", "beta"),
    dated("south", "shareholder_of", "maker", share_low="30", share_high="30", as_of="2015"),
    dated("south", "shareholder_of", "maker", share_low="5", share_high="5", as_of="2022"),
    dated("alpha", "supplies", "maker"),
    dated("beta", "supplies", "maker"),
]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("held")
    companies = [company(each, *both, country="JP" if each == "beta" else "") for each, both in NAMES.items()]
    settings = settings_for(write_data(folder / "data", companies=companies, relations=ROWS), folder / "kb")
    return DiscoveryPipeline(Base.over(build_and_open(settings, encoder), ontology, settings), encoder=lambda: encoder)


def asked(pipeline: DiscoveryPipeline, question: str, language: Language) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


@pytest.mark.parametrize(
    ("english", "chinese", "members"),
    [
        ("Who controls Alpha Cells?", "谁控制阿尔法电芯？", ["north", "top"]),
        ("Who is the ultimate owner of Alpha Cells?", "阿尔法电芯的实际控制人是谁？", ["top"]),
        ("Who ultimately controls Alpha Cells?", "谁最终控制阿尔法电芯", ["top"]),
        ("ultimate parents of the suppliers of Maker Motors", "梅克尔汽车的供应商的最终控制方", ["top"]),
        ("companies in which North Capital holds over 50 %", "北方资本持股超过50%的公司", ["alpha", "beta"]),
        ("companies in which North Capital holds over 60 %", "北方资本持股超过60%的公司", ["beta"]),
        ("companies in which North Capital holds at least 60%", "北方资本持股60%以上的公司", ["alpha", "beta"]),
        ("companies in which South Capital holds over 9 %", "南方资本持股超过9%的公司", ["alpha"]),
        ("companies in which South Capital holds under 10 %", "南方资本持股低于10%的公司", ["maker"]),
        ("Who owns more than 50% of Alpha Cells?", "持有阿尔法电芯50%以上股份的股东", ["north"]),
        ("customers of companies in which North Capital holds over 50 %", "北方资本持股超过50%的公司的客户", ["maker"]),
        (
            "suppliers of Maker Motors in which North Capital holds over 60 %",
            "北方资本持股超过60%的梅克尔汽车的供应商",
            ["beta"],
        ),
        ("Japanese companies in which North Capital holds over 50 %", "北方资本持股超过50%的日本公司", ["beta"]),
        (
            "companies in which North Capital holds over 50 %, other than Beta Works",
            "北方资本持股超过50%的公司，除了贝塔制造",
            ["alpha"],
        ),
        (
            "suppliers of Maker Motors that North Capital holds over 60 % of",
            "北方资本持股超过60%的梅克尔汽车的供应商",
            ["beta"],
        ),
        (
            "suppliers of Maker Motors or companies in which South Capital holds under 10 %",
            "梅克尔汽车的供应商或南方资本持股低于10%的公司",
            ["alpha", "beta", "maker"],
        ),
    ],
)
def test_who_answers(pipeline: DiscoveryPipeline, english: str, chinese: str, members: list[str]) -> None:
    for question, language in ((english, "en"), (chinese, "zh")):
        answer = asked(pipeline, question, "zh" if language == "zh" else "en")
        assert (answer.outcome, sorted(answer.company_ids)) == ("answered", members), question
        assert answer.sources, question
        assert answer.plan is not None
        assert Plan.model_validate_json(answer.plan.model_dump_json()) == answer.plan


@pytest.mark.parametrize(
    "question",
    [
        "阿尔法电芯的实控人是谁",
        "阿尔法电芯实控人",
        "阿尔法电芯的实控方",
        "阿尔法电芯的最终实控人",
        "阿尔法电芯的终极控制人",
        "阿尔法电芯的幕后控制人",
        "阿尔法电芯的实际控股股东",
        "谁实控阿尔法电芯",
        "阿尔法电芯由谁实控",
        "阿尔法电芯实际由谁控制",
        "阿尔法电芯最终受谁控制",
        "actual controller of Alpha Cells",
        "de facto controller of Alpha Cells",
        "the real owner of Alpha Cells",
        "Alpha Cells' ultimate holding company",
        "ultimate controlling shareholder of Alpha Cells",
        "Who actually controls Alpha Cells?",
        "Who is Alpha Cells ultimately controlled by?",
    ],
)
def test_short_and_other_forms_of_who_controls_ask_for_the_end_of_the_chain(
    pipeline: DiscoveryPipeline, question: str
) -> None:
    answer = asked(pipeline, question, "en")
    assert (answer.outcome, answer.company_ids) == ("answered", ("top",)), answer.understood_as


@pytest.mark.parametrize("question", ["阿尔法电芯受谁控制", "Who is Alpha Cells controlled by?"])
def test_passive_forms_ask_for_all_who_control(pipeline: DiscoveryPipeline, question: str) -> None:
    answer = asked(pipeline, question, "en")
    assert (answer.outcome, sorted(answer.company_ids)) == ("answered", ["north", "top"]), answer.understood_as


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("companies in which South Capital holds over 10 %", "en"),  # 10–25 % may be 10 %
        ("南方资本持股超过10%的公司", "zh"),
        ("Who controls Summit Holding?", "en"),
        ("顶峰控股的实际控制人", "zh"),
    ],
)
def test_what_is_not_certain_is_no_answer(pipeline: DiscoveryPipeline, question: str, language: Language) -> None:
    answer = asked(pipeline, question, language)
    assert (answer.outcome, answer.company_ids) == ("empty", ())


@pytest.mark.parametrize(
    "question",
    [
        "suppliers of Maker Motors with over 20 %",
        "companies in which North Capital holds over 20 % or over 50 %",
        "ultimate suppliers of Maker Motors",
        "companies in which North Capital holds over 200 %",
        "companies in which North Capital holds over 50 % or more",
        "companies similar to the companies in which North Capital holds over 50 %",
        "the oldest company in which North Capital holds over 50 %",
        "compare Alpha Cells and the ultimate parent of Maker Motors",
        "beneficial owner of Alpha Cells",
        "梅克尔汽车的最终供应商",
    ],
)
def test_words_that_say_nothing_of_a_holding_are_not_passed_over(pipeline: DiscoveryPipeline, question: str) -> None:
    answer = asked(pipeline, question, "en")
    assert answer.outcome not in ("answered", "empty"), answer.understood_as
    assert answer.not_understood


@pytest.mark.parametrize("entity", NAMES)
def test_the_plan_and_the_report_name_the_same_controllers(pipeline: DiscoveryPipeline, entity: str) -> None:
    report = ownership(pipeline.base, entity, DAY, "en")
    plan = Plan(answer=Companies(set=Controllers(of=Entities(ids=(entity,)))), as_of="2024-06-01")
    found = pipeline.discover(DiscoveryRequest(query="", plan=plan, language="en")).answer
    assert set(found.company_ids) == {each.id for each in report.controllers}


def test_a_share_of_what_is_no_holding_is_refused(pipeline: DiscoveryPipeline) -> None:
    asked_for = Related(
        type="supplies", end="forward", of=Entities(ids=("alpha",)), share=Share(operator=">", percent=5)
    )
    with pytest.raises(PlanInvalidError):
        pipeline.discover(DiscoveryRequest(query="", plan=Plan(answer=Companies(set=asked_for)), language="en"))


def test_a_name_that_is_otherwise_written_is_found_in_the_rest_of_the_question(pipeline: DiscoveryPipeline) -> None:
    question = "companies in which Nord holds over 50 %"
    start = question.index("Nord")
    known = NameMatch(start, start + len("Nord"), ("north",))
    parsed = parsed_ownership(pipeline.base, question, (), [known])
    held = Related(
        type="shareholder_of", end="forward", of=Entities(ids=("north",)), share=Share(operator=">", percent=50)
    )
    assert (parsed.plan, parsed.not_understood) == (Plan(answer=Companies(set=held)), ())
    assert not parsed_ownership(pipeline.base, f"{question}, other than Nord", (), [known]).whole  # which of the two


@pytest.mark.parametrize(
    ("question", "plan", "missed"),
    [
        ("Who has controlled Volvo Cars since 2010?", "subsidiary_of>@2010-(volvo-cars)", ()),
        ("Who has ultimately owned Volvo Cars since 2010?", "subsidiary_of>@2010-(volvo-cars)", ("ultimately",)),
    ],
)
def test_of_chains_of_holdings_no_beginning_is_asked(
    sample_pipeline: DiscoveryPipeline, question: str, plan: str, missed: tuple[str, ...]
) -> None:
    parsed = read_question(sample_pipeline.base, question, (), ())
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, missed)
