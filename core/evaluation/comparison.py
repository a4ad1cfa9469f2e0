"""This run beside a saved one: the same variant on the same questions."""

from __future__ import annotations

from core.evaluation.metrics import METRICS
from core.evaluation.saved_runs import SavedRun
from core.evaluation.significance import differences
from core.evaluation.summaries import Comparison, Results, blocks_of, metric_values


def compare(results: Results, earlier: SavedRun, *, seed: int) -> list[Comparison]:
    """A comparison per task and variant that both runs have; questions are matched by task and id."""
    known = {(score.variant, score.target, score.task, score.id): score.metrics for score in earlier.scores}
    comparisons = []
    for name, scores in results.items():
        for (task, target), block in blocks_of(scores).items():
            keys = [(name, target, *score.question.key) for score in block]
            pairs = [(known[key], score.metrics) for key, score in zip(keys, block, strict=True) if key in known]
            if pairs:
                metrics = METRICS[target]
                before = metric_values((saved for saved, _ in pairs), metrics)
                now = metric_values((measured for _, measured in pairs), metrics)
                comparisons.append(
                    Comparison(
                        task=task,
                        target=target,
                        variant=name,
                        questions=len(pairs),
                        before=dict(zip(metrics, before.mean(axis=0).tolist(), strict=True)),
                        now=dict(zip(metrics, now.mean(axis=0).tolist(), strict=True)),
                        differences=dict(zip(metrics, differences(now, before, seed=seed), strict=True)),
                    )
                )
    return comparisons
