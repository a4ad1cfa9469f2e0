"""Commands made from the catalogue: what each is called, which fields stand without a name, and how text is printed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from core.cli.arguments import add_arguments, given_in
from core.cli.opening import opened, opened_as_published, shown
from core.cli.tables import found_table, statistics_table
from core.messages import LANGUAGES, Language
from core.operations.catalogue import CATALOGUE
from core.operations.companies import find_similar, get_timeline
from core.operations.context import Context, Opened
from core.operations.operation import FieldsInvalidError, Operation
from core.settings import Settings


def _as_json(found: Any) -> str:
    return json.dumps(found, ensure_ascii=False, indent=2)


def _dossier(found: BaseModel, context: Context) -> Any:
    """The profile, and what the page of the company shows beside it."""
    company = {"company": found.model_dump()["entity"]["id"]}
    timeline = get_timeline.answer(context, get_timeline.read(company)).model_dump(mode="json")
    similar = find_similar.answer(context, find_similar.read(company)).model_dump(mode="json")
    return found.model_dump(mode="json") | {"timeline": timeline, "similar": similar["similar"]}


def _part(name: str) -> Callable[[BaseModel, Context], Any]:
    """Of an answer only this field."""
    return lambda found, _: found.model_dump(mode="json")[name]


@dataclass(frozen=True)
class Verb:
    """How an operation is called here. ``table``: its text form, beside ``--json``; ``shown``: what of the answer is
    printed as JSON; ``old``: options of earlier versions and the fields they mean; ``by_hand``: the command does more
    than the operation, in a module of its own."""

    name: str
    positionals: tuple[str, ...] = ()
    table: Callable[[Any, Context, Language], str] | None = None
    shown: Callable[[BaseModel, Context], Any] = lambda found, _: found.model_dump(mode="json")
    old: Mapping[str, str] = field(default_factory=dict)
    by_hand: bool = False
    opened: Callable[[Settings], Opened] = opened


_LIMIT = {"--limit": "max_results"}
VERBS = {
    "discover_relationships": Verb("discover", old=_LIMIT),
    "answer_fact": Verb("answer", ("query",)),
    "recommend_relations": Verb("recommend", old=_LIMIT),
    "search_passages": Verb("passages", ("query",), old=_LIMIT | {"--no-cross-source": "include_cross_source"}),
    "find_nearest": Verb(
        "search",
        ("query",),
        table=found_table,
        shown=_part("hits"),
        old=_LIMIT | {"--relationship-limit": "max_relations"},
    ),
    "find_companies": Verb("names", ("company",)),
    "get_company": Verb("company", ("company",), shown=_dossier),
    "get_entity": Verb("entity", ("entity_id",)),
    "get_timeline": Verb("timeline", ("company",)),
    "find_similar": Verb("similar", ("company",)),
    "compare_companies": Verb("compare", ("companies",)),
    "find_path": Verb("path", ("source", "target"), shown=_part("path")),
    "graph_statistics": Verb("stats", table=statistics_table, opened=opened_as_published),
    "decide_recommendation": Verb("decide", ("source", "relation_type", "target", "verdict"), shown=_part("decisions")),
    "get_ontology": Verb("ontology", by_hand=True),
    "list_sources": Verb("sources", shown=_part("sources"), by_hand=True),
    "list_versions": Verb("versions", shown=_part("versions"), by_hand=True),
    "restore_version": Verb("versions --restore", ("build_id",), shown=_part("versions"), by_hand=True),
    "find_duplicates": Verb("same-companies", by_hand=True),
    "decide_duplicates": Verb("same-companies --merge", shown=_part("decisions"), by_hand=True),
    "link_passages": Verb("link"),
    "delete_data": Verb("delete", ("source",), old={"--entity": "entities"}),
    "judge_result": Verb("judge", ("result", "thumb"), shown=_part("thumbs")),
}
"""An operation without an entry is called by its own name."""


def add_verbs(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """A command for every operation."""
    for operation in CATALOGUE:
        verb = VERBS.get(operation.name, Verb(operation.name.replace("_", "-")))
        if verb.by_hand:
            continue
        title = operation.title[0].lower() + operation.title[1:]
        parser = commands.add_parser(verb.name, help=title, description=operation.summary)
        add_arguments(parser, operation, verb.positionals, verb.old)
        if verb.table is not None:
            parser.add_argument("--json", action="store_true", help="for programs: ids, scores and whole texts")
            if "language" not in operation.takes.model_fields:
                parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the table; default: en")
        parser.set_defaults(run=_runner(operation, verb, parser))


def answered(operation: Operation[Any], settings: Settings, **given: Any) -> str:
    """What the command of an operation prints as JSON; problems with rows go to stderr."""
    context, asked = Context(opened(settings), progress=shown()), operation.read(given)
    found = operation.answer(context, asked)
    for problem in context.problems:
        print(problem.message("en"), file=sys.stderr)
    return _as_json(VERBS[operation.name].shown(found, context))


def _runner(
    operation: Operation[Any], verb: Verb, parser: argparse.ArgumentParser
) -> Callable[[argparse.Namespace, Settings], None]:
    def run(options: argparse.Namespace, settings: Settings) -> None:
        try:
            asked = operation.read(given_in(options, operation))
            context = Context(verb.opened(settings), progress=shown())
            found = operation.answer(context, asked)
        except FieldsInvalidError as error:
            parser.error(error.detail("en"))
        if verb.table is not None and not options.json:
            print(verb.table(found, context, options.language))
        else:
            print(_as_json(verb.shown(found, context)))

    return run
