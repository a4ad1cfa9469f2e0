"""Relations that have ended, are planned, denied or only reported: how answers, lists and files tell them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from app.discover.downloads import as_csv
from app.discover.report.content import report_of
from core.discovery.facets import NOTHING_CHOSEN, FacetedList
from core.discovery.passage_search import search_passages
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.ranking import ranked
from core.discovery.recommending import recommend
from core.domain.recommendations import RecommendationRequest
from core.domain.requests import DiscoveryRequest, FusionSettings
from core.domain.results import Discovery, RelatedCompany
from core.messages import Language
from core.ontology import default_ontology
from core.operations.context import Context, Opened
from core.operations.nearest import NearestRequest, find_nearest
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, dated, settings_for, write_data

NAMES = ("Hub Motors", "One Steel", "Two Glass", "Three Rubber", "Plan Fund", "Rumour Fund", "Denied Fund", "Far Lines")
IDS = {name: name.split()[0].lower() for name in NAMES}
ROWS = [
    dated("one", "supplies", "hub"),
    dated("two", "supplies", "hub"),
    dated("three", "supplies", "hub"),
    dated("one", "competitor", "hub", start="2012", end="2020"),
    dated("two", "competitor", "hub", start="2012"),
    dated("three", "competitor", "hub", status="planned"),
    dated("plan", "shareholder_of", "hub", status="planned", share_low="10", share_high="10"),
    dated("rumour", "shareholder_of", "hub", status="reported"),
    dated("denied", "shareholder_of", "hub", status="denied"),
    dated("hub", "supplies", "far", start="2010", end="2019"),
    dated("two", "partner", "far"),
    dated("old", "partner", "hub", start="2001", end="2009"),
    dated("hub", "located_in", "rome", start="2000", end="2015"),
    dated("hub", "located_in", "oslo", start="2015"),
]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("not-in-force")
    companies = [company(IDS[name], f"{IDS[name]}公司", name) for name in NAMES] + [
        company("old", "老铁路", "Old Rails")
    ]
    places = [{"id": each, "type": "place", "name_zh": each, "name_en": each.title()} for each in ("rome", "oslo")]
    write_data(folder / "data", companies=companies, concepts=places, relations=ROWS)
    settings = settings_for(folder / "data", folder / "kb")
    base = Base.over(build_and_open(settings, encoder), default_ontology(), settings)
    return DiscoveryPipeline(base, encoder=lambda: encoder)


def asked(pipeline: DiscoveryPipeline, question: str, as_of: str = "", language: Language = "en") -> Discovery:
    return pipeline.discover(DiscoveryRequest(query=question, as_of=as_of, language=language))


def said(found: Discovery) -> str:
    return " ".join(sentence.text for sentence in found.answer.sentences)


def line_of(found: Discovery, company_id: str) -> RelatedCompany:
    return next(each for each in found.related_companies if each.company_id == company_id)


def test_what_members_are_besides_counts_only_what_is_so(pipeline: DiscoveryPipeline) -> None:
    now = asked(pipeline, "Who supplies Hub Motors?")
    assert "1 of them is on record also as competitor of Hub Motors" in said(now)
    assert "2 of them are on record also as competitors" in said(asked(pipeline, "Who supplies Hub Motors?", "2019"))


def test_what_is_not_so_is_a_value_of_its_own_in_facets(pipeline: DiscoveryPipeline) -> None:
    searched = pipeline.retrieve(DiscoveryRequest(query="Who supplies Hub Motors?"))
    faceted = FacetedList(searched, ranked(searched, FusionSettings(max_results=50)))
    counted = {each.label: each.companies for each in faceted.values("relation", NOTHING_CHOSEN, "en")}
    assert counted == {"supplier": 3, "competitor": 1, "competitor (ended)": 1, "competitor (planned)": 1}
    assert [line.company_id for line in faceted.narrowed({"relation": ("competitor:forward:past",)}).members] == ["one"]
    assert "竞争对手（已结束）" in {each.label for each in faceted.values("relation", NOTHING_CHOSEN, "zh")}


def test_a_path_goes_over_what_is_in_force(pipeline: DiscoveryPipeline) -> None:
    found = asked(pipeline, "What connects Hub Motors and Far Lines?")
    assert "Two Glass" in said(found)
    assert "On record between Hub Motors and Far Lines: Formerly (" in said(found)
    assert all(path.is_in_force for path in found.answer.paths)
    before = asked(pipeline, "What connects Hub Motors and Far Lines?", "2018")
    assert said(before).startswith(
        "As of 2018: On record between Hub Motors and Far Lines: Hub Motors supplies Far Lines"
    )


def test_where_nothing_in_force_connects_two_the_path_says_so(pipeline: DiscoveryPipeline) -> None:
    found = asked(pipeline, "What connects Hub Motors and Old Rails?")
    assert said(found).startswith("On record between Hub Motors and Old Rails: Formerly (until 2009): ")
    assert "Hub Motors and Old Rails are not connected by current relations; 1 relation" in said(found)
    assert "Hub Motors → partners with (ended) → Old Rails" in said(found)
    assert {step.tense for path in found.answer.paths for step in path.steps} == {"past"}
    chinese = said(asked(pipeline, "hub公司和老铁路之间有什么关系", language="zh"))
    assert "没有现行的关系" in chinese
    assert "（已结束）" in chinese
    assert asked(pipeline, "What connects Hub Motors and Denied Fund?").answer.outcome == "empty"


@pytest.mark.parametrize(
    ("company_id", "tense", "reason", "role"),
    [
        ("plan", "planned", "Planned shareholder of Hub Motors (10 %)", "Planned: shareholder"),
        ("denied", "denied", "Denied to be shareholder of Hub Motors", "Denied: shareholder"),
        ("rumour", "reported", "Reported shareholder of Hub Motors", "Reported: shareholder"),
        ("old", "past", "Former partner of Hub Motors (until 2009)", "Former partner"),
    ],
)
def test_lists_and_files_name_the_tense(
    pipeline: DiscoveryPipeline, company_id: str, tense: str, reason: str, role: str
) -> None:
    found = pipeline.discover(DiscoveryRequest(company="hub"))
    line = line_of(found, company_id)
    assert (line.judgement.tense, line.judgement.level) == (tense, "low")
    assert line.judgement.reason == reason
    head, *rows = csv.reader(io.StringIO(as_csv(found, default_ontology(), "en").decode("utf-8-sig")))
    own = next(row for row in rows if company_id in row)
    assert own[head.index("relationship_type")] == role
    report = report_of(found, default_ontology(), "en", heading="", question="", about=())
    assert next(row.relation for row in report.rows if row.name == line.name_en) == role


def test_a_no_tells_what_is_planned(pipeline: DiscoveryPipeline) -> None:
    found = asked(pipeline, "Is Plan Fund a shareholder of Hub Motors?")
    assert found.answer.value is False
    assert said(found).endswith(
        "On record between them: Planned: Plan Fund is a shareholder of and investor in Hub Motors [1]."
    )


def test_a_comparison_counts_what_is_so_and_tells_the_rest_apart(pipeline: DiscoveryPipeline) -> None:
    found = said(asked(pipeline, "Compare Hub Motors and One Steel"))
    assert "1 relation is on record between them" in found
    assert "1 more has ended" in found
    assert "more" not in said(asked(pipeline, "Compare Hub Motors and Two Glass"))


def test_where_a_company_was_is_no_value(pipeline: DiscoveryPipeline) -> None:
    assert asked(pipeline, "Where is Hub Motors headquartered?").answer.value == "Oslo"
    assert asked(pipeline, "Where is Hub Motors headquartered?", "2010").answer.value == "Rome"


def test_nothing_that_is_over_is_recommended_as_if_it_were_so(pipeline: DiscoveryPipeline) -> None:
    found = recommend(pipeline, RecommendationRequest(company="hub", only_new=False, limit=50))
    told = {(each.target_id, each.relation_type) for each in found.items}
    assert {("one", "supplies"), ("two", "competitor")} <= told
    assert not {target for target, _ in told} & {"plan", "denied", "old"}
    assert all(each.recorded for each in found.items if each.target_id in ("one", "two"))


def test_searched_relations_say_that_they_are_over(sample_pipeline: DiscoveryPipeline) -> None:
    asked = "Toyota is a shareholder of Tesla"
    answer, _ = search_passages(sample_pipeline, asked, limit=20)
    found = {each.relation_id: each.text for each in answer.relations}
    assert found["toyota--shareholder_of--tesla"].startswith("Formerly (until 2016")
    context = Context(Opened.of(sample_pipeline))
    hits = find_nearest.answer(context, NearestRequest(query=asked, max_results=50)).hits
    told = {each.id: each.text for each in hits}
    assert told["toyota--shareholder_of--tesla"] == found["toyota--shareholder_of--tesla"]
    assert told["tesla"]


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [
        ("Who are the shareholders of Hub Motors?", "en", "Planned, not counted: Plan Fund (10 %"),
        ("What does Plan Fund invest in?", "en", "Planned, not counted: Hub Motors (10 %"),
        ("谁是hub公司的股东？", "zh", "计划中，未计入：plan公司"),
    ],
)
def test_what_is_planned_is_told_beside_the_list(
    pipeline: DiscoveryPipeline, question: str, language: Language, told: str
) -> None:
    assert told in said(asked(pipeline, question, language=language))


@pytest.mark.parametrize("question", ["Who are the competitors of Hub Motors?", "Which suppliers of Hub Motors?"])
def test_what_is_planned_is_told_of_the_relation_asked_for_alone(pipeline: DiscoveryPipeline, question: str) -> None:
    assert "Plan Fund" not in said(asked(pipeline, question))
