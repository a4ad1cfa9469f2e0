"""Arguments of a command made from the input of an operation, and the input read back from them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from typing import Any

from core.operations.operation import Operation


def add_arguments(
    parser: argparse.ArgumentParser,
    operation: Operation[Any],
    positionals: Sequence[str],
    old: Mapping[str, str],
) -> None:
    """An argument for each field; ``positionals`` stand in their order, the others are options. ``old``: options of
    earlier versions, which are taken and not listed, and the fields they mean.

    What is not given is not in the namespace: the input knows the defaults.
    """
    fields = _fields(operation)
    for name in positionals:
        found = fields.pop(name)
        form: dict[str, Any] = {} if "enum" in found else {"metavar": name.upper()}
        if found.get("type") == "array" or not found["required"]:
            form["nargs"] = "+" if found["required"] else "?"
        parser.add_argument(name, default=argparse.SUPPRESS, help=_help(found), **{**_kind(found), **form})
    for name, found in fields.items():
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, dest=name, default=argparse.SUPPRESS, help=_help(found), **_form(found))
    for option, name in old.items():
        form = {"action": "store_false"} if option.startswith("--no-") else _form(fields[name])
        parser.add_argument(option, dest=name, default=argparse.SUPPRESS, help=argparse.SUPPRESS, **form)


def given_in(options: argparse.Namespace, operation: Operation[Any]) -> dict[str, Any]:
    """The fields of the input that the command line gives."""
    fields = _fields(operation)
    return {name: value for name, value in vars(options).items() if name in fields}


def _fields(operation: Operation[Any]) -> dict[str, dict[str, Any]]:
    """The schema of each field without references and without "or null"; a model of lists is given list by list."""
    schema = operation.takes.model_json_schema(by_alias=False)
    fields: dict[str, dict[str, Any]] = {}
    for name, found in schema.get("properties", {}).items():
        told = _resolved(found, schema.get("$defs", {}))
        parts = told.get("properties", {})
        if parts and all(part.get("type") == "array" for part in parts.values()):
            fields |= parts
        else:
            fields[name] = told | {"required": name in schema.get("required", ())}
    return fields


def _resolved(found: dict[str, Any], models: Mapping[str, Any]) -> dict[str, Any]:
    choices = [each for each in found.get("anyOf", ()) if each.get("type") != "null"]
    if len(choices) == 1:
        found = {**choices[0], **{key: value for key, value in found.items() if key != "anyOf"}}
    if "$ref" in found:
        found = {**models[found["$ref"].rpartition("/")[2]], **found}
    return found


def _form(found: dict[str, Any]) -> dict[str, Any]:
    if found.get("type") == "boolean":
        return {"action": argparse.BooleanOptionalAction}
    repeated = {"action": "append"} if found.get("type") == "array" else {}
    return {"required": found.get("required", False), **_kind(found), **repeated}


def _kind(found: dict[str, Any]) -> dict[str, Any]:
    if "enum" in found:
        return {"choices": found["enum"]}
    if found.get("type") in ("string", "array"):
        return {} if found.get("type") == "string" else {"metavar": "NAME"}
    return {"type": _value, "metavar": "N" if found.get("type") in ("integer", "number") else "JSON"}


def _value(text: str) -> Any:
    """JSON where it is that; the input says what it wants instead."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _help(found: dict[str, Any]) -> str:
    """What the field means, its bounds and what holds where it is not given."""
    said = [found.get("description", "").strip().rstrip(".")]
    said[0] = said[0][:1].lower() + said[0][1:]
    if "minimum" in found and "maximum" in found:
        said.append(f"{found['minimum']:g} to {found['maximum']:g}")
    setting = found.get("x-settings", {}).get("default")
    default = found.get("default")
    if setting:
        said.append(f"default: GUANXI_{setting.upper()}")
    elif isinstance(default, str | int | float) and default != "" and not isinstance(default, bool):
        said.append(f"default: {default}")
    return "; ".join(filter(None, said)).replace("%", "%%")
