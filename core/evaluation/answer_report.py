"""What scored answers come to, by class and language: as tables, and as they are saved and compared with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Literal

import numpy as np
from pydantic import AwareDatetime, JsonValue, ValidationError

from core.errors import DataUnreadableError
from core.evaluation.answer_scores import AnswerScore
from core.evaluation.asked_questions import CLASS_NAMES, CLASSES, FACT, NO_ANSWER
from core.evaluation.report import Table, against, estimate
from core.evaluation.saved_runs import Saved, shown_settings
from core.evaluation.significance import differences, estimates
from core.messages import LANGUAGES
from core.runtime.regular_files import read_regular_text
from core.settings import Settings
from core.storage.manifest import Manifest


class AnswerRun(Saved):
    """``results.json`` of asked questions."""

    format_version: Literal[1] = 1
    created_at: AwareDatetime
    build_id: str
    embedding_model: str
    options: dict[str, JsonValue]
    settings: dict[str, JsonValue]
    scores: tuple[AnswerScore, ...]


def answer_run(
    scores: Sequence[AnswerScore], manifest: Manifest, settings: Settings, options: dict[str, JsonValue]
) -> AnswerRun:
    """What was measured just now."""
    return AnswerRun(
        created_at=datetime.now(UTC),
        build_id=manifest.build_id,
        embedding_model=manifest.embedding_model,
        options=options,
        settings=shown_settings(settings),
        scores=tuple(scores),
    )


def load_answer_run(path: Path) -> AnswerRun:
    """Read a saved ``results.json``. Raises DataUnreadableError."""
    try:
        return AnswerRun.model_validate_json(read_regular_text(path))
    except (OSError, UnicodeDecodeError) as error:
        raise DataUnreadableError(file=path.name, detail=str(error)) from error
    except ValidationError as error:
        raise DataUnreadableError(file=path.name, detail=error.errors()[0]["msg"]) from error


def answer_tables(run: AnswerRun, earlier: AnswerRun | None, *, seed: int) -> list[Table]:
    """A row per class and one over all that ask for a set; beside them the same questions in an earlier run."""
    groups = [(CLASS_NAMES[each], [score for score in run.scores if score.cls == each]) for each in CLASSES]
    sets = [score for score in run.scores if score.cls not in (NO_ANSWER, FACT)]
    groups.append(("sets, a to h", sets))
    groups = [(name, scores) for name, scores in groups if scores]
    found = [_table(groups, run.scores, seed)]
    if earlier is not None:
        found.append(_compared(groups, earlier, seed))
    return found


def answers_markdown(run: AnswerRun, tables: Iterable[Table]) -> str:
    """The tables as Markdown, under what was measured on what."""
    head = (
        f"# Answers of {run.created_at:%Y-%m-%d %H:%M} UTC\n\nKnowledge base `{run.build_id}`, embedding model "
        f"`{run.embedding_model}`. Shares with 95 % bootstrap confidence intervals. `results.json` holds every answer."
    )
    return "\n\n".join([head, *(table.markdown() for table in tables)]) + "\n"


def _table(groups: Sequence[tuple[str, Sequence[AnswerScore]]], every: Sequence[AnswerScore], seed: int) -> Table:
    rows = [(name, str(len(scores)), *_figures(scores, seed)) for name, scores in groups]
    claims, wrong = sum(score.claims for score in every), sum(score.wrong for score in every)
    rows.append(("all", str(len(every)), "", *("" for _ in LANGUAGES), str(wrong), str(claims)))
    return Table("answers", ("class", "n", "right", *LANGUAGES, "wrong claims", "of claims"), tuple(rows))


def _figures(scores: Sequence[AnswerScore], seed: int) -> tuple[str, ...]:
    (share,) = estimates(_right(scores), seed=seed)
    spoken = [[score.right for score in scores if score.language == language] for language in LANGUAGES]
    shares = (f"{fmean(right):.3f}" if right else "" for right in spoken)
    return (
        estimate(share),
        *shares,
        str(sum(score.wrong for score in scores)),
        str(sum(score.claims for score in scores)),
    )


def _compared(groups: Sequence[tuple[str, Sequence[AnswerScore]]], earlier: AnswerRun, seed: int) -> Table:
    known = {score.id: score for score in earlier.scores}
    rows = []
    for name, scores in groups:
        now = [score for score in scores if score.id in known]
        if now:
            before = [known[score.id] for score in now]
            (apart,) = differences(_right(now), _right(before), seed=seed)
            shares = (f"{fmean(score.right for score in run):.3f}" for run in (before, now))
            untrue = (str(sum(score.wrong for score in run)) for run in (before, now))
            rows.append((name, str(len(now)), *shares, *against(apart), *untrue))
    columns = ("class", "n", "saved", "now", "now − saved", "p", "wrong saved", "wrong now")
    return Table("answers: saved run and this one", columns, tuple(rows))


def _right(scores: Sequence[AnswerScore]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Shape (scores, 1)."""
    return np.array([[score.right] for score in scores], dtype=np.float64)
