"""``python -m core same-companies``: which companies may be one, and what a person says of that."""

from __future__ import annotations

import argparse
from typing import Any

from core.cli.opening import opened, shown
from core.cli.verbs import answered
from core.curation.same_companies import DEFAULT_MIN_SCORE
from core.messages import LANGUAGES, Language
from core.operations.context import Context
from core.operations.duplicates import (
    DuplicatesAnswer,
    DuplicatesRequest,
    decide_duplicates,
    find_duplicates,
)
from core.settings import Settings


def add_options(parser: argparse.ArgumentParser) -> None:
    """What to list, and what to decide; decisions of one call make one rebuild."""
    add = parser.add_argument
    add(
        "--min-score",
        type=_score,
        default=DEFAULT_MIN_SCORE,
        metavar="P",
        help=f"list pairs that score at least this, 0 to 1; default: {DEFAULT_MIN_SCORE}",
    )
    add("--json", action="store_true", help="for programs")
    add("--language", choices=LANGUAGES, default="en", help="of the reasons")
    pairs: dict[str, Any] = {"action": "append", "nargs": 2, "default": [], "metavar": ("ID", "ID")}
    add("--merge", **pairs, help="the two are one company, kept under the first id; may be repeated")
    add("--apart", **pairs, help="the two are different; they are not proposed again")
    add("--undo", action="append", default=[], metavar="ID", help="take back what was said of a company")


def _score(text: str) -> float:
    score = float(text)
    if not 0.0 <= score <= 1.0:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1")
    return score


def run_same_companies(options: argparse.Namespace, settings: Settings) -> None:
    """List proposals and decisions, or decide. Raises what deciding does."""
    if options.merge or options.apart or options.undo:
        said = {"merge": options.merge, "apart": options.apart, "undo": options.undo}
        print(answered(decide_duplicates, settings, **said))
    elif options.json:
        print(answered(find_duplicates, settings, min_score=options.min_score, language=options.language))
    else:
        asked = DuplicatesRequest(min_score=options.min_score, language=options.language)
        context = Context(opened(settings), progress=shown())
        found = find_duplicates.answer(context, asked)
        assert isinstance(found, DuplicatesAnswer)
        print(_as_text(found, options.language))


def _as_text(found: DuplicatesAnswer, language: Language) -> str:
    lines = []
    for each in found.proposals:
        ids = (each.first, each.second)
        names = (
            f"{(zh if language == 'zh' else en) or zh or en} [{company}]"
            for company, (zh, en) in zip(ids, each.names, strict=True)
        )
        other = each.second if each.kept == each.first else each.first
        lines.append(f"{each.score:.2f}  {' ~ '.join(names)}  (--merge {each.kept} {other})")
        lines += [f"      {'+' if why.log_odds >= 0 else '-'} {why.text}" for why in each.reasons]
    lines += [f"merged: {each.other} -> {each.kept}{'' if each.decided else ' (by rule)'}" for each in found.merges]
    lines += [f"different: {first}, {second}" for first, second in found.different]
    return "\n".join(lines)
