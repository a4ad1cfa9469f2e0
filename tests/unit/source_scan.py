"""What strings the source holds: those that a type allows, and that a name can be where it is used."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, get_args, get_type_hints

from tests.support import ROOT

SOURCES = {
    path: ast.parse(path.read_text(encoding="utf-8"))
    for folder in ("app", "core", "pages")
    for path in sorted((ROOT / folder).rglob("*.py"))
}

NODES = {path: tuple(ast.walk(tree)) for path, tree in SOURCES.items()}
"""Walked once: fifty scans go over them, in every worker that collects this file."""

SCOPES = (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp, ast.Module)

CODE = re.compile(r"[a-z]+(_[a-z]+)*")


def in_source(folder: str) -> Iterator[ast.AST]:
    for path, nodes in NODES.items():
        if path.is_relative_to(ROOT / folder):
            yield from nodes


def strings(nodes: Iterable[ast.AST]) -> set[str]:
    inside = (node for top in nodes for node in ast.walk(top))
    return {node.value for node in inside if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def allowed(*kinds: Any) -> set[str]:
    """What Literals and enumerations allow."""
    values = (value for kind in kinds for value in (kind if isinstance(kind, type) else get_args(kind)))
    return {str(value.value if isinstance(value, Enum) else value) for value in values}


def of(owner: Any, name: str) -> set[str]:
    """What the type of a field allows."""
    return allowed(get_type_hints(owner)[name])


def given(function: str, folder: str = "core") -> set[str]:
    """Literal strings among what a function or method is called with, but for the first."""
    calls = (node for node in in_source(folder) if isinstance(node, ast.Call))
    named = [call for call in calls if getattr(call.func, "attr", getattr(call.func, "id", "")) == function]
    return strings(each for call in named for each in (*call.args[1:], *call.keywords))


def returned(functions: str, folder: str) -> set[str]:
    """The first of what functions with such names return, where it is a literal string."""
    defined = (each for each in in_source(folder) if isinstance(each, ast.FunctionDef))
    named = (each for each in defined if re.fullmatch(functions, each.name))
    values = [each.value for function in named for each in ast.walk(function) if isinstance(each, ast.Return)]
    return strings(_firsts(values))


def assigned(names: str, folder: str) -> set[str]:
    """The same of what variables with such names get, of a dictionary its values."""
    nodes = (each for each in in_source(folder) if isinstance(each, ast.Assign | ast.AnnAssign) and each.value)
    targets = ((each.targets[0] if isinstance(each, ast.Assign) else each.target, each.value) for each in nodes)
    return strings(_firsts(value for name, value in targets if re.fullmatch(names, ast.unparse(name))))


def _firsts(values: Iterable[ast.expr | None]) -> Iterator[ast.expr]:
    for value in values:
        if isinstance(value, ast.Tuple):
            yield from (each for each in value.elts[:2] if isinstance(each, ast.Constant))
        elif isinstance(value, ast.Call) and ends_in(value.func, ".get"):
            yield from _firsts(value.args[1:])
        elif isinstance(value, ast.IfExp):
            yield from _firsts((value.body, value.orelse))
        elif isinstance(value, ast.Dict):
            yield from value.values
        elif isinstance(value, ast.Constant):
            yield value


def ends_in(node: ast.expr, ending: str) -> bool:
    return ast.unparse(node).endswith(ending)


def around_it(node: ast.AST, above: dict[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    while node in above:
        node = above[node]
        yield node


def codes_there(code: ast.expr, around: tuple[ast.AST, ...]) -> set[str]:
    """The literal strings that ``code`` can be, by what is around it: the nearest loop over it, what it is assigned,
    what the function of which it is a parameter is called with, the options of a widget that formats it."""
    name, place = (code.value, 0) if isinstance(code, ast.Subscript) else (code, None)
    module = around[-1]
    for scope in around:
        if isinstance(scope, ast.Lambda) and ast.unparse(name) in (each.arg for each in scope.args.args):
            widget = next(each for each in around if isinstance(each, ast.Call))
            return _values(widget.args[1], around, place)
        for each in ast.walk(scope) if isinstance(scope, SCOPES) else ():
            if isinstance(each, ast.For | ast.comprehension):
                targets = each.target.elts if isinstance(each.target, ast.Tuple) else [each.target]
                for number, target in enumerate(targets):
                    if ast.unparse(target) == ast.unparse(name):
                        return _values(each.iter, around, number if len(targets) > 1 else None)
            if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == ast.unparse(name):
                return _one_of(each.value, around, place)
        if isinstance(scope, ast.FunctionDef) and ast.unparse(name) in (each.arg for each in scope.args.args):
            calls = (each for each in ast.walk(module) if isinstance(each, ast.Call) and ends_in(each.func, scope.name))
            return strings(each for call in calls for each in call.args)
    return set()


def _one_of(value: ast.expr, around: tuple[ast.AST, ...], place: int | None) -> set[str]:
    if isinstance(value, ast.IfExp):
        return _one_of(value.body, around, place) | _one_of(value.orelse, around, place)
    if place is not None and isinstance(value, ast.Tuple):
        value = value.elts[place]
    return {str(value.value)} if isinstance(value, ast.Constant) else set()


def _values(items: ast.expr, around: tuple[ast.AST, ...], place: int | None) -> set[str]:
    """What a loop over ``items`` runs through; of tuples, what stands at ``place``."""
    if isinstance(items, ast.IfExp):
        return _values(items.body, around, place) | _values(items.orelse, around, place)
    if isinstance(items, ast.Call) and isinstance(items.func, ast.Attribute) and items.func.attr == "items":
        items = items.func.value
    if isinstance(items, ast.Subscript):
        items = items.value
    if isinstance(items, ast.Name):
        nodes = (node for scope in around for node in ast.walk(scope) if isinstance(node, ast.Assign | ast.AnnAssign))
        for node in nodes:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if ast.unparse(target) == items.id and node.value is not None:
                return _values(node.value, around, place)
    if isinstance(items, ast.Dict):
        return strings(key for key in items.keys if key)
    if isinstance(items, ast.List | ast.Tuple):
        return set().union(*(_item(each, around, place) for each in items.elts))
    if isinstance(items, ast.ListComp):
        return _one_of(items.elt, around, place)
    return _evaluated(items, around)


def _item(item: ast.expr, around: tuple[ast.AST, ...], place: int | None) -> set[str]:
    if isinstance(item, ast.Starred):
        return _values(item.value, around, place)
    return _one_of(item, around, place)


def _evaluated(items: ast.expr, around: tuple[ast.AST, ...]) -> set[str]:
    """Constants of the module, get_args(TableKind) too; nothing that asks widgets."""
    if isinstance(items, ast.Call) and not ends_in(items.func, "get_args"):
        return set()
    module = next(path for path, tree in SOURCES.items() if tree is around[-1])
    dotted = ".".join(module.relative_to(ROOT).with_suffix("").parts)
    names = {} if dotted.startswith("pages.") else vars(importlib.import_module(dotted))  # a page runs when imported
    try:
        found = eval(ast.unparse(items), dict(names))  # noqa: S307 - of our own source
    except NameError:
        return set()
    return {str(each.value if isinstance(each, Enum) else each) for each in found}
