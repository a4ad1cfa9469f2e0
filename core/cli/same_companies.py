"""``python -m core same-companies``: which companies may be one, and what a person says of that."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from core.curation.ontology_in_force import ontology_in_force
from core.curation.open_or_build import open_or_build
from core.curation.same_companies import (
    DEFAULT_MIN_SCORE,
    candidates_of,
    decide,
    merges,
    order_to_keep,
    proposals,
    reason_text,
    told_apart,
    undoing,
)
from core.entity_resolution.evidence import Candidate
from core.ingestion.progress import ProgressListener
from core.messages import LANGUAGES, Language
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase
from core.workspace.verdicts import Saying, Verdict, verdict


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


def run_same_companies(options: argparse.Namespace, settings: Settings, listener: ProgressListener) -> None:
    """List proposals and decisions, or decide. Raises what deciding does."""
    ontology = ontology_in_force(settings)
    base = open_or_build(settings, ontology, listener).knowledge_base
    decisions = [
        *_verdicts(options.merge, "same"),
        *_verdicts(options.apart, "different"),
        *(each for company in options.undo for each in undoing(company, base, settings)),
    ]
    if decisions:
        started = decide(decisions, base, settings, ontology, listener)
        for problem in started.problems if started is not None else ():
            print(problem.message(options.language), file=sys.stderr)
        print(json.dumps([each.model_dump() for each in decisions], ensure_ascii=False, indent=2))
        return
    found = proposals(candidates_of(base, options.min_score), settings)
    print(
        _as_json(found, base, settings, options.language)
        if options.json
        else _as_text(found, base, settings, options.language)
    )


def _verdicts(pairs: Sequence[Sequence[str]], saying: Saying) -> list[Verdict]:
    return [verdict(first, second, saying) for first, second in pairs]


def _as_json(found: Sequence[Candidate], base: KnowledgeBase, settings: Settings, language: Language) -> str:
    listed = {
        "proposals": [
            {
                **each.model_dump(exclude={"reasons"}),
                "names": [
                    [company.name_zh, company.name_en] for company in map(base.entity, (each.first, each.second))
                ],
                "reasons": [{**why.model_dump(), "text": reason_text(why, language)} for why in each.reasons],
            }
            for each in found
        ],
        "merges": [vars(each) for each in merges(base, settings)],
        "different": told_apart(settings),
    }
    return json.dumps(listed, ensure_ascii=False, indent=2)


def _as_text(found: Sequence[Candidate], base: KnowledgeBase, settings: Settings, language: Language) -> str:
    lines = []
    for each in found:
        names = (f"{base.entity(company).name(language)} [{company}]" for company in (each.first, each.second))
        kept, other = order_to_keep(base, each.first, each.second)
        lines.append(f"{each.score:.2f}  {' ~ '.join(names)}  (--merge {kept} {other})")
        lines += [f"      {'+' if why.log_odds >= 0 else '-'} {reason_text(why, language)}" for why in each.reasons]
    lines += [
        f"merged: {each.other} -> {each.kept}{'' if each.decided else ' (by rule)'}" for each in merges(base, settings)
    ]
    lines += [f"different: {first}, {second}" for first, second in told_apart(settings)]
    return "\n".join(lines)
