"""Commands made from the catalogue: what each is called, how its fields are given, and how an answer is printed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import BaseModel

from core.cli.arguments import Verb, add_arguments, given_in
from core.cli.opening import opened_as_published, reading_shown, shown, untuned
from core.cli.tables import duplicates_table, found_table, ownership_table, statistics_table
from core.cli.usage import Parser
from core.messages import LANGUAGES
from core.operations.catalogue import CATALOGUE
from core.operations.companies import find_similar, get_timeline
from core.operations.context import Context
from core.operations.data_files import FilesWritten
from core.operations.name_pairs import as_csv
from core.operations.operation import FieldsInvalidError, Operation
from core.operations.types_in_force import OwnTypesAnswer
from core.settings import Settings


def _dossier(found: BaseModel, context: Context) -> Any:
    """The profile, and what the page of the company shows beside it."""
    company = {"company": found.model_dump()["entity"]["id"]}
    timeline = get_timeline.answer(context, get_timeline.read(company)).model_dump(mode="json")
    similar = find_similar.answer(context, find_similar.read(company)).model_dump(mode="json")
    return found.model_dump(mode="json") | {"timeline": timeline, "similar": similar["similar"]}


def _part(name: str) -> Callable[[BaseModel, Context], Any]:
    """Of an answer only this field."""
    return lambda found, _: found.model_dump(mode="json")[name]


def _ownership(found: BaseModel, _: Context) -> Any:
    """The parts that programs read; the sources are in the answers of other interfaces."""
    parts = ("owners", "controllers", "ultimate", "holdings", "circular")
    return {name: found.model_dump(mode="json")[name] for name in parts}


def _text(found: BaseModel, _: Context) -> str:
    """Of a file that an answer holds."""
    return str(found.model_dump()["text"])


def _files(found: FilesWritten, _: Context) -> str:
    return "\n".join(found.files)


def _file_or_types(found: OwnTypesAnswer, _: Context) -> Any:
    return found.written or found.model_dump(mode="json", exclude={"written"})


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
    "get_ownership": Verb("ownership", ("company",), table=ownership_table, shown=_ownership),
    "get_ownership_tree": Verb("ownership-tree", ("company",)),
    "find_ownership_chains": Verb("ownership-chains", ("owner", "company")),
    "get_ownership_file": Verb("ownership-file", ("company",), shown=_text),
    "get_source": Verb("source", ("kind", "source_id")),
    "find_similar": Verb("similar", ("company",)),
    "compare_companies": Verb("compare", ("companies",)),
    "find_path": Verb("path", ("source", "target"), shown=_part("path")),
    "graph_statistics": Verb("stats", table=statistics_table, opened=opened_as_published),
    "decide_recommendation": Verb("decide", ("source", "relation_type", "target", "verdict"), shown=_part("decisions")),
    "get_ontology": Verb("ontology"),
    "list_sources": Verb("sources", shown=_part("sources")),
    "list_versions": Verb("versions", shown=_part("versions")),
    "restore_version": Verb("versions", options={"build_id": "--restore"}, shown=_part("versions")),
    "find_duplicates": Verb("same-companies", table=duplicates_table),
    "decide_duplicates": Verb("same-companies", shown=_part("decisions")),
    "compare_names": Verb("same-companies", shown=lambda found, _: as_csv(found), opened=untuned),
    "list_proposals": Verb("proposals"),
    "review_proposals": Verb("review"),
    "link_passages": Verb("link"),
    "delete_data": Verb("delete", ("source",), old={"--entity": "entities"}),
    "judge_result": Verb("judge", ("result", "thumb"), shown=_part("thumbs")),
    "build_knowledge_base": Verb("build", shown=_part("manifest"), opened=untuned),
    "import_files": Verb(
        "import",
        ("files",),
        shown=_part("report"),
        opened=untuned,
        status=lambda found: 0 if found.anything else 1,
    ),
    "save_source_report": Verb("sources", shown=_files, opened=untuned),
    "export_data": Verb("export", ("folder",), shown=_files, opened=untuned),
    "check_data": Verb(
        "versions", options={"checksums": "--check"}, opened=untuned, status=lambda found: int(found.damaged)
    ),
    "change_types": Verb("ontology", shown=_file_or_types, opened=untuned),
    "list_feedback": Verb("feedback", opened=untuned),
    "keep_searches": Verb("searches", shown=_part("searches"), opened=untuned),
    "keep_presets": Verb("presets", options={"brought": "--import"}, opened=untuned),
    "keep_workspace": Verb("workspace", shown=_part("counts"), opened=untuned),
}
"""An operation without an entry is called by its own name."""


def verb_of(operation: Operation[Any, Any]) -> Verb:
    """How an operation is called."""
    return VERBS.get(operation.name, Verb(operation.name.replace("_", "-")))


def add_verbs(commands: argparse._SubParsersAction[Parser]) -> None:
    """The commands of all operations."""
    together: dict[str, list[Operation[Any, Any]]] = {}
    for operation in CATALOGUE:
        together.setdefault(verb_of(operation).name, []).append(operation)
    for name, operations in together.items():
        first = operations[0]
        title, summary = first.title[0].lower() + first.title[1:], " ".join(each.summary for each in operations)
        parser = commands.add_parser(name, help=title, description=summary)
        for operation in operations:
            add_arguments(parser, operation, verb_of(operation), optional=operation is not first)
        if verb_of(first).table is not None:
            parser.add_argument("--json", action="store_true", help="for programs: ids, scores and whole texts")
            if "language" not in first.takes.model_fields:
                parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the table; default: en")
        parser.set_defaults(run=_runner(operations, parser))


def _runner(operations: Sequence[Operation[Any, Any]], parser: Parser) -> Callable[[argparse.Namespace, Settings], int]:
    def run(options: argparse.Namespace, settings: Settings) -> int:
        others = [each for each in operations[1:] if given_in(options, each)]
        try:
            for operation in others or operations[:1]:
                verb, asked = verb_of(operation), operation.read(given_in(options, operation))
                context = Context(verb.opened(settings), progress=shown(), reading=reading_shown())
                found = operation.answer(context, asked)
                problems = context.published.problems if context.published is not None else ()
                for said in (*(problem.message("en") for problem in problems), *context.notices):
                    print(said, file=sys.stderr)
        except FieldsInvalidError as error:
            parser.refuse(error.detail("en"), error.detail("zh"))
        if verb.table is not None and not options.json:
            language = asked.reading_language if "language" in operation.takes.model_fields else options.language
            print(verb.table(found, context, language))
        else:
            printed = verb.shown(found, context)
            print(printed if isinstance(printed, str) else json.dumps(printed, ensure_ascii=False, indent=2))
        return verb.status(found)

    return run
