"""Command line: ``python -m core COMMAND``; ``--help`` lists them. Results go to stdout, the rest to stderr."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence

from core.cli import api_key as api_key_command
from core.cli import bulk as bulk_command
from core.cli import evaluate as evaluate_command
from core.cli import local_llm as local_model_command
from core.cli import mcp as mcp_command
from core.cli import read as read_command
from core.cli import research as research_command
from core.cli.opening import opened, shown
from core.cli.usage import Parser
from core.cli.verbs import add_verbs
from core.curation.workspace_parts import mend
from core.errors import ChangeCancelledError, GuanxiError
from core.messages import LANGUAGES, Language, catalogue, translate
from core.operations.connections import PathToItselfError
from core.settings import Settings, load_settings
from core.workspace.mending import all_messages

_WRONG_USE = 2  # as argparse has it
_INTERRUPTED = 130  # 128 and the number of the signal, as shells have it
_NOBODY_READS = 141  # the same of a closed pipe

AddOptions = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace, Settings], object]


def main(arguments: Sequence[str] | None = None, *, others: Mapping[str, str] | None = None) -> int:
    """Run one command; returns the exit status (0 fine, 1 refused with a message, 2 used wrongly, 130 ended by Ctrl+C,
    141 because nobody reads its output). ``others``, commands that the caller runs, are listed too: name → title."""
    options = command_parser(others).parse_args(_by_new_names(sys.argv[1:] if arguments is None else arguments))
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


def command_parser(others: Mapping[str, str] | None = None) -> Parser:
    """Every command with its arguments, ``run`` of what it reads does it; ``others`` are only listed."""
    parser = Parser(prog="python -m core", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, title in (others or {}).items():
        commands.add_parser(name, help=title)
    add_verbs(commands)
    by_hand: tuple[tuple[str, str, AddOptions, Run], ...] = (
        (
            "evaluate",
            "score the retrieval on labelled questions",
            evaluate_command.add_options,
            evaluate_command.run_evaluate,
        ),
        (
            "learn-fusion",
            "learn adaptive fusion from public data sets (needs a checkout)",
            research_command.add_learn_fusion_options,
            lambda options, settings: research_command.run_learn_fusion(options, settings, shown()),
        ),
        (
            "local-llm",
            "serve a language model of yours (a GGUF file) on this machine until Ctrl-C",
            local_model_command.add_options,
            local_model_command.run_local_model,
        ),
        ("api-key", "make a key for the HTTP API", api_key_command.add_options, api_key_command.run_api_key),
        (
            "bulk",
            "bulk work in restartable partitions, on several workers",
            bulk_command.add_options,
            bulk_command.run_bulk_command,
        ),
        (
            "read",
            "read relations from texts, each with its quote, and store nothing",
            read_command.add_options,
            read_command.run_read,
        ),
        (
            "mcp",
            "serve tools for language-model clients (Model Context Protocol)",
            mcp_command.add_options,
            lambda options, settings: mcp_command.run_mcp(options, lambda: opened(settings).pipeline),
        ),
    )
    for name, title, add, run in by_hand:
        command = commands.add_parser(name, help=title)
        add(command)
        command.set_defaults(run=run)
    return parser
