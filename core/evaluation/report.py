"""Summaries as tables, in plain text for a terminal and in Markdown for a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from core.evaluation.metrics import METRICS
from core.evaluation.saved_runs import SavedRun
from core.evaluation.significance import Difference, Estimate
from core.evaluation.summaries import Comparison, TaskSummary, VariantSummary
from core.messages import LANGUAGES


@dataclass(frozen=True)
class Table:
    """A heading, column names and rows of equal length; the first column is a name, the others are figures."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def text(self) -> str:
        """Aligned columns under the heading."""
        widths = [max(map(len, cells)) for cells in zip(self.columns, *self.rows, strict=True)]
        lines = [_aligned(cells, widths) for cells in (self.columns, *self.rows)]
        return "\n".join([self.heading, lines[0], "-" * len(lines[0]), *lines[1:]])

    def markdown(self) -> str:
        """A heading of the second level and a table."""
        rule = ("---", *("---:" for _ in self.columns[1:]))
        lines = [f"| {' | '.join(cells)} |" for cells in (self.columns, rule, *self.rows)]
        return "\n".join([f"## {self.heading}", "", *lines])


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    figures = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return "  ".join([cells[0].ljust(widths[0]), *figures])


def tables(run: SavedRun) -> list[Table]:
    """A table per task, the means over tasks if there are several, and the comparison with a saved run if any."""
    found = [_task_table(summary, run.baseline_variant) for summary in run.summaries]
    if len(run.summaries) > 1:
        found.append(_means_over_tasks(run.summaries))
    blocks: dict[str, list[Comparison]] = {}
    for comparison in run.comparisons:
        blocks.setdefault(comparison.heading, []).append(comparison)
    return found + [_comparison_table(heading, comparisons) for heading, comparisons in blocks.items()]


def text_report(run: SavedRun) -> str:
    """All tables for a terminal."""
    return "\n\n".join(table.text() for table in tables(run))


def markdown_report(run: SavedRun) -> str:
    """All tables as Markdown, under what was measured on what."""
    head = (
        f"# Results of {run.created_at:%Y-%m-%d %H:%M} UTC\n\n"
        f"Knowledge base `{run.build_id}`, embedding model `{run.embedding_model}`. Means with 95 % bootstrap "
        "confidence intervals; p-values are those of a paired randomisation test. `results.json` holds every score, "
        "the settings and the versions."
    )
    return "\n\n".join([head, *(table.markdown() for table in tables(run))]) + "\n"


def _task_table(summary: TaskSummary, baseline: str) -> Table:
    first = summary.metrics[0]
    spoken = summary.variants[0].languages
    languages = [language for language in LANGUAGES if len(spoken) > 1]
    columns = (
        "variant",
        "n",
        *summary.metrics,
        f"{first} − {baseline}",
        "p",
        *(f"{first} {language}" for language in languages),
        "unlinked",
        "failed",
    )
    return Table(
        summary.heading,
        columns,
        tuple(
            (
                variant.variant,
                str(variant.questions),
                *(estimate(variant.metrics[metric]) for metric in summary.metrics),
                *against(variant.differences.get(first)),
                *(f"{variant.languages[language]:.3f}" for language in languages),
                str(variant.unlinked),
                str(variant.failed),
            )
            for variant in summary.variants
        ),
    )


def _means_over_tasks(summaries: Sequence[TaskSummary]) -> Table:
    """Unweighted means over tasks of what every target measures."""
    variants: dict[str, list[VariantSummary]] = {}
    for variant in (variant for summary in summaries for variant in summary.variants):
        variants.setdefault(variant.variant, []).append(variant)
    shared = [metric for metric in METRICS["company"] if all(metric in summary.metrics for summary in summaries)]
    rows = (
        (name, str(len(found)), *(f"{fmean(task.metrics[metric].mean for task in found):.3f}" for metric in shared))
        for name, found in variants.items()
    )
    return Table("mean over tasks", ("variant", "tasks", *shared), tuple(rows))


def _comparison_table(heading: str, comparisons: Sequence[Comparison]) -> Table:
    """Variants of one task in a saved run and in this one, a row per variant and metric."""
    rows = (
        (
            f"{found.variant}: {metric}",
            str(found.questions),
            f"{found.before[metric]:.3f}",
            f"{found.now[metric]:.3f}",
            *against(difference),
        )
        for found in comparisons
        for metric, difference in found.differences.items()
    )
    columns = ("variant", "n", "saved", "now", "now − saved", "p")
    return Table(f"{heading}: saved run and this one", columns, tuple(rows))


def estimate(figure: Estimate) -> str:
    """A mean with its interval."""
    return f"{figure.mean:.3f} [{figure.low:.3f}, {figure.high:.3f}]"


def against(difference: Difference | None) -> tuple[str, str]:
    """A difference with its interval, and its p-value."""
    if difference is None:
        return "", ""
    p_value = f"{difference.p_value:.3f}" if difference.p_value >= 0.001 else "<0.001"
    return f"{difference.mean:+.3f} [{difference.low:+.3f}, {difference.high:+.3f}]", p_value
