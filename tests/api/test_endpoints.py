"""What each endpoint answers, over a real server and the bundled sample."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.runtime.services import Services
from core.domain.results import Discovery
from core.settings import Settings
from tests.api.conftest import RunningApi, running_api

PROMISED = {"company_name", "description", "similarity_score", "relevance_level", "relationship_type", "sources"}


def related(api: RunningApi, **asked: object) -> dict:
    response = api.client.post("/api/v1/relationships", json=asked)
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.parametrize(
    ("query", "language", "names"),
    [
        ("宁德时代的竞争对手有哪些？", "zh", {"比亚迪", "中创新航", "国轩高科"}),
        ("Who competes with CATL?", "en", {"BYD", "CALB", "Gotion High-tech"}),
    ],
)
def test_related_companies_have_the_promised_form(api: RunningApi, query: str, language: str, names: set[str]) -> None:
    found = related(api, query=query)
    assert set(found) >= {"related_companies", "intent", "query_company", "processing_time_ms"}
    assert found["intent"] == "relationship_discovery"
    assert found["language"] == language
    assert isinstance(found["processing_time_ms"], int)
    assert len(found["related_companies"]) == 10
    first = found["related_companies"][0]
    assert set(first) >= PROMISED
    assert first["company_name"] in names  # all are recorded as competitors, and score nearly alike
    assert first["relevance_level"] == "high"
    assert first["relationship_type"] == "competitor"
    assert {source["type"] for source in first["sources"]} <= {"graph", "vector"}
    assert all(0 <= source["score"] <= 1 and source["content"] for source in first["sources"])


def test_company_and_limits_narrow_the_answer(api: RunningApi) -> None:
    found = related(api, company="catl", max_results=3, min_relevance="high")
    assert found["query_company"] == "CATL"
    assert 0 < len(found["related_companies"]) <= 3
    assert {each["relevance_level"] for each in found["related_companies"]} == {"high"}


def test_the_api_finds_what_the_page_finds(api: RunningApi) -> None:
    from core.defaults import default_fusion
    from core.discovery.chain import ask
    from core.domain.requests import DiscoveryRequest

    pipeline = api.shared.pipeline
    assert pipeline is not None
    settings = pipeline.base.settings
    page: Discovery = ask(
        pipeline,
        DiscoveryRequest(
            company="tsmc",
            query="suppliers",
            damping=settings.ppr_damping_factor,
            max_hops=settings.ppr_max_hops,
            fusion=default_fusion(settings),
        ),
    )
    found = related(api, company="tsmc", query="suppliers")
    there, here = found["related_companies"], page.related_companies
    assert [each["company_id"] for each in there] == [each.company_id for each in here]
    # computed twice in single precision, whose last digits are not the same in every run
    assert [each["similarity_score"] for each in there] == pytest.approx([each.similarity for each in here], abs=1e-6)


def test_tuning_changes_the_order(api: RunningApi) -> None:
    asked = {"company": "catl", "query": "battery makers", "mode": "weighted"}
    by_graph = related(api, **asked, graph_weight=1.0, vector_weight=0.0)["related_companies"]
    by_vector = related(api, **asked, graph_weight=0.0, vector_weight=1.0)["related_companies"]
    assert [each["company_id"] for each in by_graph] != [each["company_id"] for each in by_vector]


def test_weighted_fusion_adds_up_scores_of_the_asked_scale(api: RunningApi) -> None:
    asked = {"company": "catl", "mode": "weighted", "graph_weight": 1.0, "vector_weight": 0.0}
    plain, adaptive = (
        [each["similarity_score"] for each in related(api, **asked, scale=scale)["related_companies"]]
        for scale in ("min_max", "adaptive")
    )
    assert plain == [each["similarity_score"] for each in related(api, **asked)["related_companies"]]
    assert sum(adaptive) > sum(plain)  # the logarithm lifts what lies far behind the first


def test_both_languages_are_told_on_request(api: RunningApi) -> None:
    first = related(api, company="catl", both_languages=True, language="zh")["related_companies"][0]
    assert first["reason"] != first["reason_in_other_language"] != ""
    assert first["company_name"] == first["name_zh"]


def test_nothing_related_is_an_answer_with_an_explanation(api: RunningApi) -> None:
    base = api.shared.pipeline.base.knowledge_base
    companies = [base.entity_ids[node] for node in base.company_nodes.tolist()]
    answers = (related(api, company=company, min_relevance="high", max_results=1) for company in companies)
    found = next(answer for answer in answers if not answer["related_companies"])
    assert found["related_companies"] == []
    assert found["explanation"]
    assert found["hidden_by_relevance"] > 0


def test_an_unknown_company_is_404_with_the_nearest_names(api: RunningApi) -> None:
    response = api.client.post("/api/v1/relationships", json={"company": "CATT"}, headers={"Accept-Language": "zh-CN"})
    problem = response.json()
    assert response.status_code == 404
    assert response.headers["content-type"] == "application/problem+json"
    assert problem["code"] == "company_name_unknown"
    assert [choice["company_id"] for choice in problem["choices"]] == ["catl"]
    assert problem["detail"] == problem["messages"]["zh"] != problem["messages"]["en"]
    assert problem["request_id"] == response.headers["x-request-id"]


def test_a_question_that_names_nothing_is_answered_by_that(api: RunningApi) -> None:
    response = api.client.post("/api/v1/relationships", json={"query": "zzz qqq"})
    found = response.json()
    assert (response.status_code, found["answer"]["outcome"]) == (200, "unknown_name")
    assert (found["related_companies"], found["answer"]["company_ids"], found["answer"]["choices"]) == ([], [], [])
    assert found["explanation"] == found["answer"]["sentences"][0]["text"]
    near = api.client.post("/api/v1/relationships", json={"query": "competitors of Appel"}).json()["answer"]
    assert (near["outcome"], near["not_understood"]) == ("unknown_name", ["Appel"])
    assert "apple" in [choice["company_id"] for choice in near["choices"]]


PLAN = {
    "answer": {
        "kind": "companies",
        "set": {
            "op": "filter",
            "arg": {"op": "related", "type": "supplies", "end": "backward", "of": {"op": "entities", "ids": ["apple"]}},
            "attribute": "country",
            "operator": "in",
            "values": ["JP"],
        },
    }
}


def test_a_plan_is_answered_and_given_back(api: RunningApi) -> None:
    found = api.client.post("/api/v1/relationships", json={"plan": PLAN, "max_results": 2}).json()
    answer = found["answer"]
    assert (answer["outcome"], answer["kind"]) == ("answered", "companies")
    assert answer["understood_as"] == "suppliers of Apple from Japan"
    assert [each["company_id"] for each in found["related_companies"]] == answer["company_ids"][:2]
    again = api.client.post("/api/v1/relationships", json={"plan": answer["plan"]}).json()
    assert again["answer"] == answer
    counted = {"answer": {"kind": "count", "set": PLAN["answer"]["set"]}}
    count = api.client.post("/api/v1/relationships", json={"plan": counted, "language": "zh"}).json()["answer"]
    assert (count["kind"], count["value"]) == ("count", len(count["company_ids"]))


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"plan": {"answer": {"kind": "yes_no", "entity": "nobody", "set": {"op": "all"}}}}, (404, "entity_unknown")),
        ({"plan": {"answer": {"kind": "count", "set": {"op": "all", "type": "x"}}}}, (422, "plan_invalid")),
        ({"plan": {"answer": {"kind": "count"}}}, (422, "fields_invalid")),
        ({"plan": PLAN, "company": "catl"}, (422, "fields_invalid")),
    ],
)
def test_a_plan_that_cannot_be_executed_is_refused(
    api: RunningApi, body: dict[str, Any], refusal: tuple[int, str]
) -> None:
    response = api.client.post("/api/v1/relationships", json=body)
    assert (response.status_code, response.json()["code"]) == refusal


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"company": "catl", "max_results": 0}, "max_results"),
        ({"company": "catl", "min_relevance": "highest"}, "min_relevance"),
        ({"company": "catl", "damping": "NaN"}, "damping"),
        ({"company": "x" * 201}, "company"),
        ({"company": "catl", "typo": 1}, "typo"),
        ({"company": ["catl"]}, "company"),
    ],
)
def test_fields_that_do_not_fit_are_named(api: RunningApi, body: dict, field: str) -> None:
    response = api.client.post("/api/v1/relationships", json=body)
    assert (response.status_code, response.json()["code"]) == (422, "fields_invalid")
    assert field in [fault["field"] for fault in response.json()["errors"]]


@pytest.mark.parametrize("path", ["v1/relationships", "v1/recommendations", "v1/answers", "search"])
@pytest.mark.parametrize("blank", ["", "  ", "\u0000\u202e ", "\n\t"])
def test_where_nothing_is_asked_it_is_said(api: RunningApi, path: str, blank: str) -> None:
    field = "text" if path == "v1/recommendations" else "query"
    for headers in ({}, {"Accept": "text/event-stream"}):
        response = api.client.post(f"/api/{path}", json={field: blank}, headers=headers)
        assert (response.status_code, response.json()["code"]) == (422, "query_empty")
    named = api.client.get("/api/v1/companies", params={"q": blank})
    assert (named.status_code, named.json()["code"]) == (422, "query_empty")


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("path", ["v1/relationships", "v1/recommendations", "v1/answers", "search"])
def test_a_question_of_too_many_characters_is_refused_as_the_settings_say(
    api: RunningApi, sample_services: Services, sample_settings: Settings, tmp_path: Path, path: str
) -> None:
    field = "text" if path == "v1/recommendations" else "query"
    for length in (2001, 20_000):
        response = api.client.post(f"/api/{path}", json={field: "关" * length})
        assert (response.status_code, response.json()["code"]) == (422, "query_too_long")
        assert "2000" in response.json()["detail"]
    assert api.client.post(f"/api/{path}", json={field: ("catl " * 400)[:2000]}).status_code in (200, 404)
    with running_api(sample_settings, tmp_path / "log", sample_services, query_max_characters=100) as other:
        response = other.client.post(f"/api/{path}", json={field: "x" * 101})
        assert (response.status_code, response.json()["code"]) == (422, "query_too_long")
        schemas = other.client.get("/api/openapi.json").json()["components"]["schemas"].values()
        assert 100 in [each.get("properties", {}).get(field, {}).get("maxLength") for each in schemas]


def test_control_characters_are_removed(api: RunningApi) -> None:
    assert related(api, company="\u202ecat\u0000l\u0007")["query_company_ids"] == ["catl"]


def test_events_tell_stages_and_companies_before_the_answer(api: RunningApi) -> None:
    asked = {"company": "catl", "query": "竞争对手", "max_results": 3}
    with api.client.stream(
        "POST", "/api/v1/relationships", json=asked, headers={"Accept": "text/event-stream"}
    ) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        blocks = "".join(response.iter_text()).strip().split("\n\n")
    events = [
        (block.split("\n")[0].removeprefix("event: "), json.loads(block.split("\n")[1].removeprefix("data: ")))
        for block in blocks
    ]
    names = [name for name, _ in events]
    assert names == ["stage"] * names.count("stage") + ["company"] * 3 + ["answer"]
    assert [data["stage"] for name, data in events if name == "stage"][:2] == ["link", "parse"]
    told = [data["company_id"] for name, data in events if name == "company"]
    assert told == [each["company_id"] for each in events[-1][1]["related_companies"]]


def test_a_problem_comes_as_an_event_too(api: RunningApi) -> None:
    asked = {"company": "CATT"}
    response = api.client.post("/api/v1/relationships", json=asked, headers={"Accept": "text/event-stream"})
    event, data = response.text.strip().split("\n\n")[-1].split("\n")
    assert event == "event: problem"
    assert json.loads(data.removeprefix("data: "))["code"] == "company_name_unknown"


def test_recommendations_hold_ids_that_exist(api: RunningApi) -> None:
    response = api.client.post("/api/v1/recommendations", json={"company": "宁德时代", "limit": 5})
    found = response.json()
    assert response.status_code == 200, response.text
    assert 0 < len(found["items"]) <= 5
    assert found["judge"] == "rules"
    assert found["dropped"] == {}
    for item in found["items"]:
        assert api.client.get(f"/api/v1/companies/{item['target_entry_id']}").status_code == 200
        assert item["sources"]


def test_recommendations_for_an_unknown_company(api: RunningApi) -> None:
    response = api.client.post("/api/v1/recommendations", json={"company": "CATT"})
    assert (response.status_code, response.json()["code"]) == (404, "company_name_unknown")


def test_a_fact_is_answered_with_its_passages(api: RunningApi) -> None:
    response = api.client.post("/api/v1/answers", json={"query": "宁德时代是哪一年上市的？"})
    found = response.json()
    assert response.status_code == 200, response.text
    assert found["intent"] == "fact_qa"
    assert found["query_company_ids"] == ["catl"]
    assert found["sources"]
    assert found["judge"] == "rules"
    assert found["explanation"]


@pytest.mark.parametrize(
    ("question", "sentence", "row"),
    [
        ("宁德时代总部在哪里？", "宁德时代的总部所在地：宁德。", "relations.csv"),
        ("When was NVIDIA founded?", "NVIDIA was founded in 1993.", "companies.csv"),
        ("What country is TSMC in?", "Country or region of TSMC: Taiwan.", "companies.csv"),
    ],
)
def test_a_recorded_value_is_answered_with_its_row(api: RunningApi, question: str, sentence: str, row: str) -> None:
    found = api.client.post("/api/v1/answers", json={"query": question}).json()
    assert (found["answer"], found["judge"], found["explanation"]) == (sentence, "rules", "")
    assert row in found["sources"][0]["origin"]


def test_what_answers_is_told_apart_from_what_is_only_related(api: RunningApi) -> None:
    body = {"query": "Who are Apple's suppliers?", "max_results": 40}
    found = api.client.post("/api/v1/relationships", json=body).json()
    answer = found["answer"]
    assert (answer["outcome"], answer["kind"], answer["not_understood"]) == ("answered", "companies", [])
    answering = [each["company_id"] for each in found["related_companies"] if each["answers_question"]]
    assert answering == answer["company_ids"]
    assert [each["answers_question"] for each in found["related_companies"]] == [True] * len(answering) + [False] * (
        40 - len(answering)
    )
    few = api.client.post("/api/v1/relationships", json={**body, "max_results": 3}).json()
    assert few["answer"]["company_ids"] == answer["company_ids"]


def test_every_part_of_a_question_is_answered(api: RunningApi) -> None:
    body = {"query": "Japanese companies that supply Apple", "max_results": 40}
    found = api.client.post("/api/v1/relationships", json=body).json()
    every = api.client.post("/api/v1/relationships", json={**body, "query": "Who supplies Apple?"}).json()["answer"]
    assert (found["answer"]["outcome"], found["answer"]["not_understood"]) == ("answered", [])
    assert set(found["answer"]["company_ids"]) < set(every["company_ids"])
    assert {"sony-semiconductor"} <= set(found["answer"]["company_ids"])
    answering = [each for each in found["related_companies"] if each["answers_question"]]
    assert [each["company_id"] for each in answering] == found["answer"]["company_ids"]


def test_a_question_that_is_partly_understood_claims_nothing(api: RunningApi) -> None:
    found = api.client.post("/api/v1/relationships", json={"query": "profitable companies that supply Apple"}).json()
    assert (found["answer"]["outcome"], found["answer"]["not_understood"]) == ("partly_understood", ["profitable"])
    assert found["answer"]["company_ids"] == []
    assert not any(each["answers_question"] or "asked for" in each["reason"] for each in found["related_companies"])


@pytest.mark.parametrize(
    ("language", "question", "sentence"),
    [
        ("en", "What is the revenue of Tesla?", "No field records the revenue of Tesla."),
        ("en", "revenue of 特斯拉", "No field records the revenue of Tesla."),
        ("en", "Who is the CFO of Tesla?", "No field records the chief financial officer of Tesla."),
        ("en", "Who is the CEO of Telkomsel?", "No field records the chief executive of Telkomsel."),
        ("zh", "特斯拉的营收是多少", "没有字段记录特斯拉的营收。"),
        ("zh", "Tesla revenue 2023", "没有字段记录特斯拉的营收。"),
        ("zh", "比亚迪的首席财务官是谁", "没有字段记录比亚迪的首席财务官。"),
        ("zh", "特斯拉和比亚迪的市值", "没有字段记录特斯拉、比亚迪的市值。"),
    ],
)
def test_a_figure_that_is_not_in_the_data_is_said_to_be_missing(
    api: RunningApi, language: str, question: str, sentence: str
) -> None:
    body = {"query": question, "language": language}
    found = api.client.post("/api/v1/relationships", json=body).json()
    answer = found["answer"]
    assert (answer["outcome"], answer["kind"], answer["value"], answer["company_ids"]) == ("empty", "value", None, [])
    assert [each["text"] for each in answer["sentences"]] == [sentence]
    assert not any(each["answers_question"] for each in found["related_companies"])
    said = api.client.post("/api/v1/answers", json=body).json()
    assert said["answer"] == ""
    assert sentence in said["explanation"]


@pytest.mark.parametrize("question", ["Tesla Cybertruck suppliers", "Nvidia Blackwell suppliers"])
def test_a_product_that_relations_tell_of_makes_no_longer_name(api: RunningApi, question: str) -> None:
    found = api.client.post("/api/v1/relationships", json={"query": question}).json()
    assert found["answer"]["outcome"] == "partly_understood"
    assert found["related_companies"]


@pytest.mark.parametrize("question", ["PetroChina Jinhong suppliers", "中国石油锦鸿化工有限公司的供应商有哪些"])
def test_a_longer_name_that_is_not_here_is_refused_with_the_known_one_offered(api: RunningApi, question: str) -> None:
    response = api.client.post("/api/v1/relationships", json={"query": question})
    found = response.json()
    choices = found["answer"]["choices"]
    assert found.get("related_companies", []) == []
    assert choices[0]["company_id"] == "petrochina"


@pytest.mark.parametrize(
    "address",
    ["/api/v1/companies?q=CATL&nosuch=1", "/api/v1/companies/catl?neighbour_per_type=1", "/api/graph/statistics?x=1"],
)
def test_a_parameter_that_is_not_known_is_refused_by_its_name(api: RunningApi, address: str) -> None:
    response = api.client.get(address)
    assert response.status_code == 422
    assert response.json()["code"] == "fields_invalid"
    unknown = address.partition("?")[2].rpartition("&")[2].partition("=")[0]
    assert [each["field"] for each in response.json()["errors"]] == [unknown]
