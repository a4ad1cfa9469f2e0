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
from core.cli import delete as delete_command
from core.cli import import_export as import_command
from core.cli import link as link_command
from core.cli import local_llm as local_model_command
from core.cli import mcp as mcp_command
from core.cli import ontology as ontology_command
from core.cli import presets as presets_command
from core.cli import research as research_command
from core.cli import same_companies as same_companies_command
from core.cli import search as search_command
from core.cli import stats as stats_command
from core.cli import versions as versions_command
from core.cli.companies import add_company_commands
from core.cli.evaluate import EvaluateOptions, add_options, run_evaluation
from core.cli.feedback import add_feedback_commands
from core.cli.fusion_type import fusion_choice
from core.cli.number_types import one_to
from core.curation.ontology_in_force import ontology_in_force
from core.curation.open_or_build import Started, open_or_build, rebuild
from core.curation.side_files import all_messages, mend_side_files
from core.defaults import default_request
from core.discovery.ask import ask
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.fusion_choice import FusionChoice
from core.errors import ChangeCancelledError, GuanxiError
from core.ingestion.progress import BuildProgress, ProgressListener
from core.messages import LANGUAGES
from core.retrieval.base import Base
from core.settings import Settings, load_settings
from core.workspace.presets import with_default_preset

_INTERRUPTED = 130  # 128 and the number of the signal, as shells have it
_NOBODY_READS = 141  # the same of a closed pipe

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status (0 fine, 1 refused with a message, 130 ended by Ctrl+C, 141 because
    nobody reads its output)."""
    options = _parser().parse_args(arguments)
    try:
        status = _run(options)
        sys.stdout.flush()  # here it is heard whether anybody still reads
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what Python still writes at its end
        return _NOBODY_READS
    return status


def _run(options: argparse.Namespace) -> int:
    """The exit status of a command, whose refusals are printed. Raises BrokenPipeError if nobody reads the output."""
    try:
        settings = load_settings()
        for said in all_messages(mend_side_files(settings.knowledge_base_folder, copies=False)):
            print(said, file=sys.stderr)
        if "run_on_base" in options:
            print(options.run_on_base(options, _base(settings)))
            return 0
        if "run_on" in options:
            print(options.run_on(options, _pipeline(settings)))
            return 0
        return int(options.run(options, settings) or 0)
    except GuanxiError as error:
        print(error.message("en"), error.message("zh"), sep="\n", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(*map(ChangeCancelledError().message, LANGUAGES), sep="\n", file=sys.stderr)
        return _INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m core", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    build = commands.add_parser("build", help="build the knowledge base from the data folder and publish it")
    build.set_defaults(run=_build)
    _add_data_commands(commands)
    discover = commands.add_parser("discover", help="related companies of one company or question, as JSON")
    discover.add_argument("--company", default="", help="name, alias, ticker or id")
    discover.add_argument("--query", default="", help="a question, Chinese or English")
    discover.add_argument("--language", choices=("zh", "en"), default="en")
    discover.add_argument("--both-languages", action="store_true", help="reasons in Chinese and in English")
    discover.set_defaults(run=_discover)
    discover.add_argument("--limit", type=one_to(100), metavar="N", help="default: GUANXI_RELATIONSHIP_MAX_RESULTS")
    discover.add_argument(
        "--fusion",
        type=fusion_choice,
        default=FusionChoice(),
        metavar="JSON",
        help="mode, scale, weights and shares of the arms, as in `fusion` of an answer; default: as configured",
    )
    add_company_commands(commands)
    add_feedback_commands(commands)
    presets = commands.add_parser("presets", help="settings saved under a name on the page Tune, as JSON")
    presets_command.add_presets_options(presets)
    presets.set_defaults(run=presets_command.run_presets_command)
    search = commands.add_parser("search", help="companies and relations nearest to a question in meaning")
    search_command.add_options(search)
    search.set_defaults(run=_search)
    score = commands.add_parser("evaluate", help="score the retrieval on labelled questions")
    add_options(score)
    score.set_defaults(run=_evaluate)
    learn = commands.add_parser("learn-fusion", help="learn adaptive fusion from public data sets (needs a checkout)")
    research_command.add_learn_fusion_options(learn)
    learn.set_defaults(run=lambda options, settings: research_command.run_learn_fusion(options, settings, _shown()))
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
    tools.set_defaults(run=lambda options, settings: mcp_command.run_mcp(options, lambda: _pipeline(settings)))
    stats = commands.add_parser("stats", help="what the published knowledge base holds, counted")
    stats_command.add_options(stats)
    stats.set_defaults(run=stats_command.run_stats_command)
    return parser


def _add_data_commands(commands: Commands) -> None:
    """What the page Data does."""
    bring = commands.add_parser("import", help="take in files of companies, relations and texts")
    import_command.add_import_options(bring)
    bring.set_defaults(run=lambda options, settings: import_command.run_import_command(options, settings, _shown()))
    sources = commands.add_parser("sources", help="what was imported, as JSON")
    import_command.add_sources_options(sources)
    sources.set_defaults(run=import_command.run_sources_command)
    export = commands.add_parser("export", help="write everything that is there into a folder")
    import_command.add_export_options(export)
    export.set_defaults(run=lambda options, settings: import_command.run_export_command(options, settings, _shown()))
    delete = commands.add_parser("delete", help="take an imported source or single records out again")
    delete_command.add_options(delete)
    delete.set_defaults(run=lambda options, settings: delete_command.run_delete(options, settings, _shown()))
    kept = commands.add_parser("versions", help="which versions are kept; go back to one")
    versions_command.add_options(kept)
    kept.set_defaults(run=versions_command.run_versions)
    link = commands.add_parser("link", help="link passages of one source kind to those of another")
    link_command.add_options(link)
    link.set_defaults(run=lambda options, settings: link_command.run_link(options, settings, _shown()))
    types = commands.add_parser("ontology", help="the types of entities and relations; add types of one's own")
    ontology_command.add_options(types)
    types.set_defaults(run=lambda options, settings: ontology_command.run_ontology(options, settings, _shown()))
    same = commands.add_parser("same-companies", help="which companies may be one; merge them, tell them apart, undo")
    same_companies_command.add_options(same)
    same.set_defaults(
        run=lambda options, settings: same_companies_command.run_same_companies(options, settings, _shown())
    )


def _shown() -> ProgressListener:
    """Prints a line for each stage and each per cent of a build, with rows per second and the time left."""
    last: tuple[str, int] | None = None

    def show(progress: BuildProgress) -> None:
        nonlocal last
        step = (progress.stage, int(100 * progress.fraction))
        if step != last:
            last = step
            line = f"{progress.fraction:6.1%} {progress.stage} {progress.done}/{progress.total}"
            if progress.texts_per_second:
                line += f" {progress.texts_per_second:,.0f}/s"
            if progress.seconds_left:
                line += f" {progress.seconds_left:.0f} s left"
            print(line, file=sys.stderr)

    return show


def _report(started: Started) -> None:
    for problem in started.problems:
        print(problem.message("en"), file=sys.stderr)


def _build(_: argparse.Namespace, settings: Settings) -> None:
    started = rebuild(settings, ontology_in_force(settings), _shown())
    _report(started)
    print(json.dumps(started.knowledge_base.manifest.described, ensure_ascii=False, indent=2))


def _base(settings: Settings) -> Base:
    started = open_or_build(settings, ontology_in_force(settings), _shown())
    _report(started)
    return Base.over(started.knowledge_base, ontology_in_force(settings), with_default_preset(settings))


def _pipeline(settings: Settings) -> DiscoveryPipeline:
    return DiscoveryPipeline(_base(settings))


def _discover(options: argparse.Namespace, settings: Settings) -> None:
    pipeline = _pipeline(settings)
    request = default_request(
        pipeline.base.settings,
        company=options.company,
        query=options.query,
        language=options.language,
        both_languages=options.both_languages,
    )
    fusion = options.fusion.over(request.fusion)
    if options.limit is not None:
        fusion = fusion.model_copy(update={"max_results": options.limit})
    discovery = ask(pipeline, request.model_copy(update={"fusion": fusion}))
    print(json.dumps(discovery.model_dump(mode="json"), ensure_ascii=False, indent=2))


def _search(options: argparse.Namespace, settings: Settings) -> None:
    print(search_command.run_search(options, _pipeline(settings)))


def _evaluate(options: argparse.Namespace, settings: Settings) -> None:
    if options.public is None and not options.tasks:
        options.tasks = [settings.data_folder / "questions.jsonl"]
    wanted = EvaluateOptions.model_validate(vars(options))
    print(run_evaluation(wanted, with_default_preset(settings), lambda: _pipeline(settings), _shown()))
