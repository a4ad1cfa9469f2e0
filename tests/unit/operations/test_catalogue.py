"""What the catalogue promises of every operation, and the page that is written from it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute

from app.api.routes import catalogue_router, route_of
from core.cli.arguments import given_in
from core.cli.parser import command_parser, main
from core.cli.verbs import VERBS
from core.discovery.name_resolution import QueryTooLongError
from core.errors import RefusedError
from core.mcp.tools import TOOLS
from core.messages import LANGUAGES
from core.operations.catalogue import CATALOGUE, OFFERED
from core.operations.importing_files import import_files
from core.operations.operation import FieldsInvalidError, Operation, described
from core.operations.passage_search import search_passages
from core.operations.relationships import discover_relationships
from core.operations.workspace_file import keep_workspace
from core.settings import Settings
from tests.command_line import typed
from tests.operations_page import PAGE, page

WITHOUT_CHINESE = ("get_entity", "restore_version", "find_duplicates", "check_data")
EACH = pytest.mark.parametrize("operation", CATALOGUE, ids=[each.name for each in CATALOGUE])


def test_the_page_is_what_the_catalogue_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_names_are_unique_and_commands_are_those_of_operations() -> None:
    names = [name for each in CATALOGUE for name in (each.name, *each.old_names)]
    assert len(names) == len(set(names))
    assert VERBS.keys() <= {each.name for each in CATALOGUE}


@EACH
def test_an_operation_has_examples_in_both_languages_that_it_takes(operation: Operation[Any, Any]) -> None:
    assert set(operation.examples) == set(LANGUAGES)
    for language, example in operation.examples.items():
        asked = operation.read(example)
        asked.check(Settings())
        if example and language == "zh" and operation.name not in WITHOUT_CHINESE:
            assert re.search("[\u4e00-\u9fff]", str(example))


@EACH
def test_an_input_is_frozen_and_refuses_what_it_does_not_know(operation: Operation[Any, Any]) -> None:
    assert operation.takes.model_config["frozen"]
    with pytest.raises(FieldsInvalidError, match="typo"):
        operation.read({**operation.examples["en"], "typo": 1})


def test_a_question_beside_a_plan_is_bounded_as_any_other() -> None:
    plan = {"answer": {"kind": "companies", "set": {"op": "entities", "ids": ["apple"]}}}
    settings = Settings(query_max_characters=100)
    discover_relationships.read({"plan": plan, "query": "x" * 100}).check(settings)
    discover_relationships.read({"plan": plan}).check(settings)
    with pytest.raises(QueryTooLongError):
        discover_relationships.read({"plan": plan, "query": "x" * 101}).check(settings)


@EACH
def test_fields_are_described(operation: Operation[Any, Any]) -> None:
    fields = operation.takes.model_json_schema(by_alias=False).get("properties", {})
    assert [name for name, field in fields.items() if not (field.get("description") or "enum" in field)] == []


def test_limits_are_those_of_the_settings() -> None:
    settings = Settings(query_max_characters=177, max_graph_hops=1, relationship_max_results=3)
    schema = described(discover_relationships.takes.model_json_schema(), settings)["properties"]
    assert (schema["query"]["maxLength"], schema["max_results"]["default"]) == (177, 3)
    assert described(search_passages.takes.model_json_schema(), settings)["properties"]["graph_hops"]["maximum"] == 1
    assert "x-settings" not in str(described(search_passages.takes.model_json_schema(), settings))
    with pytest.raises(RefusedError, match="at most 1"):
        search_passages.read({"query": "x", "max_hops": 2}).check(settings)


@pytest.mark.parametrize("filters", ["news", ["news"], None, 5])
def test_old_names_beside_a_field_of_another_type_are_refused(filters: object) -> None:
    with pytest.raises(FieldsInvalidError, match="filters"):
        search_passages.read({"query": "x", "source_kinds": ["news"], "filters": filters})


def test_old_names_lead_into_the_field_that_took_their_place() -> None:
    given = {"query": "x", "source_kinds": ["news"], "filters": {"languages": ["zh"]}}
    asked = search_passages.read(given)
    assert (asked.filters.source_kinds, asked.filters.languages) == (("news",), ("zh",))
    assert given["filters"] == {"languages": ["zh"]}


def test_a_fault_names_the_field_as_it_is_called_here() -> None:
    with pytest.raises(FieldsInvalidError, match="max_results"):
        search_passages.read({"query": "x", "limit": 0})


@pytest.mark.matrix(every=4)
@EACH
def test_an_example_that_is_typed_is_the_same_input(operation: Operation[Any, Any]) -> None:
    for example in operation.examples.values():
        options = command_parser().parse_args([*typed(operation, example)])
        assert operation.read(given_in(options, operation)) == operation.read(example)


@EACH
def test_files_of_the_machine_are_read_and_written_by_commands_alone(operation: Operation[Any, Any]) -> None:
    takes_files = '"format": "path"' in json.dumps(operation.takes.model_json_schema())
    assert operation.command_only or not takes_files
    assert (operation in OFFERED) == (not operation.command_only)
    addresses = {route.path for route in catalogue_router().routes if isinstance(route, APIRoute)}
    assert (route_of(operation).path in addresses) == (not operation.command_only)
    assert (operation.name in TOOLS) == (operation.effect == "read" and not operation.command_only)


@pytest.mark.parametrize(
    "command",
    [
        ("presets", "--delete", "ranks", "--default", "ranks"),
        ("searches", "--delete", "rivals", "--save", "rivals", "n=5"),
        ("workspace", "--save", "a.sqlite", "--load", "b.sqlite"),
        ("workspace", "--forget", "everything"),
        ("ontology", "--remove", "--save", "own.yaml"),
        ("import", "ties.csv", "--label", "ally"),
        ("versions", "--restore"),
        ("same-companies", "--merge", "catl"),
    ],
)
def test_what_cannot_be_done_together_is_used_wrongly(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(tmp_path / "kb"))
    with pytest.raises(SystemExit) as stopped:
        main(command)
    assert stopped.value.code == 2
    assert not (tmp_path / "kb" / "CURRENT").exists()


def test_of_the_workspace_only_its_parts_can_be_forgotten() -> None:
    with pytest.raises(FieldsInvalidError, match=r"one of .*removed.*all"):
        keep_workspace.read({"forget": "everything"})
    assert keep_workspace.read({"forget": "removed"}).forget == "removed"


@pytest.mark.parametrize("given", [3, None, ["colour"]])
def test_what_a_column_is_has_two_halves(given: object) -> None:
    with pytest.raises(FieldsInvalidError, match="column"):
        import_files.read({"files": ["a.csv"], "column": [given]})
    asked = import_files.read({"files": ["a.csv"], "column": ["colour = of paint=name"]})
    assert asked.column == (("colour = of paint", "name"),)
