"""What each tool is, takes and answers, asked by the SDK's own client."""

from __future__ import annotations

import re
import tomllib

import pytest
from mcp import Client
from mcp_types import ListToolsResult

from core.domain.arms import ARMS
from core.mcp.server import create_server
from core.mcp.tools import TOOLS
from core.messages import LANGUAGES, translate
from core.messages.library_words import in_words
from core.operations.context import Opened
from core.statistics.figures import Statistics
from tests.integration.mcp.clients import NAMES, asked, called, given, refused
from tests.support import ROOT


def test_every_tool_is_described_limited_and_read_only(engine: Opened) -> None:
    listed: ListToolsResult = asked(create_server(engine), lambda client: client.list_tools())
    assert [tool.name for tool in listed.tools] == NAMES
    for tool in listed.tools:
        assert tool.annotations is not None
        assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (True, False)
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema is not None
        assert tool.output_schema["type"] == "object"
        assert "Read-only" in (tool.description or "")
    assert all("Chinese and English" in (tool.description or "") for tool in listed.tools)
    limits = listed.tools[0].input_schema["properties"]
    assert (limits["company"]["maxLength"], limits["query"]["maxLength"]) == (200, 2000)
    assert (limits["max_results"]["minimum"], limits["max_results"]["maximum"]) == (1, 100)


def test_the_server_says_which_version_it_is(engine: Opened) -> None:
    async def version(client: Client) -> str:
        return client.server_info.version

    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert asked(create_server(engine), version) == described["project"]["version"]


def fields_of(kind: str) -> list[tuple[str, str]]:
    return [
        (tool.name, name)
        for tool in TOOLS.values()
        for name, field in tool.takes.model_json_schema(by_alias=False).get("properties", {}).items()
        if field.get("type") == kind and "enum" not in field
    ]


@pytest.mark.matrix(every=6)
@pytest.mark.parametrize(("tool", "field"), fields_of("integer"))
@pytest.mark.parametrize("value", ["5", True, "five", None])
def test_a_number_is_a_number_as_over_http(value: object, tool: str, field: str, engine: Opened) -> None:
    assert field in refused(called(engine, tool, **{field: value}))[0]


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize(("tool", "field"), fields_of("boolean"))
@pytest.mark.parametrize("value", ["yes", 1, "true"])
def test_a_switch_is_a_switch_as_over_http(value: object, tool: str, field: str, engine: Opened) -> None:
    assert field in refused(called(engine, tool, **{field: value}))[0]


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize(("tool", "field"), fields_of("string"))
def test_of_a_text_that_is_too_long_the_characters_are_counted(tool: str, field: str, engine: Opened) -> None:
    (said, _) = refused(called(engine, tool, **{field: "x" * 2001}))
    too_long = translate("error.query_too_long", "en", limit=2000)
    no_date = f"{field}: must be a year, a month or a day"  # whatever its length
    text_too_long = re.search(rf"{field}: String should have at most (200|500|1000|2000) characters", said)
    assert said == too_long or text_too_long or no_date in said


def test_the_length_of_a_question_is_that_of_the_settings(engine: Opened) -> None:
    engine.settings = engine.settings.model_copy(update={"query_max_characters": 20})
    listed: ListToolsResult = asked(create_server(engine), lambda client: client.list_tools())
    assert listed.tools[0].input_schema["properties"]["query"]["maxLength"] == 20
    assert refused(called(engine, "discover_relationships", query="公司A" * 7)) == [
        translate("error.query_too_long", language, limit=20) for language in ("en", "zh")
    ]


def test_old_names_of_tools_and_arguments_still_work_and_are_listed_nowhere(engine: Opened) -> None:
    old = given(called(engine, "search", query="wafer materials", limit=2, source_kinds=["industry_note"]))
    new = {"query": "wafer materials", "max_results": 2, "filters": {"source_kinds": ["industry_note"]}}
    assert old["passages"] == given(called(engine, "search_passages", **new))["passages"]
    old = given(called(engine, "get_company", company="公司A", max_passages=1))
    assert old == given(called(engine, "get_company", company="公司A", passages=1))
    listed: ListToolsResult = asked(create_server(engine), lambda client: client.list_tools())
    assert "search" not in [tool.name for tool in listed.tools]
    assert not any("max_passages" in str(tool.input_schema) for tool in listed.tools)


