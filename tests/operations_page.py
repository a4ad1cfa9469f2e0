"""Writes docs/operations.md from the catalogue: ``python -m tests.operations_page``."""

from __future__ import annotations

import json
from typing import Any

from app.api.routes import route_of
from core.cli.verbs import VERBS, Verb
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
"""
NOT_LISTED = """
## Not in the catalogue

Commands that change data, read files or measure: `build`, `import`, `export`, `ontology --use`, `versions --check`,
`presets`, `feedback`, `searches`, `workspace`, `evaluate`, `learn-fusion`, `bulk`, `local-llm`,
`api-key`, `mcp`; `POST /api/graph/chunks` and `/api/graph/link`, jobs whose form documents fix.
"""


def page() -> str:
    return INTRODUCTION + "".join(map(section, CATALOGUE)) + NOT_LISTED


def _condition(operation: Operation[Any]) -> str:
    if operation.effect == "read":
        return ""
    right = "ingest" if operation is link_passages else "curate"
    return f" with a key that may `{right}`" + (", as a job" if operation.effect == "rebuild" else "")


def section(operation: Operation[Any]) -> str:
    verb = VERBS.get(operation.name, Verb(operation.name.replace("_", "-")))
    route = route_of(operation)
    path = f"`{route.method} {route.path.replace(':path}', '}')}`"
    reads = operation.effect == "read"
    where = [
        path + _condition(operation),
        *([f"tool `{operation.name}`"] if reads else []),
        f"`python -m core {' '.join([verb.name, *map(str.upper, verb.positionals)])}`",
    ]
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
    if examples:
        lines.append("\n".join(["```json", *examples, "```"]))
    return "\n\n".join(lines) + "\n"


def row(operation: Operation[Any], name: str, schema: dict[str, Any]) -> str:
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
