"""What the tools refuse, and faults that stay in the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.discovery.name_resolution import SearchFailedError
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.results import Discovery
from core.messages import translate
from core.ontology import default_ontology
from core.operations.context import Opened
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.integration.mcp.clients import NAMES, Arguments, called, given, refused
from tests.support import company, settings_for, write_data


@pytest.mark.parametrize(
    ("name", "arguments", "fields"),
    [
        ("discover_relationships", {"company": "公司A", "max_results": 0}, ["max_results"]),
        (
            "discover_relationships",
            {"company": "公司A", "min_relevance": "none", "language": "fr"},
            ["min_relevance", "language"],
        ),
        ("discover_relationships", {"company": "x" * 201}, ["company"]),
        ("discover_relationships", {"query": ["/etc/passwd"]}, ["query"]),
        (
            "recommend_relations",
            {"text": "A", "max_results": 0, "only_new": "perhaps"},
            ["max_results", "only_new"],
        ),
        ("search_passages", {}, ["query"]),
        ("get_company", {"company": "公司A", "links": 5}, ["links"]),
        ("graph_statistics", {"all": True}, ["all"]),
    ],
)
def test_input_that_does_not_fit_is_refused(name: str, arguments: Arguments, fields: list[str], engine: Opened) -> None:
    lines = refused(called(engine, name, **arguments))
    assert len(lines) == 2
    for line in lines:
        assert name in line
        assert all(field in line for field in fields)
        assert "passwd" not in line
        assert "xxxx" not in line


def test_nothing_asked_and_no_such_tool_are_refused(engine: Opened) -> None:
    empty = [translate("error.query_empty", language) for language in ("en", "zh")]
    assert refused(called(engine, "discover_relationships")) == empty
    assert refused(called(engine, "recommend_relations")) == empty
    assert refused(called(engine, "search_passages", query="\u0000\u202e ")) == empty
    assert all(name in line for line in refused(called(engine, "delete_everything")) for name in NAMES)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("discover_relationships", {"company": "Compani A"}),
        ("recommend_relations", {"company": "Compani A"}),
        ("get_company", {"company": "Compani A"}),
    ],
)
def test_unknown_names_are_refused_with_the_nearest_ones(name: str, arguments: Arguments, engine: Opened) -> None:
    for line in refused(called(engine, name, **arguments)):
        assert "公司A (公司A / Company A)" in line


def test_an_unknown_name_in_a_question_is_an_answer_with_the_nearest_ones(engine: Opened) -> None:
    answer = given(called(engine, "discover_relationships", query="Who competes with Compani A?"))["answer"]
    assert answer["outcome"] == "unknown_name"
    assert answer["choices"][0]["company_id"] == "公司A"


@pytest.mark.parametrize("name", ["discover_relationships", "recommend_relations", "get_company"])
def test_names_that_are_like_none_are_refused(name: str, engine: Opened) -> None:
    english, chinese = refused(called(engine, name, company="qqqqqqqqqq"))
    assert english == translate("error.company_name_unlike_any", "en", name="qqqqqqqqqq")
    assert chinese == translate("error.company_name_unlike_any", "zh", name="qqqqqqqqqq")


def test_ambiguous_names_are_refused_with_all_choices(tmp_path: Path, encoder: Encoder) -> None:
    data = write_data(
        tmp_path / "data",
        companies=[
            company("one", "北辰", "Polestar", tickers="1.HK"),
            company("two", "北辰", "Polestar", tickers="2.HK"),
            company("three", "南斗", "Southern Dipper"),
        ],
    )
    settings = settings_for(data, tmp_path / "kb")
    base = build_and_open(settings, encoder)
    engine = Opened.of(DiscoveryPipeline(Base.over(base, default_ontology(), settings), encoder=lambda: encoder))
    calls: list[tuple[str, Arguments]] = [
        ("discover_relationships", {"company": "Polestar"}),
        ("recommend_relations", {"company": "北辰"}),
        ("recommend_relations", {"text": "Polestar opens a plant."}),
        ("get_company", {"company": "Polestar"}),
    ]
    for name, arguments in calls:
        english, chinese = refused(called(engine, name, **arguments))
        assert "can mean several" in english
        assert all(f"{each} (北辰 / Polestar)" in line for each in ("one", "two") for line in (english, chinese))
    asked = given(called(engine, "discover_relationships", query="北辰的竞争对手"))["answer"]
    assert (asked["outcome"], {each["company_id"] for each in asked["choices"]}) == ("ambiguous_name", {"one", "two"})
    assert given(called(engine, "get_company", company="two"))["entity"]["tickers"] == ["2.HK"]


def failing(error: Exception) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> Any:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RuntimeError("cannot open /secret/folder/file"), "internal"),
        (SearchFailedError(detail="cannot open /secret/folder/file"), "search_failed"),
    ],
)
def test_faults_stay_in_the_log(
    error: Exception, code: str, engine: Opened, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("core.discovery.passage_search.search_passages", failing(error))
    broken = called(engine, "search", query="wafers")
    assert refused(broken) == [translate("mcp.unavailable", language, code=code) for language in ("en", "zh")]
    assert "/secret/folder/file" in caplog.text


def test_a_failed_search_is_not_an_empty_answer(engine: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Discovery(outcome="search_failed", explanation="the table is damaged")
    monkeypatch.setattr("core.operations.relationships.ask", lambda *_, **__: failed)
    assert "search_failed" in refused(called(engine, "discover_relationships", company="公司A"))[0]