def test_related_companies_come_with_reason_and_sources(engine: Opened) -> None:
    found = given(called(engine, "discover_relationships", company="公司A"))
    rival = found["related_companies"][0]
    assert (rival["company_id"], rival["name"], rival["name_en"]) == ("公司B", "公司B", "Company B")
    assert (rival["relation_type"], rival["relevance_level"]) == ("competitor", "high")
    assert rival["reason"]
    assert "公司A--competitor--公司B" in [source["id"] for source in rival["sources"]]
    assert (found["query_company_ids"], found["language"]) == (["公司A"], "zh")


def test_the_language_limit_and_level_asked_for_hold(engine: Opened) -> None:
    answering = given(called(engine, "discover_relationships", query="公司A的供应商有哪些？"))
    assert answering["answer"]["company_ids"] == ["公司C"]
    assert [each["company_id"] for each in answering["related_companies"] if each["answers_question"]] == ["公司C"]
    nobody = given(called(engine, "discover_relationships", query="德国的公司A供应商有哪些？"))
    assert (nobody["answer"]["outcome"], nobody["answer"]["company_ids"]) == ("empty", [])
    partly = given(called(engine, "discover_relationships", query="盈利的公司A供应商有哪些？"))
    assert (partly["answer"]["outcome"], partly["answer"]["not_understood"]) == ("partly_understood", ["盈利"])
    assert not any(each["answers_question"] for each in partly["related_companies"])
    found = given(called(engine, "discover_relationships", company="公司A", language="en", max_results=1))
    assert [each["name"] for each in found["related_companies"]] == ["Company B"]
    high = given(called(engine, "discover_relationships", company="Company A", min_relevance="high"))
    assert {each["relevance_level"] for each in high["related_companies"]} == {"high"}
    assert high["hidden_by_relevance"] > 0


def test_what_an_answer_was_ranked_by_can_be_sent_back_and_changed(engine: Opened) -> None:
    asked = {"company": "公司A", "language": "zh"}
    chosen = given(called(engine, "discover_relationships", **asked))
    assert (chosen["fusion"]["mode"], chosen["fusion"]["scale"]) == ("weighted", "adaptive")
    again = given(called(engine, "discover_relationships", **asked, fusion=chosen["fusion"]))
    times = {"processing_time_ms": 0, "stages": []}
    assert again | times == chosen | times
    moved = {"graph_weight": 1, "vector_weight": 0, "shares": dict.fromkeys(ARMS, 0) | {"peers": 2}}
    other = given(called(engine, "discover_relationships", **asked, fusion=moved))
    assert other["fusion"]["mode"] == "weighted"  # whoever weighs wants it to count
    assert [each["similarity"] for each in other["related_companies"]] != [
        each["similarity"] for each in chosen["related_companies"]
    ]


def test_shares_of_no_arm_are_refused_with_the_names_of_all(engine: Opened) -> None:
    for said in refused(called(engine, "discover_relationships", company="公司A", fusion={"shares": {"walk": 1.0}})):
        fault = f"the arms of the retrieval are {', '.join(ARMS)}"
        assert any(f"fusion.shares: {in_words(fault, each)}" in said for each in LANGUAGES)


def test_recommendations_say_what_is_recorded(engine: Opened) -> None:
    found = given(called(engine, "recommend_relations", company="Company A", only_new=False))
    assert found["source_id"] == "公司A"
    assert found["items"][0]["target_id"] == "公司B"
    assert found["items"][0]["recorded"] is True
    assert found["items"][0]["sources"]
    new = given(called(engine, "recommend_relations", company="Company A"))
    assert not {"公司B", "公司C"} & {item["target_id"] for item in new["items"]}


def test_passages_name_entities(engine: Opened) -> None:
    found = given(called(engine, "search", query="wafer materials", max_results=2, source_kinds=["industry_note"]))
    assert [each["passage_id"] for each in found["passages"]] == ["p2"]
    assert {"公司A", "公司C"} <= {each["id"] for each in found["entities"]}
    assert {each["name_en"] for each in found["entities"]} >= {"Company A", "Company C"}


def test_a_company_is_found_by_any_of_its_names(engine: Opened) -> None:
    profiles = [given(called(engine, "get_company", company=name)) for name in ("公司A", "Company A", "000001.SZ")]
    assert profiles[0] == profiles[1] == profiles[2]
    assert profiles[0]["entity"]["id"] == "公司A"


def test_statistics_are_those_of_the_command_line(engine: Opened) -> None:
    found = Statistics.model_validate(given(called(engine, "graph_statistics")))
    assert found == engine.statistics
    assert found.counts.companies == 5
