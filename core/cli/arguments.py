"""How an operation is called: arguments of a command made from its input, and the input read back from them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.cli.opening import opened
from core.messages import Language
from core.operations.context import Context, Opened
from core.operations.operation import METAVAR, Operation
from core.settings import Settings


@dataclass(frozen=True)
class Verb:
    """How an operation is called here. ``options``: fields whose option has another name; ``old``: options of earlier
    versions and the fields they mean; ``table``: its text form, beside ``--json``; ``shown``: what of the answer is
    printed, a text as it is and all else as JSON; ``status``: the exit status that an answer means.

    Of operations with one name, the first is what the command does unless a field of another is given."""

    name: str
    positionals: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    table: Callable[[Any, Context, Language], str] | None = None
    shown: Callable[[Any, Context], Any] = lambda found, _: found.model_dump(mode="json")
    old: Mapping[str, str] = field(default_factory=dict)
    opened: Callable[[Settings], Opened] = opened
    status: Callable[[Any], int] = lambda _: 0


def add_arguments(
    parser: argparse.ArgumentParser, operation: Operation[Any, Any], verb: Verb, *, optional: bool = False
) -> None:
    """An argument for each field, as ``verb`` says; ``optional``: the command may do something else instead.

    What is not given is not in the namespace: the input knows the defaults.
    """
    fields = _fields(operation)
    for name in verb.positionals:
        found = fields.pop(name)
        form: dict[str, Any] = {} if "enum" in found else {"metavar": _metavar(found, name.upper())}
        if found.get("type") == "array" or not found["required"]:
            form["nargs"] = "+" if found["required"] else "?"
        parser.add_argument(name, default=argparse.SUPPRESS, help=_help(found), **{**_kind(found), **form})
    for name, found in fields.items():
        option = verb.options.get(name, f"--{name.replace('_', '-')}")
        form = _form(found) | ({"required": False} if optional else {})
        parser.add_argument(option, dest=name, default=argparse.SUPPRESS, help=_help(found), **form)
    for option, name in verb.old.items():
        form = {"action": "store_false"} if option.startswith("--no-") else _form(fields[name])
        parser.add_argument(option, dest=name, default=argparse.SUPPRESS, help=argparse.SUPPRESS, **form)


def given_in(options: argparse.Namespace, operation: Operation[Any, Any]) -> dict[str, Any]:
    """The fields of the input that the command line gives."""
    fields = _fields(operation)
    return {name: value for name, value in vars(options).items() if name in fields}


def _fields(operation: Operation[Any, Any]) -> dict[str, dict[str, Any]]:
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
    if "const" in found:  # said or not
        return {"action": "store_const", "const": found["const"]}
    if found.get("type") == "boolean":
        return {"action": argparse.BooleanOptionalAction}
    repeated = {"action": "append"} if found.get("type") == "array" and "prefixItems" not in found else {}
    return {"required": found.get("required", False), **_kind(found), **repeated}


def _kind(found: dict[str, Any]) -> dict[str, Any]:
    if "enum" in found:
        return {"choices": found["enum"]}
    pair = found.get("prefixItems") or found.get("items", {}).get("prefixItems")
    if pair:
        return {"nargs": len(pair), "metavar": _metavar(found, "ID", *["ID"] * (len(pair) - 1))}
    if found.get("type") in ("string", "array"):
        default = "FILE" if "path" in (found.get("format"), found.get("items", {}).get("format")) else "NAME"
        plain = found["type"] == "string" and default == "NAME" and METAVAR not in found
        return {} if plain else {"metavar": _metavar(found, default)}
    return {"type": _value, "metavar": "N" if found.get("type") in ("integer", "number") else "JSON"}


def _metavar(found: dict[str, Any], *usual: str) -> str | tuple[str, ...]:
    """What stands for the value, or for each of several."""
    said = tuple(found.get(METAVAR, " ".join(usual)).split())
    return said if len(said) > 1 else said[0]


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
