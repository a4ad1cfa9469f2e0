"""Writes docs/operations.md from the catalogue: ``python -m tests.operations_page``."""

from __future__ import annotations

import json
from typing import Any

from app.api.routes import route_of
from core.cli.verbs import verb_of
from core.operations.catalogue import CATALOGUE
from core.operations.kept_data import link_passages
from core.operations.operation import Operation
from core.settings import Settings
from tests.support import ROOT

PAGE = ROOT / "docs" / "operations.md"
INTRODUCTION = """# Operations

Every use case once, as the HTTP API ([api.md](api.md)), the tools for language-model clients ([mcp.md](mcp.md)) and the
command line offer it: the same fields, bounds, defaults, answers and refusals. `python -m tests.operations_page` writes
this page from `core/operations/`; a test compares both.

Fields have these names as arguments of tools and, with dashes, as options (`max_results`: `--max-results`). Where the
HTTP API has another name, because a document fixes it, that stands in brackets. So it is with the fields of answers:
`similarity` is `similarity_score` over HTTP, `relation_type` of a company `relationship_type`, `text` of a source
`content`.

“Alone” stands after a command that neither the HTTP API nor a tool offers, because it reads or writes files of the
machine it runs on, takes minutes to answer, or lists what people said with their notes. Of a command that several
operations share, one does what its option says, the first what is done without options.
"""
NOT_LISTED = """
## Not in the catalogue

Commands that measure, serve or prepare: `evaluate`, `learn-fusion`, `bulk`, `local-llm`, `api-key`, `mcp`;
`POST /api/graph/chunks` and `/api/graph/link`, jobs whose form documents fix.
"""


def page() -> str:
    return INTRODUCTION + "".join(map(section, CATALOGUE)) + NOT_LISTED


def _condition(operation: Operation[Any, Any]) -> str:
    if operation.effect == "read":
        return ""
    right = "ingest" if operation is link_passages else "curate"
    return f" with a key that may `{right}`" + (", as a job" if operation.effect == "rebuild" else "")


def _elsewhere(operation: Operation[Any, Any]) -> list[str]:
    """Where other programs reach it."""
    route = route_of(operation)
    path = f"`{route.method} {route.path.replace(':path}', '}')}`"
    return [path + _condition(operation), *([f"tool `{operation.name}`"] if operation.effect == "read" else [])]


def section(operation: Operation[Any, Any]) -> str:
    verb = verb_of(operation)
    command = f"`python -m core {' '.join([verb.name, *verb.options.values(), *map(str.upper, verb.positionals)])}`"
    where = [f"{command} alone"] if operation.command_only else [*_elsewhere(operation), command]
    lines = [f"\n## {operation.name}", f"{operation.title}. {operation.summary}", " · ".join(where)]
    fields = operation.takes.model_json_schema(by_alias=False)
    if fields.get("properties"):
        rows = [row(operation, name, fields) for name in fields["properties"]]
        lines.append("\n".join(["| Field | Values | Default | |", "| --- | --- | --- | --- |", *rows]))
    lines.append(
        f"Gives `{operation.gives.__name__}`: {', '.join(f'`{name}`' for name in operation.gives.model_fields)}."
    )
    if operation.errors:
        lines.append(f"Refuses with {', '.join(f'`{error.code}`' for error in operation.errors)}.")
    examples = [json.dumps(example, ensure_ascii=False) for example in operation.examples.values() if example]
    examples = list(dict.fromkeys(examples))
    if examples:
        lines.append("\n".join(["```json", *examples, "```"]))
    return "\n\n".join(lines) + "\n"


def row(operation: Operation[Any, Any], name: str, schema: dict[str, Any]) -> str:
    info, found = operation.takes.model_fields[name], schema["properties"][name]
    called = f"`{name}`" + (f" (`{info.alias}`)" if info.alias else "")
    limits = found.get("x-settings", {})
    default = "required" if info.is_required() else json.dumps(found.get("default"), ensure_ascii=False)
    if "default" in limits:
        default = f"`{setting(limits['default'])}` ({default})"
    elif default in ('""', "null", "[]") or isinstance(found.get("default"), dict):
        default = ""
    return f"| {called} | {values(found, schema, limits)} | {default} | {found.get('description', '')} |"


def values(found: dict[str, Any], schema: dict[str, Any], limits: dict[str, str]) -> str:
    choices = [each for each in found.get("anyOf", [found]) if each.get("type") != "null"]
    return " or ".join(one(each, schema, limits) for each in choices)


def one(found: dict[str, Any], schema: dict[str, Any], limits: dict[str, str]) -> str:
    if "$ref" in found:
        model = schema["$defs"][found["$ref"].rpartition("/")[2]]
        return one(model, schema, limits) if "enum" in model else ", ".join(f"`{each}`" for each in model["properties"])
    if "enum" in found or "const" in found:
        return ", ".join(f"`{each}`" for each in found.get("enum", [found.get("const")]))
    if found.get("format") == "path":
        return "file"
    said = {"array": "list", "string": "text", "boolean": "true, false"}.get(found["type"], "")
    if "minimum" in found:
        said = f"{found['minimum']:g} to {found['maximum']:g}"
    if "maximum" in limits:
        said += f", at most `{setting(limits['maximum'])}`"
    if longest := (f"`{setting(limits['maxLength'])}`" if "maxLength" in limits else found.get("maxLength")):
        said += f" of at most {longest} characters"
    return said


def setting(name: str) -> str:
    assert name in Settings.model_fields
    return f"GUANXI_{name.upper()}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
