"""Command line: ``python -m core COMMAND``; ``--help`` lists them. Results go to stdout, the rest to stderr."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.cli import api_key as api_key_command
from core.cli import bulk as bulk_command
from core.cli import import_export as import_command
from core.cli import local_llm as local_model_command
from core.cli import mcp as mcp_command
from core.cli import ontology as ontology_command
from core.cli import presets as presets_command
from core.cli import research as research_command
from core.cli import same_companies as same_companies_command
from core.cli import versions as versions_command
from core.cli import workspace as workspace_command
from core.cli.evaluate import EvaluateOptions, add_options, run_evaluation
from core.cli.evaluate_answers import run_questions
from core.cli.feedback import add_feedback_commands
from core.cli.opening import open_pipeline, report, shown
from core.cli.verbs import add_verbs
from core.curation.ontology_in_force import ontology_in_force
from core.curation.open_or_build import rebuild
from core.curation.workspace_parts import mend
from core.errors import ChangeCancelledError, GuanxiError
from core.messages import LANGUAGES, Language, catalogue, translate
from core.operations.connections import PathToItselfError
from core.settings import Settings, load_settings
from core.workspace.mending import all_messages
from core.workspace.presets import with_default_preset

_WRONG_USE = 2  # as argparse has it
_INTERRUPTED = 130  # 128 and the number of the signal, as shells have it
_NOBODY_READS = 141  # the same of a closed pipe

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status (0 fine, 1 refused with a message, 2 used wrongly, 130 ended by Ctrl+C,
    141 because nobody reads its output)."""
    options = _parser().parse_args(_by_new_names(sys.argv[1:] if arguments is None else arguments))
    try:
        status = _run(options)
        sys.stdout.flush()  # here it is heard whether anybody still reads
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what Python still writes at its end
        return _NOBODY_READS
    return status


def _by_new_names(arguments: Sequence[str]) -> Sequence[str]:
    """``search … --passages`` of earlier versions is ``passages …``."""
    if [*arguments[:1]] == ["search"] and "--passages" in arguments:
        return ["passages", *(each for each in arguments[1:] if each != "--passages")]
    return arguments


def _run(options: argparse.Namespace) -> int:
    """The exit status of a command, whose refusals are printed. Raises BrokenPipeError if nobody reads the output."""
    try:
        settings = load_settings()
        for said in all_messages(mend(settings.knowledge_base_folder, copies=False)):
            print(said, file=sys.stderr)
        return int(options.run(options, settings) or 0)
    except GuanxiError as error:
        print(_said(error, "en"), _said(error, "zh"), sep="\n", file=sys.stderr)
        return _WRONG_USE if isinstance(error, PathToItselfError) else 1
    except KeyboardInterrupt:
        print(*map(ChangeCancelledError().message, LANGUAGES), sep="\n", file=sys.stderr)
        return _INTERRUPTED


def _said(error: GuanxiError, language: Language) -> str:
    """The message of an error; after it the commands and options that help, where there are any."""
    key = f"command_line.{error.code}"
    added = translate(key, language, **error.parameters) if key in catalogue() else ""
    return f"{error.message(language)} {added}".rstrip()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m core", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    build = commands.add_parser("build", help="build the knowledge base from the data folder and publish it")
    build.set_defaults(run=_build)
    _add_data_commands(commands)
    add_verbs(commands)
    add_feedback_commands(commands)
    presets = commands.add_parser("presets", help="settings saved under a name on the page Tune, as JSON")
    presets_command.add_presets_options(presets)
    presets.set_defaults(run=presets_command.run_presets_command)
    score = commands.add_parser("evaluate", help="score the retrieval on labelled questions")
    add_options(score)
    score.set_defaults(run=_evaluate)
    learn = commands.add_parser("learn-fusion", help="learn adaptive fusion from public data sets (needs a checkout)")
    research_command.add_learn_fusion_options(learn)
    learn.set_defaults(run=lambda options, settings: research_command.run_learn_fusion(options, settings, shown()))
    local = commands.add_parser("local-llm", help="serve a small language model on this machine until Ctrl-C")
    local_model_command.add_options(local)
    local.set_defaults(run=local_model_command.run_local_model)
    key = commands.add_parser("api-key", help="make a key for the HTTP API")
    api_key_command.add_options(key)
    key.set_defaults(run=api_key_command.run_api_key)
    bulk = commands.add_parser("bulk", help="bulk work in restartable partitions, on several workers")
    bulk_command.add_options(bulk)
    bulk.set_defaults(run=bulk_command.run_bulk_command)
    tools = commands.add_parser("mcp", help="serve tools for language-model clients (Model Context Protocol)")
    mcp_command.add_options(tools)
    tools.set_defaults(run=lambda options, settings: mcp_command.run_mcp(options, lambda: open_pipeline(settings)))
    return parser


def _add_data_commands(commands: Commands) -> None:
    """What the page Data does."""
    bring = commands.add_parser("import", help="take in files of companies, relations and texts")
    import_command.add_import_options(bring)
    bring.set_defaults(run=lambda options, settings: import_command.run_import_command(options, settings, shown()))
    sources = commands.add_parser("sources", help="what was imported, as JSON")
    import_command.add_sources_options(sources)
    sources.set_defaults(run=import_command.run_sources_command)
    export = commands.add_parser("export", help="write everything that is there into a folder")
    import_command.add_export_options(export)
    export.set_defaults(run=lambda options, settings: import_command.run_export_command(options, settings, shown()))
    kept = commands.add_parser("versions", help="which versions are kept; go back to one")
    versions_command.add_options(kept)
    kept.set_defaults(run=versions_command.run_versions)
    types = commands.add_parser("ontology", help="the types of entities and relations; add types of one's own")
    ontology_command.add_options(types)
    types.set_defaults(run=lambda options, settings: ontology_command.run_ontology(options, settings, shown()))
    decided = commands.add_parser("workspace", help="what people decided, as JSON; save it to one file, load it again")
    workspace_command.add_options(decided)
    decided.set_defaults(run=lambda options, settings: workspace_command.run_workspace(options, settings, shown()))
    same = commands.add_parser("same-companies", help="which companies may be one; merge them, tell them apart, undo")
    same_companies_command.add_options(same)
    same.set_defaults(run=same_companies_command.run_same_companies)


def _build(_: argparse.Namespace, settings: Settings) -> None:
    started = rebuild(settings, ontology_in_force(settings), shown())
    report(started)
    print(json.dumps(started.knowledge_base.manifest.described, ensure_ascii=False, indent=2))


def _evaluate(options: argparse.Namespace, settings: Settings) -> None:
    if options.public is None and not options.tasks and not options.questions:
        options.tasks = [settings.data_folder / "questions.jsonl"]
    wanted = EvaluateOptions.model_validate(vars(options))
    run = run_questions if wanted.questions else run_evaluation
    print(run(wanted, with_default_preset(settings), lambda: open_pipeline(settings), shown()))
